import { Temporal } from 'temporal-polyfill';
import type { Asked, Row } from './asked.ts';
import type { Book, Places } from './books.ts';
import { type Bucket, bucketsOf, type Interval, labelAt } from './buckets.ts';
import { type Metric, metricOf } from './figures.ts';

/**
 * The answer in the most obvious way: every minute of the period is looked at, named after its bucket, and everything that
 * was said in it is kept under that name. Nothing is shared with the engine but the readings.
 */
export function answerOf(places: Places, asked: Asked, now: number): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const entityId of asked.entityIds) {
    const members = membersOf(places, asked, entityId);
    const { timezone } = places.books.find((book) => idOf(book, asked.entityType) === entityId)!;
    for (const bucket of bucketsOf(asked, timezone, now)) {
      const figures = asked.metrics.map((word) => {
        const metric = metricOf(word);
        const value = metric.overBuckets ? overBuckets(metric, members, asked, bucket) : metric.of(members, bucket);
        return [metric.column, value === null ? null : Math.round(value * 10_000) / 10_000] as const;
      });
      const completeness = completenessOf(asked, members, bucket, now);
      rows.set(`${entityId} ${bucket.name}`, { ...Object.fromEntries(figures), completeness });
    }
  }
  return rows;
}

const applicationOf: Record<string, number> = { queue: 5, service: 6, zone_occupancy: 8 };

/** The series of an entity; which of them a metric needs follows from their measure. */
function membersOf({ books }: Places, asked: Asked, entityId: string): Book[] {
  const application = applicationOf[asked.source] ?? 1;
  return books.filter((book) => {
    if (book.space || asked.source === 'occupancy')
      return book.space !== undefined && asked.source === 'occupancy' && idOf(book, asked.entityType) === entityId;
    if (!book.zone) return asked.entityType === 'location' && book.locationId === entityId;
    if (idOf(book, asked.entityType) !== entityId) return false;
    const { zone, measure } = book;
    const hasBetter = (wanted: number) =>
      books.some(
        (other) => other.zone?.sensorId === zone.sensorId && isPeople(other, 1) && other.zone.filter === wanted,
      );
    if (asked.countFilter !== undefined) {
      if (measure === 'people' && zone.filter !== asked.countFilter) return false;
      if (measure === 'adult' && (zone.filter !== 0 || asked.countFilter !== 2 || hasBetter(2))) return false;
      if (!['people', 'adult'].includes(measure)) return zone.filter === asked.countFilter;
    } else if (measure === 'adult') return false;
    if (asked.entityType === 'zone') return true;
    if (zone.application !== application) return false;
    if (asked.entityType === 'location' && application === 1 && !zone.perimeter) return false;
    if (asked.countFilter !== undefined) return true;
    return zone.filter === 0 || (zone.filter === 5 && !hasBetter(0));
  });
}

function isPeople(book: Book, application: number): boolean {
  return book.measure === 'people' && book.zone?.application === application;
}

function idOf(book: Book, entityType: Asked['entityType']): string | undefined {
  if (entityType === 'space') return book.space?.spaceId;
  return entityType === 'location' ? book.locationId : book.zone?.[`${entityType}Id`];
}

function overBuckets(metric: Metric, members: readonly Book[], asked: Asked, whole: Bucket): number | null {
  const parts = asked.dateGroupings?.startsWith('weekday')
    ? whole.intervals.map((each) => [each])
    : daysOf(members, whole, asked);
  const values = parts.flatMap((intervals) => metric.of(members, { name: '', intervals }) ?? []);
  if (values.length === 0) return null;
  if (metric.overBuckets === 'min') return Math.min(...values);
  if (metric.overBuckets === 'max') return Math.max(...values);
  return values.reduce((sum, value) => sum + Math.round(value * 10_000) / 10_000, 0) / values.length;
}

/** The buckets of a total: hours up to two days, otherwise days. Any other bucket stands for itself. */
function daysOf([first]: readonly Book[], whole: Bucket, { dateGroupings, startDate, endDate }: Asked): Interval[][] {
  if (dateGroupings !== undefined || !first) return [[...whole.intervals]];
  const days = Temporal.PlainDate.from(startDate).until(Temporal.PlainDate.from(endDate)).days + 1;
  const parts = new Map<string, number[]>();
  for (const { minutes } of whole.intervals) {
    for (const minute of minutes) {
      const label = labelAt(minute, days <= 2 ? 'hour' : 'day', first.timezone);
      const part = parts.get(label);
      if (part) part.push(minute);
      else parts.set(label, [minute]);
    }
  }
  return [...parts.values()].map((minutes) => [{ start: minutes[0]!, minutes }]);
}

const measuresOf: Record<string, readonly string[]> = {
  traffic: ['people', 'adult'],
  gender: ['male', 'female', 'unknown'],
  trafficpos: ['people'],
  labor: ['people'],
  queue: ['wait'],
  service: ['service'],
  zone_occupancy: ['level'],
  occupancy: ['level'],
};

/** Received over expected; rounded down. Nobody expects sales. */
function completenessOf(asked: Asked, members: readonly Book[], bucket: Bucket, now: number): number | null {
  const needsPeople = asked.metrics.some((word) => /ins|outs|traffic/.test(word));
  const measures = asked.source === 'labor' && !needsPeople ? [] : (measuresOf[asked.source] ?? []);
  const due = members.filter(({ measure }) => measures.includes(measure));
  const until = (Math.floor(now / 60) - 1) * 60;
  let [expected, received] = [0, 0];
  for (const { intervals } of [bucket]) {
    for (const { minutes } of intervals) {
      for (const minute of minutes) {
        if (minute < until) expected += 60 * due.length;
        for (const { counts, levels, heard } of due)
          received += counts.has(minute) || levels.has(minute) ? 60 : (heard.get(minute) ?? 0);
      }
    }
  }
  return expected === 0 ? null : Math.floor(Math.min(1, received / expected) * 10_000) / 10_000;
}
