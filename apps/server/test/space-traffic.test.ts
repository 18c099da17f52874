import { getTrafficTotal } from '@atrium/contract/data';
import { updateOrganization } from '@atrium/contract/organizations';
import { updateSpaceZone } from '@atrium/contract/spaces';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countingIn } from './counting.ts';
import type { Zone } from './estate.ts';
import { hears, screensOf } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { count, adminOf, countToday } = countingIn(() => world);
const { open, closeAll } = screensOf(() => world);
afterEach(closeAll);

const range = { relativeDate: 'custom', startDate: '2026-03-03', endDate: '2026-03-03' } as const;

/**
 * A space with a plain door, a reversed one that counts twice for each person, a line for journeys and a zone it does
 * not use.
 */
async function lounge() {
  const org = await world.organization({ canViewOccupancy: true });
  const location = await world.location({ orgId: org.orgId, timezone: 'UTC' });
  const site = await world.site({ locationId: location.locationId });
  const { sensorId } = await world.sensor({ siteId: site.siteId });
  const { spaceId, name } = await world.space({ orgId: org.orgId, locationId: location.locationId });
  const plain = await world.zone({ sensorId });
  const back = await world.zone({ sensorId, settings: { scaleFactor: 2, perimeter: false } });
  const journeys = await world.zone({ sensorId, settings: { countApplication: 9, perimeter: false } });
  const elsewhere = await world.zone({ sensorId });
  const add = ({ zoneId }: Zone) => world.spaceZone({ orgId: org.orgId, spaceId, zoneId });
  const { spaceZoneAssignmentId } = await add(back);
  await Promise.all([add(plain), add(journeys)]);
  const client = await adminOf(org);
  const reverse = (reverseInsAndOuts: boolean) =>
    client.call(updateSpaceZone, {
      params: { spaceId, spaceZoneAssignmentId },
      body: { reverseInsAndOuts },
    });
  return { org, location, spaceId, name, zones: [plain, back, journeys, elsewhere], client, reverse };
}

describe('[R575] traffic of a space', () => {
  it('is what its zones count, with ins and outs swapped where a zone is reversed', async () => {
    const { org, location, spaceId, name, zones, client, reverse } = await lounge();
    await reverse(true);
    const people = [10, 25, 30, 40];
    for (const [index, zone] of zones.entries()) {
      await count(org, zone, '2026-03-03T10:00:00Z', '2026-03-03T11:00:00Z', () => people[index]!);
    }
    const total = (query: object) =>
      client.call(getTrafficTotal, { query: { entityType: 'space', ...range, ...query } });
    // A minute has twice as many outs as ins: 10 + 2 × 50 + 30 enter the space, 20 + 2 × 25 + 60 leave it.
    const own = { entityId: spaceId, name, timezone: 'UTC', sumins: 60 * 140, sumouts: 60 * 130 };
    expect((await total({ entityIds: spaceId })).results).toMatchObject([own]);
    expect((await total({})).results).toMatchObject([own]);
    const [shop] = (await total({ entityType: 'location', entityIds: location.locationId })).results;
    expect(shop).toMatchObject({ sumins: 60 * 50, sumouts: 60 * 100 });
  });

  it('is today’s live number too', async () => {
    const { spaceId, zones, client, reverse } = await lounge();
    await reverse(true);
    await countToday(zones.slice(0, 2), 5);
    const screen = await open(client);
    expect(await screen.subscribe('space', spaceId)).toEqual({ ok: true });
    await hears(screen, 25);
    expect(screen.newest).toMatchObject({ entityType: 'space', entityId: spaceId, ins: 25, outs: 20 });
  });

  it('is visible to those who see its location, while the organization may use spaces', async () => {
    const { org, location, spaceId, client } = await lounge();
    const path = `/api/data/traffic/total?entityType=space&entityIds=${spaceId}`;
    const limited = async (locations: Parameters<World['user']>[0]) => world.signIn(await world.user(locations));
    const other = await world.location({ orgId: org.orgId });
    expect((await (await limited({ locations: [location] })).get(path)).status).toBe(200);
    expect((await (await limited({ locations: [other] })).get(path)).status).toBe(404);
    expect((await (await adminOf(await world.organization({ canViewOccupancy: true }))).get(path)).status).toBe(404);
    const staff = await world.signIn(await world.staff());
    const params = { orgId: org.orgId };
    await staff.call(updateOrganization, { params, body: { canViewOccupancy: false } });
    expect((await client.get(path)).status).toBe(404);
    await staff.call(updateOrganization, { params, body: { canViewOccupancy: true } });
    expect((await client.get(path)).status).toBe(200);
  });
});
