import { dataCalls, getTrafficTotal } from '@atrium/contract/data';
import { getMetrics } from '@atrium/contract/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { countingIn, detail } from './counting.ts';
import type { Location, Organization } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-30T12:00:30Z') });
});
afterAll(() => world.close());

const { count, shop, adminOf } = countingIn(() => world);

const day = { relativeDate: 'custom', startDate: '2026-03-25', endDate: '2026-03-25' } as const;

/** Three shops, visited for one hour from local noon (winter time) by 60, 120 and 180 people; the last in New York. */
async function threeShops() {
  const org = await world.organization({ canViewOccupancy: true });
  const shops = [];
  for (const [index, timezone] of ['UTC', 'UTC', 'America/New_York'].entries()) {
    const made = await shop({ org, timezone });
    const hour = timezone === 'UTC' ? 12 : 16;
    await count(org, made.zone, `2026-03-25T${hour}:00:00Z`, `2026-03-25T${hour + 1}:00:00Z`, () => index + 1);
    shops.push(made);
  }
  const field = (location: Location, value: string) =>
    world.customField({
      orgId: org.orgId,
      entityType: 'location',
      entityId: location.locationId,
      name: 'Region',
      value,
    });
  return { org, shops, field, client: await adminOf(org) };
}

const totals = async (client: Client, query: object) =>
  client.call(getTrafficTotal, { query: { entityType: 'location', metrics: 'ins', ...day, ...query } });

describe('[R761] several entities in one row', () => {
  it('are added up, without an id', async () => {
    const { client, shops } = await threeShops();
    const entityIds = shops.slice(0, 2).map(({ location }) => location.locationId);
    const { results } = await totals(client, { entityIds: entityIds.join(','), aggregate: 'true' });
    expect(results).toEqual([{ entityId: null, name: 'All', timezone: 'UTC', sumins: 180, completeness: 0.0416 }]);
    const byHour = await detail(client, {
      entityType: 'location',
      entityIds: entityIds.join(','),
      aggregate: true,
      ...day,
      metrics: 'ins,ins(max)',
      dateGroupings: 'hour',
    });
    expect(byHour.results).toHaveLength(24);
    expect(byHour.results[12]).toMatchObject({ recordDate: '2026-03-25T12:00:00Z', sumins: 180, maxins: 180 });
    const both = await totals(client, {
      entityIds: entityIds.join(','),
      aggregate: 'true',
      metrics: 'ins(avg),ins(max)',
    });
    expect(both.results).toMatchObject([{ avgins: 180, maxins: 180 }]);
    const alone = await totals(client, { entityIds: entityIds.join(','), aggregate: 'false' });
    expect(alone.results.map(({ sumins }) => sumins)).toEqual([60, 120]);
  });

  it('are the organization if all locations are asked, in every time zone, bucket by bucket and compared', async () => {
    const { client } = await threeShops();
    for (const dateGroupings of ['hour', 'day', 'weekday', 'weekday,hour'] as const) {
      const query = {
        relativeDate: 'custom',
        startDate: '2026-03-24',
        endDate: '2026-03-29',
        dateGroupings,
        previousPeriod: 'previousperiod',
        metrics: 'ins,outs(avg)',
      } as const;
      const { results: all, ...joined } = await detail(client, { entityType: 'location', aggregate: true, ...query });
      const { results: whole, ...own } = await detail(client, { entityType: 'organization', ...query });
      const bare = (rows: typeof all) => rows.map(({ entityId: _id, name: _name, ...row }) => row);
      expect(all[0]).toMatchObject({ entityId: null, name: 'All', timezone: null });
      expect(bare(all)).toEqual(bare(whole));
      expect(bare(joined.previousResults!)).toEqual(bare(own.previousResults!));
    }
  });

  it('each count a zone that two spaces share', async () => {
    const { org, client, shops } = await threeShops();
    const { location, zone } = shops[0]!;
    for (let i = 0; i < 2; i += 1) {
      const { spaceId } = await world.space({ orgId: org.orgId, locationId: location.locationId });
      await world.spaceZone({ orgId: org.orgId, spaceId, zoneId: zone.zoneId });
    }
    const { results } = await totals(client, { entityType: 'space' });
    expect(results.map(({ sumins }) => sumins)).toEqual([60, 60]);
    expect((await totals(client, { entityType: 'space', aggregate: 'true' })).results).toMatchObject([{ sumins: 120 }]);
  });

  it('answer no row where there are none', async () => {
    const { client } = await threeShops();
    const ask = (aggregate: boolean) =>
      client.call(dataCalls.occupancy.total, { query: { entityType: 'space', aggregate, ...day } });
    expect((await ask(true)).results).toEqual([]);
    expect((await ask(false)).results).toEqual([]);
  });

  it('contain only what the caller may see', async () => {
    const { client, shops } = await threeShops();
    const limited = await world.signIn(await world.user({ locations: [shops[1]!.location] }));
    expect((await totals(client, { aggregate: 'true' })).results).toMatchObject([{ sumins: 360 }]);
    expect((await totals(limited, { aggregate: 'true' })).results).toMatchObject([{ sumins: 120, timezone: 'UTC' }]);
    const foreign = `/api/data/traffic/total?entityType=location&aggregate=true&entityIds=${shops[0]!.location.locationId}`;
    expect((await limited.get(foreign)).status).toBe(404);
  });
});

async function regions() {
  const { shops, field, ...others } = await threeShops();
  await field(shops[0]!.location, 'South');
  await field(shops[1]!.location, 'North, far');
  await field(shops[2]!.location, 'South');
  await shop({ org: others.org, timezone: 'UTC' });
  return { shops, ...others };
}

describe('[R762] rows by a custom field', () => {
  it('have its values as names; entities without a value are left out', async () => {
    const { client } = await regions();
    expect((await totals(client, { metaProperty: 'region' })).results).toMatchObject([
      { entityId: null, name: 'North, far', timezone: 'UTC', sumins: 120 },
      { entityId: null, name: 'South', timezone: null, sumins: 240 },
    ]);
    expect((await totals(client, { metaProperty: 'Region', aggregate: 'true' })).results).toMatchObject([
      { entityId: null, name: 'All', sumins: 360 },
    ]);
    expect((await totals(client, { metaProperty: 'Unknown' })).results).toEqual([]);
    const folded = await totals(client, { metaProperty: 'Region', metrics: 'ins(max)' });
    expect(folded.results.map(({ maxins }) => maxins)).toEqual([120, 240]);
  });

  it('are those of the named values, in their order', async () => {
    const { client } = await regions();
    const path = `/api/data/traffic/total?entityType=location&relativeDate=custom&startDate=2026-03-25&endDate=2026-03-25`;
    const named = `${path}&metaProperty=Region&metaValue=South&metaValue=North%2C%20far&metaValue=West`;
    const { status, body } = await client.get<{ results: { name: string }[]; messages: string[] }>(named);
    expect(status).toBe(200);
    expect(body.results.map(({ name }) => name)).toEqual(['South', 'North, far']);
    expect(body.messages).toEqual(['There is no location with Region West.']);
    expect((await totals(client, { metaProperty: 'Region', metaValue: 'South' })).results).toHaveLength(1);
    expect((await client.get(`${path}&metaProperty=Region&metaProperty=Region`)).status).toBe(400);
  });

  it('[R1217] need the name of the field', async () => {
    const { client } = await threeShops();
    const path = '/api/data/traffic/total?entityType=location&metaValue=South';
    const { status, body } = await client.get<{ details: unknown }>(path);
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path: 'metaProperty' }]);
  });

  it('[S163] show neither values nor counts of locations that the caller may not see', async () => {
    const { shops } = await regions();
    const limited = await world.signIn(await world.user({ locations: [shops[0]!.location] }));
    expect((await totals(limited, { metaProperty: 'Region' })).results).toMatchObject([{ name: 'South', sumins: 60 }]);
    const { results, messages } = await totals(limited, { metaProperty: 'Region', metaValue: 'North, far' });
    expect([results, messages]).toEqual([[], ['There is no location with Region North, far.']]);
  });
});

describe('[R763] entityIds', () => {
  it('are a comma list, with or without brackets, or repeated', async () => {
    const { client, shops } = await threeShops();
    const [one, other] = shops.map(({ location }) => location.locationId);
    const ask = async (ids: string) => {
      const path = `/api/data/traffic/total?entityType=location&relativeDate=yesterday&${ids}`;
      const { body } = await client.get<{ results: { entityId: string }[] }>(path);
      return body.results.map(({ entityId }) => entityId);
    };
    expect(await ask(`entityIds=${one},${other}`)).toEqual([one, other]);
    expect(await ask(`entityIds=[${other},${one}]`)).toEqual([other, one]);
    expect(await ask(`entityIds=%5B${other}%5D`)).toEqual([other]);
    expect(await ask(`entityIds=${one}&entityIds=${other}`)).toEqual([one, other]);
  });
});

describe('[R362] [R764] a metric', () => {
  it('says how it is compared and whether entities can be combined', async () => {
    const org: Organization = await world.organization({ canViewPOS: true, canViewQueueService: true });
    const metrics = await (await adminOf(org)).call(getMetrics);
    const compared = (key: string) => metrics.find((metric) => metric.key === key)?.comparisonAggregations;
    expect(compared('trafficIns')).toEqual(['avg', 'min', 'max', 'median', 'sum']);
    expect(compared('netSales')).toContain('sum');
    for (const key of ['conversionRateIns', 'waitTime']) expect(compared(key)).toEqual(['avg', 'min', 'max', 'median']);
    expect(metrics.find(({ key }) => key === 'trafficIns')?.disableAggregatingEntities).toBe(false);
  });
});
