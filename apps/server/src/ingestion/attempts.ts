import { isRefused } from '@atrium/rules/push-outcome';
import type { Registry } from '../registry/registry.ts';
import { type Attempt, recordMisuses, remembered, writeAttempts } from './attempt-store.ts';

/**
 * The latest pushes with each key, for the people who connect sensors. A push costs no statement: attempts stay in
 * memory until someone looks at their key. Refused ones are also written in batches, so that they are found later.
 */
export interface Attempts {
  note(attempt: Attempt): void;
  /** Someone looks at a key: its attempts are written at once for a while. */
  watch(pushKeyId: string): void;
  close(): void;
}

const watchedFor = 15_000;
const writeEvery = 500;
const writeRefusedEvery = 10_000;
const maxKeys = 10_000;
/** Attempts in one statement. */
const maxWritten = 2_000;

/** The oldest first; apart, so that many good pushes do not hide a refused one. */
interface Unwritten {
  readonly kept: Attempt[];
  readonly refused: Attempt[];
}

export function createAttempts(registry: Registry, clock: () => Date): Attempts {
  /** Not written yet, by key. */
  const waiting = new Map<string, Unwritten>();
  const watchedUntil = new Map<string, number>();
  let refusedWrittenAt = performance.now();
  let writing = false;

  const take = (now: number): Attempt[] => {
    const taken: Attempt[] = [];
    for (const [pushKeyId, until] of watchedUntil) {
      if (until < now) watchedUntil.delete(pushKeyId);
      else taken.push(...Object.values(waiting.get(pushKeyId) ?? {}).flat());
    }
    if (now - refusedWrittenAt >= writeRefusedEvery) {
      refusedWrittenAt = now;
      for (const [pushKeyId, { refused }] of waiting) {
        if (taken.length >= maxWritten) break;
        if (!watchedUntil.has(pushKeyId)) taken.push(...refused);
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
    for (const { pushKeyId } of taken) {
      const { kept = [], refused = [] } = waiting.get(pushKeyId) ?? {};
      const left = [kept, refused].map((attempts) => attempts.filter((attempt) => !written.has(attempt)));
      if (left.flat().length > 0) waiting.set(pushKeyId, { kept: left[0]!, refused: left[1]! });
      else waiting.delete(pushKeyId);
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
      const { pushKeyId, outcome } = attempt;
      let known = waiting.get(pushKeyId);
      if (!known) {
        if (waiting.size >= maxKeys) waiting.delete(waiting.keys().next().value ?? '');
        known = { kept: [], refused: [] };
        waiting.set(pushKeyId, known);
      }
      const list = isRefused(outcome) ? known.refused : known.kept;
      list.push(attempt);
      if (list.length > remembered) list.shift();
    },
    watch(pushKeyId) {
      if (watchedUntil.size >= maxKeys) watchedUntil.clear();
      watchedUntil.set(pushKeyId, performance.now() + watchedFor);
      if (waiting.has(pushKeyId)) writeSoon();
    },
    close: () => clearInterval(timer),
  };
}
