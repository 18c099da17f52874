import type { AuditAction } from '@atrium/contract/audit';
import { doneBy, recordAudit } from '../audit/audit.ts';
import { createFairShares, type WorkAccounts } from '../fair-shares.ts';
import type { Scope } from '../scope.ts';
import { raiseEstateVersion } from '../registry/directory/store.ts';
import type { Registry, Transaction } from '../registry/registry.ts';

/** Runs inside a change of places, opening hours or zones. */
export interface Change {
  readonly tx: Transaction;
  readonly now: Date;
  readonly record: (entry: AuditEntry) => Promise<void>;
}

interface AuditEntry {
  readonly action: AuditAction;
  readonly entityType:
    | 'schedule'
    | 'location'
    | 'site'
    | 'organization'
    | 'space'
    | 'sensor'
    | 'sensor-assignment'
    | 'zone'
    | 'mapping';
  readonly entityId: string;
  readonly detail: Record<string, unknown>;
}

/**
 * Runs the changes of an organization's estate one after another, and makes everyone reload it afterward. A change
 * waits for its turn without a connection: changes of one organization must not use up the connections of all.
 */
export type Changes = <T>(scope: Scope, work: (change: Change) => Promise<T>) => Promise<T>;

export function createChanges(
  registry: Registry,
  clock: () => Date,
  forget: (orgId: string) => void,
  accounts: WorkAccounts,
): Changes {
  const inTurn = createFairShares({
    atOnce: Infinity,
    perKey: 1,
    waitingPerKey: 100,
    waiting: Infinity,
    message: 'Too many changes of your organization are waiting. Try again in a moment.',
    work: accounts,
  });
  return (scope, work) =>
    inTurn.run(scope.orgId, () =>
      registry.tenant(scope, async (tx) => {
        // The row of the organization stays locked, for other nodes: of two overlapping changes, the second sees the
        // first.
        await raiseEstateVersion(tx, scope.orgId);
        tx.afterCommit(() => forget(scope.orgId));
        const now = clock();
        return work({
          tx,
          now,
          record: (entry) => recordAudit(tx, { ...doneBy(scope), ...entry, orgId: scope.orgId, at: now }),
        });
      }),
    );
}
