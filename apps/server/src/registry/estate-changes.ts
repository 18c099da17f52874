import { doneBy, recordAudit } from '../audit/audit.ts';
import type { Scope } from '../scope.ts';
import { raiseEstateVersion } from './directory/store.ts';
import type { Registry, Transaction } from './registry.ts';

/** Inside a change of places, opening hours or zones. */
export interface Change {
  readonly tx: Transaction;
  readonly now: Date;
  readonly record: (deed: Deed) => Promise<void>;
}

interface Deed {
  readonly action: string;
  readonly entityType:
    | 'schedule'
    | 'location'
    | 'site'
    | 'organization'
    | 'space'
    | 'sensor'
    | 'sensor-assignment'
    | 'zone';
  readonly entityId: string;
  readonly detail: Record<string, unknown>;
}

/** Runs one change of an organization's estate after the other, and lets everybody ask anew afterwards. */
export type Changes = <T>(scope: Scope, work: (change: Change) => Promise<T>) => Promise<T>;

export function createChanges(registry: Registry, clock: () => Date, forget: (orgId: string) => void): Changes {
  return (scope, work) =>
    registry.tenant(scope, async (tx) => {
      // The row of the organization stays locked: of two that must not overlap, the second sees the first.
      await raiseEstateVersion(tx, scope.orgId);
      tx.afterCommit(() => forget(scope.orgId));
      const now = clock();
      return work({
        tx,
        now,
        record: (deed) => recordAudit(tx, { ...doneBy(scope), ...deed, orgId: scope.orgId, at: now }),
      });
    });
}
