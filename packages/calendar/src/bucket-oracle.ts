import type { WeekStart } from './civil.ts';
import type { Fold, Grouping } from './groupings.ts';

/** What the clock on the wall showed at an instant. */
export interface Glance {
  readonly at: number;
  /** `2026-03-29`. */
  readonly date: string;
  readonly minuteOfDay: number;
  /** The newest date shown so far: a clock that is set back across midnight does not end a day. */
  readonly day: string;
}

/** Looks at the clock of a zone again and again, with the platform's own calendar: slow and obvious, for tests. */
export function watchClock(timeZone: string, from: number, to: number, everySeconds = 60): Glance[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const glances: Glance[] = [];
  let day = '';
  for (let at = from; at < to; at += everySeconds) {
    const [date = '', time = ''] = clock.format(at * 1000).split(' ');
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    if (date > day) day = date;
    glances.push({ at, date, minuteOfDay: hour * 60 + minute, day });
  }
  return glances;
}

/** The instants at which a new bucket begins, the first glance included. */
export function observedStarts(
  glances: readonly Glance[],
  grouping: Grouping,
  step = 1,
  weekStart: WeekStart = 0,
): number[] {
  const isNew =
    grouping === 'minute' || grouping === 'hour'
      ? newByClock(step * (grouping === 'hour' ? 60 : 1))
      : (glance: Glance, before: Glance) =>
          glance.day !== before.day &&
          unitOf(grouping, glance.day, weekStart) !== unitOf(grouping, before.day, weekStart);
  return glances.filter((glance, index) => index === 0 || isNew(glance, glances[index - 1]!)).map(({ at }) => at);
}

/** How often each weekday, or hour of a weekday, was seen; `3` is a Wednesday, `3 14` its hour from two o'clock. */
export function observedSlots(glances: readonly Glance[], fold: Fold): Map<string, number> {
  const slots = new Map<string, number>();
  for (const { day, date, minuteOfDay } of glances) {
    const slot = fold === 'weekday' ? `${weekdayOf(day)}` : `${weekdayOf(date)} ${Math.floor(minuteOfDay / 60)}`;
    slots.set(slot, (slots.get(slot) ?? 0) + 1);
  }
  return slots;
}

/** Another number of steps since midnight, or the same one again because the clock went back by at least a step. */
function newByClock(minutes: number) {
  return (glance: Glance, before: Glance): boolean => {
    const stepOf = ({ date, minuteOfDay }: Glance) => `${date} ${Math.floor(minuteOfDay / minutes)}`;
    const back = shownMinute(before) - shownMinute(glance) + (glance.at - before.at) / 60;
    return stepOf(glance) !== stepOf(before) || back >= minutes;
  };
}

function shownMinute({ date, minuteOfDay }: Glance): number {
  return Date.parse(`${date}T00:00Z`) / 60_000 + minuteOfDay;
}

function unitOf(grouping: Exclude<Grouping, 'minute' | 'hour'>, day: string, weekStart: WeekStart): string {
  switch (grouping) {
    case 'day':
      return day;
    case 'month':
      return day.slice(0, 7);
    case 'year':
      return day.slice(0, 4);
    case 'week':
      return lastWeekday(day, weekStart);
    case 'isoweek':
      return lastWeekday(day, 1);
  }
}

/** The newest such weekday that is not after a day. */
function lastWeekday(day: string, weekday: number): string {
  const date = new Date(`${day}T00:00Z`);
  while (date.getUTCDay() !== weekday) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay();
}
