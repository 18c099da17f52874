import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Refusal } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { Change } from './changes.ts';
import type { Registry, Transaction } from '../registry/registry.ts';

/**
 * Runs a change of an estate to preview its result, and keeps nothing. It blocks nobody: it takes no lock of the
 * organization, and when someone else needs a row that it has touched, it yields and starts over.
 */
export type DryRun = <T>(scope: Scope, work: (change: Change) => Promise<T>, signal: AbortSignal) => Promise<T>;

const maxAttempts = 5;
const lookEveryMs = 100;
/** Shorter than the deadlock timeout of PostgreSQL: a dry run never causes a deadlock. */
const lockMs = 700;

export function createDryRun(registry: Registry, clock: () => Date): DryRun {
  const once = async <T>(scope: Scope, work: (change: Change) => Promise<T>, signal: AbortSignal): Promise<T> => {
    let outcome: { readonly result: T } | undefined;
    try {
      await registry.tenant(scope, async (tx) => {
        await tx.client.query(`SET LOCAL lock_timeout = ${lockMs}`);
        const { rows } = await tx.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        const watch = watchWaiting(registry, rows[0]!.pid);
        const goOn = () => {
          signal.throwIfAborted();
          if (watch.hasWaiting()) throw new GaveWay();
        };
        try {
          const guarded = { ...guardedBy(tx, goOn), afterCommit: () => {} };
          outcome = { result: await work({ tx: guarded, now: clock(), record: async () => {} }) };
        } finally {
          watch.stop();
        }
        throw new NothingKept();
      });
    } catch (error) {
      if (!(error instanceof NothingKept) || !outcome) throw error;
    }
    return outcome!.result;
  };

  return async (scope, work, signal) => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      try {
        return await once(scope, work, signal);
      } catch (error) {
        if (!isInTheWay(error)) throw error;
        // Let waiting transactions go first.
        await pause(lookEveryMs * attempt);
      }
    }
    throw new Refusal('unavailable', 'The estate is being changed right now. Try again in a moment.', {
      extra: { retryAfter: 5 },
    });
  };
}

/** Regularly checks whether someone is waiting for a lock of this connection. */
function watchWaiting(registry: Registry, pid: number) {
  let hasWaiting = false;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const { rowCount } = await registry.owner.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1 = ANY(pg_blocking_pids(pid)) LIMIT 1`,
      [pid],
    );
    if (rowCount) hasWaiting = true;
    isLooking = false;
  };
  const timer = setInterval(() => void look().catch(() => (isLooking = false)), lookEveryMs);
  return { hasWaiting: () => hasWaiting, stop: () => clearInterval(timer) };
}

/** The same transaction, checked before every statement for whether to continue. */
function guardedBy(tx: Transaction, goOn: () => void): Pick<Transaction, 'sql' | 'client'> {
  const client = Object.create(tx.client, {
    query: {
      value: (...statement: Parameters<PoolClient['query']>) => {
        goOn();
        return tx.client.query(...statement);
      },
    },
  }) as PoolClient;
  return { client, sql: drizzle({ client }) };
}

/** Lock not available, deadlock, or someone is waiting. */
function isInTheWay(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (e instanceof GaveWay || ['55P03', '40P01'].includes(String((e as { code?: unknown }).code))) return true;
  }
  return false;
}

class GaveWay extends Error {}

class NothingKept extends Error {}
