import { type EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSftpServer, type SftpServer } from './server.ts';

const key = ssh2.utils.generateKeyPairSync('ed25519');
const silent = { info() {}, warn() {}, debug() {}, error() {} };
let server: SftpServer;
let port: number;
beforeAll(async () => {
  server = await createSftpServer({
    hostKey: ssh2.utils.generateKeyPairSync('ed25519').private,
    log: silent,
    keysOf: async (user) => (user === 'good' ? [{ orgId: 'o', publicKey: key.public }] : []),
    prepare: async () => {},
    serve: () => async () => {},
    limits: { signInMs: 4_000, perAddress: 5, perOrganization: 2 },
  });
  port = await server.listen(0, '127.0.0.1');
});
afterAll(() => server.close());

/** An error is no end: the end comes after it. */
function closed(connection: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    connection.once('close', () => resolve());
  });
}

/** Undefined if the client cannot sign in; otherwise it stays connected. */
async function signIn(username = 'good') {
  const client = new ssh2.Client();
  client.on('error', () => {});
  const left = closed(client).then(() => undefined);
  client.connect({ host: '127.0.0.1', port, username, privateKey: key.private });
  const ready = new Promise<true>((resolve) => {
    client.once('ready', () => resolve(true));
  });
  return (await Promise.race([ready, left])) ? client : undefined;
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
});
