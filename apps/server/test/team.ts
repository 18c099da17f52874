import { auditOf } from './audit-trail.ts';
import type { User } from './estate.ts';
import type { World } from './world.ts';

/** An organization with an administrator and a person. */
export async function team(world: World) {
  const { orgId } = await world.organization({ name: 'Acme' });
  const boss = await world.user({ orgId, role: 'OrganizationAdministrator', name: 'Boss' });
  const person = await world.user({ orgId, name: 'Person' });
  return { orgId, boss, person, admin: await world.signIn(boss) };
}

export const of = (user: Pick<User, 'userId'>) => ({ params: { userId: user.userId } });

/** What the log says of a person. */
export const actionsOn = async (world: World, user: User) =>
  (await auditOf(world, user.orgId ?? ''))
    .filter(({ entityType, entityId }) => entityType === 'user' && entityId === user.userId)
    .map(({ action }) => action);
