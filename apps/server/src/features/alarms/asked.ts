import { setTimeout as sleep } from 'node:timers/promises';
import { offsetAt, zoneOf } from '@atrium/calendar/zones';
import { type AlarmMeasure, measureOf } from '@atrium/rules/alarm-settings';
import { createFairShares } from '../../fair-shares.ts';
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

/** Alarms whose value does not come with readings: expected waits every minute, traffic when an hour is complete. */
export interface Measuring {
  /**
   * Asks for the values of alarms that are due. `waiting` is when the oldest body was received that is not read yet. Returns whether there
   * may be more.
   */
  readonly measure: (waiting: Date | null, most: number) => Promise<boolean>;
  /** When nothing is asked for anymore. */
  readonly idle: () => Promise<void>;
}

/** Organizations whose values are asked for at the same time. */
export const organizationsAtOnce = 8;
/** A look waits this long for an organization; a slower one continues meanwhile, and others are looked at without it. */
const patienceMs = 1_000;
const shared = {
  atOnce: organizationsAtOnce,
  perKey: 1,
  waitingPerKey: 1,
  waiting: Infinity,
  message: 'An organization is being asked already.',
};

export function createMeasuring({ registry, evaluation, clock, ask, log }: Dependencies): Measuring {
  const shares = createFairShares(shared);
  /** By organization: when all of its values were asked for, and when a look stops waiting for that. */
  const busy = new Map<string, { readonly done: Promise<void>; readonly patience: Promise<void> }>();

  /** Whether its value is known, or need not be. */
  const measureOne = async (alarm: AskedAlarm, known: number): Promise<boolean> => {
    const { orgId, alarmableId: entityId, timezone } = alarm;
    const measure = measureOf(alarm);
    const period = lastPeriod(alarm, known);
    if (measure === 'people' || period.to <= alarm.knownTo) return true;
    const value = await ask({ orgId, measure, entityId, timezone, ...period }).catch((error: unknown) => {
      log.warn({ err: error, alarmConfigId: alarm.alarmConfigId }, 'The value of an alarm could not be asked for');
      return undefined;
    });
    // The facts may be away, or what it watches is being deleted: the others do not wait for it.
    if (value === undefined) return false;
    await registry.system(async (tx) => {
      const row = await lockAsked(tx, alarm);
      const event = { kind: 'level', value, at: period.to, corrected: false, now: secondsNow(clock) } as const;
      if (row && row.alarm.watch.at < period.to) await evaluation.advance(tx, row, [event]);
    });
    return true;
  };

  return {
    async measure(waiting, most) {
      const known = Math.min(secondsNow(clock), waiting ? Math.floor(waiting.getTime() / 1000) : Infinity);
      const alarms = await registry.system((tx) => findAsked(tx, known, most, [...busy.keys()]));
      let failed = 0;
      for (const orgId of new Set(alarms.map((alarm) => alarm.orgId))) {
        // Two looks at once find the same alarms.
        if (busy.has(orgId)) continue;
        const own = alarms.filter((alarm) => alarm.orgId === orgId);
        const measureAll = async () => {
          for (const alarm of own) if (!(await measureOne(alarm, known))) failed += 1;
        };
        const done = shares
          .run(orgId, measureAll)
          .catch((error: unknown) => {
            failed += 1;
            log.warn({ err: error, orgId }, 'The alarms of an organization could not be measured');
          })
          .finally(() => busy.delete(orgId));
        busy.set(orgId, { done, patience: Promise.race([done, sleep(patienceMs, undefined, { ref: false })]) });
      }
      await Promise.all([...busy.values()].map(({ patience }) => patience));
      return alarms.length === most && failed === 0;
    },
    idle: async () => {
      await Promise.all([...busy.values()].map(({ done }) => done));
    },
  };
}

function secondsNow(clock: () => Date): number {
  return Math.floor(clock().getTime() / 1000);
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
