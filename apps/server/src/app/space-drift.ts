import { createFairShares } from '../fair-shares.ts';
import { bindDrift, pastKinds } from '../features/spaces/drift.ts';
import { createSpaceDrifts } from '../ingestion/occupancy/space-drift.ts';
import type { Enqueue } from '../ingestion/received/replays.ts';
import { currentPayer } from '../payer.ts';
import type { Core } from './core.ts';

const message = 'Too many requests from your organization are waiting. Try again in a moment.';
/** Each reads weeks of counts: one at a time leaves the facts to the questions of others. */
const bounds = { atOnce: 2, perKey: 1, waitingPerKey: 8, waiting: 64, message };

/** The drift of spaces, and the job that follows the recalculation of their past. */
export function openSpaceDrift({ http, registry, facts, directory, changes, clock }: Core) {
  const drifts = createSpaceDrifts({ registry, facts, directory, clock });
  const shares = createFairShares(bounds);
  const inTurn = <T>(spaceId: string, work: () => Promise<T>) => {
    const payer = currentPayer();
    return shares.run(payer?.key ?? spaceId, work, payer?.signal);
  };
  return {
    kinds: pastKinds(drifts),
    bind: (enqueue: Enqueue) =>
      bindDrift(http, {
        registry,
        changes,
        clock,
        enqueue,
        drift: (spaceId) => inTurn(spaceId, () => drifts.drift(spaceId)),
        preview: (spaceId, from, part) => inTurn(spaceId, () => drifts.preview(spaceId, from, part)),
      }),
  };
}
