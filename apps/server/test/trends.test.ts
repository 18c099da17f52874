import { getTrafficTotal } from '@atrium/contract/data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingIn, detail } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-26T12:00:30Z') });
});
afterAll(() => world.close());

const { count, shop, adminOf } = countingIn(() => world);

/** A shop in Berlin that is visited for one hour at noon, on March 23 by 60 people, a day later by 120, then by 180. */
async function busyShop(weekStart: 0 | 1 = 0) {
  const org = await world.organization({ weekStart });
  const { zone, location } = await shop({ org });
  for (const [index, day] of ['23', '24', '25'].entries())
    await count(org, zone, `2026-03-${day}T11:00:00Z`, `2026-03-${day}T12:00:00Z`, () => index + 1);
  const client = await adminOf(org);
  return { client, entity: { entityType: 'location', entityIds: location.locationId, metrics: 'ins' } as const };
}

/** The weeks of six days: when they begin, and how many came. */
async function weeks(weekStart: 0 | 1) {
  const { client, entity } = await busyShop(weekStart);
  const query = { ...entity, relativeDate: 'custom', startDate: '2026-03-20', endDate: '2026-03-25' } as const;
  const { results } = await detail(client, { ...query, dateGroupings: 'week' });
  return results.map(({ recordDate, sumins }) => [recordDate?.slice(0, 10), sumins]);
}

describe('[R760] a trend', () => {
  it('shows earlier windows of the same length, newest first, row beside row', async () => {
    const { client, entity } = await busyShop();
    const query = { ...entity, relativeDate: 'yesterday', trendComparison: 3 } as const;
    const { results, trendResults, previousResults } = await detail(client, { ...query, dateGroupings: 'day' });
    expect(results).toMatchObject([{ recordDate: '2026-03-24T23:00:00Z', sumins: 180 }]);
    expect(previousResults).toBeUndefined();
    expect(trendResults).toMatchObject([
      { label: '1 ago', results: [{ recordDate: '2026-03-23T23:00:00Z', sumins: 120 }] },
      { label: '2 ago', results: [{ recordDate: '2026-03-22T23:00:00Z', sumins: 60 }] },
      { label: '3 ago', results: [{ recordDate: '2026-03-21T23:00:00Z', sumins: null }] },
    ]);
    const total = await client.call(getTrafficTotal, { query: { ...query, trendComparison: 2 } });
    expect(total).toMatchObject({
      results: [{ sumins: 180 }],
      trendResults: [
        { label: '1 ago', results: [{ sumins: 120 }] },
        { label: '2 ago', results: [{ sumins: 60 }] },
      ],
    });
    const byHour = await detail(client, { ...query, dateGroupings: 'hour', trendComparison: 1 });
    expect(byHour.trendResults?.[0]?.results).toHaveLength(24);
    expect([byHour.results[12]?.sumins, byHour.trendResults?.[0]?.results[12]?.sumins]).toEqual([180, 120]);
  });

  it('takes the average and the extremes of each window', async () => {
    const { client, entity } = await busyShop();
    const { results, trendResults } = await client.call(getTrafficTotal, {
      query: { ...entity, metrics: 'ins(max),ins(avg)', relativeDate: 'yesterday', trendComparison: 1 },
    });
    expect(results).toMatchObject([{ avgins: 180, maxins: 180 }]);
    expect(trendResults).toMatchObject([{ label: '1 ago', results: [{ avgins: 120, maxins: 120 }] }]);
  });

  it('is not mixed with a previous period, and has at most 12 windows', async () => {
    const { client, entity } = await busyShop();
    const ask = (more: string) =>
      client.get(`/api/data/traffic?entityType=location&entityIds=${entity.entityIds}&relativeDate=yesterday&${more}`);
    const mixed = await ask('trendComparison=2&previousPeriod=previousperiod');
    expect([mixed.status, mixed.body]).toMatchObject([400, { details: [{ path: 'trendComparison' }] }]);
    expect((await ask('trendComparison=13')).status).toBe(400);
    expect((await ask('trendComparison=0')).status).toBe(400);
  });
});

describe('[R760] today', () => {
  it('is the date that a query names instead', async () => {
    const { client, entity } = await busyShop();
    const on = async (dateOverride: string) =>
      (await client.call(getTrafficTotal, { query: { ...entity, relativeDate: 'yesterday', dateOverride } })).results;
    expect(await on('2026-03-25')).toMatchObject([{ sumins: 120 }]);
    expect(await on('2026-03-24')).toMatchObject([{ sumins: 60 }]);
    const wrong = await client.get(
      `/api/data/traffic/total?entityType=location&relativeDate=yesterday&dateOverride=2026-02-30`,
    );
    expect([wrong.status, wrong.body]).toMatchObject([400, { details: [{ path: 'dateOverride' }] }]);
  });

  it('lies in a week that begins as the organization says', async () => {
    // Local midnight in Berlin is 23:00 of the day before.
    expect(await weeks(0)).toEqual([
      ['2026-03-19', null],
      ['2026-03-21', 360],
    ]);
    expect(await weeks(1)).toEqual([
      ['2026-03-19', null],
      ['2026-03-22', 360],
    ]);
  });
});
