import { copiedTables } from '@atrium/facts/transfer';
import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** A backup that cannot be made or restored. The message is all an operator needs. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Of the folder as a whole; raised when an older program could not read it. */
const format = 1;

const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));
const table = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/));
const digits = z.string().check(z.regex(/^\d{1,19}$/));
export const arrivedName = /^(?!\.\.?$)[^\p{Cc}\p{Cs}\\/]{1,200}$/u;
const size = z.int().check(z.nonnegative());

const manifestShape = z.object({
  format: z.literal(format),
  /** The version of the program that made it. */
  program: z.string(),
  installation: z.uuid(),
  /** Everything applied from here on is applied again, because the facts were copied first. */
  factsFrom: instant,
  /** The moment of the registry, and so of the whole: what was acknowledged later is not in the backup. */
  registryAt: instant,
  /** The generation of the stores. */
  generation: digits,
  registry: z.object({
    /** The last migration, by its time. */
    migration: z.int(),
    tables: z.array(z.object({ name: table, columns: z.array(table), rows: size })),
    sequences: z.array(z.object({ name: table, value: digits })),
    /** Partitions of the inbox. */
    days: z.array(z.iso.date()),
  }),
  facts: z.object({
    schema: z.int(),
    chunks: z.array(z.object({ table: z.enum(copiedTables), partition: z.string().check(z.regex(/^\w{1,40}$/)) })),
  }),
  /** Files that arrived by SFTP and were not imported yet. */
  arrived: z._default(
    z.array(
      z.object({
        path: z.string(),
        orgId: z.uuid(),
        name: z.string().check(z.regex(arrivedName)),
        modifiedAt: instant,
      }),
    ),
    [],
  ),
  /** Attached files whose content was gone from the data folder. */
  missingFiles: size,
  /** Stored files whose content was not as it had been received; they are in the backup as they were found. */
  damagedFiles: z._default(size, 0),
  files: z.array(z.object({ path: z.string(), bytes: size, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })),
});
export type Manifest = z.output<typeof manifestShape>;
export type BackupFile = Manifest['files'][number];

export const manifestName = 'manifest.json';
export const keyPath = 'secret.key';
export const registryPath = (name: string) => `registry/${name}.copy.gz`;
export const factsPath = ({ table: name, partition }: { table: string; partition: string }) =>
  `facts/${name}-${partition}.native.gz`;
export const arrivedPath = (index: number) => `arrived/${index}`;
/** Like in the data folder. */
export const attachedPath = (fileId: string) => `files/${fileId.slice(0, 2)}/${fileId}`;

/** Written last: a folder without it is no backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, manifestName), 'wx', 0o600);
  try {
    await file.writeFile(sealed(manifest));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What an operator must know of its files; undefined if all of them are as they were received. */
export function missingFromBackup({ missingFiles, damagedFiles }: Pick<Manifest, 'missingFiles' | 'damagedFiles'>) {
  if (missingFiles + damagedFiles === 0) return undefined;
  return `Not all stored files are in the backup: ${missingFiles} were missing from the data folder, ${damagedFiles} were damaged. npm run doctor names them.`;
}

/** The text of the file, with a hash of its own. */
function sealed(manifest: unknown): string {
  return `${JSON.stringify({ sha256: hash('sha256', JSON.stringify(manifest), 'hex'), manifest })}\n`;
}

/** Reads the manifest and nothing else. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupError(`${folder} is not a complete backup: it has no ${manifestName}.`);
  });
  const manifest = parsed(text, folder);
  const made = (manifest as { format?: unknown; program?: unknown } | undefined) ?? {};
  // To the byte: no other text is one that we wrote.
  if (text !== sealed(manifest)) throw damaged(folder);
  if (typeof made.format === 'number' && made.format > format) {
    throw new BackupError(`The backup was made by Atrium ${String(made.program)}, which is newer than this program.`);
  }
  const found = manifestShape.safeParse(manifest);
  if (!found.success || !found.data.files.every(({ path }) => isOurs(path))) throw damaged(folder);
  return found.data;
}

function parsed(text: string, folder: string): unknown {
  try {
    return (JSON.parse(text) as { manifest?: unknown } | null)?.manifest;
  } catch {
    throw damaged(folder);
  }
}

function damaged(folder: string): BackupError {
  return new BackupError(`The ${manifestName} of ${folder} is damaged.`);
}

function isOurs(path: string): boolean {
  return /^(?:secret\.key|registry\/\w+\.copy\.gz|facts\/\w+-\w+\.native\.gz|files\/[0-9a-f]{2}\/[0-9a-f-]{36}|arrived\/\d+)$/.test(
    path,
  );
}

/** Reads every byte: throws unless the folder has exactly the files of its manifest, with their content. */
export async function verifyBackup(folder: string, onFile: (path: string) => void = () => {}): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const expected = new Map(manifest.files.map((file) => [file.path, file]));
  for await (const path of pathsBelow(folder, '')) {
    if (path !== manifestName && !expected.has(path)) throw new BackupError(`${path} does not belong to the backup.`);
  }
  for (const path of pathsIn(manifest)) {
    if (!expected.has(path)) throw new BackupError(`The backup does not contain ${path}.`);
  }
  for (const { path, bytes, sha256 } of expected.values()) {
    onFile(path);
    const found = await digestOf(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BackupError(`${path} is missing from the backup.`) : error;
    });
    if (found.bytes !== bytes || found.sha256 !== sha256) throw new BackupError(`${path} of the backup is damaged.`);
  }
  return manifest;
}

/** The files that its parts need. */
function pathsIn({ registry, facts, arrived }: Manifest): string[] {
  const tables = registry.tables.map(({ name }) => registryPath(name));
  return [keyPath, ...tables, ...facts.chunks.map(factsPath), ...arrived.map(({ path }) => path)];
}

async function* pathsBelow(folder: string, prefix: string): AsyncGenerator<string> {
  for await (const entry of await opendir(join(folder, prefix))) {
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* pathsBelow(folder, `${path}/`);
    else if (entry.isFile()) yield path;
    else throw new BackupError(`${path} does not belong to the backup.`);
  }
}

async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    digest.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: digest.digest('hex') };
}
