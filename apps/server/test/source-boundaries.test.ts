import { type Glance, observedSlots, observedStarts, watchClock } from '@atrium/calendar/bucket-oracle';
import { type Fold, parseGrouping } from '@atrium/calendar/groupings';
import { zoneOf } from '@atrium/calendar/zones';
import { dataCalls } from '@atrium/contract/data';
import { createExpectedWaitMapping } from '@atrium/contract/expected-wait-mappings';
import { packVer } from '@atrium/facts/version';
import { type Source, type SourceName, sourceNames, sources } from '@atrium/metrics/sources';
import { visitDuration, visitsOfDay } from '@atrium/metrics/visit-duration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSeries } from '../src/estate/series-store.ts';
import { raiseEstateVersion } from '../src/registry/directory/store.ts';
import type { Client } from './client.ts';
import { at, countingIn, countingSince } from './counting.ts';
import type { Row } from './random-questions/asked.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2027-03-01T12:00:00Z') });
});
afterAll(() => world.close());
const { adminOf } = countingIn(() => world);

/** Different from minute to minute, so that a bucket that is off by one is seen. */
const peopleAt = (second: number) => 1 + ((second / 60) % 7);
const levelAt = (second: number) => peopleAt(second) - 1;

describe('[R808] [T02] [T03] [T04] [T05] every source in every grouping is what was read while the clock showed it', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28', '2026-03-30'],
    ['Europe/Berlin', '2026-10-24', '2026-10-26'],
    ['America/New_York', '2026-03-07', '2026-03-09'],
    ['America/New_York', '2026-10-31', '2026-11-02'],
    ['Australia/Lord_Howe', '2026-04-04', '2026-04-06'],
    ['Australia/Lord_Howe', '2026-10-03', '2026-10-05'],
    ['Asia/Kathmandu', '2026-07-31', '2026-08-02'],
    ['Pacific/Apia', '2011-12-29', '2011-12-31'],
    ['Europe/Berlin', '2024-02-28', '2024-03-01'],
    ['America/New_York', '2026-12-31', '2027-01-04'],
  ])(
    'in %s from %s to %s',
    async (timezone, startDate, endDate) => {
      const [from, to] = [at(`${startDate}T00:00Z`) - 86_400, at(`${endDate}T00:00Z`) + 2 * 86_400];
      const seen = watchClock(timezone, from, to).filter(({ day }) => day >= startDate && day <= endDate);
      const { client, locationId, spaceId } = await readings(timezone, { from, to, seen });
      const period = { relativeDate: 'custom', startDate, endDate } as const;
      const wrong: string[] = [];
      for (const name of sourceNames) {
        const { groupings: allowed, entityTypes }: Source = sources[name];
        const entity = entityTypes.includes('location')
          ? { entityType: 'location', entityIds: locationId }
          : { entityType: 'space', entityIds: spaceId };
        const asked = groupings.filter((text) => {
          const { grouping, fold } = parseGrouping(text);
          return allowed.includes(fold ?? grouping);
        });
        const found = await Promise.all(
          asked.map(async (text) => {
            const query = { ...entity, ...period, dateGroupings: text, metrics: Object.keys(figures[name]).join() };
            const reply = (await client.call(dataCalls[name].detail, { query } as never)) as unknown as {
              results: Row[];
            };
            return differences(name, text, reply.results, bucketsOf(seen, text, timezone));
          }),
        );
        wrong.push(...found.flat());
      }
      expect(wrong.slice(0, 10)).toEqual([]);
    },
    240_000,
  );
});

const groupings = [
  'minute(45)',
  'hour',
  'hour(6)',
  'day',
  'week',
  'isoweek',
  'month',
  'year',
  'weekday',
  'weekday,hour',
];

interface Bucket {
  readonly seen: readonly Glance[];
  readonly timezone: string;
  /** It is one whole day. */
  readonly isDay: boolean;
}

/** By the start of the bucket, or its place in the week. */
function bucketsOf(seen: readonly Glance[], text: string, timezone: string): Map<string, Bucket> {
  const { grouping, step, fold } = parseGrouping(text);
  const starts = new Set(fold ? [] : observedStarts(seen, grouping, step));
  const found = new Map<string, Glance[]>();
  let start = '';
  for (const glance of seen) {
    if (starts.has(glance.at)) start = String(glance.at);
    const name = fold ? slotOf(glance, fold) : start;
    const known = found.get(name);
    if (known) known.push(glance);
    else found.set(name, [glance]);
  }
  const minutesOf = (day: string) => seen.filter((glance) => glance.day === day).length;
  return new Map(
    [...found].map(([name, own]) => {
      const days = new Set(own.map(({ day }) => day));
      return [name, { seen: own, timezone, isDay: days.size === 1 && own.length === minutesOf([...days][0]!) }];
    }),
  );
}

function slotOf(glance: Glance, fold: Fold): string {
  return [...observedSlots([glance], fold).keys()][0]!;
}

function differences(source: SourceName, text: string, rows: readonly Row[], expected: ReadonlyMap<string, Bucket>) {
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  const names = [...new Set([...expected.keys(), ...found.keys()])];
  return names.flatMap((name) => {
    const [bucket, row] = [expected.get(name), found.get(name)];
    if (!bucket || !row) return [`${source} by ${text}: only one of both has ${name}`];
    return Object.values(figures[source]).flatMap(([column, valueOf]) => {
      const [told, value] = [row[column], valueOf(bucket)];
      const isRight = told === value || (value !== null && Math.abs(Number(told) - value) < 0.000_11);
      return isRight ? [] : [`${source} by ${text}: ${column} of ${name} is ${told} instead of ${value}`];
    });
  });
}

function nameOf({ recordDate, weekday, hour }: Row): string {
  if (recordDate !== undefined) return String(at(String(recordDate)));
  return [weekday, ...(hour === undefined ? [] : [hour])].join(' ');
}

type Figure = readonly [column: string, valueOf: (bucket: Bucket) => number | null];
const sum = (of: (second: number) => number) => (bucket: Bucket) =>
  bucket.seen.reduce((total, glance) => total + of(glance.at), 0);
const average = (of: (second: number) => number) => (bucket: Bucket) => sum(of)(bucket) / bucket.seen.length;
const highest = (of: (second: number) => number) => (bucket: Bucket) =>
  Math.max(...bucket.seen.map((glance) => of(glance.at)));
const people = sum(peopleAt);

/** By the word that asks for it, the column and its value. */
const figures: Record<SourceName, Readonly<Record<string, Figure>>> = {
  traffic: { ins: ['sumins', people] },
  forecasted_traffic: {
    ins: ['sumins', people],
    lowins: ['lowins', ({ isDay }) => (isDay ? 7 : null)],
  },
  gender: { maleinspct: ['maleinspct', (bucket) => people(bucket) / (people(bucket) + bucket.seen.length)] },
  pos: {
    netsales: ['sumnetsales', (bucket) => people(bucket) / 100],
    transactioncount: ['sumtransactioncount', ({ seen }) => seen.length],
  },
  trafficpos: { conversionrateins: ['conversionrateins', (bucket) => bucket.seen.length / people(bucket)] },
  labor: { staffhours: ['sumstaffhours', ({ seen }) => seen.length / 60] },
  queue: {
    waittime: ['avgwaittime', average(peopleAt)],
    queuethroughput: ['sumqueuethroughput', ({ seen }) => seen.length],
  },
  service: { 'servicetime(max)': ['maxservicetime', highest(peopleAt)] },
  occupancy: {
    occupancy: ['avgoccupancy', average(levelAt)],
    'pctcapacity(max)': ['maxpctcapacity', (bucket) => highest(levelAt)(bucket) / 10],
    pcttimeoccupied: ['pcttimeoccupied', average((second) => (levelAt(second) > 0 ? 1 : 0))],
  },
  zone_occupancy: { 'zoneoccupancy(max)': ['maxzoneoccupancy', highest(levelAt)] },
  visit_duration: { visitduration: ['avgvisitduration', durationOf] },
  expected_wait_time: { expectedwaittime: ['avgexpectedwaittime', average((second) => 30 * levelAt(second))] },
};

/** Everyone stays for a minute, apart from those at the ends of a day. */
function durationOf({ seen, timezone }: Bucket): number | null {
  const days = byDay(seen);
  return visitDuration(
    days.map((minutes) =>
      visitsOfDay({
        zone: zoneOf(timezone),
        from: minutes[0]!.at,
        to: minutes.at(-1)!.at + 60,
        start: 0,
        resets: [],
        minutes: minutes.map((glance) => ({ at: glance.at, ins: peopleAt(glance.at), outs: peopleAt(glance.at - 60) })),
      }),
    ),
  );
}

function byDay(seen: readonly Glance[]): Glance[][] {
  return [...new Set(seen.map(({ day }) => day))].map((day) => seen.filter((glance) => glance.day === day));
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly seen: readonly Glance[];
}

/** A shop that reads something of every kind in every minute. */
async function readings(timezone: string, range: Range) {
  const org = await world.organization({
    canViewGender: true,
    canViewPOS: true,
    canViewLabor: true,
    canViewQueueService: true,
    canViewOccupancy: true,
    canViewZoneOccupancy: true,
    canViewExpectedWaitTime: true,
  });
  const { orgId } = org;
  const { locationId } = await world.location({ orgId, timezone });
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId });
  const zone = (measure: string, countApplication = 1, perimeter = true) =>
    world.zone({ sensorId, measure, settings: { countApplication, perimeter } });
  const door = await zone('people');
  const parts = [await zone('male'), await zone('female'), await zone('unknown')];
  const head = await zone('people', 7, false);
  const [queue, counter, room] = [await zone('wait', 5), await zone('service', 6), await zone('level', 8)];
  const { spaceId } = await world.space({ orgId, locationId, maxCapacity: 10 });
  await world.spaceZone({ orgId, spaceId, zoneId: head.zoneId });
  await countingSince(world, '2000-01-01', orgId);
  const client = await adminOf(org);
  await client.call(createExpectedWaitMapping, {
    body: { spaceId, headZoneId: head.zoneId, throughputSampleInterval: 1 },
  });
  const owned = await world.registry.system(async (tx) => {
    const of = { orgId, locationId, enabled: true, from: new Date(0) };
    const numbers = await addSeries(tx.sql, [
      ...['sales', 'items', 'labor', 'forecast'].map((measure) => ({ ...of, owner: 'location' as const, measure })),
      { ...of, owner: 'space' as const, spaceId, measure: 'level' },
    ]);
    await raiseEstateVersion(tx, orgId);
    return numbers;
  });
  const [sales, , labor, bands, levels] = owned as [number, number, number, number, number];
  await keep(org.factOrg, range, {
    counts: [
      [door.seriesId, peopleAt, (second) => peopleAt(second - 60)],
      [parts[0]!.seriesId, peopleAt, () => 0],
      [parts[1]!.seriesId, () => 1, () => 0],
      [parts[2]!.seriesId, () => 0, () => 0],
      [head.seriesId, () => 2, () => 0],
    ],
    levels: [
      [room.seriesId, levelAt],
      [levels, (second) => 10_000 * levelAt(second)],
    ],
    samples: [queue.seriesId, counter.seriesId],
    amounts: [
      [sales, peopleAt, 1],
      [labor, () => 60, 60],
    ],
    forecast: { values: door.seriesId, bands },
  });
  return { client, locationId, spaceId } satisfies { client: Client; locationId: string; spaceId: string };
}

type At = (second: number) => number;

interface Kept {
  readonly counts: readonly (readonly [series: number, ins: At, outs: At])[];
  readonly levels: readonly (readonly [series: number, last: At])[];
  readonly samples: readonly number[];
  readonly amounts: readonly (readonly [series: number, value: At, span: number])[];
  readonly forecast: { readonly values: number; readonly bands: number };
}

async function keep(org: number, { from, to, seen }: Range, kept: Kept): Promise<void> {
  const { facts } = world;
  const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
  const minutes = Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60);
  const row = (series: number, second: number) => ({ org, series, at: second, ver, gone: 0 as const });
  for (const [series, ins, outs] of kept.counts)
    await facts.append(
      minutes.map((each) => ({ ...row(series, each), span: 60, ins: ins(each), outs: outs(each), flags: 0 })),
    );
  for (const [series, last] of kept.levels)
    await facts.levels.append(
      minutes.map((each) => ({ ...row(series, each), span: 60, last: last(each), lo: last(each), hi: last(each) })),
    );
  for (const series of kept.samples)
    await facts.samples.append(
      minutes.map((each) => ({ ...row(series, each), id: 1n, ms: 1000 * peopleAt(each), n: 1, outcome: 'unknown' })),
    );
  for (const [series, value, span] of kept.amounts)
    await facts.amounts.append(
      minutes.map((each) => {
        return { ...row(series, each), span, value: value(each), n: 1, employee: 0n, indivisible: false };
      }),
    );
  const made = { made: from, model: 'm1' };
  await facts.forecasts.append(
    minutes.map((each) => {
      const ins = 100 * peopleAt(each);
      return { ...row(kept.forecast.values, each), ...made, grain: 'hour' as const, span: 60, ins, outs: 0 };
    }),
  );
  await facts.forecasts.append(
    byDay(seen).map((day) => ({
      ...row(kept.forecast.bands, day[0]!.at),
      ...made,
      grain: 'day' as const,
      span: day.length * 60,
      ins: 0,
      outs: 0,
      bands: { lowIns: 700, highIns: 900, lowOuts: 0, highOuts: 0 },
    })),
  );
  await facts.rebuild(
    org,
    kept.counts.map(([series]) => series),
    from,
    to,
  );
  await facts.levels.rebuild(
    org,
    kept.levels.map(([series]) => series),
    from,
    to,
  );
}
