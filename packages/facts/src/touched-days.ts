import type { Erasure } from './facts-interface.ts';
import type { SeriesDay } from './question.ts';
import { DAY, MAX_SPAN, MINUTE, type MinuteRow } from './rows.ts';

/** The days whose quarters change with these rows: mark them before the rows are appended. */
export function daysTouchedBy(rows: Iterable<Pick<MinuteRow, 'series' | 'at' | 'span'>>): SeriesDay[] {
  const days = new Map<number, Map<number, SeriesDay>>();
  for (const { series, at, span } of rows) {
    let ofSeries = days.get(series);
    if (!ofSeries) days.set(series, (ofSeries = new Map()));
    const lastMinute = at - (at % MINUTE) + (Math.max(Math.round(span / MINUTE), 1) - 1) * MINUTE;
    for (let day = at - (at % DAY); day <= lastMinute; day += DAY)
      if (!ofSeries.has(day)) ofSeries.set(day, { series, day });
  }
  return [...days.values()].flatMap((ofSeries) => [...ofSeries.values()]);
}

/** An erasure affects days up to the maximum record length beyond its end. */
export function daysTouchedByErasure({ series, from, to }: Pick<Erasure, 'series' | 'from' | 'to'>): SeriesDay[] {
  const days: SeriesDay[] = [];
  if (from === to) return days;
  for (let day = from - (from % DAY); day < to - 1 + MAX_SPAN; day += DAY) days.push({ series, day });
  return days;
}
