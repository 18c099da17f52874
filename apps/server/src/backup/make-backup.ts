import { version } from '@atrium/contract/product';
import type { FactsTransfer } from '@atrium/facts/transfer';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { keyInUse, type KeyPlace } from '../accounts/secret-key.ts';
import { lastApplied } from '../ingestion/todo-store.ts';
import { takeBackupLock } from '../registry/backup-lock.ts';
import { installationValue } from '../registry/installation.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { refuseUnfinished } from '../registry/unfinished-restore.ts';
import { copyArrived, type TakenFile } from './arrived-files.ts';
import { beginBackup, type BackupDraft, refuseFullDisk, removeUnfinished } from './backup-folder.ts';
import {
  attachedPath,
  BackupError,
  factsPath,
  keyPath,
  type Manifest,
  missingFromBackup,
  registryPath,
} from './manifest.ts';
import {
  beginSnapshot,
  clockOf,
  copyOut,
  isImported,
  lastGeneration,
  listFiles,
  listTables,
  readInboxDays,
  readMigration,
  readSequences,
  readSize,
  withoutLimits,
} from './registry-store.ts';

type Client = Transaction['client'];

export interface BackupSource {
  readonly registry: Registry;
  readonly facts: FactsTransfer;
  readonly filesFolder: string;
  /** Where files that arrive by SFTP are kept. */
  readonly sftpFolder: string;
  readonly key: KeyPlace;
  readonly clock: () => Date;
  readonly say: (line: string) => void;
  /** Since when the facts may lack what was applied, if the last start has not repeated it. */
  readonly factsLackSince?: Date | undefined;
  /** Called between the copies of the facts and of the registry. For tests. */
  readonly betweenCopies?: (() => Promise<void>) | undefined;
}

export interface MadeBackup {
  readonly folder: string;
  readonly installation: string;
  readonly bytes: number;
  readonly seconds: number;
  /** What is wrong with its files, if anything is. */
  readonly warning: string | undefined;
}

/**
 * Copies an installation, running or stopped, into a new folder below `into`: first the facts, then the registry in one
 * snapshot, then files. What was applied between the two is in the inbox of the registry and is applied again by a
 * restore (docs/adr/0028-backup.md).
 */
export async function makeBackup(source: BackupSource, into: string): Promise<MadeBackup> {
  const started = performance.now();
  const client = await source.registry.owner.connect();
  try {
    await withoutLimits(client);
    await refuseUnfinished(client);
    if (!(await takeBackupLock(client))) throw new BackupError('Another backup of this installation is running.');
    const migration = await readMigration(client);
    const installation = migration === null ? undefined : await installationValue(source.registry, 'id');
    const key = migration === null ? undefined : await keyInUse(source.registry, source.key);
    if (migration === null || installation === undefined || key === undefined) {
      throw new BackupError('There is nothing to back up: Atrium has not been started with these databases yet.');
    }
    await removeUnfinished(into, installation);
    const chunks = await source.facts.chunks();
    const stored = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
    await refuseFullDisk(into, 2 * stored + (await readSize(client)));
    const draft = await beginBackup(into, installation, source.clock());
    try {
      const manifest = await fill(draft, client, source, { installation, migration, key });
      const folder = await draft.finish(manifest);
      const bytes = draft.files.reduce((sum, file) => sum + file.bytes, 0);
      const warning = missingFromBackup(manifest);
      return { folder, installation, bytes, seconds: (performance.now() - started) / 1000, warning };
    } catch (error) {
      await draft.discard();
      throw error;
    }
  } finally {
    // Its settings and its lock end with it.
    client.release(true);
  }
}

type Known = { readonly installation: string; readonly migration: number; readonly key: string };

async function fill(draft: BackupDraft, client: Client, source: BackupSource, known: Known): Promise<Manifest> {
  const { facts, clock, say } = source;
  // Whichever clock is behind: the pump notes its own when it has applied something. After a crash the facts may lack
  // what was applied last.
  const applied = await lastApplied(client);
  const instants = [clock(), await clockOf(client), source.factsLackSince ?? null, applied];
  const factsFrom = new Date(Math.min(...instants.flatMap((each) => each?.getTime() ?? [])));
  const schema = await facts.schema();
  const chunks = (await facts.chunks()).map(({ table, partition }) => ({ table, partition }));
  for (const [index, chunk] of chunks.entries()) {
    say(`Readings: ${chunk.table} ${chunk.partition} (${index + 1} of ${chunks.length})`);
    await draft.put(factsPath(chunk), await facts.read(chunk), { compressed: true });
  }
  await source.betweenCopies?.();
  await beginSnapshot(client);
  const registryAt = await clockOf(client);
  const registry = await copyRegistry(draft, client, say);
  await draft.put(keyPath, Readable.from([Buffer.from(`${known.key}\n`)]));
  const found = await copyFiles(draft, await listFiles(client), source);
  const isTaken = (file: TakenFile) => isImported(client, file);
  const arrived = await copyArrived(draft, { folder: source.sftpFolder, since: registryAt, isTaken });
  const generation = await lastGeneration(client);
  await client.query('COMMIT');
  return {
    format: 1,
    program: version,
    installation: known.installation,
    factsFrom: factsFrom.toISOString(),
    registryAt: registryAt.toISOString(),
    generation,
    registry: { migration: known.migration, ...registry },
    facts: { schema, chunks },
    arrived,
    ...found,
    files: [...draft.files],
  };
}

async function copyRegistry(draft: BackupDraft, client: Client, say: (line: string) => void) {
  const tables: Manifest['registry']['tables'] = [];
  const found = await listTables(client);
  for (const [index, table] of found.entries()) {
    say(`Registry: ${table.name} (${index + 1} of ${found.length})`);
    const rows = copyOut(client, table);
    await draft.put(registryPath(table.name), rows, { compressed: true });
    tables.push({ ...table, rows: rows.rowCount });
  }
  // Sequences are of no snapshot, so they are read last: a number may be skipped, but none is given out twice.
  return { tables, days: await readInboxDays(client), sequences: await readSequences(client) };
}

/** Content is on disk before its row is written, and goes after it. */
async function copyFiles(
  draft: BackupDraft,
  files: Awaited<ReturnType<typeof listFiles>>,
  source: BackupSource,
): Promise<Pick<Manifest, 'missingFiles' | 'damagedFiles'>> {
  if (files.length > 0) source.say(`Files: ${files.length}`);
  const found = { missingFiles: 0, damagedFiles: 0 };
  for (const { id, sha256 } of files) {
    const path = join(source.filesFolder, id.slice(0, 2), id);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      found.missingFiles += 1;
      continue;
    }
    await draft.put(attachedPath(id), createReadStream(path));
    if (draft.files.at(-1)?.sha256 !== sha256) found.damagedFiles += 1;
  }
  return found;
}
