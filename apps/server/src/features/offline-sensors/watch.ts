import { offlineAfterSeconds, silenceLimit } from '@atrium/rules/offline-sensor';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { sendDigests } from './digest.ts';
import { lastSilenceOf, listeningTime, type Stretch } from './listening.ts';
import { findSilent, lockWatch, extendListening, openRecords, resolveRecords } from './watch-store.ts';

/** How often to check, and how long a gap between checks counts as downtime. Milliseconds. */
export const checkEveryMs = 20_000;
const maxGap = 6 * checkEveryMs;

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  /** When the oldest unidentified body was received. */
  readonly oldestWaiting: (tx: Transaction) => Promise<Date | null>;
}

/** Detects sensors that have fallen silent or report again. */
export interface Watch {
  look(): Promise<void>;
}

/**
 * The pump records what a sensor sends; this only reads when. Time in which the product was down or had not yet read
 * what it received is not silence. Any number of nodes may check at once: each sees what the one before has recorded.
 */
export function createWatch({ registry, clock, publicUrl, oldestWaiting }: Dependencies): Watch {
  return {
    async look() {
      await registry.system(async (tx) => {
        const { client } = tx;
        await lockWatch(client);
        const now = clock();
        const stretches = await extendListening(client, now, maxGap);
        // Before anything else is read: what is applied after this is seen as well.
        const waiting = await oldestWaiting(tx);
        const known = Math.min(now.getTime(), waiting?.getTime() ?? Infinity);
        await resolveRecords(tx, now);
        await noteSilent(tx, stretches, now, known);
      });
      // Separate: a problem with an email must not prevent the detection of sensors.
      await registry.system(async (tx) => {
        await lockWatch(tx.client);
        await sendDigests(tx, clock(), publicUrl());
      });
    },
  };
}

async function noteSilent(tx: Transaction, stretches: readonly Stretch[], now: Date, known: number) {
  const until = lastSilenceOf(stretches, known, silenceLimit * 1000);
  if (until === undefined) return;
  const silent = await findSilent(tx, now, new Date(until));
  const offline = silent.filter(
    ({ since, busiestDay }) =>
      listeningTime(stretches, since.getTime(), known) >= offlineAfterSeconds(busiestDay) * 1000,
  );
  await openRecords(tx.client, offline, now);
}
