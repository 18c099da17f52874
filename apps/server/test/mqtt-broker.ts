import { Aedes } from 'aedes';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { promisify } from 'node:util';

/** A real broker on this machine that can be restarted and remembers its sessions. */
export interface TestBroker {
  readonly port: number;
  /** Ids of the clients that connected, in order. */
  readonly clients: string[];
  readonly isConnected: boolean;
  /** Topics of the messages that were acknowledged. */
  readonly acknowledged: string[];
  publish(topic: string, payload: Buffer | string, more?: { qos?: 0 | 1; retain?: boolean }): Promise<void>;
  /** Ends all connections without a word, as a network does. */
  cut(): void;
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

export interface TestBrokerOptions {
  readonly password?: string;
  readonly tls?: TlsOptions;
  readonly refusedTopic?: string;
}

export async function startBroker({ password, tls, refusedTopic }: TestBrokerOptions = {}): Promise<TestBroker> {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const clients: string[] = [];
  const acknowledged: string[] = [];
  if (password !== undefined) {
    aedes.authenticate = (_client, _name, given, done) => done(null, given?.toString() === password);
  }
  aedes.authorizeSubscribe = (_client, subscription, done) =>
    done(null, subscription.topic === refusedTopic ? null : subscription);
  aedes.on('client', ({ id }) => clients.push(id));
  aedes.on('ack', (packet) => {
    if (packet && 'topic' in packet) acknowledged.push(packet.topic);
  });
  const connected = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    aedes.handle(socket);
  };
  let server: Server;
  let port = 0;
  const up = async () => {
    server = tls ? createTlsServer(tls, connected) : createServer(connected);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const cut = () => sockets.forEach((socket) => socket.destroy());
  const down = async () => {
    cut();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  await up();
  return {
    get port() {
      return port;
    },
    clients,
    get isConnected() {
      return sockets.size > 0;
    },
    acknowledged,
    publish: (topic, payload, { qos = 1, retain = false } = {}) =>
      new Promise((resolve, reject) => {
        aedes.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, (error) =>
          error ? reject(error) : resolve(),
        );
      }),
    cut,
    down,
    up,
    async close() {
      await down();
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
}

const run = promisify(execFile);

export interface TestCertificates {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
}

/** A private authority with a server and a client; undefined where openssl is not installed. */
export async function makeCertificates(): Promise<TestCertificates | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-certificates-'));
  const openssl = (...parts: string[]) => run('openssl', parts, { cwd: folder });
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const issue = async (name: string, alternative: string) => {
    const signed = ['-x509', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', alternative];
    await openssl('req', ...signed, ...newKey, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`);
    return { cert: await read(`${name}.pem`), key: await read(`${name}.key`) };
  };
  try {
    await openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Private CA');
    return {
      ca: await read('ca.pem'),
      server: await issue('server', 'subjectAltName=IP:127.0.0.1,DNS:localhost'),
      client: await issue('client', 'subjectAltName=DNS:client'),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
