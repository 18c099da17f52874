import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { Refusal } from '../refusal.ts';
import type { Transaction } from '../registry/registry.ts';
import { storedFile } from '../registry/schema/operations.ts';

export interface NewFile {
  readonly orgId: string | null;
  readonly originalName: string;
  readonly contentType: string;
  readonly createdBy: string | null;
  readonly maximumBytes: number;
}

/** Files of organizations under generated names in one folder; their rows say whose they are. */
export interface Files {
  /** Stores the content durably, then writes the row in the caller's transaction. */
  put(tx: Transaction, file: NewFile, content: AsyncIterable<Uint8Array>): Promise<string>;
  open(fileId: string): Readable;
  remove(tx: Transaction, fileId: string): Promise<void>;
}

export function filesIn(folder: string): Files {
  const pathOf = (fileId: string) => join(folder, fileId.slice(0, 2), fileId);
  return {
    async put(tx, file, content) {
      const fileId = randomUUID();
      const path = pathOf(fileId);
      await mkdir(dirname(path), { recursive: true });
      const { bytes, sha256 } = await writeDurably(path, content, file.maximumBytes);
      const { orgId, originalName, contentType, createdBy } = file;
      await tx.sql.insert(storedFile).values({ fileId, orgId, originalName, contentType, createdBy, bytes, sha256 });
      return fileId;
    },
    open: (fileId) => createReadStream(pathOf(fileId)),
    async remove(tx, fileId) {
      await tx.sql.delete(storedFile).where(eq(storedFile.fileId, fileId));
      tx.afterCommit(() => void rm(pathOf(fileId), { force: true }).catch(() => {}));
    },
  };
}

/** Under its final name only when whole and on the disk. */
async function writeDurably(path: string, content: AsyncIterable<Uint8Array>, maximumBytes: number) {
  const partial = `${path}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(partial, 'wx');
  try {
    for await (const chunk of content) {
      bytes += chunk.byteLength;
      if (bytes > maximumBytes) throw new Refusal('invalid', `The file is larger than ${maximumBytes} bytes.`);
      hash.update(chunk);
      await handle.write(chunk);
    }
    await handle.sync();
    await handle.close();
    await rename(partial, path);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}
