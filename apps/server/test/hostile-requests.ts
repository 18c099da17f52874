import { catalog } from '@atrium/contract/catalog';
import { socketPath } from '@atrium/contract/socket-address';

export interface Cast {
  /** The first is a stranger's. */
  cookies: readonly string[];
  readonly pushKey: string;
  readonly locationId: string;
  /** Sessions of the socket protocol that are open. */
  sockets: readonly string[];
}

const manners = ['whole', 'ended', 'reset', 'reset later', 'half open'] as const;

export interface HostileRequest {
  readonly bytes: Buffer;
  readonly manner: (typeof manners)[number];
  /** How many of the bytes are sent. */
  readonly cutAt: number;
}

type Dice = (sides: number) => number;

/** The n-th request of a campaign: always the same for the same seed. */
export function hostileRequest(seed: number, n: number, cast: Cast): HostileRequest {
  const dice = diceFor(seed * 1_000_003 + n);
  const make = pick(dice, makers);
  const bytes = mutated(dice, Buffer.from(make(dice, cast), 'latin1'));
  const isCut = dice(3) === 0;
  const manner = pick(dice, [...manners, 'whole', 'whole'] as const);
  const cutAt = isCut ? dice(bytes.length + 1) : bytes.length;
  // Incomplete requests get no response: the end is sent, so that the campaign continues.
  return { bytes, manner: isCut && manner === 'whole' ? 'ended' : manner, cutAt };
}

const crlf = (...lines: string[]) => lines.join('\r\n');
const hostileTexts = [
  '',
  '\0',
  '%00',
  '%',
  '%ff',
  '..%2f..',
  '{}',
  '[]',
  'null',
  '-1',
  '1e999',
  "'",
  '"',
  '\u00ff'.repeat(50),
  'x'.repeat(3000),
  '__proto__',
  'constructor',
  '00000000-0000-0000-0000-000000000000',
  'myorg',
  '?',
  '#',
  '//',
  '\\',
  '\t',
  '\r\n',
  ';',
  '*',
];
const bodies = [
  '',
  '{',
  '{}',
  '[]',
  'null',
  '"x"',
  '{"a":{"a":{"a":1}}}',
  '[[[[[[[[',
  '{"__proto__":1}',
  '\u00ff\u00fe',
  '0'.repeat(5000),
];
const types = [
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=line',
  'multipart/form-data',
  'x',
  '',
  'image/png',
];
const methods = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'X',
];
/** Excludes calls that end a session, an account or a lock that the campaign needs. */
const spared = /log-?out|disable|disclaimer|password|session|terms|login/i;
const calls = catalog.filter(({ name, path }) => !spared.test(name) && !spared.test(path));

const cookieOf = (dice: Dice, { cookies }: Cast) => `Cookie: ${pick(dice, cookies)}`;
const request = (method: string, path: string, headers: readonly string[], body: string) =>
  crlf(
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    ...headers,
    `Content-Length: ${body.length}`,
    '',
    body,
  );

type Maker = (dice: Dice, cast: Cast) => string;

/** A call of the contract with anything in it. */
const call: Maker = (dice, cast) => {
  const { method, path } = pick(dice, calls);
  const filled = path.replaceAll(/\{\w+\}/g, () => encode(dice, pick(dice, [cast.locationId, ...hostileTexts])));
  const query =
    dice(2) === 0
      ? ''
      : `?${pick(dice, ['orgId', 'limit', 'include', 'order', 'x'])}=${encode(dice, pick(dice, hostileTexts))}`;
  const headers = [cookieOf(dice, cast), `Content-Type: ${pick(dice, types)}`];
  return request(dice(5) === 0 ? pick(dice, methods) : method, filled + query, headers, pick(dice, bodies));
};

const form: Maker = (dice, cast) => {
  const parts = Array.from({ length: dice(24) }, () =>
    pick(dice, [
      '--line\r\n\r\n',
      '--line\r\nContent-Disposition: form-data; name="notes"\r\n\r\nnorth\r\n',
      '--line\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n',
      '--line\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: x\r\n\r\n\0\0\r\n',
      '--line\r\nContent-Disposition: form-data\r\n\r\n',
      '--line--\r\n',
      `--line\r\nX: ${'y'.repeat(dice(2000))}\r\n\r\n`,
    ]),
  ).join('');
  const whole = `${parts}${dice(2) === 0 ? '--line--\r\n' : ''}`;
  const headers = [cookieOf(dice, cast), `Content-Type: ${pick(dice, types.slice(2, 4))}`];
  return request('POST', `/api/location/${cast.locationId}/attachment`, headers, whole);
};

const push: Maker = (dice, cast) => {
  const key = dice(3) === 0 ? 'k'.repeat(27) : cast.pushKey;
  const encoding = pick(dice, ['', 'gzip', 'deflate', 'br', 'x']);
  const headers = [`Content-Type: ${pick(dice, types)}`, ...(encoding === '' ? [] : [`Content-Encoding: ${encoding}`])];
  return request(
    'POST',
    `/api/push/xovis5/${key}${pick(dice, ['', '/', '/a/b', '/00:6E:02:00:00:01'])}`,
    headers,
    pick(dice, bodies),
  );
};

const upgrade: Maker = (dice, cast) =>
  crlf(
    `${pick(dice, ['GET', 'GET', 'POST', 'CONNECT'])} ${pick(dice, ['/', '//', `${socketPath}/?EIO=4&transport=websocket`, socketPath, '/api/ping', '*', 'http://x/'])} HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade',
    `Upgrade: ${pick(dice, ['websocket', 'h2c', 'x', ''])}`,
    `Sec-WebSocket-Version: ${pick(dice, ['13', '8', 'x'])}`,
    `Sec-WebSocket-Key: ${pick(dice, ['dGhlIHNhbXBsZSBub25jZQ==', 'x', ''])}`,
    cookieOf(dice, cast),
    '',
    '',
  ) + Array.from({ length: dice(6) }, () => frame(dice)).join('');

/** A websocket frame: valid, garbage, or much too long. */
function frame(dice: Dice): string {
  const text = pick(dice, [
    '40',
    '41',
    '42["traffic:subscribe",{}]',
    '42["x"]',
    '451-["a",{"_placeholder":true,"num":0}]',
    '2probe',
    '5',
    '3',
    '9',
    '4',
    '42[',
    '40{"a":1}',
  ]);
  const first = String.fromCharCode(pick(dice, [0x81, 0x82, 0x88, 0x89, 0x8a, 0x01, 0xff, 0x83]));
  const length =
    dice(8) === 0
      ? '\xff\xff\xff\xff\xff\xff\xff\xff\xff'
      : String.fromCharCode((dice(8) === 0 ? 0 : 0x80) | text.length);
  return `${first}${length}\0\0\0\0${text}`;
}

const polling: Maker = (dice, cast) => {
  const sid = pick(dice, ['', `&sid=${pick(dice, cast.sockets)}`, '&sid=x', '&sid=__proto__']);
  const query = `?EIO=${pick(dice, ['4', '3', 'x'])}&transport=${pick(dice, ['polling', 'websocket', 'webtransport', 'x', '__proto__'])}${sid}`;
  const packets = pick(dice, ['40', '1', '6', 'x', '42["a"]\u001e42["b"]', 'b====', '4'.repeat(20_000), ...bodies]);
  const headers = [cookieOf(dice, cast), `Content-Type: ${pick(dice, [...types, 'application/octet-stream'])}`];
  return request(pick(dice, methods), `${socketPath}/${query}`, headers, packets);
};

const malformed: Maker = (dice, cast) => {
  const path = pick(dice, [
    '/',
    '/api/profile',
    `/api/push/xovis5/${cast.pushKey}`,
    '/%',
    '//x',
    'http://[',
    '*',
    `/${'a'.repeat(9000)}`,
  ]);
  const odd = pick(dice, [
    'Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx',
    'Transfer-Encoding: chunked\r\n\r\n-1\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n5;x=y\r\nabcde\r\n0\r\nTrailer: x\r\n\r\n',
    'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
    'Content-Length: -1\r\n\r\n',
    'Content-Length: 99999999999999999999\r\n\r\nx',
    'Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
    'Expect: x\r\n\r\n',
    ': x\r\n\r\n',
    'X y: z\r\n\r\n',
    'X: \0\r\n\r\n',
    `X: ${'y'.repeat(20_000)}\r\n\r\n`,
    `${Array.from({ length: 300 }, (_, n) => `X-${n}: y`).join('\r\n')}\r\n\r\n`,
    'Cookie: =;;=; __proto__=x; %ff\r\n\r\n',
    'Accept-Encoding: gzip;q=x, br;q=-1, *\r\n\r\n',
    'If-Match: \xff\r\nRange: bytes=9-1\r\n\r\n',
    'X-Forwarded-For: \xff, ::1\r\nForwarded: for=x\r\n\r\n',
  ]);
  const version = pick(dice, ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9', '']);
  return `${pick(dice, methods)} ${path} ${version}\r\nHost: x\r\nConnection: close\r\nContent-Type: ${pick(dice, types)}\r\n${odd}`;
};

const garbage: Maker = (dice) => String.fromCharCode(...Array.from({ length: dice(300) }, () => dice(256)));
const many: Maker = (dice, cast) =>
  Array.from({ length: 1 + dice(5) }, () => pick(dice, makers)(dice, cast))
    .join('')
    .replaceAll('Connection: close', 'X: y');

const makers: readonly Maker[] = [
  call,
  call,
  call,
  form,
  form,
  push,
  push,
  upgrade,
  polling,
  malformed,
  malformed,
  garbage,
  many,
];

/** Sometimes a byte is changed, missing, or duplicated. */
function mutated(dice: Dice, bytes: Buffer): Buffer {
  if (bytes.length === 0 || dice(4) > 0) return bytes;
  const at = dice(bytes.length);
  switch (dice(3)) {
    case 0:
      bytes[at] = dice(256);
      return bytes;
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + 20), bytes.subarray(at)]);
  }
}

function encode(dice: Dice, text: string): string {
  return dice(4) === 0 ? text.replaceAll(/[\s\0]/g, '_') : encodeURIComponent(text);
}

function pick<T>(dice: Dice, from: readonly T[]): T {
  return from[dice(from.length)]!;
}

/** Mulberry32. */
function diceFor(seed: number): Dice {
  let state = seed | 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, sides);
  };
}
