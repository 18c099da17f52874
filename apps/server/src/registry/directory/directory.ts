import { setTimeout as pause } from 'node:timers/promises';
import { underSignal } from '../../payer.ts';
import { notFound } from '../../refusal.ts';
import type { Notifications } from '../notifications.ts';
import type { Registry } from '../registry.ts';
import type { Estate } from './estate.ts';
import { estateVersion, loadEstate } from './store.ts';

/** Estates of organizations, kept in memory and dropped when a change is announced. */
export interface Directory {
  /** Throws when the organization does not exist. */
  estate(orgId: string): Promise<Estate>;
  /** The same, compared with the registry first: for callers who must not act on an outdated estate. */
  latest(orgId: string): Promise<Estate>;
  forget(orgId: string): void;
}

const maxEstates = 500;
/** Without an announcement the version is compared after this time, so that a missed one does no lasting harm. */
const trustedFor = 5_000;
/** An organization that changes all the time has its estate loaded at most during this share of the time. */
const loadingShare = 0.2;
const maxRestMs = 500;

export function createDirectory(registry: Registry, notifications: Notifications, clock: () => Date): Directory {
  const known = new Map<string, { estate: Promise<Estate>; checkedAt: number }>();
  /** Loads that have not begun: they will see every change up to now. */
  const waiting = new Map<string, Promise<Estate>>();
  /** Ends when the estate may be loaded again. */
  const resting = new Map<string, Promise<void>>();
  notifications.on('estate', (orgId) => known.delete(orgId));
  notifications.onResync(() => known.clear());

  const rest = async (orgId: string, loading: Promise<unknown>, began: number): Promise<void> => {
    await loading.catch(() => undefined);
    const untilItsShare = (performance.now() - began) * (1 / loadingShare - 1);
    await pause(Math.min(untilItsShare, maxRestMs), undefined, { ref: false });
    resting.delete(orgId);
  };

  const read = async (orgId: string): Promise<Estate> => {
    await resting.get(orgId);
    waiting.delete(orgId);
    const began = performance.now();
    const loading = registry.system((tx) => loadEstate(tx, orgId, clock()));
    resting.set(orgId, rest(orgId, loading, began));
    const loaded = await loading;
    if (!loaded) throw notFound('The organization');
    return loaded;
  };

  const load = (orgId: string) => {
    const estate = waiting.get(orgId) ?? underSignal(undefined, () => read(orgId));
    if (resting.has(orgId)) waiting.set(orgId, estate);
    known.set(orgId, { estate, checkedAt: performance.now() });
    estate.catch(() => known.delete(orgId));
    if (known.size > maxEstates) known.delete(known.keys().next().value ?? '');
    return estate;
  };

  const compared = async (orgId: string) => {
    const entry = known.get(orgId);
    if (!entry) return load(orgId);
    entry.checkedAt = performance.now();
    const version = await registry.system((tx) => estateVersion(tx, orgId));
    const estate = await entry.estate;
    return estate.version === version ? estate : load(orgId);
  };

  return {
    async estate(orgId) {
      const entry = known.get(orgId);
      return entry && performance.now() - entry.checkedAt < trustedFor ? entry.estate : compared(orgId);
    },
    latest: compared,
    forget: (orgId) => known.delete(orgId),
  };
}
