import type { AuditAction } from '@atrium/contract/audit';
import { inBatches, type Transaction } from '../registry/registry.ts';
import { auditEntry } from '../registry/schema/operations.ts';
import { masked } from './masked.ts';

export interface AuditEntry {
  readonly orgId: string | null;
  readonly at: Date;
  readonly userId: string | null;
  readonly actingStaffId?: string | null;
  /** The API client that acted on behalf of the user; stored in the detail. */
  readonly clientId?: string | undefined;
  readonly action: AuditAction;
  readonly entityType?: string;
  readonly entityId?: string;
  readonly detail?: Record<string, unknown>;
}

/** Written in the transaction of the change, so that no change is without its entry. */
export async function recordAudit({ sql }: Transaction, entry: AuditEntry): Promise<void> {
  await sql.insert(auditEntry).values(rowOf(entry));
}

/** Many entries of one transaction. */
export async function recordAudits({ sql }: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  await inBatches(entries, (batch) => sql.insert(auditEntry).values(batch.map(rowOf)));
}

/** Records what is done to entities of one type, in the organization of a call. */
export function auditRecorder(entityType: string, clock: () => Date) {
  return (
    tx: Transaction,
    scope: Identities & { readonly orgId: string },
    action: AuditAction,
    entityId: string,
    detail: Record<string, unknown>,
  ): Promise<void> =>
    recordAudit(tx, { ...doneBy(scope), orgId: scope.orgId, at: clock(), action, entityType, entityId, detail });
}

/** Both identities of a login-as or of an API client, from the actor or the scope of a call. */
export function doneBy({ userId, actingStaffId, clientId }: Identities) {
  return { userId, actingStaffId, clientId };
}

interface Identities {
  readonly userId: string;
  readonly actingStaffId: string | null;
  readonly clientId?: string;
}

function rowOf({ clientId, ...entry }: AuditEntry) {
  return masked(clientId === undefined ? entry : { ...entry, detail: { ...entry.detail, apiClient: clientId } });
}
