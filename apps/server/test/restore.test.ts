import { startEngines } from '@atrium/engines/engines';
import { sharedTestEngines, type TestEngines } from '@atrium/engines/testing';
import { openFacts } from '@atrium/facts/facts';
import { openMaintenance } from '@atrium/facts/maintenance';
import { newestSchema, openTransfer } from '@atrium/facts/transfer';
import { packVer } from '@atrium/facts/version';
import { execFile } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSecrets } from '../src/accounts/secret-key.ts';
import { findBackup } from '../src/backup/backup-folder.ts';
import { makeBackup, type BackupSource } from '../src/backup/make-backup.ts';
import { openBackup, restoreBackup } from '../src/backup/restore-backup.ts';
import { filesIn } from '../src/files/files.ts';
import { exportLine } from '../src/ingestion/change-store.ts';
import { takeBackupLock, unlessBackedUp } from '../src/registry/backup-lock.ts';
import { setValue } from '../src/registry/installation.ts';
import { knownMigrations, migrateRegistry } from '../src/registry/migrate.ts';
import { openRegistry, type Registry } from '../src/registry/registry.ts';
import { openStores } from '../src/stores/stores.ts';
import { emptyTarget } from './restoring.ts';
import { within } from './within.ts';

let engines: TestEngines;
let folder: string;
/** An installation of the previous version, and its backup. */
let source: BackupSource;
let backup: string;
const closing: (() => Promise<unknown>)[] = [];
const clock = () => new Date('2026-11-15T12:00:00Z');
const [orgId, day] = [randomUUID(), Date.UTC(2026, 9, 10) / 1000];
const previous = knownMigrations().at(-2) ?? 0;

beforeAll(async () => {
  engines = await sharedTestEngines();
  folder = await mkdtemp(join(tmpdir(), 'atrium-restore-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const stores = [await engines.createDatabase(), await engines.createClickHouseDatabase()] as const;
  closing.push(stores[0].drop, stores[1].drop);
  const registry = openRegistry(stores[0].address);
  const facts = openTransfer(stores[1].address);
  closing.push(
    () => registry.close(),
    () => facts.close(),
  );
  await migrateRegistry(registry.owner, previous);
  await facts.migrate(newestSchema - 1);
  const key = { file: join(folder, 'secret.key') };
  const places = { filesFolder: join(folder, 'files'), sftpFolder: join(folder, 'sftp'), key };
  source = { registry, facts, ...places, clock, say: () => {} };
  await fill(registry, stores[1].address);
  backup = (await makeBackup(source, join(folder, 'backups'))).folder;
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** An organization with a file, a job that was interrupted, and an hour of readings. */
async function fill(registry: Registry, address: Parameters<typeof openFacts>[0]): Promise<void> {
  await setValue(registry, 'id', randomUUID());
  await setValue(registry, exportLine, 'of watermarks before the backup');
  await openSecrets(registry, source.key);
  await registry.owner.query(
    `INSERT INTO organization (org_id, name) VALUES ('${orgId}', 'Grüne Läden \\ "2"');
     INSERT INTO job (org_id, kind, data, state) VALUES ('${orgId}', 'purge-readings', '{}', 'running');
     INSERT INTO audit_entry (org_id, at, action, detail) VALUES ('${orgId}', now(), 'created', '{"name": "a\\tb"}')`,
  );
  const files = filesIn(source.filesFolder);
  const received = await files.receive(letters(), 10);
  const details = { orgId, originalName: 'note.txt', contentType: 'text/plain', createdBy: null };
  await registry.system((tx) => files.keep(tx, received, details));
  const facts = openFacts(address);
  const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
  const row = { org: 1, series: 1, span: 60, ins: 10, outs: 0, ver, gone: 0 as const, flags: 0 };
  await facts.append(Array.from({ length: 60 }, (_, i) => ({ ...row, at: day + 60 * i })));
  await facts.close();
}

async function* letters() {
  yield new TextEncoder().encode('abc');
}

async function newTarget() {
  const target = await emptyTarget(engines, folder, clock);
  closing.push(...target.stores.map(({ drop }) => drop), target.close);
  return target;
}

type Target = Awaited<ReturnType<typeof newTarget>>;

async function compare({ registry, stores }: Pick<Target, 'registry' | 'stores'>) {
  const care = openMaintenance(stores[1].address);
  const opened = await openStores({ registry, care, clock, log: pino({ level: 'silent' }) });
  await opened.stop();
  return opened.found.kind;
}

async function* halfAndFull() {
  yield Buffer.alloc(100_000);
  throw new Error('ENOSPC: no space left on device, write');
}

const cutOff = async () => {
  throw new Error('cut off');
};

const flip = async (path: string) => {
  const bytes = await readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(path, bytes);
};
const cut = async (path: string) => truncate(path, (await stat(path)).size - 1);
const changed = async (of: string, change: (manifest: Record<string, unknown>) => void) => {
  const path = join(of, 'manifest.json');
  const { manifest } = JSON.parse(await readFile(path, 'utf8')) as { manifest: Record<string, unknown> };
  change(manifest);
  await writeFile(path, `${JSON.stringify({ sha256: hash('sha256', JSON.stringify(manifest), 'hex'), manifest })}\n`);
};

type Ran = { code: number; last: string; lines: string[] };

function run(program: string, data: string, ...more: string[]): Promise<Ran> {
  const entry = fileURLToPath(new URL(`../src/${program}.ts`, import.meta.url));
  const env = { ...process.env, ATRIUM_DATA: data };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', entry, ...more], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      const lines = `${stdout}${stderr}`.trim().split('\n');
      resolve({ code, last: lines.at(-1) ?? '', lines });
    });
  });
}

describe('[I153] [I156] [I155] a backup of the previous version', () => {
  it('[I267] is restored and migrated; one that failed is refused at the start and repeated; a second one is refused', async () => {
    const target = await newTarget();
    const verified = await openBackup(backup);
    await expect(restoreBackup(verified, { ...target, facts: { ...target.facts, write: cutOff } })).rejects.toThrow(
      'cut off',
    );
    await expect(compare(target)).rejects.toThrow(
      `A restore into these stores did not finish, so they are incomplete. Repeat it: npm run restore -- ${backup}`,
    );
    await expect(makeBackup({ ...source, registry: target.registry }, folder)).rejects.toThrow('did not finish');
    const late = {
      ...target.facts,
      migrate: (upTo?: number) => (upTo === undefined ? cutOff() : target.facts.migrate(upTo)),
    };
    await expect(restoreBackup(verified, { ...target, facts: late })).rejects.toThrow('cut off');
    await expect(compare(target)).rejects.toThrow('did not finish');

    await restoreBackup(verified, target);
    expect(await compare(target)).toBe('match');
    const rows = async (statement: string) =>
      (await target.registry.owner.query<Record<string, unknown>>(statement)).rows;
    expect(await rows(`SELECT max(created_at)::text AS last FROM drizzle.__drizzle_migrations`)).toEqual([
      { last: String(knownMigrations().at(-1)) },
    ]);
    expect(await target.facts.schema()).toBe(newestSchema);
    expect(await rows('SELECT org_id, name FROM organization')).toEqual([
      { org_id: orgId, name: 'Grüne Läden \\ "2"' },
    ]);
    expect(await rows(`SELECT value FROM installation WHERE key = '${exportLine}'`)).toEqual([]);
    expect(await rows('SELECT state FROM job')).toEqual([{ state: 'waiting' }]);
    expect(await rows('SELECT detail, searched FROM audit_entry')).toEqual([
      { detail: { name: 'a\tb' }, searched: 'created  {"name": "a\\tb"}' },
    ]);
    const [{ file_id: id } = {}] = await rows('SELECT file_id FROM stored_file');
    expect(String(await filesIn(target.filesFolder).read(String(id)))).toBe('abc');
    expect(await readFile(target.keyFile, 'utf8')).toBe(await readFile(source.key.file ?? '', 'utf8'));
    await expect(
      rows(`INSERT INTO job (org_id, kind, data, state) VALUES ('${randomUUID()}', 'x', '{}', 'done')`),
    ).rejects.toThrow('foreign key');
    const [{ number } = {}] = await rows(
      `INSERT INTO organization (name) VALUES ('Next') RETURNING fact_org AS number`,
    );
    expect(number).toBe(2);
    const facts = openFacts(target.stores[1].address);
    const members = [{ series: 1, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }];
    const hour = await facts.aggregate({
      org: 1,
      slices: [{ edges: [day, day + 3600], members }],
      freshFrom: 0,
      marks: [],
    });
    await facts.close();
    expect(hour.ins[0]).toBe(600);

    await expect(restoreBackup(verified, target)).rejects.toThrow('The registry (PostgreSQL) is not empty');
    const other = await newTarget();
    await expect(restoreBackup(verified, { ...other, facts: target.facts, care: target.care })).rejects.toThrow(
      'The store of the readings (ClickHouse) is not empty',
    );
    await expect(restoreBackup(verified, { ...other, filesFolder: target.filesFolder })).rejects.toThrow(
      'files is not empty',
    );
    const key = Buffer.alloc(32, 7).toString('base64');
    await expect(restoreBackup(verified, { ...other, key: { key } })).rejects.toThrow('is not the one of the backup');
    expect((await rows('SELECT FROM organization')).length).toBe(2);
    expect(await other.facts.schema()).toBe(0);
  });
});

describe('[I154] a backup that is not as it was made', () => {
  const minutes = 'facts/minute-202610.native.gz';
  it.each<[string, (of: string) => Promise<unknown>, string]>([
    ['a changed byte of readings', (of) => flip(join(of, minutes)), `${minutes} of the backup is damaged.`],
    [
      'a changed byte of a table',
      (of) => flip(join(of, 'registry/organization.copy.gz')),
      'organization.copy.gz of the backup is damaged.',
    ],
    ['a changed byte of the key', (of) => flip(join(of, 'secret.key')), 'secret.key of the backup is damaged.'],
    ['a changed byte of the manifest', (of) => flip(join(of, 'manifest.json')), 'is damaged.'],
    ['a cut byte of the manifest', (of) => cut(join(of, 'manifest.json')), 'is damaged.'],
    ['a cut byte of a table', (of) => cut(join(of, 'registry/job.copy.gz')), 'job.copy.gz of the backup is damaged.'],
    ['a file that was cut', (of) => truncate(join(of, minutes), 20), `${minutes} of the backup is damaged.`],
    ['a missing file', (of) => rm(join(of, minutes)), `${minutes} is missing from the backup.`],
    [
      'an additional file',
      (of) => writeFile(join(of, 'registry/more'), ''),
      'registry/more does not belong to the backup.',
    ],
    ['no manifest', (of) => rm(join(of, 'manifest.json')), 'is not a complete backup: it has no manifest.json.'],
    [
      'a path that leads elsewhere',
      (of) => changed(of, (m) => Object.assign((m.files as object[])[0]!, { path: '../x' })),
      'is damaged.',
    ],
    [
      'a newer program',
      (of) => changed(of, (m) => Object.assign(m.registry as object, { migration: 9_999_999_999_999 })),
      'which is newer than this program',
    ],
    [
      'a newer format',
      (of) => changed(of, (m) => Object.assign(m, { format: 2, program: '9.0.0' })),
      'made by Atrium 9.0.0, which is newer',
    ],
  ])('is refused: %s', async (_what, change, message) => {
    const copy = await mkdtemp(join(folder, 'copy-'));
    await cp(backup, copy, { recursive: true });
    await change(copy);
    await expect(openBackup(copy)).rejects.toThrow(message);
  });
});

describe('[I157] making a backup', () => {
  it('leaves a complete one that is closed to others, or nothing; one at a time, and not on a full disk', async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    expect((await stat(join(backup, 'secret.key'))).mode & 0o777).toBe(0o600);
    const into = await mkdtemp(join(folder, 'more-'));
    const earlier = (await makeBackup(source, into)).folder;
    const later = { ...source, clock: () => new Date('2026-11-15T12:00:01Z') };
    const killed = `${earlier.slice(0, -2)}9Z.partial`;
    await mkdir(killed);
    // The disk runs full in the middle of a file.
    const failing = { ...source.facts, read: async () => Readable.from(halfAndFull()) };
    await expect(makeBackup({ ...later, facts: failing }, into)).rejects.toThrow('ENOSPC');
    expect([await readdir(into), await findBackup(into)]).toEqual([[basename(earlier)], earlier]);
    await mkdir(killed);
    expect(await findBackup(into)).toBe(earlier);
    await expect(openBackup(killed)).rejects.toThrow('is not a complete backup');
    const huge = {
      ...source.facts,
      chunks: async () => [{ table: 'minute', partition: '202610', bytes: 1e18 } as const],
    };
    await expect(makeBackup({ ...later, facts: huge }, into)).rejects.toThrow(
      /has \d+ MB free, and the backup may need \d+ MB/,
    );
    const { registry, facts } = await newTarget();
    await expect(makeBackup({ ...source, registry, facts }, into)).rejects.toThrow('There is nothing to back up');
    const client = await source.registry.owner.connect();
    await takeBackupLock(client);
    await expect(makeBackup(later, into)).rejects.toThrow('Another backup of this installation is running.');
    // Nor is anything removed that a restore would apply again.
    const cleaning = await source.registry.owner.connect();
    const work = vi.fn<() => Promise<void>>(async () => {});
    await unlessBackedUp(cleaning, work);
    expect(work).not.toHaveBeenCalled();
    client.release(true);
    await expect.poll(() => unlessBackedUp(cleaning, work).then(() => work.mock.calls.length), within(5)).toBe(1);
    cleaning.release(true);
    expect(await readdir(into)).toEqual([basename(earlier)]);
  });
});

const warning = (missing: number, damaged: number) =>
  `Not all stored files are in the backup: ${missing} were missing from the data folder, ${damaged} were damaged.`;

let running: Promise<string> | undefined;
/** A data folder whose databases run, filled from the backup. */
const runningFolder = () => (running ??= runFolder());

async function runFolder(): Promise<string> {
  const data = join(folder, 'data');
  const own = await startEngines({ dataDir: data, durable: false, onLog: () => {} });
  closing.push(() => own.stop());
  const address = { ...own.clickhouse, database: 'atrium' };
  const registry = openRegistry(own.postgres);
  const [facts, care] = [openTransfer(address), openMaintenance(address)];
  const places = { filesFolder: join(data, 'files'), sftpFolder: join(data, 'sftp') };
  const target = { registry, facts, care, ...places, key: { file: join(data, 'secret.key') } };
  await restoreBackup(await openBackup(backup), { ...target, clock, say: () => {} });
  await Promise.all([care.close(), facts.close(), registry.close()]);
  return data;
}

describe('[I158] npm run backup and npm run restore', () => {
  it('copy a folder whose databases are running, and fill an empty one; a damaged backup touches nothing', async () => {
    const data = await runningFolder();
    const into = join(folder, 'by-command');
    expect((await run('backup', data)).code).toBe(1);
    const made = await run('backup', data, into, '--keep', '3');
    expect(made).toMatchObject({ code: 0, last: expect.stringMatching(/^Done in [\d.]+ s: .*by-command.atrium-/) });
    const [name = ''] = await readdir(into);
    const half = join(folder, 'half');
    await cp(join(into, name), half, { recursive: true });
    await rm(join(half, 'secret.key'));
    const untouched = join(folder, 'untouched');
    expect(await run('restore', untouched, half)).toMatchObject({
      code: 1,
      last: 'secret.key is missing from the backup.',
    });
    await expect(stat(untouched)).rejects.toThrow('ENOENT');
    expect((await run('restore', data, into)).last).toContain('Stop it first');

    const filled = join(folder, 'filled');
    await mkdir(filled);
    expect(await run('restore', filled, into)).toMatchObject({
      code: 0,
      last: expect.stringMatching(/^Start the server\./),
    });
    expect(await readFile(join(filled, 'secret.key'), 'utf8')).toBe(await readFile(join(data, 'secret.key'), 'utf8'));
    expect(await readdir(filled)).not.toContain('node-id');
  }, 240_000);

  it('[I235] say which stored files are missing or not as they arrived', async () => {
    const data = await runningFolder();
    const into = join(folder, 'with-damage');
    const [shelf = ''] = await readdir(join(data, 'files'));
    const [id = ''] = await readdir(join(data, 'files', shelf));
    const nowhere = await makeBackup({ ...source, filesFolder: join(folder, 'nowhere') }, into);
    expect(nowhere.warning).toContain(warning(1, 0));
    expect((await makeBackup(source, join(folder, 'undamaged'))).warning).toBeUndefined();
    await truncate(join(data, 'files', shelf, id), 1);
    const [made, looked] = [await run('backup', data, into), await run('doctor', data)];
    expect([made.code, ...made.lines]).toEqual(expect.arrayContaining([0, expect.stringContaining(warning(0, 1))]));
    const named = `Files: note.txt of Grüne Läden \\ "2" (${id}) is missing or damaged.`;
    expect([looked.code, ...looked.lines]).toEqual(expect.arrayContaining([1, expect.stringContaining(named)]));
  }, 240_000);
});
