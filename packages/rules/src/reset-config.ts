import { secondsOfTime } from '@atrium/calendar/opening-hours';
import { offsetAt, zoneOf } from '@atrium/calendar/zones';
import { type Problem, problemIf } from './problem.ts';

export const resetTexts = {
  time: 'Reset time must be HH:mm',
  value: 'Reset value must be a positive number',
  duplicate: 'Reset time must not duplicate an existing one',
  tooMany: 'At most 96 reset times a day',
  choice: 'A daily reset needs hours of operation without a fixed time, or a fixed time with at least one reset time',
} as const;

/** At this time of day the occupancy is set to this number. */
export interface ResetTime {
  readonly time: string;
  readonly value: number;
}

/** Whether, when and to which value the occupancy of a space is reset every day. */
export interface ResetConfig {
  readonly resetDaily: boolean;
  readonly resetDailyAtTime: boolean;
  readonly resetWithHoursOfOp: boolean;
  readonly resetTimes: readonly ResetTime[];
}

export const noReset: ResetConfig = {
  resetDaily: false,
  resetDailyAtTime: false,
  resetWithHoursOfOp: false,
  resetTimes: [],
};

/** The format of the API, in UTC. */
export const defaultResetTime: ResetTime = { time: '08:00', value: 0 };

const maxTimes = 96;
/** More people than any space can hold. */
export const maxOccupants = 1_000_000;

/** The problems of a daily reset. Switched-off settings are kept for later, so they must be valid as well. */
export function resetConfigProblems({ resetDaily, ...config }: ResetConfig): Problem[] {
  const { resetDailyAtTime, resetWithHoursOfOp, resetTimes } = config;
  const isChosen = resetDailyAtTime ? resetTimes.length > 0 : resetWithHoursOfOp;
  return [
    ...problemIf(resetDaily && !isChosen, 'resetTimes', resetTexts.choice),
    ...problemIf(resetTimes.length > maxTimes, 'resetTimes', resetTexts.tooMany),
    ...resetTimes.flatMap((reset, index) => timeProblems(reset, resetTimes.slice(0, index), `resetTimes.${index}`)),
  ];
}

/** A number of people. */
export function isOccupancy(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxOccupants;
}

/** The same times of day in the local time of a zone, with the current offset. */
export function timesInZone(times: readonly ResetTime[], timezone: string, now: Date): ResetTime[] {
  return shifted(times, minutesAhead(timezone, now));
}

/** The reverse, in the format of the API. */
export function timesInUtc(times: readonly ResetTime[], timezone: string, now: Date): ResetTime[] {
  return shifted(times, -minutesAhead(timezone, now));
}

function timeProblems({ time, value }: ResetTime, earlier: readonly ResetTime[], path: string): Problem[] {
  return [
    ...problemIf(secondsOfTime(time) === undefined, `${path}.time`, resetTexts.time),
    ...problemIf(
      earlier.some((other) => other.time === time),
      `${path}.time`,
      resetTexts.duplicate,
    ),
    ...problemIf(!isOccupancy(value), `${path}.value`, resetTexts.value),
  ];
}

function minutesAhead(timezone: string, now: Date): number {
  return Math.floor(offsetAt(zoneOf(timezone), Math.floor(now.getTime() / 1000)) / 60);
}

const minutesPerDay = 24 * 60;

/** Invalid times stay unchanged. */
function shifted(times: readonly ResetTime[], minutes: number): ResetTime[] {
  return times.map(({ time, value }) => {
    const seconds = secondsOfTime(time);
    if (seconds === undefined) return { time, value };
    const moved = (seconds / 60 + minutes + 2 * minutesPerDay) % minutesPerDay;
    return { time: `${twoDigits(Math.floor(moved / 60))}:${twoDigits(moved % 60)}`, value };
  });
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
