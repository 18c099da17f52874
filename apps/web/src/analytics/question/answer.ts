import { secondsPerDay, type WeekStart } from '@atrium/calendar/civil';
import { bucketEdges, type GroupingStep, parseGrouping } from '@atrium/calendar/groupings';
import { wallClock, zoneOf } from '@atrium/calendar/zones';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { datesIn } from '../../format/dates.ts';
import { askedMetrics, type Question } from './question.ts';
import { texts } from './texts.ts';

/** A row of any data call. */
export interface DataRow {
  readonly recordDate?: string | undefined;
  readonly weekday?: number | undefined;
  readonly hour?: number | undefined;
  readonly entityId: string;
  readonly name: string;
  readonly timezone: string | null;
  readonly completeness: number | null;
  readonly [column: string]: string | number | null | undefined;
}

export interface DataReply {
  readonly results: readonly DataRow[];
  readonly previousResults?: readonly DataRow[] | undefined;
  readonly messages: readonly string[];
}

type Figures = Readonly<Record<string, number | null>>;

/** A row as it is shown: one bucket of one entity. */
export interface AnswerRow {
  readonly entityId: string;
  readonly name: string;
  /** Rows of the same bucket have the same one, whatever time zone they are in; in the order of time. */
  readonly bucket: number;
  readonly label: string;
  readonly figures: Figures;
  /** What they are compared with; undefined without a comparison. */
  readonly previous: Figures | undefined;
  readonly completeness: number | null;
  /** As sent. */
  readonly recordDate: string | undefined;
  readonly timezone: string | null;
}

export interface Bucket {
  readonly key: number;
  readonly label: string;
  /** Epoch seconds in the zone of the first row; undefined by weekday. */
  readonly start: number | undefined;
  readonly timezone: string;
}

export interface Entity {
  readonly entityId: string;
  readonly name: string;
}

export interface Answer {
  readonly question: Question;
  readonly metrics: readonly AskedMetric[];
  readonly rows: readonly AnswerRow[];
  readonly buckets: readonly Bucket[];
  readonly entities: readonly Entity[];
  /** When the last bucket ends, epoch seconds; undefined by weekday. */
  readonly until: number | undefined;
  /** Nothing was received in the whole period, by any of them. */
  readonly isEmpty: boolean;
}

/**
 * A reply, ready to be shown. Locations in several time zones share a bucket where their clocks show the same; an hour
 * that the clock repeats is two.
 */
export function answerOf(question: Question, reply: DataReply, weekStart: WeekStart): Answer {
  const metrics = askedMetrics(question);
  const step = parseGrouping(question.grouping);
  const place = placing(step, weekStart);
  const buckets = new Map<number, Bucket>();
  const entities = new Map<string, Entity>();
  const taken = new Map<string, Set<number>>();
  const rows = reply.results.map((row, index): AnswerRow => {
    const { entityId, name, completeness, recordDate, timezone } = row;
    const placed = place(row);
    const own = taken.get(entityId) ?? new Set();
    taken.set(entityId, own);
    // The second of two hours with the same name comes after the first, and before everything else.
    const key = own.has(placed.key) ? placed.key + 0.5 : placed.key;
    own.add(key);
    if (!buckets.has(key)) buckets.set(key, { ...placed, key });
    if (!entities.has(entityId)) entities.set(entityId, { entityId, name });
    const before = reply.previousResults?.[index];
    return {
      entityId,
      name,
      bucket: key,
      label: placed.label,
      figures: figuresOf(row, metrics),
      previous: reply.previousResults && figuresOf(before, metrics),
      completeness,
      recordDate,
      timezone,
    };
  });
  const ordered = [...buckets.values()].toSorted((one, other) => one.key - other.key);
  return {
    question,
    metrics,
    rows,
    buckets: ordered,
    until: endOf(ordered.at(-1), step, weekStart),
    entities: [...entities.values()],
    isEmpty: rows.every(({ figures }) => Object.values(figures).every((value) => value === null)),
  };
}

/** One value for the whole period. */
export type Total = Pick<AnswerRow, 'entityId' | 'name' | 'figures' | 'previous' | 'completeness'>;

export function totalsOf(question: Question, { results, previousResults }: DataReply): readonly Total[] {
  const metrics = askedMetrics(question);
  return results.map((row, index) => ({
    entityId: row.entityId,
    name: row.name,
    figures: figuresOf(row, metrics),
    previous: previousResults && figuresOf(previousResults[index], metrics),
    completeness: row.completeness,
  }));
}

/** The entities with the largest values of a metric, largest first. */
export function largest({ rows, entities }: Answer, column: string, count: number): readonly Entity[] {
  const sums = new Map<string, number>();
  for (const { entityId, figures } of rows)
    sums.set(entityId, (sums.get(entityId) ?? 0) + Math.abs(figures[column] ?? 0));
  const sumOf = ({ entityId }: Entity) => sums.get(entityId) ?? 0;
  return entities.toSorted((one, other) => sumOf(other) - sumOf(one)).slice(0, count);
}

function figuresOf(row: DataRow | undefined, metrics: readonly AskedMetric[]): Figures {
  return Object.fromEntries(
    metrics.map(({ column }) => {
      const value = row?.[column];
      return [column, typeof value === 'number' ? value : null];
    }),
  );
}

/** Where a row belongs: by weekday its place in the week, otherwise what the clock shows at its start. */
function placing({ grouping, fold }: GroupingStep, weekStart: WeekStart): (row: DataRow) => Bucket {
  if (fold)
    return ({ weekday = 0, hour }) => ({
      // The week of the organization decides which day comes first.
      key: ((weekday - weekStart + 7) % 7) * 24 + (hour ?? 0),
      label: hour === undefined ? texts.weekdays[weekday]! : `${texts.weekdays[weekday]} ${clockHour(hour)}`,
      start: undefined,
      timezone: 'UTC',
    });
  const labelAt = datesIn(grouping, weekStart);
  return ({ recordDate = '', timezone: own }) => {
    const timezone = own ?? 'UTC';
    // A local date without a zone is read like UTC, and labeled like it.
    const start = Date.parse(own === null ? localAsUtc(recordDate) : recordDate) / 1000;
    return { key: wallClock(zoneOf(timezone), start), label: labelAt(timezone, start * 1000), start, timezone };
  };
}

function endOf(bucket: Bucket | undefined, { grouping, step }: GroupingStep, weekStart: WeekStart): number | undefined {
  if (bucket?.start === undefined) return undefined;
  const { start, timezone } = bucket;
  return bucketEdges(zoneOf(timezone), start, start + maxSeconds[grouping] * step, grouping, step, weekStart)[1];
}

/** Longer than any bucket of a grouping with step 1, in seconds. */
const maxSeconds = {
  minute: 120,
  hour: 2 * 3600,
  day: 2 * secondsPerDay,
  week: 8 * secondsPerDay,
  isoweek: 8 * secondsPerDay,
  month: 32 * secondsPerDay,
  year: 367 * secondsPerDay,
};

function localAsUtc(local: string): string {
  return `${local.length === 10 ? `${local}T00:00:00` : local}Z`;
}

/** `12 am`, `3 pm`. */
export function clockHour(hour: number): string {
  return `${((hour + 11) % 12) + 1} ${hour < 12 ? 'am' : 'pm'}`;
}
