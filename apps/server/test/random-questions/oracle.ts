import type { Asked, Others, Row } from './asked.ts';
import { type Book, minuteOf, type Parts } from './books.ts';
import { glanceAt, openWithin, startOfDate } from './clock.ts';
import { type Metric, metricOf, valuesOf } from './figures.ts';
import { membersOf } from './members.ts';
import type { Bucket } from './buckets.ts';
import type { Entity, Places } from './places.ts';
import { type Cell, cellsBeside, cellsOf, type Clock, foldOf, hasBegun, stepsBack, windowOf } from './windows.ts';

/** A row as it should be, with what it is compared with. */
export interface Expected {
  /** Equal in no two rows, unless a clock that was set back shows it twice. */
  readonly name: string;
  /** The instant when it begins, or its place in the week: rows come in this order. */
  readonly order: number;
  readonly row: Row;
  /** In each earlier window; several where any of them is right. */
  readonly earlier: readonly (readonly Row[])[];
  readonly beside: Row | undefined;
}

/**
 * The answer in the most obvious way: one cell at a time, from every minute in it. Nothing is shared with the engine but
 * the readings. The rows that are asked for, or all of them where they are to be sorted by their values.
 */
export function answerOf(places: Places, asked: Asked, now: number): Expected[] {
  const all = about(places, asked, now);
  const question = asked.likeForLike ? likeForLike(all) : all;
  const { membersFor } = question;
  const subjects = withClocks(subjectsOf(question.places, asked), question);
  const rows = subjects.flatMap((subject, place) => {
    const own = windowOf(subject, question, undefined);
    const earlier = stepsBack(asked).map((back) => windowOf(subject, question, back));
    const members = subject.parts.flatMap(membersFor);
    const series = subject.entityId === null ? withoutBands(members) : members;
    const shown = cellsOf(own, asked, subject).filter((cell) => hasBegun(cell, subject, question));
    return shown.map((cell) => {
      const head = headOf(subject, cell, asked);
      const figures = (): Omit<Expected, 'name' | 'order'> => ({
        row: { ...head, ...figuresOf(question, series, cell) },
        earlier: earlier.map((window) =>
          cellsBeside(cell, window, asked, subject).map((before) => ({
            ...headOf(subject, before, asked),
            ...figuresOf(question, series, before),
          })),
        ),
        beside: asked.others && rowOfOthers(question, asked.others, cell, head),
      });
      return { place, order: cell.slot ?? cell.start, name: Object.values(head).join(' '), figures };
    });
  });
  const sign = isNewestFirst(asked) ? -1 : 1;
  const ordered = rows.toSorted((one, other) => sign * (one.order - other.order) || one.place - other.place);
  const wanted = isByValue(asked) ? ordered : ordered.slice(0, asked.limit);
  return wanted.map(({ figures, name, order }) => ({ name, order, ...figures() }));
}

function about(places: Places, asked: Asked, now: number): Question {
  const members = new Map<Entity, Book[]>();
  const membersFor = (entity: Entity) => {
    const known = members.get(entity) ?? membersOf(places, asked, entity);
    members.set(entity, known);
    return known;
  };
  return { places, others: places.entities, asked, now, membersFor };
}

/** Without the places that have no values or are closed in one of both periods; an organization has only the others. */
function likeForLike({ places, asked, now }: Question): Question {
  const isWhole = asked.entityType === 'organization';
  const entityType = isWhole ? 'location' : asked.entityType;
  const metrics = [...new Set(asked.metrics.map((word) => word.replace(/\(.*/, '')))];
  const whole = { ...asked, entityType, metrics, dateGroupings: undefined, excludeClosedHours: false };
  const question = about(places, whole, now);
  const isLeftOut = (entity: Entity) => entity.entityType === entityType && !isInBoth(entity, question);
  const left = new Set(places.entities.filter(isLeftOut));
  if (!isWhole) {
    const entities = places.entities.filter((entity) => !left.has(entity));
    return { ...about({ ...places, entities }, asked, now), others: places.entities };
  }
  const books = places.books.filter(({ locationId }) => ![...left].some(({ entityId }) => entityId === locationId));
  return about({ ...places, books }, asked, now);
}

function isInBoth(entity: Entity, question: Question): boolean {
  const { timezone, hours } = entity;
  const subject = { ...entity, spansZones: false, parts: [entity], zones: [timezone] };
  return [undefined, ...stepsBack(question.asked)].every((back) => {
    const [whole] = windowOf(subject, { ...question, now: Number.POSITIVE_INFINITY }, back).buckets;
    if (hours && openWithin(timezone, hours, whole!.within(timezone)!).length === 0) return false;
    const { buckets, single } = windowOf(subject, question, back);
    const cell = { start: whole!.start, buckets, single };
    const { completeness: _, ...values } = figuresOf(question, question.membersFor(entity), cell);
    return Object.values(values).some((value) => value !== null);
  });
}

/** Where several could be one row, there is no band. */
function withoutBands(members: readonly Book[]): Book[] {
  return members.filter(({ measure }) => measure !== 'forecast');
}

function isNewestFirst({ order }: Asked): boolean {
  return order?.[0] === '-recordDate';
}

/** All rows have to be known before some of them can be the first. */
export function isByValue(asked: Asked): boolean {
  return asked.order !== undefined && !isNewestFirst(asked);
}

/** What a row is about. */
interface Subject {
  /** Null for several in one row. */
  readonly entityId: string | null;
  readonly name: string;
  readonly timezone: string;
  readonly spansZones: boolean;
  readonly parts: readonly Entity[];
}

function subjectsOf({ entities }: Places, asked: Asked): Subject[] {
  const { entityType, entityIds, aggregate, metaProperty, metaValue } = asked;
  const all = entities.filter((entity) => entity.entityType === entityType);
  const named = entityIds.flatMap((id) => all.filter(({ entityId }) => entityId === id));
  const chosen = entityIds.length > 0 ? named : all.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const isOrganization = entityType === 'organization';
  const zones = new Set(entities.map(({ timezone }) => timezone));
  const joined = (name: string, parts: readonly Entity[]): Subject[] =>
    parts.slice(0, 1).map(({ timezone }) => {
      const spansZones = parts.some((part) => part.timezone !== timezone) || (isOrganization && zones.size > 1);
      return { entityId: null, name, timezone, spansZones, parts };
    });
  if (metaProperty === undefined) {
    if (aggregate) return joined('All', chosen);
    return chosen.flatMap((entity) =>
      joined(entity.name, [entity]).map((subject) => ({ ...subject, entityId: entity.entityId })),
    );
  }
  const values = [...new Set(chosen.flatMap(({ region }) => region ?? []))].toSorted();
  const wanted = metaValue === undefined ? values : values.filter((value) => value === metaValue);
  const having = (value: string) => chosen.filter(({ region }) => region === value);
  return aggregate ? joined('All', wanted.flatMap(having)) : wanted.flatMap((value) => joined(value, having(value)));
}

/** Rows of one time zone begin together: when the first of all places does that are in any of them. */
function withClocks(subjects: readonly Subject[], { asked, membersFor }: Question): (Subject & Clock)[] {
  const spansLocations = ({ entityId }: Subject) => entityId === null || asked.entityType === 'organization';
  return subjects.map((subject) => {
    const together = subjects.filter((other) => other.timezone === subject.timezone && spansLocations(other));
    const measures = [...(measuresOf[asked.source] ?? []), ...(amountsOf[asked.source] ?? [])];
    const all = together.flatMap(({ parts }) => parts.flatMap(membersFor));
    const books = all.filter(({ measure }) => measures.includes(measure));
    return { ...subject, zones: [...new Set(books.map(({ timezone }) => timezone))] };
  });
}

interface Question {
  /** What takes part in the rows. */
  readonly places: Places;
  /** What the rows are compared with is found here. */
  readonly others: readonly Entity[];
  readonly asked: Asked;
  readonly now: number;
  readonly membersFor: (entity: Entity) => readonly Book[];
}

function headOf(subject: Subject, { start, slot }: Cell, asked: Asked): Row {
  const { entityId, name, spansZones } = subject;
  const head = { entityId, name, timezone: spansZones ? null : subject.timezone };
  const { dateGroupings } = asked;
  if (slot !== undefined)
    return foldOf(asked) === 'weekday'
      ? { weekday: slot, ...head }
      : { weekday: Math.floor(slot / 24), hour: slot % 24, ...head };
  if (dateGroupings === undefined || Number.isNaN(start)) return head;
  if (!spansZones) return { recordDate: `${new Date(start * 1000).toISOString().slice(0, 19)}Z`, ...head };
  const { date, minuteOfDay } = glanceAt(subject.timezone, start);
  const time = new Date(minuteOfDay * 60_000).toISOString().slice(11, 19);
  const isByDay = !/^(minute|hour)/.test(dateGroupings);
  return { recordDate: isByDay ? date : `${date}T${time}`, ...head };
}

function figuresOf({ asked, now }: Question, members: readonly Book[], cell: Cell): Row {
  const isOpenOnly = asked.excludeClosedHours && asked.source !== 'visit_duration';
  const partsOf = (buckets: readonly Bucket[]): Parts => {
    const known = new Map<string, ReturnType<Parts>>();
    return (book) => {
      const parts =
        known.get(book.locationId) ??
        buckets.map(({ within }) => {
          const span = within(book.timezone);
          if (!span) return [];
          if (!isOpenOnly || !book.hours) return [span];
          const { endsEarly } = span;
          return openWithin(book.timezone, book.hours, span).map((open) => ({ ...open, endsEarly }));
        });
      known.set(book.locationId, parts);
      return parts;
    };
  };
  const parts = partsOf(cell.buckets);
  const isOfDays = asked.source === 'visit_duration';
  const counted = isOfDays ? partsOf(cell.buckets.map((bucket) => overDays(bucket, now))) : parts;
  const values = asked.metrics.map((word) => {
    const metric = metricOf(asked.source, word);
    const value = metric.overBuckets
      ? overBuckets(
          metric,
          cell.single.map((bucket) => metric.of(members, partsOf([bucket]))),
        )
      : metric.of(members, counted);
    return [metric.column, value === null ? null : rounded(value)] as const;
  });
  return { ...Object.fromEntries(values), completeness: completenessOf(asked, members, parts, now) };
}

/** The whole days in a bucket that are over. */
function overDays({ start, within }: Bucket, now: number): Bucket {
  return {
    start,
    within: (zone) => {
      const span = within(zone);
      if (!span) return undefined;
      const to = startOfDate(zone, glanceAt(zone, minuteOf(Math.min(span.to, now))).day);
      return span.from < to ? { from: span.from, to } : undefined;
    },
  };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function overBuckets({ overBuckets: how }: Metric, values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => (value === null ? [] : [rounded(value)]));
  return known.length === 0 ? null : combined(known, how!);
}

function combined(values: readonly number[], how: string): number {
  const sum = values.reduce((all, value) => all + value, 0);
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  switch (how) {
    case 'min':
      return sorted[0]!;
    case 'max':
      return sorted.at(-1)!;
    case 'median':
      return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
    default:
      return how === 'sum' ? sum : sum / values.length;
  }
}

const measuresOf: Record<string, readonly string[]> = {
  traffic: ['people', 'adult'],
  gender: ['male', 'female', 'unknown'],
  trafficpos: ['people', 'adult'],
  labor: ['people', 'adult'],
  queue: ['wait'],
  service: ['service'],
  zone_occupancy: ['level'],
  occupancy: ['level'],
  visit_duration: ['people', 'adult'],
  expected_wait_time: ['level'],
};

const amountsOf: Record<string, readonly string[]> = {
  forecasted_traffic: ['people', 'adult'],
  pos: ['sales', 'items'],
  trafficpos: ['sales', 'items'],
  labor: ['labor', 'sales', 'items'],
};

/** Received over expected; rounded down. Nobody expects sales, and forecasts are not received. */
function completenessOf(
  { source, metrics }: Asked,
  members: readonly Book[],
  parts: Parts,
  now: number,
): number | null {
  const needsPeople = metrics.some((word) => /ins|outs|traffic/.test(word));
  const measures = source === 'labor' && !needsPeople ? [] : (measuresOf[source] ?? []);
  const until = (Math.floor(now / 60) - 1) * 60;
  let [expected, received] = [0, 0];
  for (const book of members) {
    if (!measures.includes(book.measure)) continue;
    const spans = parts(book).flat();
    for (const { from, to } of spans) expected += Math.max(0, Math.min(to, until) - from);
    for (const name of ['ins', 'last', 'heard'] as const) received += 60 * valuesOf(book, spans, name).length;
  }
  return expected === 0 ? null : roundedDown(Math.min(1, received / expected));
}

function roundedDown(share: number): number {
  return Math.floor(share * 10_000) / 10_000;
}

/** Fewer others than these would show what single places counted. */
const fewestOthers = 3;

function rowOfOthers(question: Question, others: Others, cell: Cell, head: Row): Row {
  const { asked, membersFor } = question;
  const { isAllComparison, comparisonMetaName, comparisonMetaValue, comparisonEntityIds } = others;
  const all = question.others.filter(({ entityType }) => entityType === asked.entityType);
  const own = new Set(asked.entityIds.length > 0 ? asked.entityIds : all.map(({ entityId }) => entityId));
  const chosen = comparisonEntityIds
    ? comparisonEntityIds.map((id) => all.find(({ entityId }) => entityId === id)!)
    : all.filter(({ entityId, region }) => !own.has(entityId) && (isAllComparison || region === comparisonMetaValue));
  const rows = chosen.map((entity) => figuresOf(question, withoutBands(membersFor(entity)), cell));
  const withheld = isAllComparison ? fewestOthers : 1;
  const columns = asked.metrics.map((word) => metricOf(asked.source, word).column);
  const having = (column: string) => rows.flatMap((row) => (row[column] as number | null) ?? []);
  const figures = columns.map((column) => {
    const values = having(column);
    const how = others.comparisonAggregation ?? 'avg';
    return [column, values.length < withheld ? null : rounded(combined(values, how))] as const;
  });
  const shares = having('completeness');
  const isKnown = figures.some(([, value]) => value !== null) && shares.length > 0;
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return {
    ...head,
    entityId: null,
    name: nameOf(chosen, comparisonMetaName, others),
    ...Object.fromEntries(figures),
    entities: rows.filter((row) => columns.some((column) => row[column] !== null)).length,
    completeness: isKnown ? roundedDown(mean + 1e-10) : null,
  };
}

function nameOf(chosen: readonly Entity[], field: string | undefined, others: Others): string {
  if (others.isAllComparison) return 'All Others in Organization';
  if (field !== undefined) return `${field}: ${others.comparisonMetaValue}`;
  return chosen.length > 1 ? `${chosen.length} ${chosen[0]!.entityType}s` : (chosen[0]?.name ?? 'None');
}
