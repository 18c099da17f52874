import type { Log } from '../../log.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { secondsOf } from './alarms.ts';
import type { Evaluation } from './evaluation.ts';
import { type CallWebhooks, queueNotices } from './notices.ts';
import { type AskValue, createMeasuring } from './asked.ts';
import { endAlarm, lockDue, lockOrphans, lockSwitchedOff } from './watch-store.ts';

/** How often alarms are looked at that only time changes. Milliseconds. */
export const checkEveryMs = 5_000;
const atOnce = 100;
/** How often all alarms are compared with what they belong to. */
const endEveryMs = 60_000;

interface Dependencies {
  readonly registry: Registry;
  readonly evaluation: Evaluation;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  /** When the oldest body was received that is not read yet. */
  readonly oldestWaiting: (tx: Transaction) => Promise<Date | null>;
  readonly webhooks: CallWebhooks;
  /** The value of an alarm that is asked for. */
  readonly ask: AskValue;
  readonly log: Log;
  /** Points at which a test may end the process. */
  readonly reach?: ((point: 'notices.before-commit' | 'notices.after-commit') => void | Promise<void>) | undefined;
}

export interface AlarmTimers {
  /** Returns whether there may be more to do right away. */
  look(): Promise<boolean>;
  /** When no value is asked for anymore. */
  idle(): Promise<void>;
}

/** Delays, reminders and ends of silences; alarms that may no longer be; and the messages of all of them. */
export function createAlarmTimers({
  registry,
  evaluation,
  clock,
  publicUrl,
  oldestWaiting,
  webhooks,
  ask,
  log,
  reach,
}: Dependencies): AlarmTimers {
  const checkDue = () =>
    registry.system(async (tx) => {
      const now = clock();
      // What is received but not read may change everything: time has passed only up to it.
      const waiting = await oldestWaiting(tx);
      const known = new Date(Math.min(now.getTime(), waiting?.getTime() ?? Infinity));
      const due = await lockDue(tx, known, atOnce);
      for (const row of due) await evaluation.advance(tx, row, [{ kind: 'timer', now: secondsOf(known) }]);
      return due.length === atOnce;
    });

  const measuring = createMeasuring({ registry, evaluation, clock, ask, log });
  const measure = async () => {
    const waiting = await registry.system((tx) => oldestWaiting(tx));
    return measuring.measure(waiting, atOnce);
  };

  let endedAt = 0;
  const end = async () => {
    const now = clock();
    if (Math.abs(now.getTime() - endedAt) < endEveryMs) return false;
    const more = await endUnwatched(now);
    if (!more) endedAt = now.getTime();
    return more;
  };
  const endUnwatched = (now: Date) =>
    registry.system(async (tx) => {
      const off = await lockSwitchedOff(tx, atOnce);
      for (const row of off) await evaluation.advance(tx, row, [{ kind: 'close', reason: 5, now: secondsOf(now) }]);
      const orphans = await lockOrphans(tx, atOnce);
      for (const row of orphans) {
        await evaluation.advance(tx, row, [{ kind: 'close', reason: 3, now: secondsOf(now) }]);
        await endAlarm(tx, row.alarm.alarmConfigId, now);
      }
      return off.length === atOnce || orphans.length === atOnce;
    });

  const queue = async () => {
    const { queued, more } = await registry.system(async (tx) => {
      const result = await queueNotices(tx, clock(), publicUrl(), webhooks);
      if (result.queued > 0) await reach?.('notices.before-commit');
      return result;
    });
    if (queued > 0) await reach?.('notices.after-commit');
    return more;
  };

  return {
    async look() {
      const more = [await measure(), await checkDue(), await end(), await queue()];
      return more.some(Boolean);
    },
    idle: () => measuring.idle(),
  };
}
