import { dayNumber, isCivilDate, secondsPerDay, weekdayOf } from './civil.ts';
import { firstInstantAt, isKnownDay, localDay, type Zone } from './zones.ts';

/** From (inclusive) to (exclusive), epoch seconds. */
export interface OpenInterval {
  readonly from: number;
  readonly to: number;
}

/** `HH:mm` on the wall clock. A closing time that is not after the opening time is one of the next day. */
export interface WeeklyPeriod {
  /** 0 is Sunday, 6 Saturday. */
  readonly weekday: number;
  readonly openTime: string;
  readonly closeTime: string;
}

/** The periods in force from a date until the next version. */
export interface ScheduleVersion {
  readonly effectiveDate: string;
  readonly periods: readonly WeeklyPeriod[];
}

/** Dates are `YYYY-MM-DD`, both inclusive. */
interface DateSpan {
  readonly startDate: string;
  readonly endDate: string;
}

export interface AssignedSchedule extends DateSpan {
  readonly versions: readonly ScheduleVersion[];
}

export interface HoursException extends DateSpan {
  readonly closed: boolean;
  /** Null together: as on any other day. */
  readonly openTime: string | null;
  readonly closeTime: string | null;
  /** The times are added to the regular hours instead of replacing them. */
  readonly extends: boolean;
}

/** Everything that decides when a location is open. Neither assignments nor exceptions of one kind overlap. */
export interface OpeningHours<
  Assignment extends AssignedSchedule = AssignedSchedule,
  Exception extends HoursException = HoursException,
> {
  readonly assignments: readonly Assignment[];
  readonly locationExceptions: readonly Exception[];
  readonly organizationExceptions: readonly Exception[];
}

/** Hours of one day as seconds after its midnight on the wall clock; they may end on the next day. */
export interface WallHours {
  readonly from: number;
  readonly to: number;
}

/** The hours in force on a day, and why. */
export interface DayInForce<Assignment extends AssignedSchedule, Exception extends HoursException> {
  /** None: the hours are unknown, and the location counts as open. */
  readonly assignment: Assignment | undefined;
  readonly version: ScheduleVersion | undefined;
  readonly exception: Exception | undefined;
  /** Ascending, not touching each other. */
  readonly hours: readonly WallHours[];
}

/** The day number of `YYYY-MM-DD`; undefined for an invalid date, such as one in year 0. */
export function dayOfDate(date: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date)?.map(Number) ?? [];
  if (!year || month === undefined || day === undefined) return undefined;
  return isCivilDate({ year, month, day }) ? dayNumber(year, month, day) : undefined;
}

/** Seconds after midnight of `HH:mm`; undefined for an invalid time. */
export function secondsOfTime(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)?.map(Number) ?? [];
  return hours === undefined || minutes === undefined ? undefined : (hours * 60 + minutes) * 60;
}

/** Hours from one time to another, on the next day if it is not after the first: equal times are a whole day. */
export function wallHours({ openTime, closeTime }: { openTime: string; closeTime: string }): WallHours {
  const from = secondsOfTime(openTime);
  const to = secondsOfTime(closeTime);
  if (from === undefined || to === undefined) throw new RangeError(`Not opening hours: ${openTime} to ${closeTime}`);
  return { from, to: to > from ? to : to + secondsPerDay };
}

/**
 * The hours in force on a local day. An exception of the location takes precedence over one of the organization, and
 * both over the schedule. Without an assignment, or before it takes effect, a location is always open.
 */
export function dayInForce<Assignment extends AssignedSchedule, Exception extends HoursException>(
  hours: OpeningHours<Assignment, Exception>,
  date: string,
): DayInForce<Assignment, Exception> {
  const day = dayOfDate(date);
  if (day === undefined) throw new RangeError(`Not a date: ${date}`);
  const covers = ({ startDate, endDate }: DateSpan) => startDate <= date && date <= endDate;
  const assignment = hours.assignments.find(covers);
  const version = assignment && latest(assignment.versions, date);
  const exception = hours.locationExceptions.find(covers) ?? hours.organizationExceptions.find(covers);
  const regular = version ? (weekOf(version)[weekdayOf(day)] ?? []) : [wholeDay];
  return { assignment, version, exception, hours: exception ? united(excepted(exception, regular)) : regular };
}

/**
 * When a location is open between two instants: ascending intervals that neither overlap nor touch. Hours belong to the
 * day they begin on, so a night that began before a holiday runs to its end. A skipped time is the moment of the jump;
 * of a repeated time, the first counts. So consecutive hours on the wall clock are consecutive in time.
 */
export function openIntervals(hours: OpeningHours, zone: Zone, from: number, to: number): OpenInterval[] {
  if (!(from < to)) return [];
  const found: OpenInterval[] = [];
  // Hours extend into the next day at most, and a clock set back shows yesterday again.
  const first = localDay(zone, from) - 2;
  const last = localDay(zone, to) + 1;
  for (let day = first; day <= last; day += 1) {
    for (const wall of dayInForce(hours, dateOfDay(day)).hours) {
      const opens = Math.max(from, firstInstantAt(zone, day * secondsPerDay + wall.from));
      const closes = Math.min(to, firstInstantAt(zone, day * secondsPerDay + wall.to));
      if (opens < closes) found.push({ from: opens, to: closes });
    }
  }
  return united(found);
}

/** `YYYY-MM-DD` of a day number. */
export function dateOfDay(day: number): string {
  return new Date(day * secondsPerDay * 1000).toISOString().slice(0, 10);
}

/** Whether the clock of a zone skips this time on this date. */
export function isSkippedTime(zone: Zone, date: string, time: string): boolean {
  const day = dayOfDate(date);
  const seconds = secondsOfTime(time);
  if (day === undefined || seconds === undefined || !isKnownDay(day)) return false;
  const wall = day * secondsPerDay + seconds;
  const instant = firstInstantAt(zone, wall);
  return instant + zone.segmentAt(instant).offset !== wall;
}

const wholeDay: WallHours = { from: 0, to: secondsPerDay };

const weeks = new WeakMap<ScheduleVersion, readonly (readonly WallHours[])[]>();

/** By weekday; computed once, because a schedule is evaluated for every day of every location that has it. */
function weekOf(version: ScheduleVersion): readonly (readonly WallHours[])[] {
  const known = weeks.get(version);
  if (known) return known;
  const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
    united(version.periods.filter((period) => period.weekday === weekday).map(wallHours)),
  );
  weeks.set(version, week);
  return week;
}

function latest(versions: readonly ScheduleVersion[], date: string): ScheduleVersion | undefined {
  let found: ScheduleVersion | undefined;
  for (const version of versions) {
    if (version.effectiveDate <= date && (!found || version.effectiveDate > found.effectiveDate)) found = version;
  }
  return found;
}

function excepted(exception: HoursException, regular: readonly WallHours[]): readonly WallHours[] {
  if (exception.closed) return [];
  const { openTime, closeTime } = exception;
  if (openTime === null || closeTime === null) return regular;
  const special = wallHours({ openTime, closeTime });
  return exception.extends ? [...regular, special] : [special];
}

/** Overlapping and adjacent ones are merged. */
function united<Span extends { readonly from: number; readonly to: number }>(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (!last || span.from > last.to) result.push(span);
    else if (span.to > last.to) result[result.length - 1] = { ...last, to: span.to };
  }
  return result;
}
