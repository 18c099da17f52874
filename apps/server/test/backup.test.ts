import { listImports } from '@atrium/contract/imports';
import { getSystem } from '@atrium/contract/system';
import { sharedTestEngines, type TestEngines } from '@atrium/engines/testing';
import { openTransfer } from '@atrium/facts/transfer';
import { encodePush } from '@atrium/simulator/xovis5';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepNewest } from '../src/backup/backup-folder.ts';
import { makeBackup, type BackupSource } from '../src/backup/make-backup.ts';
import { openBackup, restoreBackup } from '../src/backup/restore-backup.ts';
import { scheduleBackups } from '../src/backup/schedule.ts';
import { noteBackup } from '../src/backup/state-store.ts';
import { appendCommand } from '../src/ingestion/inbox.ts';
import { at, detail } from './counting.ts';
import type { Client } from './client.ts';
import type { Location, Sensor, User, Zone } from './estate.ts';
import { emptyTarget } from './restoring.ts';
import { within } from './within.ts';
import { openWorld, registryTemplate, type World } from './world.ts';

let engines: TestEngines;
let folder: string;
let backups: string;
let world: World;
let address: Awaited<ReturnType<TestEngines['createClickHouseDatabase']>>['address'];
let shop: { location: Location; sensor: Sensor; zones: Zone[]; admin: User; key: string };
const sent: Push[] = [];
const closing: (() => Promise<unknown>)[] = [];

/** A body with one minute of both lines. */
interface Push {
  readonly packageId: number;
  readonly from: number;
  /** People in, line by line. */
  readonly ins: readonly number[];
}

beforeAll(async () => {
  engines = await sharedTestEngines();
  folder = await mkdtemp(join(tmpdir(), 'atrium-backup-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  backups = join(folder, 'backups');
  const stores = [await engines.createDatabase(registryTemplate), await engines.createClickHouseDatabase()] as const;
  address = stores[1].address;
  world = await openWorld({ stores, app: { keyFile: join(folder, 'secret.key'), config: withoutKey } });
  closing.push(() => world.close());
  const admin = await world.user({ role: 'OrganizationAdministrator' });
  const orgId = admin.orgId ?? '';
  const location = await world.location({ orgId });
  const site = await world.site({ locationId: location.locationId });
  const sensor = await world.sensor({ siteId: site.siteId });
  const zones = [await world.zone({ sensorId: sensor.sensorId }), await world.zone({ sensorId: sensor.sensorId })];
  shop = { location, sensor, zones, admin, key: await world.pushKey({ orgId }) };
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const withoutKey = { publicUrl: undefined, trustedProxies: [] };
const [longAgo, today] = [at('2026-02-10T09:00:00Z'), at('2026-03-04T08:00:00Z')];

async function push(to: World, { packageId, from, ins }: Push): Promise<void> {
  const logics = shop.zones.map(({ deviceId, name }, line) => {
    const counted = { forward: ins[line] ?? 0, backward: 0, samples: 60, samplesExpected: 60 };
    return { id: Number(deviceId), name, records: [{ from, to: from + 60, ...counted }] };
  });
  const device = { macAddress: shop.sensor.macAddress ?? '', timezone: 'UTC' };
  const body = encodePush({ kind: 'logics', device, packageId, logics });
  const { status } = await to.anonymous().post(`/api/push/xovis5/${shop.key}`, body);
  if (status !== 200) throw new Error(`The push was answered with ${status}`);
}

let packages = 0;
/** Sensors push to the world that is backed up. */
async function count(from: number): Promise<void> {
  packages += 1;
  const body = { packageId: packages, from, ins: [1 + (packages % 7), 2 + (packages % 5)] };
  await push(world, body);
  sent.push(body);
}

const sales = (day: number) =>
  `locationNumber,recordDate,netSales,itemCount,transactionCount\r\n1001,2026-01-0${day}T10:00,10.00,1,1\r\n`;

/** Files that came by SFTP: one is imported, two wait. */
async function receiveFiles(orgId: string): Promise<void> {
  const [done, processing, incoming] = ['done', 'processing', 'incoming'].map((place) =>
    join(folder, 'sftp', orgId, place),
  );
  for (const each of [done, processing, incoming]) await mkdir(each!, { recursive: true });
  await writeFile(join(done!, '20260304T110000000Z-pos-1.csv'), sales(1));
  const content = { path: join(done!, '20260304T110000000Z-pos-1.csv') };
  await world.imports.receive({ orgId, fileName: 'pos-1.csv', content, source: 'sftp' });
  await writeFile(join(processing!, '20260304T115900000Z~pos-2.csv'), sales(2));
  await writeFile(join(incoming!, 'pos-3 ü.csv'), sales(3));
  await writeFile(join(incoming!, 'pos-4.csv.part'), 'locationNumber');
}

/** Rows with people in them, what became of the bodies, and today's sums. */
async function numbersOf(of: World, client: Client) {
  const ask = async (entityType: 'zone' | 'location', entityIds: string, dateGroupings: string) => {
    const range = { relativeDate: 'custom', startDate: '2026-02-09', endDate: '2026-03-04' } as const;
    const { results } = await detail(client, { entityType, entityIds, dateGroupings, ...range });
    return results.filter(({ sumins }) => sumins);
  };
  const rows = async (statement: string) => (await of.registry.owner.query<Record<string, string>>(statement)).rows;
  return {
    hours: await Promise.all(shop.zones.map(({ zoneId }) => ask('zone', zoneId, 'hour'))),
    days: await ask('location', shop.location.locationId, 'day'),
    live: await rows('SELECT series_id, ins, got FROM series_last ORDER BY series_id'),
    ledger: await rows('SELECT sum(applied) AS applied, sum(quarantined) AS quarantined FROM ledger'),
  };
}

async function restored(from: string): Promise<World> {
  const target = await emptyTarget(engines, folder, () => world.now());
  await restoreBackup(await openBackup(from), target);
  await target.close();
  const { stores, keyFile, filesFolder, sftpFolder } = target;
  const config = { ...withoutKey, sftpPort: 0 };
  const copy = await openWorld({ stores, now: world.now(), app: { keyFile, filesFolder, sftpFolder, config } });
  closing.push(() => copy.close());
  await copy.ingestion.idle();
  return copy;
}

function source(more: Partial<BackupSource> = {}): BackupSource {
  const facts = openTransfer(address);
  closing.push(() => facts.close());
  const key = { file: join(folder, 'secret.key') };
  return {
    registry: world.registry,
    facts,
    filesFolder: world.filesFolder,
    sftpFolder: join(folder, 'sftp'),
    key,
    clock: () => world.now(),
    say: () => {},
    ...more,
  };
}

describe('[I150] [I151] [I152] a backup of a running server', () => {
  it('is restored with every number of its moment and nothing twice, whatever was applied while it was made', async () => {
    const { orgId } = shop.location;
    const note = await world.attachment({ orgId, entityType: 'location', entityId: shop.location.locationId });
    await receiveFiles(orgId);
    for (let n = 0; n < 5; n += 1) await count(longAgo + n * 900);
    for (let n = 0; n < 5; n += 1) await count(today + n * 60);
    await world.ingestion.idle();
    const before = sent.length;

    let isOver = false;
    const pushing = (async () => {
      for (let n = 0; n < 30 && !isOver; n += 1) {
        world.pass({ seconds: 1 });
        await count(today + 3600 + n * 60);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    let between = 0;
    const made = await makeBackup(
      source({
        betweenCopies: async () => {
          await count(longAgo + 7200);
          await count(today + 120);
          const [{ seriesId }] = shop.zones as [Zone];
          const erase = { type: 'erase', series: [seriesId], from: longAgo, to: longAgo + 900 } as const;
          await world.registry.system((tx) => appendCommand(tx, orgId, erase, world.now()));
          await world.ingestion.idle();
          between = sent.length;
        },
      }),
      backups,
    );
    isOver = true;
    await pushing;
    await world.ingestion.idle();

    const copy = await restored(made.folder);
    const client = await copy.signIn(shop.admin);
    const bodies = await copy.registry.owner.query<{ body: Buffer }>(`SELECT body FROM inbox_body WHERE kind = 'push'`);
    const kept = new Set(
      bodies.rows.map(({ body }) => /"package_info":\{"version":"[^"]*","id":(\d+)/.exec(body.toString())?.[1]),
    );
    const included = sent.filter(({ packageId }) => kept.has(String(packageId)));
    expect(between).toBeGreaterThan(before + 2);
    expect(included.length).toBeGreaterThanOrEqual(between - 1);
    expect(included.slice(0, before)).toEqual(sent.slice(0, before));
    const numbers = await numbersOf(copy, client);
    expect(numbers.hours.map((rows) => rows.map(({ sumins }) => sumins))).toEqual(
      shop.zones.map((_zone, line) => trueHours(line, included)),
    );
    expect(numbers.ledger).toEqual([{ applied: String(included.length), quarantined: '0' }]);
    expect(await copy.stores.damage()).toEqual([]);
    const attached = await client.get(`/api/location/${shop.location.locationId}/attachment/${note.id}`);
    expect([attached.status, attached.body]).toEqual([200, 'abc']);

    const imported = async () => (await client.call(listImports, {})).map(({ fileName }) => fileName).toSorted();
    await expect.poll(imported, within(30)).toEqual(['pos-1.csv', 'pos-2.csv', 'pos-3 ü.csv']);

    // Sensors send again what the restored server never acknowledged, and more.
    for (const body of sent) await push(copy, body);
    await copy.ingestion.idle();
    const { ledger: _counted, ...one } = await numbersOf(world, await world.signIn(shop.admin));
    expect(await numbersOf(copy, client)).toMatchObject(one);
  });
});

const rowsOf = async ({ owner }: World['registry'], statement: string) =>
  (await owner.query<{ value: string }>(statement)).rows.map(({ value }) => value);

describe('[I160] a restored registry', () => {
  /** What the restore or a running process writes itself. */
  const ownTables = ['inbox_lane', 'inbox_pump', 'store_generation'];
  const requeued = ['inbox_todo', 'installation', 'job', 'rollup_mark'];
  /** Of no use to exports: watermarks from before a restore are refused. */
  const emptied = ['estate_change', 'reading_change'];

  it('has every row of every table; only what belongs to running processes is left out', async () => {
    const schemas = await rowsOf(world.registry, schemasWithTables);
    expect(schemas).toEqual(['drizzle', 'pgboss', 'public']);
    await world.ingestion.idle();
    const before = await contents(world.registry);
    const made = await makeBackup(source(), join(folder, 'quiet'));
    const after = await contents(world.registry);
    const target = await emptyTarget(engines, folder, () => world.now());
    await restoreBackup(await openBackup(made.folder), target);
    const found = await contents(target.registry);
    await target.close();
    for (const { drop } of target.stores) await drop();

    const { manifest } = JSON.parse(await readFile(join(made.folder, 'manifest.json'), 'utf8')) as Written;
    const copied = manifest.registry.tables.map(({ name }) => name);
    expect([...copied, ...ownTables].toSorted()).toEqual([...before.keys()]);
    const changed = copied.filter((name) => before.get(name) !== after.get(name));
    const differing = copied.filter((name) => found.get(name) !== before.get(name));
    const expected = [...requeued, ...emptied, ...changed];
    expect(differing.filter((name) => !expected.includes(name))).toEqual([]);
    expect(changed.length).toBeLessThan(10);
    expect(copied.filter((name) => before.get(name)?.startsWith('0 ') === false).length).toBeGreaterThan(20);
  });

  interface Written {
    manifest: { registry: { tables: { name: string }[] } };
  }
  const schemasWithTables = `SELECT DISTINCT table_schema AS value FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`;
  const tables = `SELECT c.relname AS value FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
    AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;

  /** The number of rows and a digest of each table. */
  async function contents(registry: World['registry']): Promise<Map<string, string>> {
    const names = await rowsOf(registry, tables);
    const found = new Map<string, string>();
    // One by one: all at once, they take the connections that other tests need.
    for (const name of names) {
      const [digest = ''] = await rowsOf(
        registry,
        `SELECT concat(count(*), ' ', md5(string_agg(t::text, ' ' ORDER BY t::text))) AS value FROM "${name}" t`,
      );
      found.set(name, digest);
    }
    return found;
  }
});

describe('[I159] a daily backup', () => {
  it('warns staff and monitors when it failed or is overdue, and shows when the last one was made', async () => {
    const user = await world.staff();
    let staff = await world.signIn(user);
    // What the page shows may be a second old.
    const shown = () => expect.poll(state, { timeout: 30_000, interval: 300 });
    const state = async () => {
      const { backup, warnings } = await staff.call(getSystem);
      return { backup, warnings: warnings.flatMap(({ kind }) => (kind.startsWith('backup') ? [kind] : [])) };
    };
    const { registry } = world;
    const config = { backupFolder: join(folder, 'daily'), backupAt: 150, backupKeep: 2 };
    let isFull = true;
    const makeDaily = async (into: string, keep: number) => {
      if (isFull) throw new Error('The disk is full.');
      const made = await makeBackup(source(), into);
      await noteBackup(registry, made, world.now());
      await keepNewest(into, made.installation, keep);
    };
    const parts = { registry, clock: () => world.now(), log: pino({ level: 'silent' }), config, makeBackup: makeDaily };
    const { backup: job } = await scheduleBackups(parts);
    expect(job.schedule).toEqual({ cron: '30 2 * * *', timezone: 'UTC' });
    const task = { data: {}, report: async () => {} };
    await expect(job.run(task)).rejects.toThrow('The disk is full.');
    const failed = { at: world.now().toISOString(), reason: 'The disk is full.' };
    await shown().toMatchObject({ backup: { last: null, failed }, warnings: ['backup-failed'] });

    isFull = false;
    for (let day = 0; day < 3; day += 1) {
      world.pass({ seconds: 1 });
      await job.run(task);
    }
    const names = await readdir(config.backupFolder);
    expect(names).toHaveLength(2);
    const [, newest = ''] = names.toSorted();
    const last = { at: world.now().toISOString(), folder: join(config.backupFolder, newest) };
    await shown().toMatchObject({ backup: { last, failed: null }, warnings: [] });
    world.pass({ hours: 27 });
    staff = await world.signIn(user);
    await shown().toMatchObject({ warnings: ['backup-overdue'] });
    const { body } = await staff.get<string>('/metrics');
    expect(body).toMatch(/^atrium_warning\{kind="backup-overdue"\} 1$/m);
    expect(body).toContain(`\natrium_backup_time_seconds ${Date.parse(last.at) / 1000}\n`);
  });
});

/** What the bodies add up to, hour by hour: of one minute the last, without the quarter of an hour that was erased. */
function trueHours(line: number, bodies: readonly Push[]): number[] {
  const minutes = new Map(bodies.map(({ from, ins }) => [from, ins[line] ?? 0]));
  const hours = new Map<number, number>();
  for (const [from, ins] of [...minutes].toSorted(([a], [b]) => a - b)) {
    if (line === 0 && from >= longAgo && from < longAgo + 900) continue;
    const hour = Math.floor(from / 3600);
    hours.set(hour, (hours.get(hour) ?? 0) + ins);
  }
  return [...hours.values()];
}
