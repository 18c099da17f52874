import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { notFound, Refusal, TooLarge } from '../refusal.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { importFile } from '../registry/schema/imports.ts';
import { storedFile } from '../registry/schema/operations.ts';
import { organization } from '../registry/schema/organizations.ts';

/** Content on disk that no row refers to yet. */
export interface Received {
  readonly fileId: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface FileDetails {
  readonly orgId: string | null;
  readonly originalName: string;
  readonly contentType: string;
  readonly createdBy: string | null;
}

/** Files of organizations under generated names in one folder; their rows name the owners. */
export interface Files {
  /** Stores content durably, outside of any transaction. Files that are never kept are deleted later. */
  receive(content: AsyncIterable<Uint8Array>, maximumBytes: number): Promise<Received>;
  /** Writes its row in the caller's transaction. */
  keep(tx: Transaction, received: Received, details: FileDetails): Promise<void>;
  discard(received: Received): Promise<void>;
  read(fileId: string): Promise<Uint8Array>;
  /** Reads all of it: whether it is on disk as it was received. */
  isIntact(fileId: string, received: Pick<Received, 'bytes' | 'sha256'>): Promise<boolean>;
  open(fileId: string): Promise<Readable>;
  remove(tx: Transaction, fileId: string): Promise<void>;
  /** How much an organization stores, besides imported files, which have a limit of their own. */
  bytesOf(tx: Transaction, orgId: string): Promise<number>;
  /** Reads all files that have a row, and lists those that are missing or not as they were received. */
  damaged(registry: Registry): Promise<{ fileId: string; originalName: string; owner: string | null }[]>;
  /** Deletes files on disk without a row, once they are older than a day. */
  sweep(registry: Registry, now: Date): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

export function filesIn(folder: string): Files {
  const pathOf = (fileId: string) => join(folder, fileId.slice(0, 2), fileId);
  return {
    async receive(content, maximumBytes) {
      const fileId = randomUUID();
      const path = pathOf(fileId);
      await mkdir(dirname(path), { recursive: true });
      return { fileId, ...(await writeDurably(path, content, maximumBytes)) };
    },
    async keep(tx, received, details) {
      await tx.sql.insert(storedFile).values({ ...received, ...details });
    },
    discard: ({ fileId }) => removeFrom(pathOf(fileId)),
    read: (fileId) => readFile(pathOf(fileId)),
    isIntact: (fileId, received) => hasContent(pathOf(fileId), received),
    async open(fileId) {
      const handle = await open(pathOf(fileId)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? notFound('The file') : error;
      });
      return handle.createReadStream();
    },
    async remove(tx, fileId) {
      await tx.sql.delete(storedFile).where(eq(storedFile.fileId, fileId));
      tx.afterCommit(() => void removeFrom(pathOf(fileId)).catch(() => {}));
    },
    async bytesOf(tx, orgId) {
      const [row] = await tx.sql
        .select({ bytes: sql<number>`coalesce(sum(${storedFile.bytes}), 0)`.mapWith(Number) })
        .from(storedFile)
        .where(
          and(
            eq(storedFile.orgId, orgId),
            sql`NOT EXISTS (SELECT FROM ${importFile} WHERE ${importFile.fileId} = ${storedFile.fileId})`,
          ),
        );
      return row?.bytes ?? 0;
    },
    async damaged(registry) {
      const rows = await registry.system(({ sql: db }) =>
        db
          .select({ ...getTableColumns(storedFile), owner: organization.name })
          .from(storedFile)
          .leftJoin(organization, eq(organization.orgId, storedFile.orgId))
          .orderBy(storedFile.fileId),
      );
      const found = [];
      for (const row of rows) if (!(await hasContent(pathOf(row.fileId), row))) found.push(row);
      return found.map(({ fileId, originalName, owner }) => ({ fileId, originalName, owner }));
    },
    async sweep(registry, now) {
      for (const shelf of await entriesOf(folder)) {
        const names = await entriesOf(join(folder, shelf));
        const known = await registry.system((tx) => knownAmong(tx, names));
        for (const name of names.filter((one) => !known.has(one))) {
          const path = join(folder, shelf, name);
          const changedAt = await lastChange(path);
          if (changedAt !== undefined && changedAt < now.getTime() - dayMs) await removeFrom(path);
        }
      }
    },
  };
}

/** Undefined when someone else has just removed it. */
async function lastChange(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function removeFrom(path: string): Promise<void> {
  await rm(path, { force: true });
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

async function knownAmong({ sql: db }: Transaction, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .select({ fileId: storedFile.fileId })
    .from(storedFile)
    .where(inArray(sql`${storedFile.fileId}::text`, names));
  return new Set(rows.map(({ fileId }) => fileId));
}

/** Gets its final name only when it is complete and on disk. */
async function writeDurably(path: string, content: AsyncIterable<Uint8Array>, maximumBytes: number) {
  const partial = `${path}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(partial, 'wx');
  try {
    for await (const chunk of content) {
      bytes += chunk.byteLength;
      if (bytes > maximumBytes) throw tooLarge(maximumBytes);
      hash.update(chunk);
      // All of it: on a full disk a single write may end in the middle without an error.
      await handle.writeFile(chunk);
    }
    await handle.sync();
    await handle.close();
    await rename(partial, path);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(partial).catch(() => {});
    throw isFull(error) ? new Refusal('unavailable', 'The server has no disk space for files right now.') : error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function tooLarge(maximumBytes: number): Refusal {
  return new TooLarge(`The file is larger than ${maximumBytes / 1024 / 1024} MB.`);
}

async function hasContent(path: string, { bytes, sha256 }: Pick<Received, 'bytes' | 'sha256'>): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    if ((await stat(path)).size !== bytes) return false;
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
}

/** No space, a quota, or a limit on the size of files. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function isFull(error: unknown): boolean {
  return fullCodes.includes((error as NodeJS.ErrnoException).code ?? '');
}
