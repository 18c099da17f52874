import { getImport, importFiles, listImports, undoImport } from '@atrium/contract/imports';
import { sharedTestEngines } from '@atrium/engines/testing';
import { eq } from 'drizzle-orm';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../src/registry/schema/imports.ts';
import { countingIn } from './counting.ts';
import { connectSftp, newKey } from './sftp-client.ts';
import { within } from './within.ts';
import { openWire, type Wire } from './wire.ts';
import { openWorld, registryTemplate, type World } from './world.ts';

let world: World;
let sftpFolder: string;
let port: number;
let wires: string;
let postgres: Wire;
let clickhouse: Wire;
beforeAll(async () => {
  sftpFolder = await mkdtemp(join(tmpdir(), 'atrium-damaged-'));
  wires = await mkdtemp(join(tmpdir(), 'atrium-wires-'));
  const engines = await sharedTestEngines();
  const stores = [await engines.createDatabase(registryTemplate), await engines.createClickHouseDatabase()] as const;
  const socket = `.s.PGSQL.${stores[0].address.port}`;
  postgres = await openWire(join(stores[0].address.host, socket), join(wires, socket));
  clickhouse = await openWire(stores[1].address.socketPath ?? '', join(wires, 'clickhouse'));
  const app = {
    sftpFolder,
    sftpLimits: { lookMs: 100 },
    postgres: { ...stores[0].address, host: wires },
    clickhouse: { ...stores[1].address, socketPath: join(wires, 'clickhouse') },
  };
  world = await openWorld({ sftpPort: 0, stores, app });
  port = await world.sftp!.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await world.close();
  await Promise.all([postgres.close(), clickhouse.close()]);
  for (const folder of [sftpFolder, wires]) await rm(folder, { recursive: true, force: true });
});

const upload = (name: string, content: string) => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
};

/** An organization with a shop, and ways to send files. */
async function aSender() {
  const key = newKey();
  const org = await world.organization({ sftpEnabled: true, sftpPublicKey: key.public.trim() });
  const { orgId } = org;
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const owner = { orgId, entityType: 'location', entityId: locationId } as const;
  await world.customField({ ...owner, name: 'locationNumber', value: '1001' });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return {
    org,
    orgId,
    /** Lets the files of the organization wait until the returned function is called. */
    async hold() {
      const [row] = await world.registry.system(({ sql }) =>
        sql
          .insert(importFile)
          .values({ orgId, fileName: 'held', sha256: '', bytes: 0, source: 'api', status: 'pending', task: 'read' })
          .returning(),
      );
      const held = eq(importFile.importStatusId, row!.importStatusId);
      await world.registry.system(({ sql }) =>
        sql
          .update(importFile)
          .set({ claim: row!.importStatusId, claimedUntil: new Date(4e12) })
          .where(held),
      );
      return async () => {
        await world.registry.system(({ sql }) => sql.delete(importFile).where(held));
      };
    },
    async pathOf(importStatusId: string) {
      const [row] = await world.registry.system(({ sql }) =>
        sql.select().from(importFile).where(eq(importFile.importStatusId, importStatusId)),
      );
      const id = row?.fileId ?? '';
      return join(world.filesFolder, id.slice(0, 2), id);
    },
    connect: () => connectSftp({ port, username: `org-${orgId.slice(0, 8)}`, privateKey: key.private }),
    post: (name: string, content: string) =>
      fetch(`${world.url}/api/import`, {
        method: 'POST',
        headers: { cookie: [...admin.jar].map(([k, v]) => `${k}=${v}`).join('; '), origin: world.url },
        body: upload(name, content),
      }),
    async send(name: string, content: string) {
      const [item] = await admin.call(importFiles, { form: () => upload(name, content) });
      return item!.importStatusId;
    },
    list: async () => (await admin.call(listImports, {})).filter(({ fileName }) => fileName !== 'held').toReversed(),
    async done(importStatusId: string) {
      const find = () => admin.call(getImport, { params: { importStatusId } });
      await expect
        .poll(async () => (({ status, isUndoing }) => status !== 'pending' && !isUndoing)(await find()), within(30))
        .toBe(true);
      return find();
    },
    undo: (importStatusId: string) => admin.call(undoImport, { params: { importStatusId } }),
    /** What is imported and counts. */
    async sales() {
      const { rows } = await world.registry.owner.query<{ sum: string | null }>(
        `SELECT sum(a.value)::text AS sum FROM amount_entry a JOIN series s USING (series_id)
         WHERE s.org_id = $1 AND s.measure = 'sales'`,
        [orgId],
      );
      return Number(rows[0]?.sum ?? 0);
    },
  };
}

const header = 'locationNumber,recordDate,netSales,itemCount,transactionCount,employeeId\n';
const pos = (rows: number, employee = 'E', value = 1) =>
  header + Array.from({ length: rows }, (_, i) => `1001,2026-01-05T10:00,${value},1,1,${employee}${i}\n`).join('');

const limit = (value: number | string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${value}:`]);

/** No file of this process grows beyond so many bytes: a write ends in the middle, as on a disk that is full. */
async function withFullDisk<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  limit(bytes);
  try {
    return await work();
  } finally {
    limit('unlimited');
  }
}
const isLinux = process.platform === 'linux';

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(world.filesFolder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe.runIf(isLinux)('on a full disk', () => {
  it('[I230] a file that could not be written to its last byte is refused, and nothing of it stays', async () => {
    const sender = await aSender();
    const before = await filesOnDisk();
    const answer = await withFullDisk(10_000, () => sender.post('pos-full.csv', pos(1000)));
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('no disk space')]);
    expect(await filesOnDisk()).toEqual(before);
    const client = await sender.connect();
    const put = () => client.put('/incoming/pos-full.csv', pos(1000));
    await expect(withFullDisk(10_000, put)).rejects.toThrow();
    expect(await readdir(join(sftpFolder, sender.orgId, '.writing'))).toEqual([]);
    expect(await client.list('/incoming')).toEqual([]);
    client.end();
    expect((await sender.done(await sender.send('pos-full.csv', pos(1000)))).rowCount).toBe(1000);
    expect(await sender.sales()).toBe(100_000);
  });

  it('[I231] the note about a file is written once there is room, and there is one', async () => {
    const sender = await aSender();
    const client = await sender.connect();
    const release = await sender.hold();
    await client.put('/incoming/pos-bad.csv', `${header}9999,2026-01-05T10:00,1,1,1,\n`);
    await expect
      .poll(async () => (await sender.list()).map(({ fileName }) => fileName), within(20))
      .toContain('pos-bad.csv');
    await withFullDisk(0, async () => {
      await release();
      await expect.poll(async () => (await sender.list()).map(({ status }) => status), within(20)).toEqual(['failed']);
      for (let looks = 0; looks < 10; looks += 1) {
        world.pass({ seconds: 1 });
        await pause(150);
      }
    });
    const left = async () => (await client.list('/failed')).map((name) => name.slice(20)).toSorted();
    await expect.poll(left, within(20)).toContain('pos-bad.csv');
    expect(await left()).toEqual(['pos-bad.csv', 'pos-bad.csv.error.txt']);
    const note = (await client.list('/failed')).find((name) => name.endsWith('.error.txt'));
    expect(await client.read(`/failed/${note}`)).toMatch(/^Line 2: locationNumber: .+\n$/);
    client.end();
  });
});

describe('[I232] a file whose commit gets no answer', () => {
  it('is one import with all of its rows, because it may be committed', async () => {
    const sender = await aSender();
    const client = await sender.connect();
    const answers = postgres.loseAnswer('insert into "import_file"', 'COMMIT');
    await client.put('/incoming/pos-commit.csv', pos(10));
    await expect.poll(() => client.list('/done'), within(30)).toHaveLength(1);
    client.end();
    expect(answers.lost).toBe(1);
    const [status, ...more] = await sender.list();
    expect([status, more]).toEqual([expect.objectContaining({ status: 'ok', rowCount: 10 }), []]);
  });
});

describe('[I233] a stored file that is not as it arrived', () => {
  const damages: [string, (path: string) => Promise<unknown>][] = [
    ['is cut', (path) => truncate(path, 150)],
    ['has a changed byte', (path) => flip(path)],
    ['is missing', (path) => rm(path)],
  ];
  it.each(damages)('is not imported, and its status says why, when it %s', async (_how, damage) => {
    const sender = await aSender();
    const release = await sender.hold();
    const id = await sender.send('pos-damaged.csv', pos(20));
    await damage(await sender.pathOf(id));
    await release();
    const status = await sender.done(id);
    expect(status).toMatchObject({ status: 'failed', rowCount: 0, finishedAt: expect.any(String) });
    expect(status.messages[0]?.message).toBe('The stored copy of the file is missing or damaged. Send the file again.');
    expect(await sender.sales()).toBe(0);
    expect(await sender.done(await sender.send('pos-damaged.csv', pos(20)))).toMatchObject({ status: 'ok' });
  });

  it.each(damages)(
    'does not keep a later one from being undone, which says what is missing, when it %s',
    async (_how, damage) => {
      const sender = await aSender();
      const early = await sender.send('pos-early.csv', pos(5, 'E', 1));
      await sender.done(early);
      const middle = await sender.send('pos-middle.csv', pos(3, 'E', 2));
      await sender.done(middle);
      const late = await sender.send('pos-late.csv', pos(5, 'E', 3));
      await sender.done(late);
      await damage(await sender.pathOf(middle));
      await sender.undo(late);
      const status = await sender.done(late);
      expect(status.status).toBe('undone');
      expect(status.messages.map(({ message }) => message)).toEqual([
        'What pos-middle.csv said could not be brought back, because its stored copy is missing or damaged. Undo that import and send the file again.',
      ]);
      // The file before it says something about the same keys.
      expect(await sender.sales()).toBe(500);
      expect(await sender.done(await sender.send('pos-next.csv', pos(1, 'N')))).toMatchObject({ status: 'ok' });
    },
  );
});

describe('[I234] while ClickHouse is away', () => {
  it('a count history waits for it, however long that takes, and does not fail', async () => {
    const { shop } = countingIn(() => world);
    const sender = await aSender();
    const { zone } = await shop({ org: sender.org, timezone: 'UTC' });
    const attempts = async () =>
      (
        await world.registry.system(({ sql }) =>
          sql.select().from(importFile).where(eq(importFile.orgId, sender.orgId)),
        )
      )[0];
    clickhouse.cut();
    const id = await sender.send('counts-away.csv', `zone,timestamp,in,out\n${zone.zoneId},2025-06-02T10:00,5,5\n`);
    // As if it had been tried for minutes already.
    for (let tries = 0; tries < 30; tries += 1) {
      await world.registry.owner.query(
        'UPDATE import_file SET claimed_until = NULL, attempts = greatest(attempts, 17) WHERE import_status_id = $1',
        [id],
      );
      await pause(150);
    }
    expect(await attempts()).toMatchObject({ status: 'pending', messages: [] });
    clickhouse.join();
    expect(await sender.done(id)).toMatchObject({ status: 'ok', rowCount: 1 });
  });
});

const flip = async (path: string) => {
  const bytes = await readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(path, bytes);
};
