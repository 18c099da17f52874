import type { WeekStart } from '@atrium/calendar/civil';
import type { OpeningHours } from '@atrium/calendar/opening-hours';
import { createCorrection } from '@atrium/contract/corrections';
import { createExpectedWaitMapping } from '@atrium/contract/expected-wait-mappings';
import type { EntityType } from '@atrium/metrics/sources';
import { eq } from 'drizzle-orm';
import { addSeries } from '../../src/estate/series-store.ts';
import { raiseEstateVersion } from '../../src/registry/directory/store.ts';
import { series as seriesTable } from '../../src/registry/schema/series.ts';
import type { Client } from '../client.ts';
import { withEverySource } from '../every-source.ts';
import { at, countingSince, iso } from '../counting.ts';
import type { Location, Organization, Sensor } from '../estate.ts';
import { daily } from '../hours.ts';
import type { World } from '../world.ts';
import type { Holidays } from './alike.ts';
import { type Book, type Page, pagesOf } from './books.ts';
import { type Span, startOfDate } from './clock.ts';
import { fewLines, type Line, manyLines } from './lines.ts';
import { excluded, keepAll, type Stretch } from './readings.ts';

export type Random = (below: number) => number;

/** Anything that a row can be about. */
export interface Entity {
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly name: string;
  /** That of its first location, for an organization. */
  readonly timezone: string;
  /** The value of the custom field `Region`. */
  readonly region: string | undefined;
  /** Of its location; always open when absent. */
  readonly hours: OpeningHours | undefined;
}

export interface Places {
  readonly org: Organization;
  /** An administrator. */
  readonly client: Client;
  readonly entities: readonly Entity[];
  readonly books: readonly Book[];
  readonly weekStart: WeekStart;
  readonly holidays: Holidays;
  /** When there are readings; some are of a year or a week before. */
  readonly from: number;
  readonly to: number;
}

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
/** Around nights in which one of these places changes its clocks. */
const lengths = [
  { from: '2026-03-27T12:00:00Z', to: '2026-03-30T18:00:00Z' },
  { from: '2026-04-03T12:00:00Z', to: '2026-04-06T18:00:00Z' },
  { from: '2026-10-24T00:00:00Z', to: '2026-10-27T06:00:00Z' },
  { from: '2026-10-30T12:00:00Z', to: '2026-11-02T18:00:00Z' },
];

/** Two shops with every kind of sensor, a till and a time clock, two small ones, and days of readings with gaps. */
export function openPlaces(world: World, random: Random): Promise<Places> {
  const { from, to } = lengths[random(lengths.length)]!;
  return openAround(world, { from: at(from), to: at(to), random }, 0);
}

/** Their readings end now. Those of a year or a week before go on for some days. */
export async function openPlacesNow(world: World, random: Random): Promise<Places> {
  const { from, to } = lengths[random(lengths.length)]!;
  const now = at(to) - 900 * random(48);
  world.setNow(new Date((now + 30) * 1000));
  const places = await openAround(world, { from: at(from), to: now, random }, 3);
  // Shifts that go on after now.
  for (const book of places.books) if (book.measure === 'labor') excluded(book, { from: now, to: now + day });
  return places;
}

async function openAround(world: World, main: Stretch, more: number): Promise<Places> {
  const { random } = main;
  const [first, second] = [random(zones.length), random(zones.length - 1)];
  const other = zones[(first + 1 + second) % zones.length]!;
  const shops = [
    { timezone: zones[first]!, lines: manyLines, rooms: 2, hours: hoursOf(0) },
    { timezone: other, lines: manyLines, rooms: 1, hours: hoursOf(1) },
    { timezone: zones[first]!, lines: fewLines, rooms: 1, hours: undefined },
    { timezone: other, lines: fewLines, rooms: 0, hours: hoursOf(2) },
  ];
  const weekStart = ([0, 1, 6] as const)[random(3)]!;
  const weeksBack = random(3) === 0 ? 1 : 52;
  const { from, to } = daysBefore(main, 7 * weeksBack);
  const earlier = { from, to: to + more * day, random };
  // Of a week before, the same columns hold both.
  const pages = pagesOf(weeksBack === 1 ? [{ from: earlier.from, to: main.to }] : [main, earlier]);
  const [small, last] = shops.slice(2) as [Shop, Shop];
  const ended = { ...last, hours: withClosure(last.hours!, random(2) === 0 ? earlier : main) };
  const opened = [...shops.slice(0, 2), small, ended];
  const holidays = holidaysIn(main, random);
  return placesWith(world, opened, { stretches: [main, earlier], pages, weekStart, holidays });
}

function daysBefore({ from, to }: Span, days: number): Span {
  return { from: from - days * day, to: to - days * day };
}

const day = 86_400;
const dateAt = (second: number) => new Date(second * 1000).toISOString().slice(0, 10);

/** Two days of a shop that are closed. */
function withClosure(hours: OpeningHours, { from }: Stretch): OpeningHours {
  const closed = { closed: true, openTime: null, closeTime: null, extends: false };
  const exception = { ...closed, startDate: dateAt(from), endDate: dateAt(from + 2 * day) };
  return { ...hours, locationExceptions: [exception] };
}

/** The first day of a holiday and of two days of another one, here and a year of weeks before. */
const holidayDays = [
  { once: 1, twice: 2, onceBefore: 2, twiceBefore: 3 },
  { once: 1, twice: 2, onceBefore: 3, twiceBefore: 1 },
  { once: 3, twice: 1, onceBefore: 0, twiceBefore: 2 },
  { once: 0, twice: 2, onceBefore: -9, twiceBefore: 2 },
];

function holidaysIn({ from }: Stretch, random: Random): Holidays {
  const { once, twice, onceBefore, twiceBefore } = holidayDays[random(holidayDays.length)]!;
  const date = (days: number) => dateAt(from + days * day);
  const year = 364;
  return new Map([
    [date(once), 'Founders Day'],
    [date(onceBefore - year), 'Founders Day'],
    ...[twice, twice + 1, twiceBefore - year, twiceBefore + 1 - year].map((days) => [date(days), 'Fair'] as const),
  ]);
}

/** One small shop that reads something of every kind, from before a local date to after another. */
export async function openPlace(
  world: World,
  timezone: string,
  { startDate, endDate }: { startDate: string; endDate: string },
  random: Random,
): Promise<Places> {
  const margin = 3 * 3600;
  const [from, to] = [startOfDate(timezone, startDate) - margin, startOfDate(timezone, endDate) + 86_400 + margin];
  const small = { timezone, lines: fewLines, rooms: 1, hours: undefined };
  const stretch = { from: quarterOf(from), to: quarterOf(to), random };
  const time = { stretches: [stretch], pages: pagesOf([stretch]), weekStart: 0, holidays: new Map() } as const;
  return placesWith(world, [small], time);
}

function quarterOf(second: number): number {
  return second - (second % 900);
}

interface Shop {
  readonly timezone: string;
  readonly lines: readonly Line[];
  readonly rooms: number;
  readonly hours: OpeningHours | undefined;
}

/** Of all shops. */
interface Time {
  /** When there are readings; the first are those that are asked about. */
  readonly stretches: readonly Stretch[];
  readonly pages: readonly Page[];
  readonly weekStart: WeekStart;
  readonly holidays: Holidays;
}

async function placesWith(world: World, shops: readonly Shop[], time: Time): Promise<Places> {
  const { stretches, pages, weekStart, holidays } = time;
  const stretch = stretches[0]!;
  const org = await world.organization({
    currency: 'EUR',
    weekStart,
    permitComparisonViews: true,
    ...withEverySource,
  });
  const client = await world.signIn(await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' }));
  const books: Book[] = [];
  const entities: Entity[] = [
    {
      entityType: 'organization',
      entityId: org.orgId,
      name: org.name,
      timezone: shops[0]!.timezone,
      region: undefined,
      hours: undefined,
    },
  ];
  for (const [index, { timezone, lines, rooms, hours }] of shops.entries()) {
    // The time zone of an organization is that of its first location by name.
    const location = await world.location({ orgId: org.orgId, name: `Shop ${index}`, timezone });
    const opened = { world, org, client, location, hours, stretch, pages, entities };
    addEntity(opened, 'location', location.locationId, location.name);
    if (hours) await assignHours(opened, hours);
    books.push(...(await shop(opened, lines)));
    for (let i = 0; i < rooms; i += 1) books.push(...(await room(opened)));
  }
  await countingSince(world, '2000-01-01', org.orgId);
  for (const { entityType, entityId, region: value } of entities)
    if (value)
      await world.customField({ orgId: org.orgId, entityType: entityType as never, entityId, name: 'Region', value });
  for (const [index, description] of [...holidays].entries()) {
    const [startDate, name] = description;
    const cased = index % 2 === 0 ? name : name.toUpperCase();
    await world.hours.exception({ orgId: org.orgId, startDate, description: cased, closed: false });
  }
  for (const each of stretches) await keepAll(world, org, each === stretch ? books : someOf(books, each), each);
  await correct(client, books, stretch);
  return { org, client, entities, books, weekStart, holidays, from: stretch.from, to: stretch.to };
}

/** Without some series, and now and then without a shop. */
function someOf(books: readonly Book[], { random }: Stretch): Book[] {
  const shops = [...new Set(books.map(({ locationId }) => locationId))];
  const missing = random(2) === 0 ? shops[random(shops.length)] : undefined;
  return books.filter(({ locationId }) => locationId !== missing && random(6) > 0);
}

interface Opened {
  readonly world: World;
  readonly org: Organization;
  readonly client: Client;
  readonly location: Location;
  readonly hours: OpeningHours | undefined;
  readonly stretch: Stretch;
  readonly pages: readonly Page[];
  readonly entities: Entity[];
}

const regions = [undefined, 'North', 'South', 'East'];

function addEntity(
  { location, hours, stretch, entities }: Opened,
  entityType: EntityType,
  entityId: string,
  name: string,
) {
  const region = regions[stretch.random(regions.length)];
  entities.push({ entityType, entityId, name, timezone: location.timezone, region, hours });
}

/** From nine to five; over midnight, but not on Mondays; and from early to late. */
function hoursOf(kind: number): OpeningHours {
  const periods = [
    daily('09:00', '17:00'),
    daily('18:30', '02:30').filter(({ weekday }) => weekday !== 1),
    daily('06:15', '22:45'),
  ][kind]!;
  const versions = [{ effectiveDate: '2020-01-01', periods }];
  return {
    assignments: [{ startDate: '2020-01-01', endDate: '9999-12-31', versions }],
    locationExceptions: [],
    organizationExceptions: [],
  };
}

async function assignHours({ world, org: { orgId }, location: { locationId } }: Opened, hours: OpeningHours) {
  const { scheduleId } = await world.hours.schedule({ orgId, versions: hours.assignments[0]!.versions });
  await world.hours.assignment({ orgId, locationId, scheduleId });
  for (const closure of hours.locationExceptions) await world.hours.exception({ ...closure, orgId, locationId });
}

/** A line or area of a sensor, and what it measures. */
const ofLocation = ['sales', 'items', 'labor', 'forecast'];

function emptyBook({ location: { locationId, timezone }, hours, pages }: Opened, series: number, measure: string) {
  const kept = { pages, columns: {}, samples: [], wholes: [], bands: [] };
  return { series, measure, locationId, timezone, hours, ...kept };
}

async function shop(opened: Opened, lines: readonly Line[]): Promise<Book[]> {
  const { world, org, location } = opened;
  const { orgId } = org;
  const { locationId } = location;
  const site = await world.site({ locationId });
  addEntity(opened, 'site', site.siteId, site.name);
  const sensors: Sensor[] = [];
  for (let i = 0; i <= Math.max(...lines.map(({ sensor }) => sensor)); i += 1) {
    const sensor = await world.sensor({ siteId: site.siteId });
    addEntity(opened, 'sensor', sensor.sensorId, sensor.name);
    sensors.push(sensor);
  }
  const books: Book[] = [];
  for (const line of lines) books.push(...(await lineOf(opened, sensors[line.sensor]!, site.siteId, line)));
  const numbers = await world.registry.system(async (tx) => {
    const of = { orgId, locationId, enabled: true, from: new Date(0), owner: 'location' as const };
    const added = await addSeries(
      tx.sql,
      ofLocation.map((measure) => ({ ...of, measure })),
    );
    await raiseEstateVersion(tx, orgId);
    return added;
  });
  return [...books, ...numbers.map((series, i) => emptyBook(opened, series, ofLocation[i]!))];
}

async function lineOf(opened: Opened, { sensorId }: Sensor, siteId: string, line: Line): Promise<Book[]> {
  const { world, org } = opened;
  const { application, filter = 0, isInner = false, scale = 1, measures } = line;
  const [measure, ...others] = measures;
  const settings = { countApplication: application, countFilter: filter, perimeter: !isInner, scaleFactor: scale };
  const made = await world.zone({ sensorId, settings, measure: measure! });
  addEntity(opened, 'zone', made.zoneId, made.name);
  const more = await world.registry.system(async (tx) => {
    const [own] = await tx.sql.select().from(seriesTable).where(eq(seriesTable.seriesId, made.seriesId));
    const { seriesId: _, ...same } = own!;
    const added = await addSeries(tx.sql, others.map((each) => ({ ...same, measure: each })) as never);
    await raiseEstateVersion(tx, org.orgId);
    return added;
  });
  const place = { zoneId: made.zoneId, sensorId, siteId, application, filter, perimeter: !isInner };
  return [made.seriesId, ...more].map((series, i) => ({
    ...emptyBook(opened, series, measures[i]!),
    zone: { ...place, scale: i === 0 ? scale : 1 },
  }));
}

/** A space whose capacity changes in the middle, with a queue. Its levels are made up, not folded. */
async function room(opened: Opened): Promise<Book[]> {
  const { world, org, client, location, stretch } = opened;
  const [{ orgId }, { locationId }, { from, to, random }] = [org, location, stretch];
  const capacity = () => ({
    maxCapacity: random(5) === 0 ? null : 5 + random(40),
    targetOccupancy: random(3) === 0 ? null : 1 + random(20),
  });
  const [before, after] = [capacity(), capacity()];
  const change = from + 60 * random((to - from) / 60);
  const space = await world.space({ orgId, locationId, updatedAt: new Date('2000-01-01T00:00:00Z'), ...before });
  const { spaceId } = space;
  addEntity(opened, 'space', spaceId, space.name);
  const site = await world.site({ locationId });
  addEntity(opened, 'site', site.siteId, site.name);
  const sensor = await world.sensor({ siteId: site.siteId });
  addEntity(opened, 'sensor', sensor.sensorId, sensor.name);
  // A space has levels since it has zones; this one counts nobody in or out.
  const line = { sensor: 0, application: 7, isInner: true, measures: ['people'] } as const;
  const [head] = await lineOf(opened, sensor, site.siteId, line);
  const { zoneId } = head!.zone!;
  const isReversed = random(2) === 0;
  await world.spaceZone({ orgId, spaceId, zoneId, reverseInsAndOuts: isReversed });
  const interval = 1 + random(20);
  await client.call(createExpectedWaitMapping, {
    body: { spaceId, headZoneId: zoneId, throughputSampleInterval: interval },
  });
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
  const held = { spaceId, capacities, head: head!, interval, isReversed };
  return [head!, { ...emptyBook(opened, series!, 'level'), space: held }];
}

/** Two hours of a door that are not to count. */
async function correct(client: Client, books: readonly Book[], { from, to, random }: Stretch): Promise<void> {
  const book = books.find(({ measure, zone }) => measure === 'people' && zone?.perimeter)!;
  const begin = from + 60 * random((to - from) / 60 - 120);
  const span = { from: begin, to: begin + 7200 };
  const period = { from: iso(span.from), to: iso(span.to) };
  const body = { ...period, zoneId: book.zone!.zoneId, kind: 'excluded' as const, reason: 'Fire drill' };
  await client.call(createCorrection, { body });
  // What else its zone measured then was measured by the same sensor.
  for (const each of books) if (each.zone?.zoneId === book.zone!.zoneId) excluded(each, span);
}
