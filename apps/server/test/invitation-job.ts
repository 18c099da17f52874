import { createInvitations } from '../src/features/users/invitations.ts';
import { createChangePerson } from '../src/features/users/person-changes.ts';
import type { World } from './world.ts';

/** What the job does every few minutes. */
export function expireInvitations(world: World): Promise<unknown> {
  const { registry } = world;
  const clock = () => world.now();
  const parts = {
    registry,
    clock,
    changePerson: createChangePerson(registry, clock),
    publicUrl: () => '',
    hasMailServer: false,
    onRemoved: async () => {},
  };
  return createInvitations(parts).expire();
}
