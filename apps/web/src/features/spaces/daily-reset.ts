import type { Space, SpaceBody } from '@atrium/contract/spaces';
import {
  defaultResetTime,
  type ResetConfig,
  resetConfigProblems,
  timesInUtc,
  timesInZone,
} from '@atrium/rules/reset-config';

/** The form of a daily reset; times are local. */
export interface DailyForm extends Record<string, unknown> {
  resetDaily: boolean;
  mode: 'hours' | 'times';
  resetTimes: { time: string; value: string }[];
}

export function formOf({ resetConfig }: Space, timezone: string, now: Date): DailyForm {
  const { resetDaily, resetDailyAtTime, resetWithHoursOfOp, resetTimes } = resetConfig;
  return {
    resetDaily,
    mode: resetWithHoursOfOp && !resetDailyAtTime ? 'hours' : 'times',
    resetTimes: timesInZone(resetTimes, timezone, now).map(({ time, value }) => ({ time, value: String(value) })),
  };
}

/** The default reset. */
export function defaultTime(timezone: string, now: Date): DailyForm['resetTimes'] {
  return timesInZone([defaultResetTime], timezone, now).map(({ time, value }) => ({ time, value: String(value) }));
}

export const dailyProblems = (value: DailyForm) => resetConfigProblems(configOf(value));

/** The values to send: in UTC. Hidden times stay unchanged. */
export function bodyOf(form: DailyForm, timezone: string, now: Date): SpaceBody {
  const { resetTimes, ...config } = configOf(form);
  return {
    resetConfig: config.resetDailyAtTime ? { ...config, resetTimes: timesInUtc(resetTimes, timezone, now) } : config,
  };
}

/** Whether the input differs from the stored reset. */
export function differs(before: DailyForm, after: DailyForm): boolean {
  return JSON.stringify(configOf(before)) !== JSON.stringify(configOf(after));
}

function configOf({ resetDaily, mode, resetTimes }: DailyForm): ResetConfig {
  const resetDailyAtTime = resetDaily && mode === 'times';
  return {
    resetDaily,
    resetDailyAtTime,
    resetWithHoursOfOp: resetDaily && mode === 'hours',
    resetTimes: resetDailyAtTime ? resetTimes.map(({ time, value }) => ({ time, value: numberOf(value) })) : [],
  };
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
