import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { encodePush, type DeviceInfo, type LineRecord } from './xovis5.ts';

export interface XovisDeviceOptions {
  readonly device: DeviceInfo;
  readonly username: string;
  readonly password: string;
  /** How its own interface asks for the password. */
  readonly authentication: 'basic' | 'digest';
  /** The certificate of its own interface, PEM; without one it speaks plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Delivers a body to the server, as its data push connection does. */
  readonly push: (body: object) => Promise<void>;
  /** The numbers of packages that it sends again: as asked for, or its own, from here. */
  readonly numbersFrom?: number | undefined;
  /** How many packages it sends again before it breaks off. */
  readonly maxAgain?: number | undefined;
}

/** What someone asked it to send again. */
export interface Trigger {
  readonly agent: number;
  readonly type: string;
  readonly time_from?: string;
  readonly time_to?: string;
  readonly package_id_start?: number;
}

/**
 * A generation 5 sensor with its own HTTP interface: it pushes a package for each interval, loses some on the way, and sends
 * a range of time again when its agent is triggered (API v5, `/singlesensor/data/push/agents/{id}/trigger`).
 */
export interface XovisDevice {
  readonly port: number;
  /** Accepted ones, in order. */
  readonly triggers: readonly Trigger[];
  /** Requests of any kind, also refused ones. */
  requests(): number;
  /** Remembers an interval and pushes it; a lost one is numbered, and never arrives. */
  count(record: LineRecord, fate?: 'sent' | 'lost'): Promise<void>;
  /** Resolves when nothing is being sent again. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const line = { id: 1, name: 'Door' };
const agent = 1008;
const realm = 'sensor';

export async function startXovisDevice(options: XovisDeviceOptions): Promise<XovisDevice> {
  const { device, push, tls, numbersFrom, maxAgain = Infinity } = options;
  const stored: LineRecord[] = [];
  const triggers: Trigger[] = [];
  const nonce = randomBytes(16).toString('hex');
  let packageId = 0;
  let asked = 0;
  let sending = Promise.resolve();

  const bodyOf = (record: LineRecord, number: number) =>
    encodePush({ kind: 'logics', device, packageId: number, logics: [{ ...line, records: [record] }] });

  const sendAgain = async ({ time_from: from = '', time_to: to = '', package_id_start: wanted = 0 }: Trigger) => {
    const [start, end] = [Date.parse(from) / 1000, Date.parse(to) / 1000];
    const again = stored.filter((record) => record.from >= start && record.to <= end).slice(0, maxAgain);
    let number = numbersFrom ?? wanted;
    for (const record of again) {
      await push(bodyOf(record, number));
      number += 1;
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    asked += 1;
    const text = await bodyText(request);
    const reply = (status: number, content: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(content));
    if (!isAllowed(request, options, nonce)) {
      return reply(401, { code: 401, info: 'Unauthorized' }, { 'WWW-Authenticate': challengeOf(options, nonce) });
    }
    const found = /^\/api\/v5\/singlesensor\/data\/push\/agents\/(\d+)\/trigger$/.exec(request.url ?? '');
    if (request.method !== 'POST' || Number(found?.[1]) !== agent)
      return reply(404, { code: 10000, info: 'Not found' });
    const config = JSON.parse(text) as Omit<Trigger, 'agent'>;
    if (config.type !== 'TIME_RANGE') return reply(400, { code: 11100, info: 'Not supported' });
    triggers.push({ agent, ...config });
    sending = sending.then(() => sendAgain({ agent, ...config }));
    return reply(200, { status: 'BUSY', trigger_config: config, trigger_time: new Date().toISOString() });
  };

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(() => response.destroy());
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    triggers,
    requests: () => asked,
    async count(record, fate = 'sent') {
      packageId += 1;
      stored.push(record);
      if (fate === 'sent') await push(bodyOf(record, packageId));
    },
    idle: () => sending,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sending.catch(() => {});
    },
  };
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function challengeOf({ authentication }: XovisDeviceOptions, nonce: string): string {
  if (authentication === 'basic') return `Basic realm="${realm}"`;
  return `Digest realm="${realm}", nonce="${nonce}", qop="auth", algorithm=MD5, opaque="7f"`;
}

function isAllowed({ headers, method, url }: IncomingMessage, options: XovisDeviceOptions, nonce: string): boolean {
  const { username, password, authentication } = options;
  const given = headers.authorization ?? '';
  if (authentication === 'basic') {
    return given === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }
  if (!given.startsWith('Digest ')) return false;
  const parts = new Map([...given.matchAll(/(\w+)="?([^",]*)"?/g)].map(([, name = '', value = '']) => [name, value]));
  const secret = hash(`${username}:${realm}:${password}`);
  const expected = hash(
    `${secret}:${nonce}:${parts.get('nc')}:${parts.get('cnonce')}:auth:${hash(`${method}:${url}`)}`,
  );
  return parts.get('username') === username && parts.get('response') === expected && parts.get('uri') === url;
}

function hash(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
