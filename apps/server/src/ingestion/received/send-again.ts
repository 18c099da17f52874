import type { Registry } from '../../registry/registry.ts';
import { type BodyKey, dayOf } from './body-id.ts';
import type { ReplayBodies } from './replay-bodies.ts';
import { enqueue, waitingOf } from './replay-store.ts';

const atOnce = 200;
const lookEvery = 200;
/** A pump that stands still for this long is not waited for: what is queued is not lost. */
const patienceMs = 5 * 60_000;

interface Parts {
  readonly registry: Registry;
  readonly bodies: ReplayBodies;
  readonly clock: () => Date;
  readonly wake: () => void;
}

/** Sends bodies through the pump again, one portion after another: a long replay does not stand in the way of other history. */
export async function sendAgain(
  { registry, bodies, clock, wake }: Parts,
  orgId: string,
  keys: readonly BodyKey[],
  report: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const pumped = async (seqs: readonly string[]) => {
    const until = performance.now() + patienceMs;
    while ((await registry.system((tx) => waitingOf(tx, seqs))) > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, lookEvery));
    }
  };
  for (let start = 0; start < keys.length; start += atOnce) {
    const batch = await bodies.load(orgId, keys.slice(start, start + atOnce));
    await registry.system((tx) => enqueue(tx, batch, dayOf(clock().getTime())));
    wake();
    await pumped(batch.map(({ seq }) => seq));
    await report(Math.min(start + atOnce, keys.length), keys.length);
  }
}
