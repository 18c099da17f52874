import type { Registry, Transaction } from '../../registry/registry.ts';
import { thinHistory } from './history-store.ts';
import { purgeDeleted } from './store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly removeImages: (tx: Transaction, of: { orgId: string; dashboardId: string }, now: Date) => Promise<void>;
}

const monthMs = 30 * 86_400_000;

/** Thins the history of dashboards, and removes those that were deleted a month ago with their images. */
export async function purgeDashboards({ registry, clock, removeImages }: Dependencies): Promise<void> {
  const now = clock();
  await registry.system(async (tx) => {
    await thinHistory(tx, now);
    for (const gone of await purgeDeleted(tx, new Date(now.getTime() - monthMs))) await removeImages(tx, gone, now);
  });
}
