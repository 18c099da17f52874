import { getSftpAccess, listImports } from '@atrium/contract/imports';
import { listOtherArrivals } from '@atrium/contract/push-keys';
import { importTexts } from '@atrium/rules/import-file';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectSftp, hasOpenSsh, runOpenSsh } from './sftp-client.ts';
import { importsOf, pos, type Sender, sftpSenders } from './sftp-senders.ts';
import { within } from './within.ts';

const senders = sftpSenders();
const { aSender, open } = senders;

describe('files sent by SFTP', () => {
  it('[R627] arrive at the port and under the user name that administrators see', async () => {
    const sender = await aSender();
    const access = await sender.admin.call(getSftpAccess, { query: {} });
    expect(access).toEqual({ port: senders.port, user: sender.username, fingerprint: senders.world.sftp!.fingerprint });
    const client = await connectSftp({ port: access.port!, username: access.user, privateKey: sender.key.private });
    expect(await client.list('/')).toContain('incoming');
    client.end();
  });

  it('[I183] are handed to the imports once; one that cannot be imported is kept with a note', async () => {
    const sender = await aSender();
    const { orgId, locationId } = await senders.world.location({ orgId: sender.orgId, timezone: 'UTC' });
    const owner = { orgId, entityType: 'location', entityId: locationId } as const;
    await senders.world.customField({ ...owner, name: 'locationNumber', value: '1001' });
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
    const path = join(senders.folder, 'pos-uploaded.csv');
    await writeFile(path, pos(4));
    await senders.world.imports.receive({
      orgId: sender.orgId,
      fileName: 'pos-uploaded.csv',
      content: { path },
      source: 'upload',
    });
    const client = await open(sender);
    await client.put('/incoming/pos-1.csv', pos(1));
    await client.put('/incoming/readme.txt', 'hello');
    const files = async () => (await sender.admin.call(listOtherArrivals, {})).files;
    const statuses = async () => (await files()).map(({ fileName, status }) => `${fileName} ${status}`).toSorted();
    await expect.poll(statuses, within(20)).toEqual(['pos-1.csv failed', 'readme.txt failed']);
    expect((await files()).find(({ fileName }) => fileName === 'pos-1.csv')).toMatchObject({ errorCount: 1 });
    const other = await aSender();
    expect((await other.admin.call(listOtherArrivals, {})).files).toEqual([]);
    client.end();
  });

  it('[I206] are one import when a process ended between handing them over and noting that it did', async () => {
    const { orgId, admin } = await aSender();
    const path = join(senders.folder, 'pos-handed.csv');
    await writeFile(path, pos(5));
    const receive = (delivery: string) =>
      senders.world.imports.receive({ orgId, fileName: 'pos-handed.csv', content: { path }, source: 'sftp', delivery });
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
    expect(await readdir(join(senders.folder, sender.orgId, '.writing'))).toEqual([]);
    client.end();
  });

  it('[S162] are listed as cut off within a limit: breaking off again and again does not fill the list', async () => {
    const sender = await aSender();
    for (let n = 0; n < 2; n += 1) {
      const half = await open(sender);
      for (let file = 0; file < 4; file += 1) {
        await promisify<Buffer>((done) => half.sftp.open(`/incoming/pos-${n}-${file}.csv`, 'w', done))();
      }
      half.ssh.destroy();
      await expect.poll(async () => (await importsOf(sender)).length, within(10)).toBe(3);
    }
    await expect.poll(() => readdir(join(senders.folder, sender.orgId, '.writing')), within(10)).toEqual([]);
    expect(await importsOf(sender)).toHaveLength(3);
  });

  it('[I185] go on after the process ended at any point, with the same host key', async () => {
    const sender = await aSender();
    const { openSftp } = await import('../src/ingestion/sftp/sftp.ts');
    const other = await mkdtemp(join(tmpdir(), 'atrium-sftp-left-'));
    const taken: string[] = [];
    const outcomes = new Map([['00000000-0000-4000-8000-000000000001', 'failed' as const]]);
    const start = () =>
      openSftp({
        ...senders.world,
        clock: () => senders.world.now(),
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
    expect([second.fingerprint, senders.world.sftp!.fingerprint]).toEqual([first.fingerprint, first.fingerprint]);
    await second.close();
    await rm(other, { recursive: true, force: true });
  });

  describe('by the sftp program of OpenSSH', () => {
    let temporary: string;
    beforeEach(async () => {
      temporary = await mkdtemp(join(tmpdir(), 'atrium-openssh-'));
    });
    afterEach(() => rm(temporary, { recursive: true }));
    const openSsh = (sender: Sender, commands: readonly string[]) =>
      runOpenSsh({ folder: temporary, port: senders.port, username: sender.username, key: sender.key, commands });

    it('[I186] are taken under the name that they get at last', async ({ skip }) => {
      if (!(await hasOpenSsh())) return skip('OpenSSH is not installed');
      const sender = await aSender();
      await writeFile(join(temporary, 'labor-1.csv'), 'locationNumber,employeeId,shiftStart,shiftEnd\n');
      const stdout = await openSsh(sender, [
        'cd incoming',
        'put -p labor-1.csv labor-1.csv.part',
        'rename labor-1.csv.part labor-1.csv',
        'ls -la /',
        '-mkdir x',
        '-symlink /etc/passwd x',
        '-get /../../etc/passwd',
      ]);
      expect(stdout).toContain('processing');
      await expect
        .poll(async () => (await importsOf(sender)).map(({ fileName }) => fileName), within(10))
        .toEqual(['labor-1.csv']);
      expect((await readdir(temporary)).toSorted()).toEqual(['batch', 'key', 'labor-1.csv']);
      return undefined;
    });

    it('[I316] each end in done or in failed, with a note that says what is wrong', async ({ skip }) => {
      if (!(await hasOpenSsh())) return skip('OpenSSH is not installed');
      const sender = await aSender();
      const { orgId, locationId } = await senders.world.location({ orgId: sender.orgId, timezone: 'UTC' });
      const owner = { orgId, entityType: 'location', entityId: locationId } as const;
      await senders.world.customField({ ...owner, name: 'locationNumber', value: '1001' });
      const sent = {
        'pos-good.csv': pos(1),
        'pos-partly.csv': `${pos(2)}9999,2026-01-02T11:00,5.00,1,1\r\n`,
        'x.csv': pos(3),
        'pos-binary.csv': Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 255, 0, 10, 0]),
        'pos-empty.csv': '',
        'pos-again.csv': pos(1),
      };
      for (const [name, content] of Object.entries(sent)) await writeFile(join(temporary, name), content);
      await openSsh(
        sender,
        Object.keys(sent).map((name) => `put ${name} /incoming/${name}`),
      );
      const listed = async () => {
        const stdout = await openSsh(sender, ['ls -1 /incoming', 'ls -1 /processing', 'ls -1 /done', 'ls -1 /failed']);
        return [...stdout.matchAll(/^\/(\w+)\/(?:\d{8}T\d{9}Z-)?(.+)$/gm)].map(([, at, name]) => `${at} ${name}`);
      };
      await expect
        .poll(async () => (await listed()).toSorted(), { timeout: 30_000, interval: 500 })
        .toEqual(
          [
            'done pos-good.csv',
            'done pos-partly.csv',
            'done pos-partly.csv.error.txt',
            ...['x.csv', 'pos-binary.csv', 'pos-empty.csv', 'pos-again.csv'].flatMap((name) => [
              `failed ${name}`,
              `failed ${name}.error.txt`,
            ]),
          ].toSorted(),
        );
      await openSsh(sender, ['get /done/*.error.txt', 'get /failed/*.error.txt']);
      const notes = await Promise.all(
        (await readdir(temporary))
          .filter((name) => name.endsWith('.error.txt'))
          .map(async (name) => [name.slice(20, -10), (await readFile(join(temporary, name))).toString().trim()]),
      );
      const reasons = {
        'pos-partly.csv': expect.stringMatching(/^Line 3: locationNumber: .*9999/),
        'x.csv': importTexts.unknownType,
        'pos-binary.csv': importTexts.notText,
        'pos-empty.csv': importTexts.empty,
        'pos-again.csv': expect.stringMatching(/^The same file was already imported on .* as pos-good\.csv\./),
      };
      expect(Object.fromEntries(notes)).toEqual(reasons);
      const imports = (await importsOf(sender)).map(({ fileName, status, source }) => [fileName, status, source]);
      expect(Object.fromEntries(imports.map(([name, status]) => [name, status]))).toEqual({
        'pos-good.csv': 'ok',
        'pos-partly.csv': 'partial',
        'x.csv': 'failed',
        'pos-binary.csv': 'failed',
        'pos-empty.csv': 'failed',
        'pos-again.csv': 'failed',
      });
      expect(new Set(imports.map(([, , source]) => source))).toEqual(new Set(['sftp']));
      return undefined;
    });
  });
});
