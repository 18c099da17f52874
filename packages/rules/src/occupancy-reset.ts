import { dateOfDay, dayOfDate, isSkippedTime, secondsOfTime } from '@atrium/calendar/opening-hours';
import { dayStart, firstInstantAt, localDay, zoneOf } from '@atrium/calendar/zones';
import type { Problem } from './problem.ts';
import { isOccupancy, resetTexts } from './reset-config.ts';

export const occupancyResetTexts = {
  resetDate: 'Reset date is required',
  form: 'Write the time as 2026-03-29T14:30, or end it with Z for UTC',
  future: 'Reset date must not be in the future',
  tooOld: 'Reset date must not be before the year 2000',
  occupants: resetTexts.value,
  twice: 'A reset already exists at this time',
  range: 'End date must not be before the start date',
  skipped: (time: string, date: string, timezone: string) => `There is no ${time} on ${date} in ${timezone}`,
} as const;

/** As entered. Without Z or an offset the time is local. */
export interface ResetDraft {
  readonly resetDate: string | null;
  readonly occupants: unknown;
}

export interface Reset {
  readonly resetDate: Date;
  readonly occupants: number;
}

/** A manual reset, or its problem. */
export function manualReset(draft: ResetDraft, timezone: string, now: Date): Reset | Problem[] {
  const { occupants } = draft;
  const moment = draft.resetDate ? momentOf(draft.resetDate, timezone) : occupancyResetTexts.resetDate;
  const problems = [
    ...(typeof moment === 'string' ? [{ path: 'resetDate', message: moment }] : momentProblems(moment, now)),
    ...(isOccupancy(occupants) ? [] : [{ path: 'occupants', message: occupancyResetTexts.occupants }]),
  ];
  if (typeof moment === 'string' || !isOccupancy(occupants) || problems.length > 0) return problems;
  return { resetDate: moment, occupants };
}

/** The number of days before today that are listed by default. */
export const searchedDays = 7;

/** The default dates of the list: today and the days before it. */
export function searchedDates(timezone: string, now: Date): { startDate: string; endDate: string } {
  const today = localDay(zoneOf(timezone), Math.floor(now.getTime() / 1000));
  return { startDate: dateOfDay(today - searchedDays), endDate: dateOfDay(today) };
}

/** From the first instant (inclusive) to the last (exclusive) of the request, or its problem. */
export function searchedRange(
  asked: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  timezone: string,
  now: Date,
): { from: Date; to: Date } | Problem[] {
  const to = edgeOf(asked.endDate ?? searchedDates(timezone, now).endDate, timezone, 1);
  if (typeof to === 'string') return [{ path: 'endDate', message: to }];
  const from = edgeOf(asked.startDate ?? searchedDates(timezone, new Date(to.getTime() - 1)).startDate, timezone, 0);
  if (typeof from === 'string') return [{ path: 'startDate', message: from }];
  return to < from ? [{ path: 'endDate', message: occupancyResetTexts.range }] : { from, to };
}

/** A date is the whole local day. */
function edgeOf(text: string, timezone: string, daysOn: number): Date | string {
  const day = knownDay(text);
  return day === undefined ? momentOf(text, timezone) : new Date(dayStart(zoneOf(timezone), day + daysOn) * 1000);
}

/** Callers' clocks may be slightly ahead. */
const tolerance = 60_000;
const earliest = Date.UTC(2000, 0, 1);

function momentProblems(moment: Date, now: Date): Problem[] {
  if (moment.getTime() > now.getTime() + tolerance) return [{ path: 'resetDate', message: occupancyResetTexts.future }];
  if (moment.getTime() < earliest) return [{ path: 'resetDate', message: occupancyResetTexts.tooOld }];
  return [];
}

const pattern = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::([0-5]\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:\d\d)?$/i;

/** The moment of an entered time, or its problem. Of a repeated time it is the first; a skipped time is invalid. */
function momentOf(text: string, timezone: string): Date | string {
  const [, date = '', time = '', seconds = '0', fraction = '', suffix] = pattern.exec(text) ?? [];
  const day = knownDay(date);
  const ofDay = secondsOfTime(time);
  if (day === undefined || ofDay === undefined) return occupancyResetTexts.form;
  const wall = day * 86_400 + ofDay + Number(seconds);
  const milliseconds = Number(fraction.padEnd(3, '0'));
  if (suffix !== undefined) return new Date((wall - offsetOf(suffix)) * 1000 + milliseconds);
  const zone = zoneOf(timezone);
  if (isSkippedTime(zone, date, time)) return occupancyResetTexts.skipped(time, date, timezone);
  return new Date(firstInstantAt(zone, wall) * 1000 + milliseconds);
}

/** None for days outside the time zone data. */
function knownDay(date: string): number | undefined {
  return date > '1970-01-01' && date < '2200-01-01' ? dayOfDate(date) : undefined;
}

/** Seconds ahead of UTC. */
function offsetOf(suffix: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(suffix) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}
