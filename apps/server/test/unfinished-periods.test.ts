import { getTrafficTotal } from '@atrium/contract/data';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countingIn, type Detail, detail, iso } from './counting.ts';
import { openWorld, type World } from './world.ts';

/** A Wednesday. */
const noon = new Date('2026-03-11T12:00:00Z');
let world: World;
beforeAll(async () => {
  world = await openWorld({ now: noon });
});
beforeEach(() => world.setNow(noon));
afterAll(() => world.close());

const { count, shop, adminOf } = countingIn(() => world);

/** A shop in which someone comes in every minute until now. */
async function steadyShop(since: string, timezone = 'UTC') {
  const { org, location, zone } = await shop({ timezone });
  await count(org, zone, since, iso(world.now().getTime() / 1000));
  const client = await adminOf(org);
  return { org, client, entity: { entityType: 'location', entityIds: location.locationId, metrics: 'ins' } as const };
}

const day = 1440;
const month = { relativeDate: 'thismonth', previousPeriod: 'previousperiod' } as const;

describe('[R1210] by weekday', () => {
  it('a month that is not over is compared with the same part of the one before', async () => {
    const { client, entity } = await steadyShop('2026-02-01T00:00:00Z');
    const { results, previousResults } = await detail(client, { ...entity, ...month, dateGroupings: 'weekday' });
    // Both months began on a Sunday.
    const days = [2, 2, 2, 1.5, 1, 1, 1].map((each) => each * day);
    expect(results.map(({ sumins }) => sumins)).toEqual(days);
    expect(previousResults?.map(({ sumins }) => sumins)).toEqual(days);
  });

  it('and hour, up to the same minute, so that rows add up to the total', async () => {
    world.setNow(new Date('2026-03-11T12:30:00Z'));
    const { client, entity } = await steadyShop('2026-02-01T00:00:00Z');
    const byHour = await detail(client, { ...entity, ...month, dateGroupings: 'weekday,hour' });
    expect(byHour.previousResults?.map(({ sumins }) => sumins)).toEqual(byHour.results.map(({ sumins }) => sumins));
    const total = await client.call(getTrafficTotal, { query: { ...entity, ...month } });
    const sum = byHour.previousResults?.reduce((all, { sumins }) => all + Number(sumins), 0);
    expect([sum, total.previousResults?.[0]?.['sumins']]).toEqual([10.5 * day + 30, 10.5 * day + 30]);
    const trend = { ...entity, relativeDate: 'thisweek', trendComparison: 2, dateGroupings: 'weekday,hour' } as const;
    const { results, trendResults } = await detail(client, trend);
    for (const window of trendResults!)
      expect(window.results.map(({ sumins }) => sumins)).toEqual(results.map(({ sumins }) => sumins));
  });

  it('a month that is over is compared with the whole one before', async () => {
    const { client, entity } = await steadyShop('2026-01-01T00:00:00Z');
    const query = { ...entity, ...month, relativeDate: 'lastmonth', dateGroupings: 'weekday' } as const;
    const { previousResults } = await detail(client, query);
    expect(previousResults?.map(({ sumins }) => sumins)).toEqual([4, 4, 4, 4, 5, 5, 5].map((days) => days * day));
  });
});

describe('[R1211] the average, lowest and highest', () => {
  const week = { relativeDate: 'thisweek', previousPeriod: 'previousperiod', metrics: 'ins(avg),ins(min)' } as const;

  it('of a week that is not over are those of the same part of the week before', async () => {
    const { client, entity } = await steadyShop('2026-02-22T00:00:00Z');
    const total = await client.call(getTrafficTotal, { query: { ...entity, ...week } });
    const values = { avgins: (3.5 * day) / 4, minins: day / 2 };
    expect(total).toMatchObject({ results: [values], previousResults: [values] });
    const { previousPeriod: _, ...query } = { ...entity, ...week, trendComparison: 2 };
    const trend = await client.call(getTrafficTotal, { query });
    expect(trend.trendResults?.map(({ results }) => results)).toMatchObject([[values], [values]]);
  });

  it('by weekday too', async () => {
    const { client, entity } = await steadyShop('2026-02-01T00:00:00Z');
    const query: Detail = { ...entity, ...month, metrics: week.metrics, dateGroupings: 'weekday' };
    const { results, previousResults } = await detail(client, query);
    const valuesOf = (rows: typeof results | undefined) => rows?.map(({ avgins, minins }) => [avgins, minins]);
    const whole = [day, day];
    expect(valuesOf(results)).toEqual([whole, whole, whole, [day * 0.75, day / 2], whole, whole, whole]);
    expect(valuesOf(previousResults)).toEqual(valuesOf(results));
  });

  it('of rows are those of their whole buckets', async () => {
    const { client, entity } = await steadyShop('2026-02-22T00:00:00Z');
    const { results, previousResults } = await detail(client, { ...entity, ...week, dateGroupings: 'day' });
    expect(results.map(({ avgins }) => avgins)).toEqual([day, day, day, day / 2]);
    expect(previousResults?.map(({ avgins }) => avgins)).toEqual([day, day, day, day]);
  });
});
