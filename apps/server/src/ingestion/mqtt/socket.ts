import { connect as connectPlain, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { guardedLookup, refuseLiteral } from '../../outgoing/guarded-lookup.ts';
import { isPublicAddress } from '../../outgoing/public-address.ts';
import { type Bucket, type Rate, takeTokens } from '../../token-bucket.ts';
import { createFrameGuard, type OnOversized } from './frames.ts';

/** Where and how to connect. Certificates and the key are PEM. */
export interface SocketSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly caCertificate: string | null;
  readonly clientCertificate: string | null;
  readonly clientKey: string | null;
  /** Private addresses that this host may have. */
  readonly approvedAddresses: readonly string[];
}

/**
 * Connects to the open internet, to approved addresses and to hosts of the operator. The address is checked while
 * connecting. Throws if the host is an address that is not allowed.
 */
export function openSocket(settings: SocketSettings, isInternal: (host: string, port: number) => boolean): Socket {
  const { host, port, approvedAddresses } = settings;
  const isAllowed = (address: string) =>
    isPublicAddress(address) || approvedAddresses.includes(address) || isInternal(host, port);
  refuseLiteral(host, isAllowed);
  const to = { host, port, lookup: guardedLookup(isAllowed), keepAlive: true, noDelay: true };
  if (!settings.tls) return connectPlain(to);
  return connectTls({
    ...to,
    minVersion: 'TLSv1.2',
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    ...(settings.caCertificate !== null && { ca: settings.caCertificate }),
    ...(settings.clientCertificate !== null && { cert: settings.clientCertificate }),
    ...(settings.clientKey !== null && { key: settings.clientKey }),
  });
}

/** More than any organization may send. What a broker sends beyond it waits at the broker. */
const packetRate: Rate = { perSecond: 500, burst: 2_000 };
/** The library handles what it is given at once, without a look at anything else. */
const packetsPerTurn = 50;

/** A connection whose incoming packets are bounded, in size and number; reading slowly slows the broker down. */
export class BoundedConnection extends Duplex {
  readonly #socket: Socket;
  readonly #bounded: ReturnType<typeof createFrameGuard>;
  readonly #bucket: Bucket = { tokens: packetRate.burst, at: performance.now() };
  /** Bytes that were read from the socket and are not passed on yet. */
  #rest: Buffer = Buffer.alloc(0);
  #timer: NodeJS.Timeout | NodeJS.Immediate | undefined;

  constructor(socket: Socket, maxBytes: number, onOversized: OnOversized) {
    super();
    this.#socket = socket;
    this.#bounded = createFrameGuard(maxBytes, onOversized);
    socket.on('data', (piece: Buffer) => {
      // Otherwise the next pieces follow in the same turn.
      socket.pause();
      this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
      this.#pass();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** Passes on a few packets, and the others in later turns. */
  #pass(): void {
    if (this.#timer || this.destroyed) return;
    if (this.#rest.length === 0) {
      this.#socket.resume();
      return;
    }
    const seconds = takeTokens(this.#bucket, packetRate, 1, performance.now());
    if (seconds > 0) {
      this.#timer = setTimeout(() => this.#again(), seconds * 1000);
      return;
    }
    try {
      const most = Math.min(packetsPerTurn, 1 + Math.floor(this.#bucket.tokens));
      const { passed, used, packets } = this.#bounded(this.#rest, most);
      this.#bucket.tokens -= Math.max(0, packets - 1);
      this.#rest = this.#rest.subarray(used);
      const wantsMore = passed.length === 0 || this.push(passed);
      if (wantsMore) this.#timer ??= setImmediate(() => this.#again());
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  #again(): void {
    this.#timer = undefined;
    this.#pass();
  }

  override _read(): void {
    this.#timer ??= setImmediate(() => this.#again());
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(piece, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer as NodeJS.Timeout);
    clearImmediate(this.#timer as NodeJS.Immediate);
    this.#socket.destroy();
    done(error);
  }
}
