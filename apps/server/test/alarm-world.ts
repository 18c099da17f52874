import { createAlarmConfig, listAlarmStates } from '@atrium/contract/alarms';
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { watchLevels } from '../src/app/applying.ts';
import { outboxMessage } from '../src/registry/schema/operations.ts';
import { spaceState } from '../src/registry/schema/space-occupancy.ts';
import type { Client } from './client.ts';
import type { Location, Space } from './estate.ts';
import type { World } from './world.ts';

/** What an organization needs for alarms on its spaces. */
export const withAlarms = { canViewOccupancy: true, headroomEnabled: true, alarmsEnabled: true };

/** A hall for 100 people, whose live number the test decides. */
export interface Hall {
  readonly orgId: string;
  readonly location: Location;
  /** Another location of the organization; one that is created later would have the number of the hall folded again. */
  readonly elsewhere: Location;
  readonly space: Space;
  readonly admin: Client;
  /** An address that nobody else has. */
  readonly to: string;
  /** An alarm at the capacity of the hall. */
  alarm(settings?: object, more?: object): ReturnType<typeof create>;
  /** The number of people a second later, as live numbers report it. */
  people(value: number | null, more?: { at?: number; corrected?: boolean }): Promise<void>;
  /** Time passes, and the worker looks. */
  pass(seconds: number): Promise<void>;
  states(): Promise<readonly { resolved: boolean; resolvedReason: number | null }[]>;
  /** The subjects of emails to the address, or the text messages to a number, in order. */
  messages(recipient?: string): Promise<string[]>;
}

/** What watches the live numbers of a world. */
export function watching(world: World) {
  return watchLevels({ directory: world.directory, clock: () => world.now() });
}

const create = (admin: Client, body: object) => admin.call(createAlarmConfig, { body });

/** Its own number is known and then forgotten, so that it does not come between those that a test reports. */
async function withoutOwnNumber(world: World, spaceId: string): Promise<void> {
  const isIt = eq(spaceState.spaceId, spaceId);
  await expect
    .poll(() =>
      world.registry.system(({ sql }) => sql.select({ value: spaceState.value }).from(spaceState).where(isIt)),
    )
    .toEqual([{ value: 0 }]);
  await world.registry.system(({ sql }) => sql.delete(spaceState).where(isIt));
}

export async function openHall(world: World, values: object = {}, { hasHours = false } = {}): Promise<Hall> {
  const { orgId } = await world.organization({ ...withAlarms, ...values });
  const location = await world.location({ orgId, name: 'Mall' });
  const elsewhere = await world.location({ orgId, name: 'Elsewhere' });
  if (hasHours) await world.hours.assignment({ orgId, locationId: location.locationId });
  const space = await world.space({ locationId: location.locationId, name: 'Hall', maxCapacity: 100 });
  await withoutOwnNumber(world, space.spaceId);
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const to = `${randomUUID()}@example.test`;
  const seconds = () => Math.floor(world.now().getTime() / 1000);
  const look = async () => {
    while (await world.alarms.timers.look());
  };
  return {
    orgId,
    location,
    elsewhere,
    space,
    admin,
    to,
    alarm: (settings = {}, more = {}) =>
      create(admin, {
        alarmTypeId: 1,
        alarmableId: space.spaceId,
        config: { triggerTypeId: 1, config: settings, email: [to] },
        ...more,
      }),
    async people(value, more = {}) {
      // Messages of one second have no order.
      world.pass({ seconds: 1 });
      const { at = seconds(), corrected = false } = more;
      const level = { orgId, entity: { kind: 'space', id: space.spaceId }, value, at, corrected } as const;
      await world.registry.system((tx) => watching(world)(tx, [level]));
      await look();
    },
    async pass(time) {
      world.pass({ seconds: time });
      await look();
    },
    async states() {
      const found = await admin.call(listAlarmStates, { query: { order: 'createdAt' } });
      return found.map(({ resolved, resolvedReason }) => ({ resolved, resolvedReason }));
    },
    async messages(recipient = to) {
      const rows = await world.registry.system(({ sql }) =>
        sql
          .select()
          .from(outboxMessage)
          .where(eq(outboxMessage.recipient, recipient))
          .orderBy(asc(outboxMessage.createdAt)),
      );
      return rows.map(({ kind, subject, text }) => (kind === 'mail' ? subject : text));
    },
  };
}
