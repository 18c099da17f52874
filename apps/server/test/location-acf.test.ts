import { getLocationAcf } from '@atrium/contract/diagnostics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingIn } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { shop, count, adminOf } = countingIn(() => world);
const month = { startDate: '2026-02-02', endDate: '2026-03-03' };

describe('ACF of a location', () => {
  it('[R150] is ins over outs for the requested days, and for the last five of them', async () => {
    const { org, location, zone } = await shop({ timezone: 'America/Chicago' });
    // One in and two out a minute: an hour before the five days, half an hour in them, another on the day after.
    await count(org, zone, '2026-02-27T04:00:00Z', '2026-02-27T05:00:00Z');
    await count(org, zone, '2026-02-27T06:00:00Z', '2026-02-27T06:30:00Z', () => 3);
    await count(org, zone, '2026-03-04T06:00:00Z', '2026-03-04T07:00:00Z');
    const client = await adminOf(org);
    const query = { ...month, locationId: location.locationId };
    expect(await client.call(getLocationAcf, { query })).toEqual([
      {
        org: org.name,
        location: location.name,
        locationId: location.locationId,
        ins: 150,
        outs: 300,
        acf: 0.5,
        fiveDayIns: 90,
        fiveDayOuts: 180,
        fiveDayAcf: 0.5,
      },
    ]);
  });

  it('is null where nothing was received, which is not zero', async () => {
    const { org, location } = await shop();
    const client = await adminOf(org);
    const query = { ...month, locationId: location.locationId };
    expect(await client.call(getLocationAcf, { query })).toMatchObject([
      { ins: null, outs: null, acf: null, fiveDayIns: null, fiveDayAcf: null },
    ]);
  });

  it('is shown to members for one location at a time, to staff for all', async () => {
    const { org, location } = await shop();
    const { location: other } = await shop({ org });
    const limited = await world.signIn(await world.user({ locations: [other] }));
    const admin = await adminOf(org);
    const staff = await world.signIn(await world.staff());
    const path = '/api/diagnostics/location-acf?startDate=2026-02-02&endDate=2026-03-03';
    expect((await admin.get(path)).status).toBe(403);
    expect((await limited.get(`${path}&locationId=${location.locationId}`)).status).toBe(404);
    expect((await limited.get(`${path}&locationId=${other.locationId}`)).status).toBe(200);
    const all = await staff.call(getLocationAcf, { query: { ...month, orgId: org.orgId } });
    expect(all.map(({ locationId }) => locationId).toSorted()).toEqual(
      [location.locationId, other.locationId].toSorted(),
    );
    expect((await staff.get(path)).status).toBe(400);
  });

  it.each([
    'startDate=2026-03-04&endDate=2026-03-03',
    'startDate=2026-02-30&endDate=2026-03-03',
    'startDate=2026-03-01',
    'startDate=0000-01-01&endDate=0000-01-01',
    'startDate=9000-01-01&endDate=9000-01-01',
  ])('is refused for %s', async (dates) => {
    const { org, location } = await shop();
    const client = await adminOf(org);
    const path = `/api/diagnostics/location-acf?${dates}&locationId=${location.locationId}`;
    expect((await client.get(path)).status).toBe(400);
  });
});
