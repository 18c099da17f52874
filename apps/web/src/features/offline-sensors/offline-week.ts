import { dayStart, localDay, zoneOf } from '@atrium/calendar/zones';
import type { OfflineSensor } from '@atrium/contract/offline-sensors';
import { timelineStart, timelineStep, timelineSteps } from '@atrium/rules/offline-sensor';

/** A run of steps `[from, to)` of the last 7 days. */
interface Run {
  from: number;
  to: number;
}

export interface OfflineWeek {
  /** The first step, in epoch milliseconds. */
  start: number;
  runs: Run[];
  /** Milliseconds offline within these days. */
  offline: number;
}

/** When a sensor was offline in the last 7 days, in steps of 15 minutes: every step that overlaps. */
export function offlineWeek(
  records: readonly Pick<OfflineSensor, 'createdAt' | 'resolvedDate'>[],
  now: number,
): OfflineWeek {
  const start = timelineStart(now / 1000) * 1000;
  const step = timelineStep * 1000;
  const stretches = records
    .map(({ createdAt, resolvedDate }) => ({
      from: Math.max(start, Date.parse(createdAt)),
      to: Math.min(now, resolvedDate === null ? now : Date.parse(resolvedDate)),
    }))
    .filter(({ from, to }) => to > from);
  return {
    start,
    runs: stretches.map(({ from, to }) => ({
      from: Math.floor((from - start) / step),
      to: Math.min(timelineSteps, Math.ceil((to - start) / step)),
    })),
    offline: stretches.reduce((sum, { from, to }) => sum + to - from, 0),
  };
}

/** The local midnights of the 7 days from `start` on: when, in epoch milliseconds, and at which share of them. */
export function midnights(start: number, timezone: string): { instant: number; at: number }[] {
  const zone = zoneOf(timezone);
  const length = timelineSteps * timelineStep * 1000;
  const found: { instant: number; at: number }[] = [];
  for (let day = localDay(zone, start / 1000) + 1; ; day += 1) {
    const instant = dayStart(zone, day) * 1000;
    if (instant >= start + length) return found;
    found.push({ instant, at: (instant - start) / length });
  }
}
