import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { AuthContext, Connection, PublicKeyAuthContext } from 'ssh2';
import type { Log } from '../../log.ts';
import { addressKey } from '../../http/address-key.ts';
import type { Rate } from '../../token-bucket.ts';
import { createRateLimit } from '../rate.ts';
import { createAttempts } from './attempts.ts';

export interface SignedIn {
  readonly orgId: string;
  /** As stored; a session ends with it. */
  readonly publicKey: string;
}

export interface SftpServerOptions {
  /** A private key in OpenSSH format. */
  readonly hostKey: string;
  readonly log: Log;
  /** Organizations with their keys, by user name. */
  readonly keysOf: (user: string) => Promise<readonly SignedIn[]>;
  /** Called before a client is signed in. */
  readonly prepare: (who: SignedIn) => Promise<void>;
  /** Serves an accepted session until `end` is called. Returns what to do when the connection ends. */
  readonly serve: (who: SignedIn, sftp: import('ssh2').SFTPWrapper, end: () => void) => () => Promise<void>;
  readonly limits?: Partial<SftpLimits>;
}

export interface SftpLimits {
  readonly connections: number;
  readonly perAddress: number;
  readonly perOrganization: number;
  /** New connections of one address: each costs a key exchange before anyone has signed in. */
  readonly arrivals: Rate;
  /** From the first byte to a signed-in client. */
  readonly signInMs: number;
  readonly idleMs: number;
  readonly maxConnectionMs: number;
}

export const defaultSftpLimits: SftpLimits = {
  connections: 64,
  perAddress: 16,
  perOrganization: 8,
  arrivals: { perSecond: 2, burst: 120 },
  signInMs: 20_000,
  idleMs: 5 * 60_000,
  maxConnectionMs: 6 * 60 * 60_000,
};

export interface SftpServer {
  /** Resolves to the port. */
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

const triesPerConnection = 6;
/** The least time between two key exchanges that a client asks for. */
const exchangeMs = 1_000;
/** Answers that may wait for a client that does not read them. */
const maxUnsentBytes = 4 * 1024 * 1024;

/** A connection, and what ends it if nobody signs in. */
interface Waiting {
  readonly socket: Socket;
  readonly timer: NodeJS.Timeout;
  /** Bytes that wait to be sent because the client does not read them. */
  unsentBytes: () => number;
}

/** An SSH server that does nothing but SFTP, for organizations that prove their key. */
export async function createSftpServer(options: SftpServerOptions): Promise<SftpServer> {
  const { log } = options;
  const limits = { ...defaultSftpLimits, ...options.limits };
  const ssh2 = (await import('ssh2')).default;
  const attempts = createAttempts();
  const arrivals = createRateLimit(limits.arrivals, () => performance.now());
  const sockets = new Map<Socket, string>();
  const byOrganization = new Map<string, number>();
  const endings = new Set<Promise<void>>();

  const prove = (context: PublicKeyAuthContext, { publicKey }: SignedIn): boolean => {
    const key = ssh2.utils.parseKey(publicKey);
    if (key instanceof Error || !key.getPublicSSH().equals(context.key.data)) return false;
    // Without a hash it would be SHA-1.
    if (key.type === 'ssh-rsa' && context.hashAlgo === undefined) return false;
    // Without a signature the client only asks whether the key would do.
    if (!context.signature || !context.blob) return true;
    // An error for a malformed signature, which is not false.
    const verified: unknown = key.verify(context.blob, context.signature, context.hashAlgo);
    return verified === true;
  };

  const signIn = async (context: AuthContext): Promise<SignedIn | undefined> => {
    if (context.method !== 'publickey') return undefined;
    const candidates = await options.keysOf(context.username.slice(0, 100));
    const found = candidates.find((each) => prove(context, each));
    if (found && context.signature) await options.prepare(found);
    return found;
  };

  const accept = (client: Connection, line: Waiting, address: string) => {
    const { socket, timer } = line;
    let who: SignedIn | undefined;
    let failures = 0;
    let hasSession = false;
    let exchangedAt = -Infinity;
    let ended: (() => Promise<void>) | undefined;
    const refuse = (context: AuthContext) => {
      // The first question of every client is which methods there are.
      if (context.method !== 'none') {
        failures += 1;
        if (attempts.fail(address)) log.warn({ address }, 'SFTP: too many failed sign-ins; the address is blocked');
      }
      if (failures >= triesPerConnection || attempts.isBlocked(address)) socket.destroy();
      else context.reject(['publickey']);
    };

    client.on('authentication', (context) => {
      signIn(context)
        .then(
          (found) => {
            if (!found) return refuse(context);
            if (context.method === 'publickey' && context.signature) who = found;
            return context.accept();
          },
          () => context.reject(['publickey']),
          // An answer that cannot be given concerns this connection only.
        )
        .catch(() => socket.destroy());
    });
    // Clients exchange keys again after a gigabyte or an hour, never before they have signed in.
    client.on('rekey', () => {
      if (!who || performance.now() - exchangedAt < exchangeMs) socket.destroy();
      exchangedAt = performance.now();
    });
    client.on('ready', () => {
      clearTimeout(timer);
      const { orgId } = who ?? {};
      const count = byOrganization.get(orgId ?? '') ?? 0;
      if (!who || orgId === undefined || count >= limits.perOrganization) return void socket.destroy();
      byOrganization.set(orgId, count + 1);
      socket.once('close', () => byOrganization.set(orgId, (byOrganization.get(orgId) ?? 1) - 1));
      socket.setTimeout(limits.idleMs, () => socket.destroy());
      const over = setTimeout(() => socket.destroy(), limits.maxConnectionMs);
      socket.once('close', () => clearTimeout(over));
      return undefined;
    });
    // Channels and requests of any other kind have no listener and are refused by the library.
    client.on('session', (acceptSession, rejectSession) => {
      if (hasSession) return rejectSession();
      hasSession = true;
      acceptSession().on('sftp', (acceptSftp, rejectSftp) => {
        if (!who || ended) return rejectSftp();
        const sftp = acceptSftp();
        line.unsentBytes = () => socket.writableLength + heldBack(sftp);
        ended = options.serve(who, sftp, () => void socket.destroy());
        return undefined;
      });
      return undefined;
    });
    client.on('error', () => socket.destroy());
    socket.once('close', () => {
      const ending = (ended?.() ?? Promise.resolve()).catch((error: unknown) => {
        log.warn({ err: error }, 'SFTP: a session did not end cleanly');
      });
      endings.add(ending);
      void ending.finally(() => endings.delete(ending));
    });
  };

  /** One piece of one connection at a time: each may hold thousands of packets. */
  const readInTurn = inTurn();
  const server = new ssh2.Server({ hostKeys: [options.hostKey], ident: 'Atrium', algorithms });
  /** By address and port: the library says when a client has sent its greeting, but not on which socket. */
  const waiting = new Map<string, Waiting>();
  server.on('connection', (client, { ip, port }) => {
    const known = waiting.get(`${ip} ${port}`);
    if (known) accept(client, known, ip);
    else client.end();
  });
  const listener = createServer((socket) => {
    const { remoteAddress: address = '', remotePort: port } = socket;
    const fromThere = [...sockets.values()].filter((each) => each === address).length;
    socket.on('error', () => {});
    if (attempts.isBlocked(address) || sockets.size >= limits.connections || fromThere >= limits.perAddress) {
      return void socket.destroy();
    }
    if (arrivals.take(addressKey(address), 1) > 0) return void socket.destroy();
    const key = `${address} ${port}`;
    sockets.set(socket, address);
    // From the first moment: a client that says nothing must not keep its place.
    const timer = setTimeout(() => socket.destroy(), limits.signInMs);
    const line: Waiting = { socket, timer, unsentBytes: () => socket.writableLength };
    waiting.set(key, line);
    socket.on('data', () => {
      // Everything that is asked has an answer, also what is refused: a client that goes on asking without reading is sent away.
      if (line.unsentBytes() > maxUnsentBytes) socket.destroy();
      else readInTurn(socket);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
      waiting.delete(key);
    });
    server.injectSocket(socket);
    return undefined;
  });

  return {
    async listen(port, host) {
      await once(listener.listen(port, host), 'listening');
      return (listener.address() as AddressInfo).port;
    },
    async close() {
      const closed = listener.listening ? new Promise((resolve) => listener.close(resolve)) : undefined;
      for (const socket of sockets.keys()) socket.destroy();
      await closed;
      await Promise.all(endings);
    },
  };
}

/** Stops reading from a socket until it is its turn again; in each turn of the event loop one goes on. */
function inTurn(): (socket: Socket) => void {
  const stopped: Socket[] = [];
  const next = () => {
    stopped.shift()?.resume();
    if (stopped.length > 0) setImmediate(next);
  };
  return (socket) => {
    socket.pause();
    stopped.push(socket);
    if (stopped.length === 1) setImmediate(next);
  };
}

/** More than any client asks ahead of what it reads. */
const maxHeldBack = 1_000;

/** Answers that the library keeps while the client does not open its window, in bytes. */
function heldBack(sftp: object): number {
  const { _buffer: kept = [] } = sftp as { _buffer?: readonly Buffer[] };
  return kept.length > maxHeldBack ? Infinity : kept.reduce((sum, { length }) => sum + length, 0);
}

/** What OpenSSH 7 and newer speak; nothing with SHA-1 or CBC. */
const algorithms = {
  kex: ['curve25519-sha256', 'curve25519-sha256@libssh.org', 'ecdh-sha2-nistp256', 'diffie-hellman-group14-sha256'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
} satisfies import('ssh2').Algorithms;
