import { addSpaceZone, createSpace, deleteSpace, updateSpace, updateSpaceZone } from '@atrium/contract/spaces';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spaceSetting, spaceZonePeriod } from '../src/registry/schema/space-history.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const at = (time: string) => new Date(`2026-03-04T${time}:00Z`);

it('[I72] keeps the settings of a space and its zones with their validity', async () => {
  world.setNow(at('09:30'));
  const org = await world.organization({ canViewOccupancy: true });
  const { zoneId, locationId } = await world.zone({ orgId: org.orgId });
  const admin = await world.signIn(await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' }));
  const { spaceId } = await admin.call(createSpace, { body: { locationId, name: 'Lounge', maxCapacity: 10 } });
  const params = { spaceId };
  const change = (body: object) => admin.call(updateSpace, { params, body });
  world.setNow(at('10:00'));
  // Within one minute the last edit counts, and a new name is no new setting.
  await change({ maxCapacity: 15 });
  await change({ maxCapacity: 20, targetOccupancy: 12 });
  const { spaceZoneAssignmentId } = await admin.call(addSpaceZone, { params, body: { zoneId } });
  world.setNow(at('10:10'));
  await change({ name: 'Bar' });
  const reversed = { params: { spaceId, spaceZoneAssignmentId }, body: { reverseInsAndOuts: true } };
  await admin.call(updateSpaceZone, reversed);
  world.setNow(at('10:20'));
  await admin.call(deleteSpace, { params });
  const [settings, zones] = await world.registry.system(({ sql }) =>
    Promise.all([
      sql.select().from(spaceSetting).where(eq(spaceSetting.spaceId, spaceId)).orderBy(asc(spaceSetting.from)),
      sql.select().from(spaceZonePeriod).where(eq(spaceZonePeriod.spaceId, spaceId)).orderBy(asc(spaceZonePeriod.from)),
    ]),
  );
  const end = at('10:21');
  expect(settings).toMatchObject([
    { maxCapacity: 10, targetOccupancy: null, from: at('09:31'), to: at('10:01') },
    { maxCapacity: 20, targetOccupancy: 12, from: at('10:01'), to: end },
  ]);
  expect(zones).toMatchObject([
    { zoneId, reverseInsAndOuts: false, from: at('10:01'), to: at('10:11') },
    { zoneId, reverseInsAndOuts: true, from: at('10:11'), to: end },
  ]);
});
