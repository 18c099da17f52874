import { dateOfDay, dayOfDate, isSkippedTime, secondsOfTime, wallHours } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { type Problem, problemIf } from './problem.ts';

export const scheduleTexts = {
  name: 'Name is required',
  nameLong: 'Name must have at most 200 characters',
  effectiveDate: 'Effective date must be tomorrow or later',
  versionOrder: 'Effective date must be after that of the previous hours',
  weekday: 'Weekday must be 0 (Sunday) to 6 (Saturday)',
  time: 'Time must be HH:mm',
  periodOverlap: 'These hours overlap other hours of the schedule',
  location: 'Location is required',
  schedule: 'Schedule is required',
  date: 'Date must be YYYY-MM-DD',
  startDateMissing: 'Start date is required',
  endDateMissing: 'End date is required',
  endDate: 'End date must not be before the start date',
  assignmentOverlap: 'Assignment dates overlap another assignment. Please fix before saving',
  type: 'Type is required',
  description: 'Description is required',
  descriptionLong: 'Description must have at most 500 characters',
  bothTimes: 'Enter both an opening and a closing time',
  extendedTimes: 'Extended hours need an open and a close time',
  extendedClosed: 'Extended hours cannot be closed',
  closedTimes: 'A closed day has no open or close time',
  exceptionOverlap: 'Exception dates overlap another exception. Please fix before saving',
} as const;

/** An assignment without an end lasts until then. */
export const farFuture = '9999-12-31';

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** By their codes. */
export const exceptionTypes = ['Holiday', 'Planned Closure', 'Extended Hours', 'Other'] as const;
export const extendedHours = 2;

/** Time zones of the locations that have a schedule, and of all locations of its organization. */
export interface ScheduleZones {
  readonly assigned: readonly string[];
  readonly all: readonly string[];
}

/**
 * The first possible date of changed hours: tomorrow at every location that has the schedule, because hours in force
 * never change. A schedule without locations uses the location where tomorrow begins last, an organization without
 * locations uses UTC.
 */
export function earliestEffectiveDate(now: Date, { assigned, all }: ScheduleZones): string {
  const days = (zones: readonly string[]) => zones.map((name) => dayOfDate(dateIn(name, now))!);
  if (assigned.length > 0) return dateOfDay(Math.max(...days(assigned)) + 1);
  return dateOfDay(Math.min(...days(all.length > 0 ? all : ['UTC'])) + 1);
}

/** The picker leaves one more day of room. */
export function earliestPickedDate(earliest: string): string {
  return dateOfDay(dayOfDate(earliest)! + 1);
}

/** The current date in a time zone. */
export function dateIn(timezone: string, now: Date): string {
  return dateOfDay(localDay(zoneOf(timezone), Math.floor(now.getTime() / 1000)));
}

/**
 * When an assignment ends after its schedule is deleted: on the location's current date, so that past counts stay; null
 * if it has not begun.
 */
export function endOfAssignment({ startDate, endDate }: Dates, today: string): string | null {
  if (startDate > today) return null;
  return endDate < today ? endDate : today;
}

export function scheduleProblems(
  schedule: { readonly name: string | null; readonly effectiveDate?: string | null | undefined },
  earliest: string,
): Problem[] {
  const { effectiveDate } = schedule;
  const name = (schedule.name ?? '').trim();
  return [
    ...problemIf(name === '', 'name', scheduleTexts.name),
    ...problemIf(name.length > 200, 'name', scheduleTexts.nameLong),
    ...(effectiveDate === undefined ? [] : effectiveDateProblems(effectiveDate, earliest)),
  ];
}

export interface Period {
  readonly weekday: number;
  readonly openTime: string;
  readonly closeTime: string;
}

/** The problems of hours among the other hours of the same schedule. */
export function periodProblems(period: DraftPeriod, others: readonly Period[]): Problem[] {
  const { weekday, openTime, closeTime } = period;
  if (weekday === null || !isWeekday(weekday)) return [{ path: 'weekday', message: scheduleTexts.weekday }];
  const wrong = [...timeProblems('openTime', openTime), ...timeProblems('closeTime', closeTime)];
  if (wrong.length > 0 || openTime === null || closeTime === null) return wrong;
  const clash = others.find((other) => periodsOverlap({ weekday, openTime, closeTime }, other));
  return clash ? [{ path: 'openTime', message: `${scheduleTexts.periodOverlap}: ${inWords(clash)}` }] : [];
}

/** The unsaved input. */
export interface DraftPeriod {
  readonly weekday: number | null;
  readonly openTime: string | null;
  readonly closeTime: string | null;
}

/** The problems of the hours of a whole week, each by its index; an overlap is reported at the later one. */
export function weekProblems(periods: readonly DraftPeriod[]): Problem[] {
  const whole: Period[] = [];
  return periods.flatMap((period, index) => {
    const problems = periodProblems(period, whole);
    if (isWhole(period)) whole.push(period);
    return problems.map(({ path, message }) => ({ path: `schedule_period.${index}.${path}`, message }));
  });
}

function isWhole(period: DraftPeriod): period is Period {
  return periodProblems(period, []).length === 0;
}

export interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

export function datesCover({ startDate, endDate }: Dates, date: string): boolean {
  return startDate <= date && date <= endDate;
}

export function assignmentProblems(
  assignment: {
    readonly locationId: string | null;
    readonly scheduleId: string | null;
    readonly startDate: string | null;
    readonly endDate: string | null;
  },
  /** The location's other assignments. */
  others: readonly Dates[],
): Problem[] {
  return [
    ...problemIf(!assignment.locationId, 'locationId', scheduleTexts.location),
    ...problemIf(!assignment.scheduleId, 'scheduleId', scheduleTexts.schedule),
    ...datesProblems(assignment, others, scheduleTexts.assignmentOverlap),
  ];
}

export interface Exception {
  readonly type: number | null;
  readonly closed: boolean;
  readonly description: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly openTime: string | null;
  readonly closeTime: string | null;
}

export function exceptionProblems(
  exception: Exception,
  /** The other exceptions of the same scope. */
  others: readonly Dates[],
  /** The time zone of its one location. */
  timezone?: string,
): Problem[] {
  const { type, closed, openTime, closeTime } = exception;
  const description = (exception.description ?? '').trim();
  const timed = openTime !== null || closeTime !== null;
  return [
    ...problemIf(type === null || exceptionTypes[type] === undefined, 'type', scheduleTexts.type),
    ...problemIf(description === '', 'description', scheduleTexts.description),
    ...problemIf(description.length > 500, 'description', scheduleTexts.descriptionLong),
    ...problemIf(type === extendedHours && closed, 'closed', scheduleTexts.extendedClosed),
    ...problemIf(type === extendedHours && !closed && !timed, 'openTime', scheduleTexts.extendedTimes),
    ...problemIf(closed && timed, 'openTime', scheduleTexts.closedTimes),
    ...(timed && !closed ? exceptionTimes(exception, timezone) : []),
    ...datesProblems(exception, others, scheduleTexts.exceptionOverlap),
  ];
}

export function datesOverlap(a: Dates, b: Dates): boolean {
  return a.startDate <= b.endDate && b.startDate <= a.endDate;
}

function effectiveDateProblems(date: string | null, earliest: string): Problem[] {
  if (date === null || dayOfDate(date) === undefined) return [{ path: 'effectiveDate', message: scheduleTexts.date }];
  return problemIf(date < earliest, 'effectiveDate', scheduleTexts.effectiveDate);
}

/** Validates the effective date of a later version. */
export function versionDateProblems(effectiveDate: string, before: string | undefined): Problem[] {
  const path = 'effectiveDate';
  if (dayOfDate(effectiveDate) === undefined) return [{ path, message: scheduleTexts.date }];
  return problemIf(before !== undefined && effectiveDate <= before, path, scheduleTexts.versionOrder);
}

function timeProblems(path: string, time: string | null): Problem[] {
  return problemIf(time === null || secondsOfTime(time) === undefined, path, scheduleTexts.time);
}

function exceptionTimes({ openTime, closeTime, startDate, endDate }: Exception, timezone: string | undefined) {
  if (openTime === null) return [{ path: 'openTime', message: scheduleTexts.bothTimes }];
  if (closeTime === null) return [{ path: 'closeTime', message: scheduleTexts.bothTimes }];
  const wrong = [...timeProblems('openTime', openTime), ...timeProblems('closeTime', closeTime)];
  // Over several days such a time moves to where the clock jumps; on that one night it is an error.
  if (wrong.length > 0 || !timezone || !startDate || startDate !== endDate) return wrong;
  const { to } = wallHours({ openTime, closeTime });
  const day = dayOfDate(startDate);
  if (day === undefined) return wrong;
  const lastDate = to >= 86_400 ? dateOfDay(day + 1) : startDate;
  const skipped = (path: string, date: string, time: string) =>
    problemIf(isSkippedTime(zoneOf(timezone), date, time), path, `There is no ${time} on ${date} in ${timezone}`);
  return [...skipped('openTime', startDate, openTime), ...skipped('closeTime', lastDate, closeTime)];
}

function datesProblems(
  { startDate, endDate }: { readonly startDate: string | null; readonly endDate: string | null },
  others: readonly Dates[],
  overlap: string,
): Problem[] {
  const wrong = [
    ...dateProblems('startDate', startDate),
    ...(startDate || endDate ? dateProblems('endDate', endDate) : []),
  ];
  if (wrong.length > 0) return wrong;
  const dates = { startDate: startDate!, endDate: endDate! };
  if (dates.endDate < dates.startDate) return [{ path: 'endDate', message: scheduleTexts.endDate }];
  return problemIf(
    others.some((other) => datesOverlap(dates, other)),
    'startDate',
    overlap,
  );
}

function dateProblems(path: 'startDate' | 'endDate', date: string | null): Problem[] {
  if (!date) return [{ path, message: scheduleTexts[`${path}Missing`] }];
  return problemIf(dayOfDate(date) === undefined, path, scheduleTexts.date);
}

function isWeekday(weekday: number): boolean {
  return weekdays[weekday] !== undefined;
}

const day = 86_400;
const week = 7 * day;

/** The week wraps around, so that Saturday night meets Sunday morning. */
function periodsOverlap(a: Period, b: Period): boolean {
  const [first, second] = [a, b].map((period) => {
    const { from, to } = wallHours(period);
    return { from: period.weekday * day + from, to: period.weekday * day + to };
  });
  return [-week, 0, week].some((shift) => first!.from < second!.to + shift && second!.from + shift < first!.to);
}

function inWords({ weekday, openTime, closeTime }: Period): string {
  return `${weekdays[weekday]} ${openTime} – ${closeTime}`;
}
