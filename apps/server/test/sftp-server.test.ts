import { eq } from 'drizzle-orm';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { connectSftp, connectSsh, newKey, type SftpClient } from './sftp-client.ts';
import { codeOf, importsOf, pos, sftpSenders } from './sftp-senders.ts';
import { within } from './within.ts';

const senders = sftpSenders();
const { aSender, open } = senders;
const isRefused = async (connection: Promise<unknown>) => (await codeOf(connection)) !== 'ok';
/** Of a call that ends with a callback. */
const refused = (work: (done: (error: Error | undefined) => void) => void) => isRefused(promisify(work as never)());
const call = (work: (done: (error?: Error | null) => void) => void) => codeOf(promisify(work)());
const [missing, denied] = ['2', '3'];

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
      expect(await isRefused(connectSsh({ port: senders.port, ...attempt }))).toBe(true);
    }
    const change = (values: Partial<typeof organization.$inferInsert>) =>
      senders.world.registry.system(({ sql }) =>
        sql.update(organization).set(values).where(eq(organization.orgId, sender.orgId)),
      );
    // With another key or switched off, it ends at once, also where someone is connected.
    for (const values of [{ sftpPublicKey: newKey().public.trim() }, { sftpEnabled: false }]) {
      await change({ sftpPublicKey: key.public.trim() });
      const client = await open(sender);
      expect(await codeOf(client.put('/incoming/.pos', pos(4)))).toBe('ok');
      await change(values);
      await expect.poll(() => codeOf(client.put('/incoming/.pos', pos(4))), within(5)).toBe(denied);
      client.end();
    }
    expect(await isRefused(open(sender))).toBe(true);
  });

  it('[S149] lets nobody go on who may not send files any more, also with a file that was begun before', async () => {
    const sender = await aSender();
    const client = await open(sender);
    const { sftp } = client;
    const begun = await promisify<Buffer>((done) => sftp.open('/incoming/pos-begun.csv', 'w', done as never))();
    const enable = (sftpEnabled: boolean) =>
      senders.world.registry.system(({ sql }) =>
        sql.update(organization).set({ sftpEnabled }).where(eq(organization.orgId, sender.orgId)),
      );
    await enable(false);
    await expect.poll(() => codeOf(client.list('/done')), within(5)).toBe(denied);
    await enable(true);
    const content = Buffer.from(pos(5));
    await promisify<void>((done) => sftp.write(begun, content, 0, content.length, 0, done as never))();
    expect(await codeOf(promisify<void>((done) => sftp.close(begun, done as never))())).toBe(denied);
    expect(await readdir(join(senders.folder, sender.orgId, 'incoming'))).toEqual([]);
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
    await symlink('/etc/passwd', join(senders.folder, sender.orgId, 'failed', 'x.error.txt'));
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
    const ssh = await connectSsh({ port: senders.port, username, privateKey: key.private });
    expect(await refused((done) => ssh.exec('id', done as never))).toBe(true);
    ssh.end();
    for (const work of [
      (client: typeof ssh, done: never) => client.shell(done),
      (client: typeof ssh, done: never) => client.subsys('netconf', done),
      (client: typeof ssh, done: never) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', senders.port, done),
      (client: typeof ssh, done: never) => client.forwardIn('127.0.0.1', 0, done),
      (client: typeof ssh, done: never) => client.exec('id', { pty: true, env: { A: '1' } }, done),
    ]) {
      const client = await connectSsh({ port: senders.port, username, privateKey: key.private });
      expect(await refused((done) => work(client, done as never))).toBe(true);
      client.end();
    }
    const client: SftpClient = await connectSftp({ port: senders.port, username, privateKey: key.private });
    expect(await refused((done) => client.ssh.sftp(done as never))).toBe(true);
    expect(await client.list('/incoming')).toEqual([]);
    client.end();
  });

  // The last one: afterwards this address is blocked.
  it('[S134] stops listening to an address that fails to sign in again and again', async () => {
    const sender = await aSender();
    const tries = [];
    for (let i = 0; i < 50; i += 1) {
      tries.push(
        await isRefused(connectSsh({ port: senders.port, username: sender.username, privateKey: newKey().private })),
      );
    }
    expect(new Set(tries)).toEqual(new Set([true]));
    expect(senders.world.log.filter((line) => line.includes('the address is blocked'))).toHaveLength(1);
    // Not even a greeting is sent.
    const greeting = await new Promise<string>((resolve) => {
      let text = '';
      connect(senders.port, '127.0.0.1')
        .on('data', (piece) => (text += piece.toString()))
        .on('error', () => {})
        .on('close', () => resolve(text));
    });
    expect([greeting, await isRefused(open(sender))]).toEqual(['', true]);
  });
});
