import { getSftpAccess, listImports } from '@atrium/contract/imports';
import { listOtherArrivals } from '@atrium/contract/push-keys';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { eq } from 'drizzle-orm';
import type { Client } from './client.ts';
import { connectSftp, connectSsh, hasOpenSsh, type KeyPair, newKey, type SftpClient } from './sftp-client.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let folder: string;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sftp-'));
  world = await openWorld({
    sftpPort: 0,
    app: { sftpFolder: folder, sftpLimits: { fileBytes: 200_000, totalBytes: 500_000, lookMs: 100 } },
  });
  port = await world.sftp!.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

interface Sender {
  readonly orgId: string;
  readonly username: string;
  readonly key: KeyPair;
  readonly admin: Client;
}

/** An organization that may send files. */
async function aSender(): Promise<Sender> {
  const key = newKey();
  const { orgId } = await world.organization({ sftpEnabled: true, sftpPublicKey: key.public.trim() });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { orgId, username: `org-${orgId.slice(0, 8)}`, key, admin };
}
const open = ({ username, key }: Sender) => connectSftp({ port, username, privateKey: key.private });
const importsOf = async ({ admin }: Sender) => (await admin.call(listImports, {})).toReversed();
const pos = (day: number) =>
  `locationNumber,recordDate,netSales,itemCount,transactionCount\r\n1001,2026-01-0${day}T10:00,10.00,1,1\r\n`;
/** The end of a call, as one word. */
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: Error & { code?: string | number }) => String(error.code ?? error.message),
  );
const isRefused = async (connection: Promise<unknown>) => (await codeOf(connection)) !== 'ok';
/** Of a call that ends with a callback. */
const refused = (work: (done: (error: Error | undefined) => void) => void) => isRefused(promisify(work as never)());
const [missing, denied] = ['2', '3'];

describe('files sent by SFTP', () => {
  it('[R627] arrive at the port and under the user name that administrators see', async () => {
    const sender = await aSender();
    const access = await sender.admin.call(getSftpAccess, { query: {} });
    expect(access).toEqual({ port, user: sender.username, fingerprint: world.sftp!.fingerprint });
    const client = await connectSftp({ port: access.port!, username: access.user, privateKey: sender.key.private });
    expect(await client.list('/')).toContain('incoming');
    client.end();
  });

  it('[I183] are handed to the imports once; one that cannot be imported is kept with a note', async () => {
    const sender = await aSender();
    const { orgId, locationId } = await world.location({ orgId: sender.orgId, timezone: 'UTC' });
    const owner = { orgId, entityType: 'location', entityId: locationId } as const;
    await world.customField({ ...owner, name: 'locationNumber', value: '1001' });
    const client = await open(sender);
    expect(await client.list('/')).toEqual(['incoming', 'processing', 'done', 'failed']);
    await client.put('/incoming/pos-1.csv', pos(1));
    await expect
      .poll(async () => (await client.list('/done')).map((name) => name.slice(20)), within(20))
      .toEqual(['pos-1.csv']);
    expect([await client.list('/incoming'), await client.list('/processing')]).toEqual([[], []]);
    await client.put('/incoming/readme.txt', 'hello');
    await client.put('/incoming/again pos.csv', pos(1));
    await expect.poll(async () => (await client.list('/failed')).length, within(10)).toBe(4);
    const notes = (await client.list('/failed')).filter((name) => name.endsWith('.error.txt'));
    expect(await client.read(`/failed/${notes[0]}`)).toBe('Unknown file type\n');
    // Clients that do not ask for the size read until the end is reported.
    const note = await promisify<Buffer>((done) => client.sftp.open(`/failed/${notes[0]}`, 'r', done))();
    const readAt = (offset: number) =>
      promisify<number>((done) => client.sftp.read(note, Buffer.alloc(10), 0, 10, offset, done))();
    expect([await readAt(17), await readAt(18)]).toEqual([1, 0]);
    await client.put('/incoming/pos-2.csv', pos(1));
    const again = async () => {
      const names = (await client.list('/failed')).filter((name) => name.endsWith('pos-2.csv.error.txt'));
      return names[0] === undefined ? '' : client.read(`/failed/${names[0]}`);
    };
    await expect.poll(again, within(10)).toMatch(/^The same file was already imported on .* as pos-1\.csv\./);
    const sent = await importsOf(sender);
    expect(sent.map(({ fileName, source }) => `${fileName} by ${source}`).toSorted()).toEqual([
      'again pos.csv by sftp',
      'pos-1.csv by sftp',
      'pos-2.csv by sftp',
      'readme.txt by sftp',
    ]);
    client.end();
  });

  it('[R690] are seen where people watch data arrive, with what became of them; uploads are not', async () => {
    const sender = await aSender();
    const path = join(folder, 'pos-uploaded.csv');
    await writeFile(path, pos(4));
    await world.imports.receive({
      orgId: sender.orgId,
      fileName: 'pos-uploaded.csv',
      content: { path },
      source: 'upload',
    });
    const client = await open(sender);
    await client.put('/incoming/pos-1.csv', pos(1));
    await client.put('/incoming/readme.txt', 'hello');
    const files = async () => (await sender.admin.call(listOtherArrivals, {})).files;
    const told = async () => (await files()).map(({ fileName, status }) => `${fileName} ${status}`).toSorted();
    await expect.poll(told, within(20)).toEqual(['pos-1.csv failed', 'readme.txt failed']);
    expect((await files()).find(({ fileName }) => fileName === 'pos-1.csv')).toMatchObject({ errorCount: 1 });
    const other = await aSender();
    expect((await other.admin.call(listOtherArrivals, {})).files).toEqual([]);
    client.end();
  });

  it('[I206] are one import when a process ended between handing them over and noting that it did', async () => {
    const { orgId, admin } = await aSender();
    const path = join(folder, 'pos-handed.csv');
    await writeFile(path, pos(5));
    const receive = (delivery: string) =>
      world.imports.receive({ orgId, fileName: 'pos-handed.csv', content: { path }, source: 'sftp', delivery });
    const first = await receive('20260304T120000000Z~pos-handed.csv');
    const again = await receive('20260304T120000000Z~pos-handed.csv');
    expect(again.importStatusId).toBe(first.importStatusId);
    expect(await admin.call(listImports, {})).toHaveLength(1);
    await receive('20260304T120000001Z~pos-handed.csv');
    expect(await admin.call(listImports, {})).toHaveLength(2);
  });

  it('[I184] are taken only when complete: not while written, not when cut off, not under a temporary name', async () => {
    const sender = await aSender();
    const client = await open(sender);
    await client.put('/incoming/pos.csv.part', pos(2));
    await client.put('/incoming/.hidden.csv', pos(2));
    const half = await open(sender);
    const handle = await promisify<Buffer>((done) => half.sftp.open('/incoming/pos-half.csv', 'w', done))();
    await promisify((done: (error?: Error | null) => void) =>
      half.sftp.write(handle, Buffer.from(pos(3)), 0, 50, 0, done),
    )();
    expect(await client.list('/incoming')).toEqual(['.hidden.csv', 'pos.csv.part']);
    half.ssh.destroy();
    await expect
      .poll(async () => (await importsOf(sender)).map(({ fileName, status }) => [fileName, status]), within(10))
      .toEqual([['pos-half.csv', 'failed']]);
    await client.rename('/incoming/pos.csv.part', '/incoming/pos.csv');
    await expect.poll(() => client.list('/incoming'), within(10)).toEqual(['.hidden.csv']);
    expect((await importsOf(sender)).map(({ fileName }) => fileName).toSorted()).toEqual(['pos-half.csv', 'pos.csv']);
    expect(await readdir(join(folder, sender.orgId, '.writing'))).toEqual([]);
    client.end();
  });

  it('[I185] go on after the process ended at any point, with the same host key', async () => {
    const sender = await aSender();
    const { openSftp } = await import('../src/ingestion/sftp/sftp.ts');
    const other = await mkdtemp(join(tmpdir(), 'atrium-sftp-left-'));
    const taken: string[] = [];
    const outcomes = new Map([['00000000-0000-4000-8000-000000000001', 'failed' as const]]);
    const start = () =>
      openSftp({
        ...world,
        clock: () => world.now(),
        log: { info() {}, warn() {}, debug() {}, error() {} },
        folder: other,
        hasRoom: () => true,
        maxFileBytes: 1000,
        imports: {
          receive: async ({ fileName }) => (
            taken.push(fileName),
            { importId: `00000000-0000-4000-8000-00000000000${taken.length + 1}`, state: 'done', messages: [] }
          ),
          outcome: async (_orgId, importId) => ({
            importId,
            state: outcomes.get(importId) ?? 'pending',
            messages: ['Line 2: bad'],
          }),
          noteCutOff: async () => {},
        },
      });
    const first = await start();
    await first.close();
    const shelf = join(other, sender.orgId);
    const { mkdir, utimes } = await import('node:fs/promises');
    for (const name of ['incoming', 'processing', '.writing']) await mkdir(join(shelf, name), { recursive: true });
    await writeFile(join(shelf, 'incoming', 'arrived.csv'), 'x');
    await utimes(join(shelf, 'incoming', 'arrived.csv'), 1, 1);
    await writeFile(join(shelf, 'incoming', 'still-copied.csv'), 'x');
    await utimes(join(shelf, 'incoming', 'still-copied.csv'), 4e9, 4e9);
    await writeFile(join(shelf, 'processing', '20260304T120000000Z~picked.csv'), 'x');
    await writeFile(join(shelf, 'processing', '00000000-0000-4000-8000-000000000001~handed.csv'), 'x');
    await writeFile(join(shelf, '.writing', 'partial'), 'x');
    const second = await start();
    const left = async () =>
      Promise.all(
        ['incoming', 'processing', 'done', 'failed', '.writing'].map(async (name) =>
          (await readdir(join(shelf, name))).toSorted(),
        ),
      );
    const stamp = '20260304T120000000Z';
    await expect
      .poll(left, within(10))
      .toEqual([
        ['still-copied.csv'],
        [],
        [`${stamp}-arrived.csv`, `${stamp}-picked.csv`],
        [`${stamp}-handed.csv`, `${stamp}-handed.csv.error.txt`],
        [],
      ]);
    expect(taken.toSorted()).toEqual(['arrived.csv', 'picked.csv']);
    expect([second.fingerprint, world.sftp!.fingerprint]).toEqual([first.fingerprint, first.fingerprint]);
    await second.close();
    await rm(other, { recursive: true, force: true });
  });

  it('[I186] are taken from the sftp program of OpenSSH', async () => {
    if (!(await hasOpenSsh())) return console.log('OpenSSH is not installed: its sftp program was not tested.');
    const sender = await aSender();
    const temporary = await mkdtemp(join(tmpdir(), 'atrium-openssh-'));
    await writeFile(join(temporary, 'key'), sender.key.private, { mode: 0o600 });
    await writeFile(join(temporary, 'labor-1.csv'), 'locationNumber,employeeId,shiftStart,shiftEnd\n');
    await writeFile(
      join(temporary, 'batch'),
      'cd incoming\nput -p labor-1.csv labor-1.csv.part\nrename labor-1.csv.part labor-1.csv\nls -la /\n-mkdir x\n-symlink /etc/passwd x\n-get /../../etc/passwd\n',
    );
    const options = [
      'StrictHostKeyChecking=no',
      'UserKnownHostsFile=/dev/null',
      'IdentitiesOnly=yes',
      'LogLevel=ERROR',
    ];
    const { stdout } = await promisify(execFile)(
      'sftp',
      [
        '-F',
        '/dev/null',
        '-b',
        'batch',
        '-i',
        'key',
        '-P',
        String(port),
        ...options.flatMap((each) => ['-o', each]),
        `${sender.username}@127.0.0.1`,
      ],
      { cwd: temporary },
    );
    expect(stdout).toContain('processing');
    await expect
      .poll(async () => (await importsOf(sender)).map(({ fileName }) => fileName), within(10))
      .toEqual(['labor-1.csv']);
    expect((await readdir(temporary)).toSorted()).toEqual(['batch', 'key', 'labor-1.csv']);
    await rm(temporary, { recursive: true });
    return undefined;
  });
});

describe('the SFTP server', () => {
  it('[S131] signs in an organization by its key and nobody else', async () => {
    const [sender, other] = [await aSender(), await aSender()];
    const { username, key } = sender;
    for (const attempt of [
      { username, password: 'secret' },
      { username, privateKey: newKey().private },
      { username, privateKey: other.key.private },
      { username: 'org-00000000', privateKey: key.private },
      { username: 'root', privateKey: key.private },
    ]) {
      expect(await isRefused(connectSsh({ port, ...attempt }))).toBe(true);
    }
    const client = await open(sender);
    const change = (values: Partial<typeof organization.$inferInsert>) =>
      world.registry.system(({ sql }) =>
        sql.update(organization).set(values).where(eq(organization.orgId, sender.orgId)),
      );
    // With another key or switched off, it ends at once, also where someone is connected.
    for (const [values, answer] of [
      [{ sftpPublicKey: newKey().public.trim() }, denied],
      [{ sftpPublicKey: key.public.trim() }, 'ok'],
      [{ sftpEnabled: false }, denied],
    ] as const) {
      await change(values);
      await expect.poll(() => codeOf(client.put('/incoming/.pos', pos(4))), within(5)).toBe(answer);
    }
    expect(await isRefused(open(sender))).toBe(true);
    client.end();
  });

  it('[S149] lets nobody go on who may not send files any more, also with a file that was begun before', async () => {
    const sender = await aSender();
    const client = await open(sender);
    const { sftp } = client;
    const begun = await promisify<Buffer>((done) => sftp.open('/incoming/pos-begun.csv', 'w', done as never))();
    const enable = (sftpEnabled: boolean) =>
      world.registry.system(({ sql }) =>
        sql.update(organization).set({ sftpEnabled }).where(eq(organization.orgId, sender.orgId)),
      );
    await enable(false);
    await expect.poll(() => codeOf(client.list('/done')), within(5)).toBe(denied);
    await enable(true);
    const content = Buffer.from(pos(5));
    await promisify<void>((done) => sftp.write(begun, content, 0, content.length, 0, done as never))();
    expect(await codeOf(promisify<void>((done) => sftp.close(begun, done as never))())).toBe(denied);
    expect(await readdir(join(folder, sender.orgId, 'incoming'))).toEqual([]);
    client.end();
    const next = await open(sender);
    expect(await next.list('/incoming')).toEqual([]);
    next.end();
  });

  it('[S132] keeps each organization in its own folder, without links and within its limits', async () => {
    const [sender, other] = [await aSender(), await aSender()];
    const [client, neighbor] = [await open(sender), await open(other)];
    await neighbor.put('/incoming/.mine', 'secret');
    const { sftp } = client;
    const call = (work: (done: (error?: Error | null) => void) => void) => codeOf(promisify(work)());
    for (const path of [
      '/../../../etc/passwd',
      `/../${other.orgId}/incoming/.mine`,
      '/etc/passwd',
      '/.writing/x',
      '/incoming/a/b',
    ]) {
      expect([path, await codeOf(client.read(path))]).toEqual([path, missing]);
      expect([path, await codeOf(client.put(path, 'x'))]).toEqual([path, missing]);
    }
    for (const path of ['/pos.csv', '/done/pos.csv', '/failed/x.error.txt', '/processing/pos.csv']) {
      expect(['2', '3']).toContain(await codeOf(client.put(path, 'x')));
    }
    expect(await call((done) => sftp.symlink('/etc/passwd', '/incoming/x', done))).toBe(denied);
    expect(await call((done) => sftp.mkdir('/incoming/x', done))).toBe(denied);
    expect(await call((done) => sftp.rmdir('/incoming', done))).toBe(denied);
    expect(await call((done) => sftp.unlink(`/../${other.orgId}/incoming/.mine`, done))).toBe(missing);
    expect(await codeOf(client.rename('/incoming/../../x', '/incoming/y'))).not.toBe('ok');
    // A link that someone made on the disk is not followed either.
    const { symlink } = await import('node:fs/promises');
    await symlink('/etc/passwd', join(folder, sender.orgId, 'failed', 'x.error.txt'));
    expect(await codeOf(client.read('/failed/x.error.txt'))).toBe(missing);
    expect(await client.list('/incoming')).toEqual([]);
    expect(await neighbor.list('/incoming')).toEqual(['.mine']);

    expect(await codeOf(client.put('/incoming/pos-large.csv', 'x'.repeat(200_001)))).toBe('4');
    // The client closes the file after the error; what arrived of it is no file.
    await expect
      .poll(async () => (await importsOf(sender)).map(({ fileName, status }) => [fileName, status]), within(10))
      .toEqual([['pos-large.csv', 'failed']]);
    expect([await client.list('/incoming'), await client.list('/processing')]).toEqual([[], []]);
    for (const n of [1, 2, 3]) await codeOf(client.put(`/incoming/.full-${n}`, 'x'.repeat(199_000)));
    expect(await codeOf(client.put('/incoming/.full-4', 'x'.repeat(199_000)))).toBe('4');
    client.end();
    neighbor.end();
  });

  it('[S133] does nothing but SFTP', async () => {
    const { username, key } = await aSender();
    const ssh = await connectSsh({ port, username, privateKey: key.private });
    expect(await refused((done) => ssh.exec('id', done as never))).toBe(true);
    ssh.end();
    for (const work of [
      (client: typeof ssh, done: never) => client.shell(done),
      (client: typeof ssh, done: never) => client.subsys('netconf', done),
      (client: typeof ssh, done: never) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', port, done),
      (client: typeof ssh, done: never) => client.forwardIn('127.0.0.1', 0, done),
      (client: typeof ssh, done: never) => client.exec('id', { pty: true, env: { A: '1' } }, done),
    ]) {
      const client = await connectSsh({ port, username, privateKey: key.private });
      expect(await refused((done) => work(client, done as never))).toBe(true);
      client.end();
    }
    const client: SftpClient = await connectSftp({ port, username, privateKey: key.private });
    expect(await refused((done) => client.ssh.sftp(done as never))).toBe(true);
    expect(await client.list('/incoming')).toEqual([]);
    client.end();
  });

  // The last one: afterwards this address is blocked.
  it('[S134] stops listening to an address that fails to sign in again and again', async () => {
    const sender = await aSender();
    const tries = [];
    for (let i = 0; i < 50; i += 1) {
      tries.push(await isRefused(connectSsh({ port, username: sender.username, privateKey: newKey().private })));
    }
    expect(new Set(tries)).toEqual(new Set([true]));
    expect(world.log.filter((line) => line.includes('the address is blocked'))).toHaveLength(1);
    // Not even a greeting is sent.
    const greeting = await new Promise<string>((resolve) => {
      let text = '';
      connect(port, '127.0.0.1')
        .on('data', (piece) => (text += piece.toString()))
        .on('error', () => {})
        .on('close', () => resolve(text));
    });
    expect([greeting, await isRefused(open(sender))]).toEqual(['', true]);
  });
});
