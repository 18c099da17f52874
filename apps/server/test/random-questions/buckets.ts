import { Temporal } from 'temporal-polyfill';
import type { Asked } from './asked.ts';

/** Stretches of minutes in which the place was open, if that matters; each stretch ends where another bucket begins. */
export interface Bucket {
  readonly name: string;
  readonly intervals: readonly Interval[];
}
export interface Interval {
  readonly start: number;
  readonly minutes: readonly number[];
}

export function bucketsOf(asked: Asked, timezone: string, now: number): Bucket[] {
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
export function labelAt(minute: number, grouping: string, timezone: string): string {
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
