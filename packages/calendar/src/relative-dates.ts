import {
  addUnits,
  type CalendarUnit,
  dayNumber,
  isCivilDate,
  secondsPerDay,
  startOfUnit,
  type WeekStart,
} from './civil.ts';
import { bucketEdges } from './groupings.ts';
import { InvalidPeriod, type PeriodField } from './invalid-period.ts';
import { dayStart, firstInstantAt, lastInstantAt, localDay, wallClock, type Zone } from './zones.ts';

/** From (inclusive) to (exclusive), epoch seconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The first moment of the unit that contains today, or now for hours, moved by a number of units. */
export interface DateRule {
  readonly unit: CalendarUnit | 'hour';
  readonly shift: number;
}

interface RelativeDateRule {
  readonly label: string;
  readonly start: DateRule;
  /** Exclusive. */
  readonly end: DateRule;
  readonly future?: true;
}

const rule = (unit: DateRule['unit'], shift: number): DateRule => ({ unit, shift });

/**
 * The meaning of each name. `past…` are complete days before today; `this…` is the whole unit, what is yet to come
 * included; `monthtodate` ends with today. The organization decides on which day weeks begin.
 */
export const relativeDateRules = {
  thishour: { label: 'This hour', start: rule('hour', 0), end: rule('hour', 1) },
  today: { label: 'Today', start: rule('day', 0), end: rule('day', 1) },
  yesterday: { label: 'Yesterday', start: rule('day', -1), end: rule('day', 0) },
  thisweek: { label: 'This week', start: rule('week', 0), end: rule('week', 1) },
  lastweek: { label: 'Last week', start: rule('week', -1), end: rule('week', 0) },
  past7days: { label: 'Past 7 days', start: rule('day', -7), end: rule('day', 0) },
  past6weeks: { label: 'Past 6 weeks', start: rule('day', -42), end: rule('day', 0) },
  past30days: { label: 'Past 30 days', start: rule('day', -30), end: rule('day', 0) },
  thismonth: { label: 'This month', start: rule('month', 0), end: rule('month', 1) },
  monthtodate: { label: 'Month to date', start: rule('month', 0), end: rule('day', 1) },
  lastmonth: { label: 'Last month', start: rule('month', -1), end: rule('month', 0) },
  thisquarter: { label: 'This quarter', start: rule('quarter', 0), end: rule('quarter', 1) },
  lastquarter: { label: 'Last quarter', start: rule('quarter', -1), end: rule('quarter', 0) },
  thisyear: { label: 'This year', start: rule('year', 0), end: rule('year', 1) },
  lastyear: { label: 'Last year', start: rule('year', -1), end: rule('year', 0) },
  tomorrow: { label: 'Tomorrow', start: rule('day', 1), end: rule('day', 2), future: true },
  next7days: { label: 'Next 7 days', start: rule('day', 1), end: rule('day', 8), future: true },
} as const satisfies Record<string, RelativeDateRule>;

type RelativeDateRules = typeof relativeDateRules;
export type RelativeDate = keyof RelativeDateRules | 'custom';
/** Extends beyond today, so that only a forecast can answer it. */
export type FutureDate = {
  [Code in keyof RelativeDateRules]: RelativeDateRules[Code] extends { future: true } ? Code : never;
}[keyof RelativeDateRules];

const codes = Object.keys(relativeDateRules) as (keyof RelativeDateRules)[];
export const futureDates = codes.filter((code): code is FutureDate => 'future' in relativeDateRules[code]);
/** The date parameters of every query. */
export const relativeDates: readonly Exclude<RelativeDate, FutureDate>[] = [
  ...codes.filter((code): code is Exclude<typeof code, FutureDate> => !('future' in relativeDateRules[code])),
  'custom',
];

/** Those of a forecast too. */
export const allRelativeDates: readonly RelativeDate[] = [...codes, 'custom'];

export interface PeriodQuestion {
  readonly now: number;
  readonly zone: Zone;
  /** For `custom`: local dates (`2026-01-31`, the end inclusive) or local wall times (`2026-01-31T09:30`, exclusive). */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** A local date that replaces today. */
  readonly dateOverride?: string | undefined;
  /** Of the organization: for `thisweek` and `lastweek`. Sunday when absent. */
  readonly weekStart?: WeekStart | undefined;
}

export function resolveRelativeDate(code: RelativeDate, question: PeriodQuestion): Period {
  const { dateOverride, now, zone } = question;
  // Looked at for `custom` as well, which does not use it: what is malformed is refused.
  const today = dateOverride === undefined ? localDay(zone, now) : overridingDay(dateOverride);
  const period = code === 'custom' ? customPeriod(question) : ruledPeriod(relativeDateRules[code], question, today);
  if (period.from >= period.to)
    throw new InvalidPeriod('relativeDate', `This time does not exist in ${question.zone.name}.`);
  return period;
}

/** How many local days a period overlaps. */
export function rangeLengthDays(zone: Zone, { from, to }: Period): number {
  return localDay(zone, to - 1) - localDay(zone, from) + 1;
}

function ruledPeriod({ start, end }: RelativeDateRule, question: PeriodQuestion, today: number): Period {
  const { zone, weekStart } = question;
  const edgeOf = ({ unit, shift }: DateRule) =>
    unit === 'hour'
      ? hourEdge(question, today, shift)
      : dayStart(zone, addUnits(unit, startOfUnit(unit, today, weekStart), shift));
  return { from: edgeOf(start), to: edgeOf(end) };
}

/**
 * Hours are those of `bucketEdges`: a repeated one is two, so the one that runs now is meant. On a day that replaces
 * today it is the hour of the same time of day; one that is skipped there is replaced by what follows it.
 */
function hourEdge({ now, zone, dateOverride }: PeriodQuestion, today: number, shift: number): number {
  const [from, to] = [dayStart(zone, today), dayStart(zone, today + 1)];
  if (from === to) return from;
  const secondOfDay = wallClock(zone, now) % secondsPerDay;
  const moment = dateOverride === undefined ? now : firstInstantAt(zone, today * secondsPerDay + secondOfDay);
  const edges = bucketEdges(zone, from, to, 'hour');
  const current = edges.slice(0, -1).findLastIndex((edge) => edge <= moment);
  return edges[current + shift] ?? to;
}

function overridingDay(text: string): number {
  const { day, secondOfDay } = parseLocal('dateOverride', text);
  if (secondOfDay !== undefined)
    throw new InvalidPeriod('dateOverride', 'dateOverride must have the format YYYY-MM-DD.');
  return day;
}

function customPeriod({ zone, startDate, endDate }: PeriodQuestion): Period {
  const start = parseLocal('startDate', startDate);
  const end = parseLocal('endDate', endDate);
  const wallStart = start.day * secondsPerDay + (start.secondOfDay ?? 0);
  const wallEnd = end.day * secondsPerDay + (end.secondOfDay ?? secondsPerDay);
  if (wallEnd <= wallStart) throw new InvalidPeriod('endDate', 'The end must be after the start.');
  return {
    from: firstInstantAt(zone, wallStart),
    // Of a repeated wall-clock time the second is meant, so that nothing shown before it is left out.
    to: end.secondOfDay === undefined ? dayStart(zone, end.day + 1) : lastInstantAt(zone, wallEnd),
  };
}

interface LocalMoment {
  readonly day: number;
  /** Absent when only a date was written. */
  readonly secondOfDay: number | undefined;
}

/** Readings have 32-bit timestamps; a day on each side leaves room for every time zone. */
const firstYear = 1971;
const lastYear = 2100;

function parseLocal(field: PeriodField, text: string | undefined): LocalMoment {
  if (text === undefined || text === '') throw new InvalidPeriod(field, `A custom range needs ${field}.`);
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!match)
    throw new InvalidPeriod(field, `${field} must have the format YYYY-MM-DD or YYYY-MM-DDTHH:mm, in local time.`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (!isCivilDate({ year, month, day }) || hour > 23 || minute > 59 || second > 59)
    throw new InvalidPeriod(field, `This date does not exist: ${text}.`);
  if (year < firstYear || year > lastYear)
    throw new InvalidPeriod(field, `The year must be between ${firstYear} and ${lastYear}.`);
  return {
    day: dayNumber(year, month, day),
    secondOfDay: match[4] === undefined ? undefined : hour * 3600 + minute * 60 + second,
  };
}
