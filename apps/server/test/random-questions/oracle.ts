import { Temporal } from 'temporal-polyfill';
import type { Book, Places } from './books.ts';

/** A question, with the parameters of the data calls. */
export interface Asked {
  readonly source: string;
  readonly entityType: 'location' | 'site' | 'sensor' | 'zone';
  readonly entityIds: readonly string[];
  /** Local dates, both included. */
  readonly startDate: string;
  readonly endDate: string;
  /** Undefined for a total. */
  readonly dateGroupings: string | undefined;
  readonly metrics: readonly string[];
  readonly excludeClosedHours: boolean;
  readonly countFilter: number | undefined;
}

export type Row = Record<string, number | string | null | undefined>;

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

/** Stretches of minutes in which the place was open, if that matters; each stretch ends where another bucket begins. */
interface Bucket {
  readonly name: string;
  readonly intervals: readonly Interval[];
}
interface Interval {
  readonly start: number;
  readonly minutes: readonly number[];
}

function bucketsOf(asked: Asked, timezone: string, now: number): Bucket[] {
  const { startDate, endDate, dateGroupings = 'total' } = asked;
  const start = Temporal.PlainDate.from(startDate).toZonedDateTime({ timeZone: timezone });
  const end = Temporal.PlainDate.from(endDate).add({ days: 1 }).toZonedDateTime({ timeZone: timezone });
  const buckets = new Map<string, Interval[]>();
  let last = '';
  let current: number[] = [];
  for (let minute = start.epochMilliseconds / 1000; minute < end.epochMilliseconds / 1000; minute += 60) {
    const wall = wallOf(minute, timezone);
    const label = labelAt(minute, dateGroupings, timezone);
    if (label !== last) {
      // Buckets that have not begun are not answered.
      if (minute >= now) break;
      const name =
        foldOf(wall, dateGroupings) ?? (dateGroupings === 'total' ? '' : new Date(minute * 1000).toISOString());
      const intervals = buckets.get(name) ?? [];
      buckets.set(name, intervals);
      intervals.push({ start: minute, minutes: (current = []) });
      last = label;
    }
    if (!asked.excludeClosedHours || isOpen(wall)) current.push(minute);
  }
  return [...buckets].map(([name, intervals]) => ({ name, intervals }));
}

interface Wall {
  readonly date: Date;
  readonly offset: number;
}

const offsets = new Map<string, number>();

function wallOf(minute: number, timezone: string): Wall {
  const key = `${timezone} ${minute - (minute % 900)}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const instant = Temporal.Instant.fromEpochMilliseconds((minute - (minute % 900)) * 1000);
    offset = instant.toZonedDateTimeISO(timezone).offsetNanoseconds / 1e9;
    offsets.set(key, offset);
  }
  return { date: new Date((minute + offset) * 1000), offset };
}

const hours = (date: Date) => date.getUTCHours();
const iso = (date: Date) => date.toISOString().slice(0, 10);

const labels = new Map<string, Map<number, string>>();

/** Thousands of questions ask for the same minutes. */
function labelAt(minute: number, grouping: string, timezone: string): string {
  const key = `${timezone} ${grouping}`;
  const known = labels.get(key) ?? new Map<number, string>();
  labels.set(key, known);
  let label = known.get(minute);
  if (label === undefined) {
    label = labelOf(wallOf(minute, timezone), grouping, timezone);
    known.set(minute, label);
  }
  return label;
}

/** What a bucket is called on the wall. A repeated hour is another bucket if it is as long as one. */
function labelOf({ date, offset }: Wall, grouping: string, timezone: string): string {
  const [, unit = '', step = ''] = /^([a-z]+)(?:\((\d+)\))?/.exec(grouping)!;
  const repeats = timezone === 'Australia/Lord_Howe' ? 30 : 60;
  const clock = (length: number) => {
    const place = Math.floor((date.getUTCHours() * 60 + date.getUTCMinutes()) / length);
    return `${iso(date)} ${place} ${length <= repeats ? offset : ''}`;
  };
  const daysBack = (days: number) => iso(new Date(date.getTime() - days * 86_400_000));
  switch (unit) {
    case 'minute':
      return clock(Number(step || 15));
    case 'hour':
      return clock(60 * Number(step || 1));
    case 'weekday':
      return grouping === 'weekday,hour' ? clock(60) : iso(date);
    case 'day':
      return iso(date);
    case 'week':
      return daysBack(date.getUTCDay());
    case 'isoweek':
      return daysBack((date.getUTCDay() + 6) % 7);
    case 'month':
      return iso(date).slice(0, 7);
    case 'year':
      return iso(date).slice(0, 4);
    default:
      return 'total';
  }
}

function foldOf({ date }: Wall, grouping: string): string | undefined {
  if (grouping === 'weekday') return `${date.getUTCDay()}`;
  return grouping === 'weekday,hour' ? `${date.getUTCDay()} ${hours(date)}` : undefined;
}

/** As the schedule says: every day from nine to five. */
function isOpen({ date }: Wall): boolean {
  return hours(date) >= 9 && hours(date) < 17;
}

const applicationOf: Record<string, number> = { queue: 5, service: 6, zone_occupancy: 8 };

/** The series of an entity; which of them a metric needs follows from their measure. */
function membersOf({ books }: Places, asked: Asked, entityId: string): Book[] {
  const application = applicationOf[asked.source] ?? 1;
  return books.filter((book) => {
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
  return entityType === 'location' ? book.locationId : book.zone?.[`${entityType}Id`];
}

interface Metric {
  readonly column: string;
  /** Its average, lowest or highest over the buckets of the grouping. */
  readonly overBuckets?: 'avg' | 'min' | 'max' | undefined;
  readonly of: (members: readonly Book[], bucket: Bucket) => number | null;
}

function metricOf(word: string): Metric {
  const [, name = '', asked] = /^([a-z]+)(?:\(([a-z]+)\))?$/.exec(word)!;
  const ratio = ratios[name];
  if (ratio) return { column: name, of: ratio };
  const sum = sums[name];
  if (sum) {
    const how = (asked ?? 'sum') as 'sum' | 'avg' | 'min' | 'max';
    return { column: `${how}${name}`, of: sum, overBuckets: how === 'sum' ? undefined : how };
  }
  const how = asked ?? 'avg';
  if (name === 'zoneoccupancy') return { column: `${how}${name}`, of: (of, bucket) => level(of, bucket, how) };
  const measure = name === 'waittime' ? 'wait' : 'service';
  return { column: `${how}${name}`, of: (of, bucket) => sampled(samplesOf(of, bucket, measure), how) };
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

type Sum = (members: readonly Book[], bucket: Bucket) => number | null;

function counted(measure: string, way: 'ins' | 'outs'): Sum {
  return (members, { intervals }) => {
    let sum: number | null = null;
    for (const { counts, zone, measure: own } of members) {
      if (own !== measure && !(measure === 'people' && own === 'adult')) continue;
      for (const { minutes } of intervals)
        for (const minute of minutes) {
          const count = counts.get(minute);
          if (count) sum = (sum ?? 0) + count[way] * (zone?.scale ?? 1);
        }
    }
    return sum;
  };
}

/** Null where a sum that cannot be divided would have to be. */
function amount(measure: string, of: 'value' | 'n', unit = 1): Sum {
  return (members, { intervals }) => {
    let sum: number | null = null;
    for (const { amounts, wholes, measure: own } of members) {
      if (own !== measure) continue;
      for (const { minutes } of intervals) {
        for (const minute of minutes) {
          const found = amounts.get(minute);
          if (found) sum = (sum ?? 0) + found[of];
        }
        const here = wholes.length > 0 ? new Set(minutes) : undefined;
        for (const whole of wholes) {
          const inside = whole.minutes.filter((minute) => here?.has(minute)).length;
          if (inside === 0) continue;
          if (inside < whole.minutes.length) return null;
          sum = (sum ?? 0) + whole[of];
        }
      }
    }
    return sum === null ? null : sum * unit;
  };
}

function samplesOf(members: readonly Book[], { intervals }: Bucket, measure: string): number[] {
  const minutes = new Set(intervals.flatMap((interval) => interval.minutes));
  return members
    .filter((book) => book.measure === measure)
    .flatMap(({ samples }) => samples)
    .filter((sample) => minutes.has(sample.at - (sample.at % 60)))
    .map(({ seconds }) => seconds)
    .toSorted((a, b) => a - b);
}

function visits(measure: string): Sum {
  return (members, bucket) => {
    const count = samplesOf(members, bucket, measure).length;
    const those = members.filter((book) => book.measure === measure);
    return count > 0 || heardIn(those, bucket) > 0 ? count : null;
  };
}

const ins = counted('people', 'ins');
const outs = counted('people', 'outs');
const sales = amount('sales', 'value', 0.01);
const items = amount('items', 'value');
const transactions = amount('sales', 'n');
const staffHours = amount('labor', 'value', 1 / 3600);

const sums: Record<string, Sum> = {
  ins,
  outs,
  netsales: sales,
  itemcount: items,
  transactioncount: transactions,
  staffhours: staffHours,
  queuethroughput: visits('wait'),
  numberserved: visits('service'),
};

function per(part: Sum, whole: Sum): Sum {
  return (members, bucket) => {
    const [a, b] = [part(members, bucket), whole(members, bucket)];
    return a === null || b === null || b === 0 ? null : a / b;
  };
}

function gender(measure: string, way: 'ins' | 'outs'): Sum {
  const all: Sum = (members, bucket) => {
    const parts = ['male', 'female', 'unknown'].map((each) => counted(each, way)(members, bucket));
    return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
  };
  return per(counted(measure, way), all);
}

function without(all: Sum): Sum {
  return (members, bucket) => {
    const [people, buyers] = [all(members, bucket), transactions(members, bucket)];
    return people === null || buyers === null ? null : Math.max(0, people - buyers);
  };
}

const ratios: Record<string, Sum> = {
  maleinspct: gender('male', 'ins'),
  maleoutspct: gender('male', 'outs'),
  femaleinspct: gender('female', 'ins'),
  femaleoutspct: gender('female', 'outs'),
  unknowninspct: gender('unknown', 'ins'),
  unknownoutspct: gender('unknown', 'outs'),
  itemvalue: per(sales, items),
  itemssoldpercustomer: per(items, transactions),
  conversionrateins: per(transactions, ins),
  conversionrateouts: per(transactions, outs),
  trafficvalueins: per(sales, ins),
  trafficvalueouts: per(sales, outs),
  itemssoldpertrafficins: per(items, ins),
  itemssoldpertrafficouts: per(items, outs),
  browsersins: without(ins),
  browsersouts: without(outs),
  trafficperstaffhourins: per(ins, staffHours),
  trafficperstaffhourouts: per(outs, staffHours),
  netsalesperstaffhour: per(sales, staffHours),
  itemssoldperstaffhour: per(items, staffHours),
  transactioncountperstaffhour: per(transactions, staffHours),
};

function sampled(seconds: readonly number[], how: string): number | null {
  if (seconds.length === 0) return null;
  const total = seconds.reduce((sum, each) => sum + each, 0);
  const middle = (seconds.length - 1) / 2;
  switch (how) {
    case 'total':
      return total;
    case 'max':
      return seconds.at(-1)!;
    case 'median':
      return (seconds[Math.floor(middle)]! + seconds[Math.ceil(middle)]!) / 2;
    case 'trimmedmean': {
      // A tenth of the weight is cut off at each end; a visit on the border counts in part.
      const [low, high] = [seconds.length / 10, (seconds.length * 9) / 10];
      const kept = seconds.map((_, i) => Math.max(0, Math.min(i + 1, high) - Math.max(i, low)));
      return seconds.reduce((sum, each, i) => sum + each * kept[i]!, 0) / (high - low);
    }
    default:
      return total / seconds.length;
  }
}

function level(members: readonly Book[], { intervals }: Bucket, how: string): number | null {
  const minutes = intervals.flatMap((interval) => interval.minutes);
  const zones = members.filter(({ measure }) => measure === 'level');
  const read = zones.map(({ levels }) => minutes.flatMap((minute) => levels.get(minute) ?? []));
  if (read.every((readings) => readings.length === 0)) return null;
  const heard = read.filter((readings) => readings.length > 0);
  if (how === 'avg')
    return heard.reduce((sum, all) => sum + all.reduce((area, each) => area + each.area, 0) / (60 * all.length), 0);
  if (how === 'last') return heard.reduce((sum, all) => sum + all.at(-1)!.last, 0);
  const edge = how === 'max' ? 'hi' : 'lo';
  const together = minutes.flatMap((minute) => {
    const now = zones.flatMap(({ levels }) => levels.get(minute) ?? []);
    return now.length === 0 ? [] : [now.reduce((sum, each) => sum + each[edge], 0)];
  });
  return how === 'max' ? Math.max(...together) : Math.min(...together);
}

function heardIn(members: readonly Book[], { intervals }: Bucket): number {
  let seconds = 0;
  for (const { heard } of members)
    for (const { minutes } of intervals) for (const minute of minutes) seconds += heard.get(minute) ?? 0;
  return seconds;
}

const measuresOf: Record<string, readonly string[]> = {
  traffic: ['people', 'adult'],
  gender: ['male', 'female', 'unknown'],
  trafficpos: ['people'],
  labor: ['people'],
  queue: ['wait'],
  service: ['service'],
  zone_occupancy: ['level'],
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
