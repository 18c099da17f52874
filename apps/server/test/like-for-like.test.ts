import { getTrafficTotal } from '@atrium/contract/data';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { countingIn, countingSince, detail, iso } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-12-30T12:00:00Z') });
});
afterAll(() => world.close());

const { count, shop, adminOf } = countingIn(() => world);

const startOf = (timezone: string, date: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds / 1000;
const dayAfter = (date: string, days = 1) => Temporal.PlainDate.from(date).add({ days }).toString();
/** People who came in, in a minute: what a reading says. */
const raw = (second: number) => ((second / 60) % 3) + ((Math.floor(second / 3600) * 37) % 13);

type Shop = Awaited<ReturnType<typeof shop>>;

/** Readings of local days, the last one included. */
async function countDays({ org, zone, location: { timezone } }: Shop, first: string, last: string) {
  const [from, to] = [startOf(timezone, first), startOf(timezone, dayAfter(last))];
  await count(org, zone, iso(from), iso(to), (minute) => raw(from + minute * 60));
}

/** All minutes of local days, one by one. */
function recounted(timezone: string, first: string, last = first): number {
  let sum = 0;
  const end = startOf(timezone, dayAfter(last));
  for (let second = startOf(timezone, first); second < end; second += 60) sum += raw(second);
  return sum;
}

const week = ['2026-03-23', '2026-03-29'] as const;
const before = ['2025-03-24', '2025-03-30'] as const;
const asked = {
  entityType: 'location',
  relativeDate: 'custom',
  startDate: week[0],
  endDate: week[1],
  metrics: 'ins',
  previousPeriod: 'sameperiodlastyear',
  likeForLike: 'true',
} as const;
const total = async (client: Client, query: object) => client.call(getTrafficTotal, { query: { ...asked, ...query } });

/** Two that can be compared, in different time zones; a new one; and one that was closed a year ago. */
async function openShops() {
  const org = await world.organization();
  const made = [];
  for (const timezone of ['Europe/Berlin', 'America/New_York', 'Europe/Berlin', 'Europe/Berlin'])
    made.push(await shop({ org, timezone }));
  await countingSince(world, '2020-01-01', org.orgId);
  for (const each of made) await countDays(each, ...week);
  const [berlin, newYork, , closed] = made as [Shop, Shop, Shop, Shop];
  for (const each of [berlin, newYork, closed]) await countDays(each, ...before);
  await world.hours.exception({
    orgId: org.orgId,
    locationId: closed.location.locationId,
    type: 1,
    description: 'Rebuilding',
    startDate: '2025-01-01',
    endDate: '2025-12-31',
  });
  return { org, berlin, newYork, closed, admin: await adminOf(org) };
}

let opened: ReturnType<typeof openShops> | undefined;
const shops = () => (opened ??= openShops());

const leftOut = (left: number, of = 4) =>
  `${left} of ${of} locations ${left === 1 ? 'was' : 'were'} left out: like for like, only those count that have data and are open in both periods.`;

const rowOf = ({ location }: Shop, dates: readonly [string, string]) => ({
  entityId: location.locationId,
  sumins: recounted(location.timezone, ...dates),
  completeness: 1,
});
const byId = <Row extends { entityId: string | null }>(rows: readonly Row[] = []) =>
  rows.toSorted((one, other) => ((one.entityId ?? '') < (other.entityId ?? '') ? -1 : 1));

describe('[R1130] [R1132] a comparison like for like', () => {
  it('has the same weekdays of the year before, of locations that have data and are open in both', async () => {
    const { berlin, newYork, admin } = await shops();
    const kept = [berlin, newYork];
    const sumOf = (first: string, last: string) =>
      kept.reduce((sum, { location: { timezone } }) => sum + recounted(timezone, first, last), 0);

    const each = await total(admin, {});
    expect(byId(each.results)).toMatchObject(byId(kept.map((one) => rowOf(one, week))));
    expect(byId(each.previousResults)).toMatchObject(byId(kept.map((one) => rowOf(one, before))));
    expect(each.results).toHaveLength(2);
    expect(each.messages).toEqual([leftOut(2)]);

    for (const query of [{ aggregate: 'true' }, { entityType: 'organization' }]) {
      const whole = await total(admin, query);
      expect(whole.results.map((row) => row.sumins)).toEqual([sumOf(...week)]);
      expect(whole.previousResults?.map((row) => row.sumins)).toEqual([sumOf(...before)]);
      expect(whole.messages).toEqual([leftOut(2)]);
    }
  });

  it('adds up: days are the week, by any grouping', async () => {
    const { org, berlin, newYork, admin } = await shops();
    const query = { ...asked, likeForLike: true, entityType: 'organization', entityIds: org.orgId } as const;
    const days = await detail(admin, { ...query, dateGroupings: 'day' });
    const onDay = (date: string) =>
      [berlin, newYork].reduce((sum, { location }) => sum + recounted(location.timezone, date), 0);
    const dates = [0, 1, 2, 3, 4, 5, 6].map((at) => dayAfter(before[0], at));
    expect(days.previousResults?.map(({ recordDate, sumins }) => [recordDate, sumins])).toEqual(
      dates.map((date) => [date, onDay(date)]),
    );
    const sum = dates.reduce((all, date) => all + onDay(date), 0);
    for (const dateGroupings of ['hour', 'week', 'isoweek', 'month', 'weekday', 'day(3)']) {
      const { previousResults = [] } = await detail(admin, { ...query, dateGroupings });
      expect([dateGroupings, previousResults.reduce((all, row) => all + (row.sumins ?? 0), 0)]).toEqual([
        dateGroupings,
        sum,
      ]);
    }
  });

  it('[R1127] is of the places that were asked: one that was left out is not one of the others', async () => {
    const { org, berlin, newYork, closed, admin } = await shops();
    for (const { location } of [newYork, closed])
      await world.customField({
        orgId: org.orgId,
        entityType: 'location',
        entityId: location.locationId,
        name: 'Region',
        value: 'North',
      });
    const found = await total(admin, {
      entityIds: [berlin, closed].map(({ location }) => location.locationId),
      isComparison: 'true',
      comparisonMetaName: 'Region',
      comparisonMetaValue: 'North',
    });
    expect(found.messages).toEqual([leftOut(1, 2)]);
    expect(found.results).toMatchObject([rowOf(berlin, week)]);
    const { timezone } = newYork.location;
    expect(found.comparisonResults).toMatchObject([{ entities: 1, sumins: recounted(timezone, ...week) }]);
  });

  it('leaves nothing out of the parts of one place, nor without the parameter', async () => {
    const { berlin, admin } = await shops();
    const zones = { entityType: 'zone', partsOf: `location:${berlin.location.locationId}` };
    const parts = await total(admin, zones);
    expect([parts.results.length, parts.messages]).toEqual([1, []]);
    const plain = await total(admin, { likeForLike: 'false' });
    expect([plain.results.length, plain.messages]).toEqual([4, []]);
  });

  it('answers nothing where no location can be compared, and needs a previous period', async () => {
    const { closed, admin } = await shops();
    const none = await total(admin, { entityIds: closed.location.locationId });
    expect(none).toMatchObject({ results: [], messages: [leftOut(1, 1)] });
    const path = '/api/data/traffic/total?entityType=location&relativeDate=yesterday&likeForLike=true';
    for (const others of ['', '&trendComparison=2']) {
      const { status, body } = await admin.get<{ details?: { path: string }[] }>(path + others);
      expect([status, body.details?.[0]?.path]).toEqual([400, 'likeForLike']);
    }
    expect((await admin.get(`${path}&lastReading=true`)).status).toBe(200);
  });
});

describe('[R1131] holidays of the organization', () => {
  it('are compared with the same holiday, and the day that it replaces changes places with it', async () => {
    const one = await shop({ timezone: 'Europe/Berlin' });
    const { orgId } = one.org;
    await countingSince(world, '2020-01-01', orgId);
    for (const startDate of ['2025-12-25', '2026-12-25'])
      await world.hours.exception({ orgId, startDate, description: 'Christmas Day', closed: false });
    await countDays(one, '2025-12-23', '2025-12-28');
    await countDays(one, '2026-12-23', '2026-12-27');
    const admin = await adminOf(one.org);
    const christmas = { ...asked, startDate: '2026-12-23', endDate: '2026-12-27' };
    const { previousResults } = await detail(admin, { ...christmas, likeForLike: true, dateGroupings: 'day' });
    const then = ['2025-12-24', '2025-12-26', '2025-12-25', '2025-12-27', '2025-12-28'];
    expect(previousResults?.map((row) => row.sumins)).toEqual(then.map((date) => recounted('Europe/Berlin', date)));
    const whole = await total(admin, { startDate: '2026-12-23', endDate: '2026-12-27' });
    expect(whole.previousResults?.[0]?.sumins).toBe(recounted('Europe/Berlin', '2025-12-24', '2025-12-28'));
    const day = await total(admin, { startDate: '2026-12-25', endDate: '2026-12-25' });
    expect(day.previousResults?.[0]?.sumins).toBe(recounted('Europe/Berlin', '2025-12-25'));
  });
});
