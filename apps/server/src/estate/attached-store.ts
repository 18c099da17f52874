import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../registry/registry.ts';
import { attachment, metaProperty } from '../registry/schema/organization-details.ts';

/** Deletes the custom fields and files of deleted records. */
export async function removeAttached(
  { sql: db }: Transaction,
  orgId: string,
  entityIds: readonly string[],
  now: Date,
): Promise<void> {
  if (entityIds.length === 0) return;
  await db
    .update(metaProperty)
    .set({ deletedAt: now, updatedAt: now, version: sql`${metaProperty.version} + 1` })
    .where(
      and(
        eq(metaProperty.orgId, orgId),
        inArray(metaProperty.entityId, [...entityIds]),
        isNull(metaProperty.deletedAt),
      ),
    );
  await db
    .update(attachment)
    .set({ deletedAt: now })
    .where(
      and(eq(attachment.orgId, orgId), inArray(attachment.entityId, [...entityIds]), isNull(attachment.deletedAt)),
    );
}
