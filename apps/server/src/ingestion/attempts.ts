import { isRefused } from '@atrium/rules/push-outcome';
import type { Registry } from '../registry/registry.ts';
import { type Attempt, recordMisuses, remembered, senderOf, writeAttempts } from './attempt-store.ts';

/**
 * The latest pushes with each key and messages of each broker, for the people who connect sensors. One costs no statement:
 * attempts stay in memory until someone looks at their sender. Refused ones are also written in batches, so that they are
 * found later.
 */
export interface Attempts {
  note(attempt: Attempt): void;
  /** Someone looks at a key or a broker: its attempts are written at once for a while. */
  watch(sender: string): void;
  close(): void;
}

const watchedFor = 15_000;
const writeEvery = 500;
const writeRefusedEvery = 10_000;
const maxSenders = 10_000;
/** Attempts in one statement. */
const maxWritten = 2_000;

/** The oldest first; apart, so that many good pushes do not hide a refused one. */
interface Unwritten {
  readonly kept: Attempt[];
  readonly refused: Attempt[];
}

export function createAttempts(registry: Registry, clock: () => Date): Attempts {
  /** Not written yet, by sender. */
  const waiting = new Map<string, Unwritten>();
  const watchedUntil = new Map<string, number>();
  let refusedWrittenAt = performance.now();
  let writing = false;

  const take = (now: number): Attempt[] => {
    const taken: Attempt[] = [];
    for (const [sender, until] of watchedUntil) {
      if (until < now) watchedUntil.delete(sender);
      else taken.push(...Object.values(waiting.get(sender) ?? {}).flat());
    }
    if (now - refusedWrittenAt >= writeRefusedEvery) {
      refusedWrittenAt = now;
      for (const [sender, { refused }] of waiting) {
        if (taken.length >= maxWritten) break;
        if (!watchedUntil.has(sender)) taken.push(...refused);
      }
    }
    return taken;
  };

  const write = async () => {
    const taken = take(performance.now());
    if (taken.length === 0) return;
    await registry.system(async (tx) => {
      await writeAttempts(tx, taken);
      await recordMisuses(tx, taken, clock());
    });
    const written = new Set(taken);
    for (const sender of new Set(taken.map(senderOf))) {
      const { kept = [], refused = [] } = waiting.get(sender) ?? {};
      const left = [kept, refused].map((attempts) => attempts.filter((attempt) => !written.has(attempt)));
      if (left.flat().length > 0) waiting.set(sender, { kept: left[0]!, refused: left[1]! });
      else waiting.delete(sender);
    }
  };

  const writeSoon = () => {
    if (writing) return;
    writing = true;
    // While the registry is unavailable they stay in memory.
    write()
      .catch(() => {})
      .finally(() => {
        writing = false;
      });
  };
  const timer = setInterval(writeSoon, writeEvery);
  timer.unref();

  return {
    note(attempt) {
      const sender = senderOf(attempt);
      let known = waiting.get(sender);
      if (!known) {
        if (waiting.size >= maxSenders) waiting.delete(waiting.keys().next().value ?? '');
        known = { kept: [], refused: [] };
        waiting.set(sender, known);
      }
      const list = isRefused(attempt.outcome) ? known.refused : known.kept;
      list.push(attempt);
      if (list.length > remembered) list.shift();
    },
    watch(sender) {
      if (watchedUntil.size >= maxSenders) watchedUntil.clear();
      watchedUntil.set(sender, performance.now() + watchedFor);
      if (waiting.has(sender)) writeSoon();
    },
    close: () => clearInterval(timer),
  };
}
