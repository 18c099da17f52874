import type { HoursException, OpeningHours, WeeklyPeriod } from './opening-hours.ts';

/**
 * Opening hours once more, minute by minute, from nothing but the platform's clock: the measure for `openIntervals`.
 *
 * An observer who waits for a wall-clock time sees it pass, even if the clock jumps over it; one who has seen it pass does not
 * wait for it again when the clock is set back. So what counts is the latest time the wall clock has shown so far.
 */
export interface Minutes {
  readonly start: number;
  /** Per minute, the latest local time shown so far, as `YYYY-MM-DDTHH:mm` read as if it were UTC, in milliseconds. */
  readonly latestShown: readonly number[];
}

const minute = 60_000;
const day = 86_400_000;

export function watchClock(timeZone: string, start: number, minutes: number): Minutes {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const shown = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}:00Z`);
  const latestShown: number[] = [];
  let latest = 0;
  for (let at = start - day; at < start + minutes * minute; at += minute) {
    latest = Math.max(latest, shown(at));
    if (at >= start) latestShown.push(latest);
  }
  return { start, latestShown };
}

/** Open (1) or closed (0), for each minute. */
export function openMinutes(hours: OpeningHours, { latestShown }: Minutes): Uint8Array {
  let midnight = Number.NaN;
  let claims: readonly (readonly [number, number])[] = [];
  const open = new Uint8Array(latestShown.length);
  for (const [index, wall] of latestShown.entries()) {
    if (!(wall >= midnight && wall < midnight + day)) {
      midnight = Math.floor(wall / day) * day;
      claims = [...hoursBegunOn(hours, midnight - day), ...hoursBegunOn(hours, midnight)];
    }
    for (const [from, to] of claims) if (from <= wall && wall < to) open[index] = 1;
  }
  return open;
}

function hoursBegunOn(hours: OpeningHours, midnight: number): readonly (readonly [number, number])[] {
  const date = new Date(midnight).toISOString().slice(0, 10);
  const own = hours.locationExceptions.filter((each) => isWithin(each, date));
  const common = hours.organizationExceptions.filter((each) => isWithin(each, date));
  const exception: HoursException | undefined = [...own, ...common][0];
  if (exception?.closed) return [];
  const span = (period: Omit<WeeklyPeriod, 'weekday'>): readonly [number, number] => {
    const from = midnight + clockTime(period.openTime);
    const to = midnight + clockTime(period.closeTime);
    return [from, to <= from ? to + day : to];
  };
  const special =
    exception && exception.openTime !== null && exception.closeTime !== null
      ? [span({ openTime: exception.openTime, closeTime: exception.closeTime })]
      : [];
  if (special.length > 0 && !exception?.extends) return special;

  const assigned = hours.assignments.filter((each) => isWithin(each, date))[0];
  const versions = assigned?.versions.filter(({ effectiveDate }) => effectiveDate <= date) ?? [];
  versions.sort((a, b) => a.effectiveDate.localeCompare(b.effectiveDate));
  const inForce = versions.pop();
  if (!inForce) return [...special, [midnight, midnight + day]];
  const weekday = new Date(midnight).getUTCDay();
  return [...special, ...inForce.periods.filter((period) => period.weekday === weekday).map(span)];
}

function isWithin({ startDate, endDate }: { startDate: string; endDate: string }, date: string): boolean {
  return Date.parse(startDate) <= Date.parse(date) && Date.parse(date) <= Date.parse(endDate);
}

function clockTime(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return (Number(hours) * 60 + Number(minutes)) * minute;
}
