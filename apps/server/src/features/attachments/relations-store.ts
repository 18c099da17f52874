import { mayCall } from '@atrium/contract/access';
import { attachmentCalls } from '@atrium/contract/attachments';
import type { AttachableType } from '@atrium/rules/attachable';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { grouped, type Relation } from '../../http/include.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { storedFile } from '../../registry/schema/operations.ts';
import { attachment } from '../../registry/schema/organization-details.ts';
import { type AnyScope, personIn } from '../../scope.ts';
import { shown } from './attachments.ts';

/** Attachments, newest first, for callers who may list them. */
export function attachmentRelations(registry: Registry): Relation<AnyScope>[] {
  return (['location', 'site', 'sensor'] as const).map((entityType) => ({
    of: entityType,
    name: 'attachment',
    gives: 'attachment',
    allowed: (scope: AnyScope) => mayCall(attachmentCalls[entityType].list, personIn(scope)),
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
