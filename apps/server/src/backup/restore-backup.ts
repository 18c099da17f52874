import { version } from '@atrium/contract/product';
import type { FactsMaintenance } from '@atrium/facts/maintenance';
import { type FactsTransfer, newestSchema } from '@atrium/facts/transfer';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { hasOtherKey, type KeyPlace, restoreKey } from '../accounts/secret-key.ts';
import { beginExportLine } from '../ingestion/change-store.ts';
import { markAgain } from '../ingestion/mark-store.ts';
import { applyAgain, repeatedMinutes } from '../ingestion/todo-store.ts';
import { knownMigrations, migrateRegistry } from '../registry/migrate.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { endUnfinished, noteUnfinished, unfinishedRestore } from '../registry/unfinished-restore.ts';
import { restoreArrived } from './arrived-files.ts';
import { BackupError, factsPath, keyPath, type Manifest, registryPath, verifyBackup } from './manifest.ts';
import { copyIn, isUnused, requeueJobs, resetRegistry, withoutLimits, writeGeneration } from './registry-store.ts';

type Client = Transaction['client'];

export interface RestoreTarget {
  readonly registry: Registry;
  readonly facts: FactsTransfer;
  readonly care: Pick<FactsMaintenance, 'identity' | 'beat'>;
  readonly filesFolder: string;
  readonly sftpFolder: string;
  readonly key: KeyPlace;
  readonly clock: () => Date;
  readonly say: (line: string) => void;
}

/** A backup that was read to the last byte, and that this program can restore. */
export interface VerifiedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Touches nothing but the backup. */
export async function openBackup(folder: string): Promise<VerifiedBackup> {
  const manifest = await verifyBackup(folder);
  if (!knownMigrations().includes(manifest.registry.migration) || manifest.facts.schema > newestSchema) {
    throw new BackupError(
      `The backup was made by Atrium ${manifest.program}, which is newer than this program (${version}). Restore it with that version or a newer one.`,
    );
  }
  return { folder, manifest };
}

/**
 * Fills empty stores from a backup, in the version it was made with, brings them to this version, and requeues what was
 * applied since the facts were copied. A note in the registry keeps the server from starting in between; a restore that
 * failed is repeated from the beginning. Returns how many bodies will be applied again.
 */
export async function restoreBackup(backup: VerifiedBackup, target: RestoreTarget): Promise<number> {
  const { manifest, folder } = backup;
  const { registry, facts, care, clock, say } = target;
  const client = await registry.owner.connect();
  try {
    await withoutLimits(client);
    const key = (await readFile(join(folder, keyPath), 'utf8')).trim();
    await emptyTarget(client, target, key);

    const nonce = randomBytes(8).readBigUInt64BE() >> 2n;
    const generation = BigInt(manifest.generation) + 1n;
    const note = { nonce: String(nonce), backup: folder };
    await migrateRegistry(registry.owner, manifest.registry.migration);
    await noteUnfinished(client, note);
    await facts.migrate(manifest.facts.schema);
    await care.beat({ installation: manifest.installation, generation, nonce });
    for (const [index, chunk] of manifest.facts.chunks.entries()) {
      say(`Readings: ${chunk.table} ${chunk.partition} (${index + 1} of ${manifest.facts.chunks.length})`);
      await facts.write(chunk.table, unpacked(join(folder, factsPath(chunk))));
    }
    await copyFiles(backup, target);
    await restoreArrived(manifest.arrived, { from: folder, folder: target.sftpFolder });
    await restoreKey(target.key, key);

    const pathOf = (table: string) => join(folder, registryPath(table));
    await inTransaction(client, async () => {
      await copyIn(client, manifest.registry, { pathOf, onTable: (table) => say(`Registry: ${table}`) });
      await noteUnfinished(client, note);
    });
    await migrateRegistry(registry.owner);
    await facts.migrate();
    return await inTransaction(client, async () => {
      const since = new Date(Date.parse(manifest.factsFrom) - repeatedMinutes * 60_000);
      await requeueJobs(client);
      await markAgain(client, since);
      await beginExportLine(client);
      const bodies = await applyAgain(client, since);
      await writeGeneration(client, { generation, nonce, now: clock() });
      await endUnfinished(client);
      return bodies;
    });
  } finally {
    client.release(true);
  }
}

/** Refuses stores with anything in them, except what an unfinished restore left: that is removed. */
async function emptyTarget(client: Client, target: RestoreTarget, key: string): Promise<void> {
  const { facts, care } = target;
  const unfinished = await unfinishedRestore(client);
  const identity = await care.identity();
  const isOurs = unfinished !== null && String(identity?.nonce) === unfinished.nonce;
  if (!unfinished && !(await isUnused(client))) throw notEmpty('The registry (PostgreSQL) is not empty');
  if (!isOurs && (identity !== null || !(await facts.isEmpty()))) {
    throw notEmpty('The store of the readings (ClickHouse) is not empty');
  }
  const folders = [target.filesFolder, target.sftpFolder];
  for (const folder of folders) {
    if (!unfinished && (await readdir(folder).catch(() => [])).length > 0) throw notEmpty(`${folder} is not empty`);
  }
  if (await hasOtherKey(target.key, key)) {
    throw new BackupError(
      'The key in ATRIUM_SECRET_KEY or in secret.key is not the one of the backup. Remove it: the backup contains its own. Nothing was changed.',
    );
  }
  await facts.clear();
  if (!unfinished) return;
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  await resetRegistry(client);
}

function notEmpty(what: string): BackupError {
  return new BackupError(`${what}. A backup is restored into an empty installation only. Nothing was changed.`);
}

/** A failure to read it becomes one of the stream. */
function unpacked(path: string): Readable {
  return pipeline(createReadStream(path), createGunzip(), () => {});
}

async function copyFiles({ folder, manifest }: VerifiedBackup, target: RestoreTarget): Promise<void> {
  const files = manifest.files.filter(({ path }) => path.startsWith('files/'));
  if (files.length > 0) target.say(`Files: ${files.length}`);
  for (const { path } of files) {
    const copy = join(target.filesFolder, path.slice('files/'.length));
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await copyFile(join(folder, path), copy);
  }
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
