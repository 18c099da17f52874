import { localDay, dayStart, type Zone } from '@atrium/calendar/zones';

/** A sensor that has been silent for this many seconds is offline. */
export const silenceLimit = 15 * 60;
const maxPatience = 3 * 3600;
const missedInARow = 3;
/** Fewer bodies on the busiest day are not a pattern: the sensor was new, or mostly offline. */
const leastToLearnFrom = 20;
const secondsADay = 86_400;

/**
 * How long a sensor may be silent, in seconds. Many send once every quarter of an hour or every hour: they are offline
 * after missing three reports. The busiest of the previous days shows how often one sends; null if there was none yet.
 */
export function offlineAfterSeconds(bodiesOnBusiestDay: number | null): number {
  if (bodiesOnBusiestDay === null || bodiesOnBusiestDay < leastToLearnFrom) return silenceLimit;
  const interval = secondsADay / bodiesOnBusiestDay;
  return Math.min(maxPatience, Math.max(silenceLimit, Math.ceil(missedInARow * interval)));
}

/** Groups by how long ago a sensor went offline; each begins at a local midnight that many days ago. */
const daysBack = { today: 0, yesterday: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
export const ageGroups = [...(Object.keys(daysBack) as (keyof typeof daysBack)[]), 'old'] as const;
export type AgeGroup = (typeof ageGroups)[number];

/** Epoch seconds `[from, to)` of each group, in the time zone of the caller. */
export function agePeriods(now: number, zone: Zone): Record<AgeGroup, { from: number; to: number }> {
  const today = localDay(zone, now);
  const periods: Partial<Record<AgeGroup, { from: number; to: number }>> = {};
  let to = Infinity;
  for (const [group, back] of Object.entries(daysBack) as [keyof typeof daysBack, number][]) {
    const from = dayStart(zone, today - back);
    periods[group] = { from, to };
    to = from;
  }
  return { ...periods, old: { from: -Infinity, to } } as Record<AgeGroup, { from: number; to: number }>;
}

/** The length of the timeline in days, and its step in seconds. */
export const timelineDays = 7;
export const timelineStep = 15 * 60;
export const timelineSteps = (timelineDays * secondsADay) / timelineStep;

/** The first step of the timeline whose last one contains now. */
export function timelineStart(now: number): number {
  return (Math.floor(now / timelineStep) - timelineSteps + 1) * timelineStep;
}

/** How many of these intervals are open at the beginning of each step. An interval without an end continues. */
export function countAtSteps(stretches: readonly { from: number; to: number | null }[], start: number): number[] {
  const changes = Array.from({ length: timelineSteps + 1 }, () => 0);
  const stepFrom = (at: number) => Math.min(timelineSteps, Math.max(0, Math.ceil((at - start) / timelineStep)));
  for (const { from, to } of stretches) {
    const first = stepFrom(from);
    const end = to === null ? timelineSteps : stepFrom(to);
    if (end <= first) continue;
    changes[first] = (changes[first] ?? 0) + 1;
    changes[end] = (changes[end] ?? 0) - 1;
  }
  let held = 0;
  return changes.slice(0, timelineSteps).map((change) => (held += change));
}

export const maxCause = 500;
export const offlineSensorTexts = {
  causeRequired: 'Cause is required',
  causeTooLong: `Cause must be at most ${maxCause} characters`,
};

/** The problem of a cause, if any. */
export function causeProblem(cause: string | null): string | undefined {
  const text = cause?.trim() ?? '';
  if (text === '') return offlineSensorTexts.causeRequired;
  return text.length > maxCause ? offlineSensorTexts.causeTooLong : undefined;
}
