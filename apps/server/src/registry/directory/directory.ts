import { withoutSignal } from '../../payer.ts';
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

export function createDirectory(registry: Registry, notifications: Notifications, clock: () => Date): Directory {
  const known = new Map<string, { estate: Promise<Estate>; checkedAt: number }>();
  notifications.on('estate', (orgId) => known.delete(orgId));
  notifications.onResync(() => known.clear());

  const load = (orgId: string) => {
    const estate = withoutSignal(() =>
      registry.system(async (tx) => {
        const loaded = await loadEstate(tx, orgId, clock());
        if (!loaded) throw notFound('The organization');
        return loaded;
      }),
    );
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
