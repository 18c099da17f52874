import type { AttachableType } from '@atrium/rules/attachable';
import { imageCapableTypes } from '@atrium/rules/sensor-types';
import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { storedFile } from '../../registry/schema/operations.ts';
import { attachment } from '../../registry/schema/organization-details.ts';
import { sensor } from '../../registry/schema/sensors.ts';

/** Besides what the estate consists of, dashboards have files: the images of their widgets. */
export type OwnerType = AttachableType | 'dashboard';

/** The owner of a file. */
export interface Owner {
  readonly orgId: string;
  readonly entityType: OwnerType;
  readonly entityId: string;
}

const { id, fileId, notes, isImage, createdAt, deletedAt } = attachment;
const { originalName, contentType, bytes } = storedFile;

export type AttachedFile = Awaited<ReturnType<typeof selectFiles>>[number];

export async function filesOf(tx: Transaction, owner: Owner): Promise<AttachedFile[]> {
  return selectFiles(tx).where(on(owner)).orderBy(desc(createdAt), desc(id));
}

export async function findFile(tx: Transaction, owner: Owner, wanted: string): Promise<AttachedFile | undefined> {
  const [row] = await selectFiles(tx).where(and(on(owner), sameId(id, wanted)));
  return row;
}

export async function attach(
  { sql: db }: Transaction,
  owner: Owner,
  file: { readonly fileId: string; readonly notes: string; readonly isImage: boolean; readonly createdBy: string },
  now: Date,
): Promise<string> {
  const [row] = await db
    .insert(attachment)
    .values({ ...owner, ...file, createdAt: now })
    .returning({ id });
  if (!row) throw new Error('The attachment was not stored.');
  return row.id;
}

export async function describeFile(
  { sql: db }: Transaction,
  file: AttachedFile,
  changes: { readonly originalName: string; readonly notes: string },
): Promise<void> {
  await db.update(attachment).set({ notes: changes.notes }).where(eq(id, file.id));
  await db.update(storedFile).set({ originalName: changes.originalName }).where(eq(storedFile.fileId, file.fileId));
}

export async function detach({ sql: db }: Transaction, file: AttachedFile, now: Date): Promise<void> {
  await db.update(attachment).set({ deletedAt: now }).where(eq(id, file.id));
}

export async function detachAll({ sql: db }: Transaction, owner: Owner, now: Date): Promise<void> {
  await db.update(attachment).set({ deletedAt: now }).where(on(owner));
}

/** The newest image of a sensor of a type that delivers images. */
export async function newestSensorImage(
  tx: Transaction,
  orgId: string,
  sensorId: string,
): Promise<AttachedFile | undefined> {
  const [row] = await selectFiles(tx)
    .innerJoin(sensor, eq(sensor.sensorId, attachment.entityId))
    .where(
      and(
        on({ orgId, entityType: 'sensor', entityId: sensorId }),
        eq(isImage, true),
        inArray(sensor.sensorType, [...imageCapableTypes]),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return row;
}

/** Deletes what was removed before then, and returns the files that are no longer needed. */
export async function forgetDetached({ sql: db }: Transaction, before: Date): Promise<string[]> {
  const rows = await db.delete(attachment).where(lt(deletedAt, before)).returning({ fileId });
  const gone = [...new Set(rows.map((row) => row.fileId))];
  if (gone.length === 0) return [];
  // A copy of a dashboard has the same files.
  const others = await db.select({ fileId }).from(attachment).where(inArray(fileId, gone));
  const needed = new Set(others.map((row) => row.fileId));
  return gone.filter((file) => !needed.has(file));
}

function selectFiles({ sql: db }: Transaction) {
  return db
    .select({ id, fileId, originalName, contentType, bytes, notes, isImage, createdAt })
    .from(attachment)
    .innerJoin(storedFile, eq(storedFile.fileId, fileId))
    .$dynamic();
}

function on(owner: Owner) {
  return and(
    eq(attachment.orgId, owner.orgId),
    eq(attachment.entityType, owner.entityType),
    eq(attachment.entityId, owner.entityId),
    isNull(deletedAt),
  );
}
