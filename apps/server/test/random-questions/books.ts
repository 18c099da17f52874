import { shares } from '@atrium/facts/oracle-rows';
import type { SpaceCapacity } from '@atrium/rules/space-capacity';
import { packVer } from '@atrium/facts/version';
import { addSeries } from '../../src/estate/series-store.ts';
import { raiseEstateVersion } from '../../src/registry/directory/store.ts';
import { series as seriesTable } from '../../src/registry/schema/series.ts';
import { eq } from 'drizzle-orm';
import { at } from '../counting.ts';
import type { Location, Organization, Sensor } from '../estate.ts';
import type { World } from '../world.ts';

export type Random = (below: number) => number;

/** What a series says, minute by minute, and where it counts. */
export interface Book {
  readonly series: number;
  readonly measure: string;
  readonly locationId: string;
  readonly timezone: string;
  /** Undefined for what belongs to the location itself. */
  readonly zone?: {
    readonly zoneId: string;
    readonly sensorId: string;
    readonly siteId: string;
    readonly application: number;
    readonly filter: number;
    readonly perimeter: boolean;
    readonly scale: number;
  };
  /** For the people in a space. */
  readonly space?: { readonly spaceId: string; readonly capacities: readonly SpaceCapacity[] };
  readonly counts: Map<number, { ins: number; outs: number }>;
  readonly levels: Map<number, { last: number; lo: number; hi: number; area: number }>;
  readonly samples: { at: number; seconds: number }[];
  /** Seconds heard in each minute. */
  readonly heard: Map<number, number>;
  /** What can be divided, by the minute. */
  readonly amounts: Map<number, { value: number; n: number }>;
  /** What cannot: all its minutes belong together. */
  readonly wholes: { minutes: readonly number[]; value: number; n: number }[];
}

export interface Places {
  readonly org: Organization;
  readonly locations: readonly Location[];
  readonly books: readonly Book[];
  readonly from: number;
  readonly to: number;
}

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
/** Around nights in which one of these places changes its clocks. */
const stretches = [
  { from: '2026-03-27T00:00:00Z', to: '2026-03-31T00:00:00Z' },
  { from: '2026-04-03T00:00:00Z', to: '2026-04-07T00:00:00Z' },
  { from: '2026-10-24T00:00:00Z', to: '2026-10-28T00:00:00Z' },
  { from: '2026-10-30T00:00:00Z', to: '2026-11-03T00:00:00Z' },
];

/** Shops with every kind of sensor, a till and a time clock, and four days of readings with gaps. */
export async function openPlaces(world: World, random: Random): Promise<Places> {
  const stretch = stretches[random(stretches.length)]!;
  const [from, to] = [at(stretch.from), at(stretch.to)];
  const org = await world.organization({
    currency: 'EUR',
    canViewGender: true,
    canViewPOS: true,
    canViewLabor: true,
    canViewQueueService: true,
    canViewOccupancy: true,
    canViewZoneOccupancy: true,
  });
  const books: Book[] = [];
  const locations: Location[] = [];
  const zone0 = random(zones.length);
  for (const timezone of [zones[zone0]!, zones[(zone0 + 1 + random(3)) % zones.length]!]) {
    const location = await world.location({ orgId: org.orgId, timezone });
    locations.push(location);
    await world.hours.assignment({ orgId: org.orgId, locationId: location.locationId });
    books.push(...(await shop(world, org, location)));
    for (let i = 0; i < 2; i += 1) books.push(await room(world, org, books.at(-1)!, { from, to, random }));
  }
  for (const book of books) await keep(world, org, book, { from, to, random });
  return { org, locations, books, from, to };
}

const empty = () => ({
  counts: new Map<number, never>(),
  levels: new Map<number, never>(),
  samples: [],
  heard: new Map<number, number>(),
  amounts: new Map<number, never>(),
  wholes: [],
});

async function shop(world: World, org: Organization, location: Location): Promise<Book[]> {
  const { locationId, timezone } = location;
  const books: Book[] = [];
  const site = await world.site({ locationId });
  const sensors: Sensor[] = [];
  for (let i = 0; i < 3; i += 1) sensors.push(await world.sensor({ siteId: site.siteId }));
  const zone = async (
    sensor: number,
    settings: { countApplication: number; countFilter?: number; perimeter?: boolean; scaleFactor?: number },
    measures: readonly string[],
  ) => {
    const { sensorId } = sensors[sensor]!;
    const [first, ...others] = measures;
    const made = await world.zone({ sensorId, settings: { perimeter: true, ...settings }, measure: first! });
    const more = await world.registry.system(async (tx) => {
      const [own] = await tx.sql.select().from(seriesTable).where(eq(seriesTable.seriesId, made.seriesId));
      const { seriesId: _, ...same } = own!;
      const opened = await addSeries(tx.sql, others.map((measure) => ({ ...same, measure })) as never);
      await raiseEstateVersion(tx, org.orgId);
      return opened;
    });
    const { countApplication: application, countFilter: filter = 0, perimeter = true, scaleFactor = 1 } = settings;
    [made.seriesId, ...more].forEach((series, i) => {
      const scale = i === 0 ? scaleFactor : 1;
      const place = { zoneId: made.zoneId, sensorId, siteId: site.siteId, application, filter, perimeter, scale };
      books.push({ series, measure: measures[i]!, locationId, timezone, zone: place, ...empty() });
    });
  };
  await zone(0, { countApplication: 1, scaleFactor: 1.07 }, ['people', 'male', 'female', 'unknown', 'adult']);
  await zone(0, { countApplication: 1, perimeter: false }, ['people']);
  // Without staff: counts only where its sensor has nothing better.
  await zone(0, { countApplication: 1, countFilter: 5 }, ['people']);
  await zone(1, { countApplication: 1, countFilter: 5 }, ['people']);
  await zone(1, { countApplication: 1, countFilter: 2 }, ['people']);
  await zone(1, { countApplication: 3, perimeter: false }, ['people']);
  await zone(2, { countApplication: 5, perimeter: false }, ['wait']);
  await zone(2, { countApplication: 5, perimeter: false }, ['wait']);
  await zone(2, { countApplication: 6, perimeter: false }, ['service']);
  await zone(2, { countApplication: 8, perimeter: false, scaleFactor: 1 }, ['level']);
  await zone(1, { countApplication: 8, perimeter: false }, ['level']);
  const measures = ['sales', 'items', 'labor'];
  const opened = await world.registry.system(async (tx) => {
    const numbers = await addSeries(
      tx.sql,
      measures.map((measure) => ({
        orgId: org.orgId,
        owner: 'location' as const,
        locationId,
        measure,
        enabled: true,
        from: new Date(0),
      })),
    );
    await raiseEstateVersion(tx, org.orgId);
    return numbers;
  });
  opened.forEach((series, i) => books.push({ series, measure: measures[i]!, locationId, timezone, ...empty() }));
  return books;
}

/** A space of the same location, whose capacity changes in the middle. Its levels are made up, not folded. */
async function room(world: World, { orgId }: Organization, beside: Book, stretch: Stretch): Promise<Book> {
  const { locationId, timezone } = beside;
  const { from, to, random } = stretch;
  const long = new Date('2020-01-01T00:00:00Z');
  const capacity = () => ({
    maxCapacity: random(5) === 0 ? null : 5 + random(40),
    targetOccupancy: random(3) === 0 ? null : 1 + random(20),
  });
  const [before, after] = [capacity(), capacity()];
  const change = from + 60 * random((to - from) / 60);
  const { spaceId } = await world.space({ orgId, locationId, updatedAt: long, ...before });
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId });
  // A space has levels since it has zones; this one counts for none.
  const { zoneId } = await world.zone({ sensorId, settings: { countApplication: 3, perimeter: false } });
  await world.spaceZone({ orgId, spaceId, zoneId });
  const [series] = await world.registry.system(async (tx) => {
    const columns = 'org_id, space_id, max_capacity, target_occupancy, reset_config, reset_on_negative, "from", "to"';
    await tx.client.query(
      `INSERT INTO space_setting (${columns})
       SELECT org_id, space_id, $2, $3, reset_config, reset_on_negative, to_timestamp($4), "to" FROM space_setting WHERE space_id = $1`,
      [spaceId, after.maxCapacity, after.targetOccupancy, change],
    );
    await tx.client.query(
      'UPDATE space_setting SET "to" = to_timestamp($2) WHERE space_id = $1 AND "from" < to_timestamp($2)',
      [spaceId, change],
    );
    await raiseEstateVersion(tx, orgId);
    const of = { orgId, owner: 'space' as const, spaceId, locationId, measure: 'level', enabled: true };
    return addSeries(tx.sql, [{ ...of, from: new Date(0) }]);
  });
  const capacities = [
    { ...before, from: 0, to: change },
    { ...after, from: change, to: Number.POSITIVE_INFINITY },
  ];
  return { series: series!, measure: 'level', locationId, timezone, space: { spaceId, capacities }, ...empty() };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly random: Random;
}

/** Makes up what a series says, and appends it to the facts. */
async function keep({ facts }: World, org: Organization, book: Book, stretch: Stretch): Promise<void> {
  const row = { org: org.factOrg, series: book.series, gone: 0 as const };
  const ver = packVer({ rank: 'final', seq: BigInt(book.series), generation: 1 });
  switch (book.measure) {
    case 'wait':
    case 'service': {
      hear(book, stretch);
      for (let i = 0; i < 200; i += 1) {
        const when = stretch.from + stretch.random(stretch.to - stretch.from);
        if (book.heard.has(minuteOf(when))) book.samples.push({ at: when, seconds: stretch.random(900_000) / 1000 });
      }
      await facts.samples.append(
        book.samples.map(({ at: when, seconds }, id) => ({
          ...row,
          ver,
          at: when,
          id: BigInt(id),
          ms: Math.round(seconds * 1000),
          n: 1,
          outcome: 'unknown',
        })),
      );
      const quarters = new Set([...book.heard.keys()].map((minute) => minute - (minute % 900)));
      await facts.heard.append([...quarters].map((quarter) => ({ ...row, ver, at: quarter, seconds: 900 })));
      break;
    }
    case 'level': {
      let people = 0;
      for (const minute of minutesWithGaps(stretch)) {
        people = Math.max(0, people + stretch.random(7) - 3);
        const [lo, hi] = [Math.max(0, people - stretch.random(3)), people + stretch.random(3)];
        book.levels.set(minute, { last: people, lo, hi, area: 30 * (lo + hi) });
      }
      await facts.levels.append(
        [...book.levels].map(([minute, reading]) => {
          const unit = book.space ? 10_000 : 1;
          const [last, lo, hi] = [unit * reading.last, unit * reading.lo, unit * reading.hi];
          return { ...row, ver, at: minute, span: 60, last, lo, hi, area: unit * reading.area };
        }),
      );
      await facts.levels.rebuild(org.factOrg, [book.series], stretch.from, stretch.to);
      break;
    }
    case 'sales':
    case 'items':
      await keepSales(facts, { ...row, ver }, book, stretch);
      break;
    case 'labor':
      await keepShifts(facts, { ...row, ver }, book, stretch);
      break;
    default: {
      for (const minute of minutesWithGaps(stretch))
        book.counts.set(minute, { ins: stretch.random(6), outs: stretch.random(6) });
      await facts.append(
        [...book.counts].map(([minute, count]) => ({ ...row, ver, at: minute, span: 60, ...count, flags: 0 })),
      );
      await facts.rebuild(org.factOrg, [book.series], stretch.from, stretch.to);
    }
  }
}

type AmountBase = { org: number; series: number; gone: 0; ver: bigint };

/** Receipts at instants, on some days only the sum of the day. */
async function keepSales({ amounts }: World['facts'], row: AmountBase, book: Book, stretch: Stretch): Promise<void> {
  const rows = [];
  const day = 86_400;
  for (let start = stretch.from; start < stretch.to; start += day) {
    if (stretch.random(4) === 0) {
      const whole = { at: start, span: day, value: stretch.random(90_000), n: stretch.random(30) };
      const minutes = Array.from({ length: day / 60 }, (_, k) => start + 60 * k);
      book.wholes.push({ minutes, value: whole.value, n: whole.n });
      rows.push({ ...row, ...whole, employee: 0n, indivisible: true });
      continue;
    }
    const seen = new Set<number>();
    for (let i = 0; i < 40; i += 1) {
      const when = start + stretch.random(day);
      if (seen.has(when)) continue;
      seen.add(when);
      const receipt = { value: stretch.random(20_000) - 2000, n: 1 + stretch.random(2) };
      add(book.amounts, minuteOf(when), receipt);
      rows.push({ ...row, ...receipt, at: when, span: 1, employee: 0n, indivisible: false });
    }
  }
  await amounts.append(rows);
}

async function keepShifts({ amounts }: World['facts'], row: AmountBase, book: Book, stretch: Stretch): Promise<void> {
  const rows = [];
  for (let i = 0; i < 25; i += 1) {
    const [when, span] = [stretch.from + stretch.random(stretch.to - stretch.from), 1800 + stretch.random(30_000)];
    const minutes = Math.max(1, Math.floor((span + 30) / 60));
    const [values, numbers] = [shares(span, minutes), shares(1, minutes)];
    values.forEach((value, k) => add(book.amounts, minuteOf(when) + 60 * k, { value, n: numbers[k]! }));
    rows.push({ ...row, at: when, span, value: span, n: 1, employee: BigInt(i + 1), indivisible: false });
  }
  await amounts.append(rows);
}

function add(into: Book['amounts'], minute: number, { value, n }: { value: number; n: number }): void {
  const known = into.get(minute) ?? { value: 0, n: 0 };
  into.set(minute, { value: known.value + value, n: known.n + n });
}

function hear({ heard }: Book, { from, to, random }: Stretch): void {
  for (let quarter = from; quarter < to; quarter += 900) {
    if (random(12) === 0) continue;
    for (let minute = quarter; minute < quarter + 900; minute += 60) heard.set(minute, 60);
  }
}

function* minutesWithGaps({ from, to, random }: Stretch): Generator<number> {
  for (let minute = from; minute < to; minute += 60) {
    // Now and then hours are missing, and single minutes.
    if (random(700) === 0) minute += 60 * random(300);
    if (random(15) > 0 && minute < to) yield minute;
  }
}

export function minuteOf(second: number): number {
  return second - (second % 60);
}
