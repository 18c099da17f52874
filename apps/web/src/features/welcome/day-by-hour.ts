import { bucketEdges } from '@atrium/calendar/groupings';
import { localDayStart, nextLocalDayStart, zoneOf } from '@atrium/calendar/zones';
import type { TrafficRow } from '@atrium/contract/data';
import type { ChartPoint } from '../../analytics/charts/model.ts';
import { pointState } from '../../analytics/charts/point-state.ts';

export interface Hour {
  /** Epoch milliseconds. */
  start: number;
  end: number;
  state: ChartPoint['state'];
  ins: number | null;
  outs: number | null;
  previousIns: number | null;
  previousOuts: number | null;
  completeness: number | null;
}

interface Answer {
  results: readonly TrafficRow[];
  /** Row by row what the results are compared with, and on to the end of that day. */
  previousResults: readonly TrafficRow[];
}

/**
 * All hours of the day that an answer is about, whether they have begun or not: 23, 24 or 25 of them. The day is that of
 * the first row, so that an answer given just before midnight is not taken for the new day's.
 */
export function dayByHour({ results, previousResults }: Answer, timezone: string, now: number): Hour[] {
  const zone = zoneOf(timezone);
  const first = results[0]?.recordDate === undefined ? now : Date.parse(results[0].recordDate);
  const day = Math.floor(first / 1000);
  const edges = bucketEdges(zone, localDayStart(zone, day), nextLocalDayStart(zone, day), 'hour');
  const rows = new Map(results.map((row) => [Date.parse(row.recordDate ?? ''), row]));
  return edges.slice(0, -1).map((edge, index) => {
    const start = edge * 1000;
    const end = (edges[index + 1] ?? edge) * 1000;
    const row = rows.get(start);
    const previous = previousResults[index];
    return {
      start,
      end,
      state: pointState(start, end, row, now),
      ins: row?.sumins ?? null,
      outs: row?.sumouts ?? null,
      previousIns: previous?.sumins ?? null,
      previousOuts: previous?.sumouts ?? null,
      completeness: row?.completeness ?? null,
    };
  });
}

/** The sum of what was received, or null when nothing was. */
export function sumOf(hours: readonly Hour[], metric: 'ins' | 'outs'): number | null {
  const received = hours.flatMap((hour) => hour[metric] ?? []);
  return received.length === 0 ? null : received.reduce((sum, value) => sum + value, 0);
}
