import { secondsPerDay, type WeekStart } from '@atrium/calendar/civil';
import { bucketEdges, type Grouping, parseGrouping, slotOf } from '@atrium/calendar/groupings';
import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import { dateOfDay } from '@atrium/calendar/opening-hours';
import { type Period, rangeLengthDays, resolveRelativeDate } from '@atrium/calendar/relative-dates';
import { dayStart, firstInstantAt, wallClock, type Zone, zoneOf } from '@atrium/calendar/zones';
import { baseFacts } from './base-facts.ts';
import { type Metric, metricsOf } from './catalog.ts';
import {
  askedMetrics,
  type AskedPeriod,
  type CustomPeriod,
  isAlike,
  isGroupingWithin,
  normalGrouping,
  type Question,
  withEntityType,
} from './question.ts';
import { type EntityType, type Source, sources } from './sources.ts';

/** What someone clicked: a bucket, a slot of the week, an entity, several of them, or the value of everything. */
export interface DrillPoint {
  readonly bucket?: TimeBucket | undefined;
  readonly slot?: WeekSlot | undefined;
  readonly entityId?: string | undefined;
  /** Where rows are the values of a custom field: the one of the row. */
  readonly metaValue?: string | undefined;
}

/** From (inclusive) to (exclusive), epoch seconds. */
export interface TimeBucket extends Period {
  /** Its local times are asked; places elsewhere answer for the same times of their own clocks. */
  readonly timezone: string;
}

/** Of a grouping by weekday; 0 is Sunday. */
export interface WeekSlot {
  readonly weekday: number;
  readonly hour?: number | undefined;
}

/** The same question one level finer. */
export interface Drilled {
  readonly question: Question;
  /** The rows that belong to the point, where a period cannot say it. */
  readonly only?: RowsOnly;
  /** The question is about the parts of this entity: the parameter `partsOf` of its call. */
  readonly partsOf?: Whole;
  /** Only the row of this value of the custom field. */
  readonly metaValue?: string;
}

/** An entity that has parts. */
export interface Whole {
  readonly entityType: EntityType;
  readonly entityId: string;
}

/** The rows of one slot of the week, or, where a clock set back shows a time twice, of its first or second occurrence. */
export type RowsOnly = WeekSlot | { readonly bucket: TimeBucket; readonly isRepeat: boolean };

/**
 * The question behind a number, one level finer: a bucket by shorter ones, an entity by its parts, the value of a
 * period by its buckets. What the finer answer adds up to is the number. Undefined where there is nothing finer.
 */
export function drillInto(question: Question, { metaValue, ...point }: DrillPoint): Drilled | undefined {
  const drilled = finerOf(question, point);
  return drilled && metaValue !== undefined ? { ...drilled, metaValue } : drilled;
}

function finerOf(question: Question, { bucket, slot, entityId }: Omit<DrillPoint, 'metaValue'>): Drilled | undefined {
  const own = entityId === undefined ? question : narrowed(question, entityId);
  if (slot) return intoSlot(own, slot);
  if (!bucket) return (entityId === undefined ? undefined : intoParts(question, entityId)) ?? overTime(own);
  const finer = finerGrouping(question);
  if (finer !== undefined) return within(own, bucket, finer);
  const parts = entityId === undefined ? undefined : intoParts(question, entityId);
  const inTime = parts && within(parts.question, bucket, question.grouping);
  return inTime && { ...parts, ...inTime };
}

/** `location:` and its id, as the data calls take it. */
export function partsText({ entityType, entityId }: Whole): string {
  return `${entityType}:${entityId}`;
}

export function wholeIn(text: string): Whole {
  const [entityType, entityId = ''] = text.split(':');
  return { entityType: entityType as EntityType, entityId };
}

/** Whether a row of the answer belongs to the clicked point. `recordDate` is as sent. */
export function isRowOf(
  only: RowsOnly,
  { recordDate, timezone }: { readonly recordDate?: string | undefined; readonly timezone: string | null },
): boolean {
  if (recordDate === undefined) return false;
  // A local date without a zone is read like UTC.
  const zone = zoneOf(timezone ?? 'UTC');
  const text = recordDate.length === 10 ? `${recordDate}T00:00:00` : recordDate;
  const start = Date.parse(text.endsWith('Z') ? text : `${text}Z`) / 1000;
  if ('isRepeat' in only) {
    const { bucket } = only;
    if (timezone === bucket.timezone) return start >= bucket.from && start < bucket.to;
    return isRepeat(zone, start) === only.isRepeat;
  }
  const { weekday, hour } = only;
  const wall = wallClock(zone, start);
  return hour === undefined
    ? slotOf('weekday', wall) === weekday
    : slotOf('weekday,hour', wall) === weekday * 24 + hour;
}

/** When a question is asked, and by whom. */
export interface Asking {
  /** Epoch seconds. */
  readonly now: number;
  readonly weekStart: WeekStart;
  /** A local date that replaces today. */
  readonly dateOverride?: string | undefined;
}

/** The bucket of a question that contains a moment, cut to the period; undefined outside of it and by weekday. */
export function bucketAt(
  { period, grouping: text }: Pick<Question, 'period' | 'grouping'>,
  moment: number,
  timezone: string,
  { now, weekStart, dateOverride }: Asking,
): TimeBucket | undefined {
  const { grouping, step, fold } = parseGrouping(text);
  const zone = zoneOf(timezone);
  const whole = resolvedPeriod(period, { now, zone, weekStart, dateOverride });
  if (fold || !whole) return undefined;
  const edges = bucketEdges(zone, whole.from, whole.to, grouping, step, weekStart);
  const index = edges.findLastIndex((edge) => edge <= moment);
  const [from, to] = [edges[index], edges[index + 1]];
  return from === undefined || to === undefined ? undefined : { from, to, timezone };
}

const quarters = 'minute(15)';

const nextGrouping: Record<Grouping, string | undefined> = {
  year: 'month',
  month: 'day',
  week: 'day',
  isoweek: 'day',
  day: 'hour',
  hour: quarters,
  minute: undefined,
};

/** Several units at once become single ones first. */
function finerGrouping({ source, grouping: text }: Question): string | undefined {
  const { grouping, step } = parseGrouping(text);
  if (grouping === 'minute') return step > 15 ? normalGrouping(source, quarters) : undefined;
  const finer = step > 1 ? grouping : nextGrouping[grouping];
  return finer === undefined ? undefined : normalGrouping(source, finer);
}

function within(question: Question, bucket: TimeBucket, grouping: string): Drilled | undefined {
  const zone = zoneOf(bucket.timezone);
  const period = localPeriod(zone, bucket);
  if (!isGroupingWithin(period, grouping)) return undefined;
  const asked = resolvedPeriod(period, { now: bucket.from, zone });
  const isExact = asked?.from === bucket.from && asked.to === bucket.to;
  return {
    question: { ...question, period, grouping, comparison: comparisonWithin(question, period) },
    ...(!isExact && { only: { bucket, isRepeat: isRepeat(zone, bucket.from) } }),
  };
}

/** The local times of a bucket. A repeated hour starts and ends at the same local time, so its end comes from its last second. */
function localPeriod(zone: Zone, { from, to }: Period): CustomPeriod {
  const [start, end] = [wallClock(zone, from), wallClock(zone, to - 1) + 1];
  return {
    relativeDate: 'custom',
    startDate: start % secondsPerDay === 0 ? dateOfDay(start / secondsPerDay) : localTime(start),
    // Where midnight is repeated, a date ends with the first.
    endDate:
      end % secondsPerDay === 0 && dayStart(zone, end / secondsPerDay) >= to
        ? dateOfDay(end / secondsPerDay - 1)
        : localTime(end),
  };
}

function localTime(wall: number): string {
  const text = new Date(wall * 1000).toISOString();
  return text.slice(0, wall % 60 === 0 ? 16 : 19);
}

/** A slot has no period of its own: its days or hours are picked from those of the whole period. */
function intoSlot(question: Question, slot: WeekSlot): Drilled | undefined {
  const grouping = normalGrouping(question.source, slot.hour === undefined ? 'day' : 'hour');
  if (grouping === undefined || !isGroupingWithin(question.period, grouping)) return undefined;
  return { question: { ...question, grouping, comparison: comparisonOfSlot(question) }, only: slot };
}

function overTime(question: Question): Drilled | undefined {
  const wanted = isOverBuckets(question) ? bucketsOfTotal(question) : bucketsToShow(question);
  const grouping = normalGrouping(question.source, wanted) ?? normalGrouping(question.source, 'day');
  return grouping === undefined ? undefined : { question: { ...question, grouping } };
}

/** Enough buckets to see a development, and not too many. */
function bucketsToShow({ period }: Question): string {
  const days = lengthOf(period);
  return days > 92 ? 'month' : days > 2 ? 'day' : period.relativeDate === 'thishour' ? quarters : 'hour';
}

/** The highest of sums is one of those over the buckets of its total: hours up to two days, days beyond, unless another is named. */
function bucketsOfTotal({ period, grouping }: Question): string {
  return grouping === 'day' && lengthOf(period) <= 2 ? 'hour' : grouping;
}

/** Whether a metric that adds up is asked by its average, lowest or highest. */
function isOverBuckets(question: Question): boolean {
  return askedMetrics(question).some(
    ({ metric, aggregation }) => metric.aggregations.includes('sum') && aggregation !== 'sum',
  );
}

/** The parts that each kind of entity has, the first that the source knows. */
const partTypes: Record<EntityType, readonly EntityType[]> = {
  organization: ['location'],
  location: ['zone', 'space'],
  site: ['zone'],
  sensor: ['zone'],
  space: ['zone'],
  zone: [],
};

/** Whether one kind of entity may be asked as the parts of another. */
export function arePartsOf(entityType: EntityType, whole: EntityType): boolean {
  return partTypes[whole].includes(entityType);
}

export function partTypeOf({ source, entityType }: Pick<Question, 'source' | 'entityType'>): EntityType | undefined {
  const { entityTypes }: Source = sources[source];
  return partTypes[entityType].find((type) => entityTypes.includes(type) && isDividedBy(source, type));
}

/** The visits of a location are computed of its zones, whichever spaces these belong to. */
function isDividedBy(source: Question['source'], type: EntityType): boolean {
  if (type === 'location') return true;
  const metrics: readonly Metric[] = metricsOf(source);
  return metrics.some(({ facts }) => facts.every((fact) => baseFacts[fact].owner === type));
}

function intoParts(question: Question, entityId: string): Drilled | undefined {
  const { entityType } = question;
  const partType = partTypeOf(question);
  if (partType === undefined || question.rows.kind === 'field') return undefined;
  const parts: Question = { ...withEntityType(question, partType), rows: { kind: 'each' }, others: null };
  // Without ids, all locations are meant.
  return entityType === 'organization' ? { question: parts } : { question: parts, partsOf: { entityType, entityId } };
}

/** The same about one of its entities. */
function narrowed(question: Question, entityId: string): Question {
  const { entityType, rows, others } = question;
  if (entityType === 'organization' || rows.kind === 'field') return question;
  return { ...question, entityIds: [entityId], rows: { kind: 'each' }, others: others?.kind === 'all' ? null : others };
}

/** What the bucket itself was compared with, if a comparison means the same there; otherwise none. */
function comparisonWithin(question: Question, bucket: CustomPeriod): Question['comparison'] {
  const { comparison, period, grouping } = question;
  if (isAlike(question)) return alikeWithin(question);
  if (comparison === 'sameperiodlastweek') return isMonthOrYear(grouping) ? null : comparison;
  if (comparison === 'sameperiodlastyear') return isSameLastYear(grouping, bucket) ? comparison : null;
  if (comparison !== 'previousperiod') return null;
  const days = lengthOf(period);
  if (days === 1) return lengthOf(bucket) === 1 ? comparison : null;
  if (days === 7) return 'sameperiodlastweek';
  return isYear(period) && isSameLastYear(grouping, bucket) ? 'sameperiodlastyear' : null;
}

/** Whole weeks are the same for a bucket as for its period; how many a previous period takes depends on its length. */
function alikeWithin({ comparison, period }: Question): Question['comparison'] {
  if (comparison !== 'previousperiod') return comparison;
  return lengthOf(period) <= 7 ? 'sameperiodlastweek' : null;
}

/** Days of the week stay the same only a week earlier, or where they are compared by weekdays. */
function comparisonOfSlot(question: Question): Question['comparison'] {
  const { comparison, period } = question;
  if (isAlike(question)) return comparison;
  const isWeekBefore = comparison === 'previousperiod' && lengthOf(period) === 7;
  return comparison === 'sameperiodlastweek' || isWeekBefore ? 'sameperiodlastweek' : null;
}

function isMonthOrYear(text: string): boolean {
  const { grouping } = parseGrouping(text);
  return grouping === 'month' || grouping === 'year';
}

/** Weeks, and several units at once, begin on other dates each year; February 29 is in few of them. */
function isSameLastYear(text: string, { startDate }: CustomPeriod): boolean {
  const { grouping, step } = parseGrouping(text);
  if (grouping === 'hour' || grouping === 'minute') return true;
  return grouping !== 'week' && grouping !== 'isoweek' && step === 1 && !startDate.includes('-02-29');
}

function isYear(period: AskedPeriod): boolean {
  if (period.relativeDate !== 'custom') return period.relativeDate === 'thisyear' || period.relativeDate === 'lastyear';
  const { startDate, endDate } = period;
  return startDate.endsWith('-01-01') && endDate === `${startDate.slice(0, 4)}-12-31`;
}

const utc = zoneOf('UTC');

/** Late in a month: one that ends today is not a day. */
const someDay = Date.UTC(1970, 11, 30) / 1000;

/** In local days, at least one. */
function lengthOf(period: AskedPeriod): number {
  const whole = resolvedPeriod(period, { now: someDay, zone: utc });
  return whole ? rangeLengthDays(utc, whole) : 0;
}

/** Whether the clock has shown this time before. */
function isRepeat(zone: Zone, instant: number): boolean {
  return firstInstantAt(zone, wallClock(zone, instant)) < instant;
}

/** A period at a place; undefined where its dates are none. */
export function resolvedPeriod(
  period: AskedPeriod,
  asking: { now: number; zone: Zone; weekStart?: WeekStart; dateOverride?: string | undefined },
): Period | undefined {
  try {
    return resolveRelativeDate(period.relativeDate, { ...asking, ...period });
  } catch (error) {
    if (error instanceof InvalidPeriod) return undefined;
    throw error;
  }
}
