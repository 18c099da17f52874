import type { AttachableType } from '@atrium/rules/attachment';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { grouped, type Relation } from '../../http/include.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { storedFile } from '../../registry/schema/operations.ts';
import { attachment } from '../../registry/schema/organization-details.ts';
import { isStaff, type Scope } from '../../scope.ts';
import { shown } from './attachments.ts';

/** Attachments, newest first, visible to everyone who sees the entity; attachments of sites are for staff only. */
export function attachmentRelations(registry: Registry): Relation<Scope | null>[] {
  return (['location', 'site', 'sensor'] as const).map((entityType) => ({
    of: entityType,
    name: 'attachment',
    gives: 'attachment',
    ...(entityType === 'site' && { allowed: isStaff }),
    load: async (scope, ids) =>
      ids.length === 0 ? new Map() : grouped(await registry.within(scope, (tx) => filesOfAll(tx, entityType, ids))),
  }));
}

async function filesOfAll({ sql: db }: Transaction, entityType: AttachableType, entityIds: readonly string[]) {
  const { id, fileId, notes, isImage, createdAt } = attachment;
  const { originalName, contentType, bytes } = storedFile;
  const rows = await db
    .select({
      owner: { orgId: attachment.orgId, entityId: attachment.entityId },
      file: { id, fileId, originalName, contentType, bytes, notes, isImage, createdAt },
    })
    .from(attachment)
    .innerJoin(storedFile, eq(storedFile.fileId, fileId))
    .where(
      and(
        eq(attachment.entityType, entityType),
        inArray(attachment.entityId, [...entityIds]),
        isNull(attachment.deletedAt),
      ),
    )
    .orderBy(desc(createdAt), desc(id));
  return rows.map(({ owner, file }) => ({
    parentId: owner.entityId,
    row: { ...shown({ ...owner, entityType }, file) },
  }));
}
