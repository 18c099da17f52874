import { type EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKey } from './key-pair.ts';
import { createSftpServer, type SftpLimits, type SftpServer } from './server.ts';
import { serveSession } from './session.ts';
import { openShelf } from './shelf.ts';

const key = generateKey(ssh2.utils);
const silent = { info() {}, warn() {}, debug() {}, error() {} };
let server: SftpServer;
let port: number;
let folder: string;
let listings = 0;
let looks = 0;
let onEnd = () => {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sftp-server-'));
  const shelf = await openShelf(folder, { fileBytes: 1000, totalBytes: 10_000, files: 1000 });
  server = await createSftpServer({
    hostKey: generateKey(ssh2.utils).private,
    log: silent,
    keysOf: async (user) => (user === 'good' ? [{ orgId: 'o', publicKey: key.public }] : []),
    prepare: async () => {},
    serve: (_who, sftp, end) => {
      const ended = serveSession(sftp, {
        shelf: {
          ...shelf,
          async list(name) {
            looks += 1;
            const found = await shelf.list(name);
            listings += 1;
            return found;
          },
        },
        isAllowed: async () => true,
        hasRoom: () => true,
        onFinished: () => {},
        onCutOff: () => {},
        onAbuse: end,
      });
      return () => {
        onEnd();
        return ended();
      };
    },
    limits: { signInMs: 1_500, perAddress: 5, perOrganization: 2 },
  });
  port = await server.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks for new keys. */
function exchange(client: ssh2.Client): void {
  (client as unknown as { _protocol: { rekey(): void } })._protocol.rekey();
}

/** One that keeps no files. */
async function aServer(limits: Partial<SftpLimits>) {
  const own = await createSftpServer({
    hostKey: generateKey(ssh2.utils).private,
    log: silent,
    keysOf: async () => [{ orgId: 'o', publicKey: key.public }],
    prepare: async () => {},
    serve: () => async () => {},
    limits,
  });
  return { server: own, port: await own.listen(0, '127.0.0.1') };
}

/** An error is no end: the end comes after it. */
function closed(connection: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    connection.once('close', () => resolve());
  });
}

/** Undefined if the client cannot sign in; otherwise it stays connected. */
async function signIn(username = 'good', at = port) {
  const client = new ssh2.Client();
  client.on('error', () => {});
  const left = closed(client).then(() => undefined);
  client.connect({ host: '127.0.0.1', port: at, username, privateKey: key.private });
  const ready = new Promise<true>((resolve) => {
    client.once('ready', () => resolve(true));
  });
  return (await Promise.race([ready, left])) ? client : undefined;
}

/** As the server numbers them. */
function handle(n: number): Buffer {
  const id = Buffer.alloc(4);
  id.writeUInt32BE(n);
  return id;
}

describe('connections to the SFTP server', () => {
  it.each([
    ['nothing', ''],
    ['HTTP', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a greeting and noise', `SSH-2.0-x\r\n${'\xff'.repeat(5_000)}`],
    ['a greeting without an end', 'SSH-2.0-'.padEnd(100_000, 'x')],
    ['a packet of 4 GB', 'SSH-2.0-x\r\n\xff\xff\xff\xff\x04'],
  ])('[S134] that send %s end, and nothing else does', async (_what, sent) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.on('data', () => {});
    socket.write(sent, 'latin1');
    await closed(socket);
    const client = await signIn();
    expect(client).toBeDefined();
    client?.end();
    await closed(client!);
  });

  it('[S134] are limited by address and by organization', async () => {
    const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    expect(await signIn()).toBeUndefined();
    await Promise.all(sockets.map(closed));
    const clients = [await signIn(), await signIn(), await signIn()];
    // The third one signs in and is sent away.
    await closed(clients[2]!);
    expect(clients.slice(0, 2).every((client) => client !== undefined)).toBe(true);
    clients.forEach((client) => client?.end());
  });

  it('[S160] are limited by how often one address comes, signed in or not', async () => {
    const { server: own, port: ownPort } = await aServer({ arrivals: { perSecond: 0.001, burst: 3 } });
    const welcomed = async () => {
      const socket = connect(ownPort, '127.0.0.1').on('error', () => {});
      const greeted = once(socket, 'data').then(() => true);
      const isWelcome = await Promise.race([greeted, closed(socket).then(() => false)]);
      socket.destroy();
      return isWelcome;
    };
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await welcomed());
    expect(answers).toEqual([true, true, true, false, false]);
    await own.close();
  });

  it('[S161] end when a client asks for new keys before it has signed in, or again and again', async () => {
    const { server: own, port: ownPort } = await aServer({ signInMs: 120_000 });
    const stranger = new ssh2.Client().on('error', () => {});
    let exchanges = 0;
    stranger.on('handshake', () => {
      exchanges += 1;
      setImmediate(exchange, stranger);
    });
    const gone = closed(stranger);
    stranger.connect({ host: '127.0.0.1', port: ownPort, username: 'good', authHandler: () => {} });
    await gone;
    expect(exchanges).toBeLessThanOrEqual(2);

    const client = (await signIn('good', ownPort))!;
    let isOver = false;
    client.once('close', () => {
      isOver = true;
    });
    const left = closed(client);
    exchange(client);
    await once(client, 'handshake');
    for (let n = 0; n < 20; n += 1) await turn();
    expect(isOver).toBe(false);
    exchange(client);
    await left;
    await own.close();
  });

  it('[S136] end when a client asks and asks and never reads the answers', async () => {
    for (let i = 0; i < 150; i += 1) await writeFile(join(folder, 'done', `${'x'.repeat(190)}-${i}`), '');
    const session = await openSession();
    const { sftp, socket, isOver } = session;
    socket.pause();
    // Each listing is a thousand times as long as the question for it.
    for (let n = 1; n < 1_000 && !isOver(); n += 1) {
      sftp.opendir('/done', () => {});
      while (listings < n && !isOver()) await turn();
      sftp.readdir(handle(n), () => {});
      sftp.close(handle(n), () => {});
    }
    await expectSentAway(session);
  });

  it.each([
    ['refused by us', (sftp: SFTPWrapper) => sftp.mkdir('/x', () => {})],
    ['refused by the library', (sftp: SFTPWrapper) => sftp.ext_openssh_statvfs('/', () => {})],
  ])('[S145] end when a client never reads the answers to what is %s', async (_what, ask) => {
    const session = await openSession(4096);
    const { sftp, socket, isOver } = session;
    // The client asks for what it was not offered, and more than the server has allowed it to send.
    const { outgoing } = sftp as unknown as { outgoing: object };
    Object.assign(sftp, { _extensions: { 'statvfs@openssh.com': '2' }, outgoing: { ...outgoing, window: Infinity } });
    socket.pause();
    for (let n = 0; n < 20_000 && !isOver(); n += 1) {
      ask(sftp);
      if (n % 50 === 0) await turn();
    }
    await expectSentAway(session);
  });

  it('[S144] look at a folder once for all who ask at the same time, and open 16 at a time', async () => {
    const { client, sftp, left } = await openSession();
    const before = looks;
    const asked = Array.from({ length: 200 }, () => promisify(sftp.opendir.bind(sftp))('/done'));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    expect(looks - before).toBe(16);
    client.destroy();
    await left;
  });
});

/** A client that lets the server send so many bytes before it has read some. */
async function openSession(window = 2 * 1024 * 1024) {
  const client = await signIn();
  const { _protocol: protocol } = client as unknown as { _protocol: { session: (...values: number[]) => void } };
  const session = protocol.session.bind(protocol);
  protocol.session = (channel = 0, _window = 0, packet = 0) => session(channel, window, packet);
  const sftp = await promisify<SFTPWrapper>((done) => client!.sftp(done as never))();
  const { _sock: socket } = client as unknown as { _sock: Socket };
  let hasEnded = false;
  // The client is not reading, so it does not notice: the server says so.
  onEnd = () => (hasEnded = true);
  const left = closed(client!);
  return { client: client!, sftp, socket, left, isOver: () => hasEnded };
}

/** It was sent away, and the next one is not. */
async function expectSentAway({ left, socket, isOver }: Awaited<ReturnType<typeof openSession>>) {
  expect(isOver()).toBe(true);
  socket.resume();
  await left;
  const next = await signIn();
  expect(next).toBeDefined();
  next?.end();
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
