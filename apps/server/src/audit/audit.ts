import type { AuditAction } from '@atrium/contract/audit';
import { inBatches, type Transaction } from '../registry/registry.ts';
import { auditEntry } from '../registry/schema/operations.ts';
import { masked } from './masked.ts';

export interface AuditEntry {
  readonly orgId: string | null;
  readonly at: Date;
  readonly userId: string | null;
  readonly actingStaffId?: string | null;

  readonly action: AuditAction;
  readonly entityType?: string;
  readonly entityId?: string;
  readonly detail?: Record<string, unknown>;
}

/** Written in the transaction of the change, so that no change is without its entry. */
export async function recordAudit({ sql }: Transaction, entry: AuditEntry): Promise<void> {
  await sql.insert(auditEntry).values(masked(entry));
}

/** Many entries of one transaction. */
export async function recordAudits({ sql }: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  await inBatches(entries, (batch) => sql.insert(auditEntry).values(batch.map(masked)));
}

/** Both identities of a login-as, from the actor or the scope of a call. */
export function doneBy({ userId, actingStaffId }: { userId: string; actingStaffId: string | null }) {
  return { userId, actingStaffId };
}
