import type { OpeningDay } from '@atrium/contract/opening-hours';

/** An interval of a day in minutes after midnight. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  /** Began on the day before. */
  readonly continued: boolean;
}

/** Hours in minutes after the midnight of the day they begin on; they may end on a later day. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

const day = 1440;

/** Splits hours by day. Those of the last day continue with the first if the week repeats. */
export function barsOf(days: readonly (readonly Minutes[])[], repeats: boolean): Bar[][] {
  const bars: Bar[][] = days.map(() => []);
  for (const [index, hours] of days.entries()) {
    for (const { from, to } of hours) {
      for (let ahead = 0; ahead * day < to; ahead += 1) {
        const place = index + ahead;
        const on = bars[repeats ? place % days.length : place];
        const part = { from: Math.max(from - ahead * day, 0), to: Math.min(to - ahead * day, day) };
        if (on && part.from < part.to) on.push({ ...part, continued: ahead > 0 });
      }
    }
  }
  return bars.map((each) => each.toSorted((a, b) => a.from - b.from));
}

/** `09:30` as minutes; 24:00 is the end of the day. */
function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** Hours of a schedule: those that do not close after they open close on the next day. */
export function minutesOfPeriod({ openTime, closeTime }: { openTime: string; closeTime: string }): Minutes {
  const from = minutesOf(openTime);
  const to = minutesOf(closeTime);
  return { from, to: to > from ? to : to + day };
}

/** Hours in force on a day, which may last longer than one. */
export function minutesInForce({ openTime, closeTime, ...instants }: OpeningDay['hours'][number]): Minutes {
  const from = minutesOf(openTime);
  const length = (Date.parse(instants.to) - Date.parse(instants.from)) / 60_000;
  let to = minutesOf(closeTime);
  // A clock change is at most three hours.
  while (to - from < length - 180 || to <= from) to += day;
  return { from, to };
}

export function isWholeDay({ from, to }: Minutes): boolean {
  return from === 0 && to === day;
}
