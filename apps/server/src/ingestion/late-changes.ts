import type { SeriesDay } from '@atrium/facts/question';
import { daysTouchedBy } from '@atrium/facts/touched-days';
import type { ChangedMinutes } from './occupancy/mark-store.ts';
import type { KindRows } from './plan-kinds.ts';

const day = 86_400;
/**
 * Seconds after which a written reading is late. An export that follows changes reports days again for an hour longer than this after
 * their end (`settledAfter` of analytics/export), so that what arrives in time needs no note.
 */
export const lateAfter = 2 * 3600;

/** UTC days of a series with late readings, by the epoch second at which they start, both inclusive. */
export interface LateDays {
  readonly seriesId: number;
  readonly from: number;
  readonly to: number;
}

interface WrittenRow {
  readonly series: number;
  readonly at: number;
  readonly span: number;
}

/** The days of everything late that bodies wrote. */
export function lateDaysOf(
  plans: readonly { readonly rows: readonly WrittenRow[]; readonly kinds: KindRows }[],
  now: number,
): LateDays[] {
  const late: WrittenRow[] = [];
  const before = now - lateAfter;
  const add = (row: WrittenRow) => {
    if (row.at < before) late.push(row);
  };
  for (const { rows, kinds } of plans) {
    for (const row of rows) add(row);
    for (const row of kinds.levels) add(row);
    for (const { series, at } of kinds.samples) add({ series, at, span: 60 });
    for (const { series, at } of kinds.heard) add({ series, at, span: 900 });
  }
  return runsOf(daysTouchedBy(late));
}

/** The days of ranges of minutes. */
export function lateDaysWithin(changed: readonly ChangedMinutes[], now: number): LateDays[] {
  const before = now - lateAfter;
  return changed
    .filter(({ from, to }) => from < to && from < before)
    .map(({ seriesId, from, to }) => ({ seriesId, from: startOfDay(Math.max(from, 0)), to: startOfDay(to - 1) }));
}

/** Days that follow each other are one row where they are many, so that a long history does not become thousands. */
export function runsOf(days: readonly SeriesDay[]): LateDays[] {
  const sorted = days.toSorted((one, other) => one.series - other.series || one.day - other.day);
  const runs: { seriesId: number; from: number; to: number }[] = [];
  for (const { series, day: start } of sorted) {
    const last = runs.at(-1);
    if (last?.seriesId === series && start <= last.to + day) last.to = start;
    else runs.push({ seriesId: series, from: start, to: start });
  }
  return runs.flatMap((run) => ((run.to - run.from) / day < maxSingleDays ? singleDays(run) : [run]));
}

/** The rows of single days are written again and again, so there are never many of them. */
const maxSingleDays = 7;

function singleDays({ seriesId, from, to }: LateDays): LateDays[] {
  return Array.from({ length: (to - from) / day + 1 }, (_, index) => {
    const start = from + index * day;
    return { seriesId, from: start, to: start };
  });
}

function startOfDay(at: number): number {
  return at - (at % day);
}
