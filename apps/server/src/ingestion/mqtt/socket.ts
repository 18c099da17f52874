import { connect as connectPlain, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { guardedLookup, refuseLiteral } from '../../outgoing/guarded-lookup.ts';
import { isPublicAddress } from '../../outgoing/public-address.ts';
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

/** A connection whose incoming packets are bounded; reading slowly slows the broker down. */
export class BoundedConnection extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket, maxBytes: number, onOversized: OnOversized) {
    super();
    this.#socket = socket;
    const bounded = createFrameGuard(maxBytes, onOversized);
    socket.on('data', (piece: Buffer) => {
      try {
        const passed = bounded(piece);
        if (passed.length > 0 && !this.push(passed)) socket.pause();
      } catch (error) {
        this.destroy(error as Error);
      }
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(piece, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
