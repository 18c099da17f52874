import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingIn, detail } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-30T12:00:30Z') });
});
afterAll(() => world.close());

const { count, shop, adminOf } = countingIn(() => world);

const days = { relativeDate: 'custom', startDate: '2026-03-24', endDate: '2026-03-25', dateGroupings: 'day' } as const;

const hour = (day: number) => [`2026-03-${day}T10:00:00Z`, `2026-03-${day}T11:00:00Z`] as const;

/** Two shops: 60 and 180 people on March 24, 120 and no data a day later; two days before, 300 and no data. */
async function twoShops() {
  const org = await world.organization();
  const [one, other] = [await shop({ org, timezone: 'UTC' }), await shop({ org, timezone: 'UTC' })];
  await count(org, one.zone, ...hour(24), () => 1);
  await count(org, one.zone, ...hour(25), () => 2);
  await count(org, one.zone, ...hour(22), () => 5);
  await count(org, other.zone, ...hour(24), () => 3);
  return { org, one, other, client: await adminOf(org) };
}

describe('[R766] order', () => {
  it('sorts by columns of the reply before the limit, and previous rows follow', async () => {
    const { client } = await twoShops();
    const query = { entityType: 'location', metrics: 'ins', ...days, previousPeriod: 'previousperiod' } as const;
    const { results, previousResults } = await detail(client, { ...query, order: '-sumins,name' });
    expect(results.map(({ sumins }) => sumins)).toEqual([180, 120, 60, null]);
    expect(previousResults?.map(({ sumins }) => sumins)).toEqual([null, null, 300, null]);
    const least = await detail(client, { ...query, order: 'sumins', limit: 1 });
    expect(least.results.map(({ sumins }) => sumins)).toEqual([60]);
    expect(least.previousResults?.map(({ sumins }) => sumins)).toEqual([300]);
    const folded = await detail(client, { ...query, dateGroupings: 'weekday', order: '-weekday,-sumins' });
    expect(folded.results.map(({ weekday, sumins }) => [weekday, sumins])).toEqual([
      [3, 120],
      [3, null],
      [2, 180],
      [2, 60],
    ]);
  });

  it('refuses columns that the reply does not have', async () => {
    const { client } = await twoShops();
    const ask = (order: string) => client.get(`/api/data/traffic?entityType=location&metrics=ins&order=${order}`);
    const refused = await ask('sumouts');
    expect([refused.status, refused.body]).toMatchObject([400, { details: [{ path: 'order' }] }]);
    expect((await ask('%27')).status).toBe(400);
    expect((await ask('-sumins')).status).toBe(200);
  });
});

describe('[R767] a row', () => {
  it('names what its entity belongs to, and shows custom fields', async () => {
    const { org, one, client } = await twoShops();
    const { location, site, sensor, zone } = one;
    const field = { orgId: org.orgId, entityType: 'zone', entityId: zone.zoneId } as const;
    await world.customField({ ...field, name: 'Door', value: 'north' });
    await world.customField({ ...field, name: 'Lock', value: 'old' });
    const query = { entityType: 'zone', entityIds: zone.zoneId, ...days } as const;
    const { results, messages } = await detail(client, { ...query, include: 'location,site,sensor,planet', meta: '*' });
    expect(results[0]).toMatchObject({
      entityId: zone.zoneId,
      location: { id: location.locationId, name: location.name },
      site: { id: site.siteId, name: site.name },
      sensor: { id: sensor.sensorId, name: sensor.name },
      meta: { Door: 'north', Lock: 'old' },
    });
    expect(messages).toEqual(['There is nothing to include as planet.']);
    const named = await detail(client, { ...query, meta: 'door' });
    expect(named.results[0]).toMatchObject({ meta: { Door: 'north' } });
    expect(named.results[0]?.meta).not.toHaveProperty('Lock');
    expect(named.results[0]).not.toHaveProperty('location');
    const joined = await detail(client, { ...query, aggregate: true, include: 'location', meta: '*' });
    expect(joined.results[0]).not.toHaveProperty('meta');
  });
});
