import { offlineAfterSeconds, silenceLimit } from '@atrium/rules/offline-sensor';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { sendDigests } from './digest.ts';
import { lastSilenceOf, listenedBetween, type Stretch } from './listening.ts';
import { findSilent, lockWatch, extendListening, openRecords, resolveRecords } from './watch-store.ts';

/** How often to check, and how long a gap between checks counts as downtime. Milliseconds. */
export const lookEvery = 20_000;
const maxGap = 6 * lookEvery;

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  /** When the oldest unidentified body was received. */
  readonly oldestWaiting: (tx: Transaction) => Promise<Date | null>;
}

/** Looks for sensors that have fallen silent or are heard again. */
export interface Watch {
  look(): Promise<void>;
}

/**
 * What a sensor sends is written down by the pump; here is only read when. Time in which the product was away or had not yet
 * read what it received is not silence. Any number of nodes may look at once: each finds what the one before has noted.
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
      // Apart: what goes wrong with an email must not keep sensors from being noticed.
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
      listenedBetween(stretches, since.getTime(), known) >= offlineAfterSeconds(busiestDay) * 1000,
  );
  await openRecords(tx.client, offline, now);
}
