import { offsetAt, zoneOf } from '@atrium/calendar/zones';
import { type AlarmMeasure, measureOf } from '@atrium/rules/alarm-settings';
import type { Log } from '../../log.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Evaluation } from './evaluation.ts';
import { type AskedAlarm, findAsked, lockAsked } from './watch-store.ts';

export interface AskedValue {
  readonly orgId: string;
  readonly measure: Exclude<AlarmMeasure, 'people'>;
  /** Of the space or the location. */
  readonly entityId: string;
  readonly timezone: string;
  /** The minute or hour `[from, to)`. */
  readonly from: number;
  readonly to: number;
}

/** Null while it is not known. */
export type AskValue = (asked: AskedValue) => Promise<number | null>;

const minute = 60;
const hour = 3600;
/** Doors report the end of an hour a moment later. */
const graceSeconds = 5 * minute;

interface Dependencies {
  readonly registry: Registry;
  readonly evaluation: Evaluation;
  readonly clock: () => Date;
  readonly ask: AskValue;
  readonly log: Log;
}

/**
 * Looks at alarms whose value does not come with readings: expected waits every minute, traffic when an hour is complete.
 * `waiting` is when the oldest body was received that is not read yet. Returns whether there may be more.
 */
export async function measureDue(
  { registry, evaluation, clock, ask, log }: Dependencies,
  waiting: Date | null,
  most: number,
): Promise<boolean> {
  const now = Math.floor(clock().getTime() / 1000);
  const known = Math.min(now, waiting ? Math.floor(waiting.getTime() / 1000) : Infinity);
  const alarms = await registry.system((tx) => findAsked(tx, known, most));
  let failed = 0;
  for (const alarm of alarms) {
    const { orgId, alarmableId: entityId, timezone } = alarm;
    const measure = measureOf(alarm);
    const period = lastPeriod(alarm, known);
    if (measure === 'people' || period.to <= alarm.knownTo) continue;
    const value = await ask({ orgId, measure, entityId, timezone, ...period }).catch((error: unknown) => {
      log.warn({ err: error, alarmConfigId: alarm.alarmConfigId }, 'The value of an alarm could not be asked for');
      return undefined;
    });
    // The facts may be away, or what it watches is being deleted: the others do not wait for it.
    if (value === undefined) {
      failed += 1;
      continue;
    }
    await registry.system(async (tx) => {
      const row = await lockAsked(tx, alarm);
      const event = { kind: 'level', value, at: period.to, corrected: false, now } as const;
      if (row && row.alarm.watch.at < period.to) await evaluation.advance(tx, row, [event]);
    });
  }
  return alarms.length === most && failed === 0;
}

/** The newest minute or local hour that is complete. */
function lastPeriod({ alarmTypeId, timezone }: AskedAlarm, known: number): { from: number; to: number } {
  if (alarmTypeId === 4) {
    const to = Math.floor(known / minute) * minute;
    return { from: to - minute, to };
  }
  const until = known - graceSeconds;
  const offset = offsetAt(zoneOf(timezone), until);
  const to = Math.floor((until + offset) / hour) * hour - offset;
  return { from: to - hour, to };
}
