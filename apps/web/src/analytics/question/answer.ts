import { secondsPerDay, type WeekStart } from '@atrium/calendar/civil';
import { bucketEdges, type GroupingStep, parseGrouping } from '@atrium/calendar/groupings';
import { wallClock, zoneOf } from '@atrium/calendar/zones';
import type { CorrectionNote } from '@atrium/contract/data-reply';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { datesIn } from '../../format/dates.ts';
import { resolvedPeriod } from '@atrium/metrics/drill';
import { askedMetrics, type Question } from '@atrium/metrics/question';
import { type Source, sources } from '@atrium/metrics/sources';
import { texts } from './texts.ts';

/** A row of any data call. */
export interface DataRow {
  readonly recordDate?: string | undefined;
  readonly weekday?: number | undefined;
  readonly hour?: number | undefined;
  /** Null where several entities are one row. */
  readonly entityId: string | null;
  readonly name: string;
  readonly timezone: string | null;
  readonly completeness: number | null;
  /** Kinds of corrections, separated by commas. */
  readonly corrected?: string | undefined;
  /** Only on request, as the site, the sensor, the zone and the space are. */
  readonly location?: Named | undefined;
  /** Custom fields, only on request. */
  readonly meta?: Readonly<Record<string, string>> | undefined;
  readonly [column: string]: string | number | Named | Readonly<Record<string, string>> | null | undefined;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface DataReply {
  readonly results: readonly DataRow[];
  readonly previousResults?: readonly DataRow[] | undefined;
  readonly trendResults?: readonly { readonly label: string; readonly results: readonly DataRow[] }[] | undefined;
  readonly comparisonResults?: readonly DataRow[] | undefined;
  readonly messages: readonly string[];
  readonly corrections?: readonly CorrectionNote[] | undefined;
}

export type Figures = Readonly<Record<string, number | null>>;

/** What a row is about: an entity, or several of one name. */
export interface Subject {
  /** The same in all rows of the subject. */
  readonly key: string;
  readonly entityId: string | null;
  readonly name: string;
  /** Where it is, as far as that is known. */
  readonly locationId?: string;
}

/** What stands beside the figures of a row. */
interface Beside {
  /** Undefined without a previous period. */
  readonly previous: Figures | undefined;
  /** Of a trend, newest first; empty without one. */
  readonly windows: readonly Figures[];
  /** Undefined without other entities. */
  readonly others: Figures | undefined;
  /** How many others have a value. */
  readonly otherCount: number | null;
}

/** A row as it is shown: one bucket of one subject. */
export interface AnswerRow extends Subject, Beside {
  /** Rows of the same bucket have the same one, whatever time zone they are in; in the order of time. */
  readonly bucket: number;
  readonly label: string;
  readonly figures: Figures;
  readonly completeness: number | null;
  /** Kinds of corrections in it, separated by commas. */
  readonly corrected?: string | undefined;
  /** As sent. */
  readonly recordDate: string | undefined;
  readonly timezone: string | null;
  /** Its bucket was still counting when it was asked for. */
  readonly isOpen?: boolean | undefined;
  /** What was asked for about its entity besides figures. */
  readonly details: RowDetails;
}

export interface RowDetails {
  /** The names of what it belongs to, by kind: `location`, `site`. */
  readonly above: Readonly<Record<string, string>>;
  /** Its custom fields. */
  readonly meta: Readonly<Record<string, string>>;
}

export interface Bucket {
  readonly key: number;
  readonly label: string;
  /** Epoch seconds in the zone of the first row; undefined by weekday. */
  readonly start: number | undefined;
  /** What the clock shows at its end, exclusive, like `key`; undefined by weekday. */
  readonly end: number | undefined;
  readonly timezone: string;
}

export interface Answer {
  readonly question: Question;
  readonly metrics: readonly AskedMetric[];
  readonly rows: readonly AnswerRow[];
  readonly buckets: readonly Bucket[];
  readonly subjects: readonly Subject[];
  /** What the windows of a trend are called, newest first. */
  readonly windows: readonly string[];
  /** What the others are called; null without any. */
  readonly others: string | null;
  /** When the last bucket ends, epoch seconds; undefined by weekday. */
  readonly until: number | undefined;
  /** Nothing was received in the whole period, by any of them. */
  readonly isEmpty: boolean;
}

/** When the period was asked for: its first and last bucket may be parts of their units. */
export interface AskedAt {
  /** Epoch seconds. */
  readonly now: number;
  readonly dateOverride?: string | undefined;
}

/**
 * A reply, ready to be shown. Locations in several time zones share a bucket where their clocks show the same; an hour
 * that the clock repeats is two.
 */
export function answerOf(question: Question, reply: DataReply, weekStart: WeekStart, asked?: AskedAt): Answer {
  const metrics = askedMetrics(question);
  const step = parseGrouping(question.grouping);
  const place = placing(step, weekStart);
  const buckets = new Map<number, Bucket>();
  const subjects = new Map<string, Subject>();
  const taken = new Map<string, Set<number>>();
  const newest = new Map<string, number>();
  const beside = besideOf(reply, metrics);
  const found = reply.results.map((row, index): AnswerRow => {
    const { completeness, corrected, recordDate, timezone } = row;
    const subject = subjectOf(row, question);
    const { key: own } = subject;
    const placed = place(row);
    const places = taken.get(own) ?? new Set();
    taken.set(own, places);
    // The second of two hours with the same name comes after the first, and before everything else.
    const key = places.has(placed.key) ? placed.key + 0.5 : placed.key;
    places.add(key);
    newest.set(own, Math.max(key, newest.get(own) ?? key));
    if (!buckets.has(key)) buckets.set(key, { ...placed, key });
    if (!subjects.has(own)) subjects.set(own, subject);
    return {
      ...subject,
      ...beside(index),
      bucket: key,
      label: placed.label,
      figures: figuresOf(row, metrics),
      completeness,
      ...(corrected !== undefined && { corrected }),
      recordDate,
      timezone,
      details: detailsOf(row),
    };
  });
  const inOrder = [...buckets.values()].toSorted((one, other) => one.key - other.key);
  const last = inOrder.at(-1);
  // In several time zones at once, nobody knows whose today the period has.
  const at = reply.results.some(({ timezone }) => timezone === null) ? undefined : asked;
  const until = last && endOf(last, step, { ...at, weekStart, period: question.period });
  const isOpen = counting(question, step, weekStart, asked);
  const rows = found.map((row) => (row.bucket === newest.get(row.key) && isOpen(row) ? { ...row, isOpen: true } : row));
  const ordered = inOrder.map((bucket, index) => ({
    ...bucket,
    end: bucket === last ? until && clockAt(last, until) : endBefore(bucket, inOrder[index + 1]!, step, weekStart),
  }));
  return {
    question,
    metrics,
    rows,
    buckets: ordered,
    until,
    subjects: [...subjects.values()],
    windows: reply.trendResults?.map(({ label }) => label) ?? [],
    others: reply.comparisonResults?.[0]?.name ?? null,
    isEmpty: rows.every(({ figures }) => Object.values(figures).every((value) => value === null)),
  };
}

/** One value for the whole period. */
export type Total = Subject & Beside & Pick<AnswerRow, 'figures' | 'completeness' | 'isOpen'>;

export function totalsOf(question: Question, reply: DataReply): readonly Total[] {
  const metrics = askedMetrics(question);
  const beside = besideOf(reply, metrics);
  return reply.results.map((row, index) => ({
    ...subjectOf(row, question),
    ...beside(index),
    figures: figuresOf(row, metrics),
    completeness: row.completeness,
  }));
}

/** What a row can say it belongs to. */
export const ancestors = ['location', 'site', 'sensor', 'zone', 'space'] as const;
export type Ancestor = (typeof ancestors)[number];

function detailsOf(row: DataRow): RowDetails {
  const named = ancestors.flatMap((name) => {
    const above = row[name];
    return typeof above === 'object' && above !== null && above['name'] !== undefined ? [[name, above['name']]] : [];
  });
  return { above: Object.fromEntries(named) as RowDetails['above'], meta: row.meta ?? {} };
}

/** Rows without an id are told apart by their names. */
function subjectOf({ entityId, name, location }: DataRow, { entityType }: Pick<Question, 'entityType'>): Subject {
  const locationId = entityType === 'location' ? entityId : location?.id;
  return { key: entityId ?? name, entityId, name, ...(locationId && { locationId }) };
}

/** Everything that a reply compares with is row by row beside its results. */
function besideOf(reply: DataReply, metrics: readonly AskedMetric[]): (index: number) => Beside {
  const { previousResults: previous, trendResults: windows = [], comparisonResults: others } = reply;
  return (index) => ({
    previous: previous && figuresOf(previous[index], metrics),
    windows: windows.map(({ results }) => figuresOf(results[index], metrics)),
    others: others && figuresOf(others[index], metrics),
    otherCount: numberIn(others?.[index], 'entities'),
  });
}

/** The subjects by their values of a metric, largest first. */
export function largest({ rows, subjects }: Answer, column: string): readonly Subject[] {
  const sums = new Map<string, number>();
  for (const { key, figures } of rows) sums.set(key, (sums.get(key) ?? 0) + Math.abs(figures[column] ?? 0));
  const sumOf = ({ key }: Subject) => sums.get(key) ?? 0;
  return subjects.toSorted((one, other) => sumOf(other) - sumOf(one));
}

function figuresOf(row: DataRow | undefined, metrics: readonly AskedMetric[]): Figures {
  return Object.fromEntries(metrics.map(({ column }) => [column, numberIn(row, column)]));
}

function numberIn(row: DataRow | undefined, column: string): number | null {
  const value = row?.[column];
  return typeof value === 'number' ? value : null;
}

/** Where a row belongs: by weekday its place in the week, otherwise what the clock shows at its start. */
function placing({ grouping, fold }: GroupingStep, weekStart: WeekStart): (row: DataRow) => Bucket {
  if (fold)
    return ({ weekday = 0, hour }) => ({
      // The week of the organization decides which day comes first.
      key: ((weekday - weekStart + 7) % 7) * 24 + (hour ?? 0),
      label: hour === undefined ? texts.weekdays[weekday]! : `${texts.weekdays[weekday]} ${clockHour(hour)}`,
      start: undefined,
      end: undefined,
      timezone: 'UTC',
    });
  const labelAt = datesIn(grouping, weekStart);
  return ({ recordDate = '', timezone: own }) => {
    const timezone = own ?? 'UTC';
    const start = startOf(recordDate, own);
    const key = wallClock(zoneOf(timezone), start);
    return { key, label: labelAt(timezone, start * 1000), start, end: undefined, timezone };
  };
}

/** Where a bucket before another ends: mostly where that begins, but the Mondays of a month are six days apart. */
function endBefore(bucket: Bucket, next: Bucket, step: GroupingStep, weekStart: WeekStart): number | undefined {
  if (next.key - bucket.key <= unitSeconds[step.grouping] * step.step) return next.key;
  const end = unitEnd(bucket, step, weekStart);
  return end === undefined ? undefined : Math.min(next.key, clockAt(bucket, end));
}

type Begun = Pick<Bucket, 'start' | 'timezone'>;

/** When the last bucket ends: with its unit, or before it with the period. */
function endOf(bucket: Begun, step: GroupingStep, asking: Partial<AskedAt> & Cut): number | undefined {
  const end = unitEnd(bucket, step, asking.weekStart);
  const { now, period } = asking;
  if (end === undefined || (now === undefined && period.relativeDate !== 'custom')) return end;
  const zone = zoneOf(bucket.timezone);
  const whole = resolvedPeriod(period, { ...asking, now: now ?? 0, zone });
  return whole && whole.to > bucket.start! ? Math.min(end, whole.to) : end;
}

/** Whether the bucket of a row, which is the newest of its subject, was not over. A forecast is known as a whole. */
function counting(
  { source, period }: Question,
  step: GroupingStep,
  weekStart: WeekStart,
  asked: AskedAt | undefined,
): (row: AnswerRow) => boolean {
  const { futureDays }: Source = sources[source];
  if (!asked || step.fold || futureDays > 0) return () => false;
  const asking = { ...asked, weekStart, period };
  const whole = resolvedPeriod(period, { ...asking, zone: zoneOf('UTC') });
  return ({ recordDate = '', timezone }) => {
    const end = endOf({ start: startOf(recordDate, timezone), timezone: timezone ?? 'UTC' }, step, asking);
    if (end === undefined) return false;
    if (timezone !== null) return end > asked.now;
    // By the clock of any of several time zones: whether a period is over is the same in most of them.
    return whole !== undefined && whole.to > asked.now && end + widestOffset > asked.now;
  };
}

/** Of clocks behind UTC. */
const widestOffset = 12 * 3600;

interface Cut {
  readonly weekStart: WeekStart;
  readonly period: Question['period'];
}

function unitEnd({ start, timezone }: Begun, { grouping, step }: GroupingStep, weekStart: WeekStart) {
  if (start === undefined) return undefined;
  return bucketEdges(zoneOf(timezone), start, start + maxSeconds[grouping] * step, grouping, step, weekStart)[1];
}

function clockAt({ timezone }: Bucket, instant: number): number {
  return wallClock(zoneOf(timezone), instant);
}

/** The longest bucket of a grouping with step 1, by the clock. */
const unitSeconds = {
  minute: 60,
  hour: 3600,
  day: secondsPerDay,
  week: 7 * secondsPerDay,
  isoweek: 7 * secondsPerDay,
  month: 31 * secondsPerDay,
  year: 366 * secondsPerDay,
};

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

/** Epoch seconds. A local date without a zone is read like UTC, and labeled like it. */
export function startOf(recordDate: string, timezone: string | null): number {
  return Date.parse(timezone === null ? localAsUtc(recordDate) : recordDate) / 1000;
}

function localAsUtc(local: string): string {
  return `${local.length === 10 ? `${local}T00:00:00` : local}Z`;
}

/** `12 am`, `3 pm`. */
export function clockHour(hour: number): string {
  return `${((hour + 11) % 12) + 1} ${hour < 12 ? 'am' : 'pm'}`;
}
