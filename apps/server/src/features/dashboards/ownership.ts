import { recordAudits } from '../../audit/audit.ts';
import type { Transaction } from '../../registry/registry.ts';
import { firstAdministrator, forgetReader, giveTo, lockOwned } from './people-store.ts';
import { deleteDashboards } from './store.ts';

/** Who removes a person, for the audit log. */
interface Remover {
  readonly userId: string | null;
  readonly actingStaffId?: string | null;
  readonly clientId?: string | undefined;
}

/**
 * When a person is removed, their published and shared dashboards pass to the first administrator, and others are
 * deleted. Without an administrator nobody can change them until one takes over.
 */
export async function leaveDashboards(tx: Transaction, ownerId: string, by: Remover, now: Date): Promise<void> {
  const owned = await lockOwned(tx, ownerId);
  const entry = { ...by, at: now, entityType: 'dashboard' } as const;
  const unseen = owned.filter(({ isSeen }) => !isSeen);
  await deleteDashboards(
    tx,
    unseen.map(({ dashboardId }) => dashboardId),
    now,
  );
  await recordAudits(
    tx,
    unseen.map(({ orgId, dashboardId, name }) => ({
      ...entry,
      orgId,
      action: 'dashboard-deleted',
      entityId: dashboardId,
      detail: { name },
    })),
  );
  for (const orgId of new Set(owned.map((each) => each.orgId))) {
    const seen = owned.filter((each) => each.isSeen && each.orgId === orgId);
    const heir = await firstAdministrator(tx, orgId);
    if (!heir || seen.length === 0) continue;
    await giveTo(
      tx,
      seen.map(({ dashboardId }) => dashboardId),
      heir.userId,
    );
    await recordAudits(
      tx,
      seen.map(({ dashboardId, name }) => ({
        ...entry,
        orgId,
        action: 'dashboard-handed-over',
        entityId: dashboardId,
        detail: { name, to: heir.name },
      })),
    );
  }
  await forgetReader(tx, ownerId);
}
