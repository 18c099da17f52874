import { createHash, randomBytes } from 'node:crypto';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface Asked {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  /** A random one unless given. */
  readonly cnonce?: string;
}

/**
 * The header that answers `WWW-Authenticate`: Digest (RFC 7616) where it is offered, because it does not show the password
 * to the network; otherwise Basic.
 */
export function answerTo(challenge: string | null, credentials: Credentials, asked: Asked): string {
  return digestOf(challenge ?? '', credentials, asked) ?? basicOf(credentials);
}

function basicOf({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

const hashes: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256' };

function digestOf(challenge: string, { username, password }: Credentials, asked: Asked): string | undefined {
  const { method, path, cnonce = randomBytes(12).toString('hex') } = asked;
  const offers = challenge
    .slice(0, 4_000)
    .split(/\bDigest\s/i)
    .slice(1)
    .map(parametersOf);
  const offered = ['sha-256', 'md5']
    .map((wanted) => offers.find(({ algorithm = 'MD5' }) => algorithm.toLowerCase() === wanted))
    .find((offer) => offer !== undefined);
  const { realm = '', nonce, opaque, qop, algorithm = 'MD5' } = offered ?? {};
  if (nonce === undefined || (qop !== undefined && !/(^|,)\s*auth\s*(,|$)/.test(qop))) return undefined;
  const hash = (text: string) =>
    createHash(hashes[algorithm.toLowerCase()] ?? 'md5')
      .update(text)
      .digest('hex');
  const secret = hash(`${username}:${realm}:${password}`);
  const request = hash(`${method}:${path}`);
  const nc = '00000001';
  const response =
    qop === undefined
      ? hash(`${secret}:${nonce}:${request}`)
      : hash(`${secret}:${nonce}:${nc}:${cnonce}:auth:${request}`);
  const quoted = { username, realm, nonce, uri: path, response, ...(opaque !== undefined && { opaque }) };
  const parts = [
    ...Object.entries(quoted).map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`),
    `algorithm=${algorithm}`,
    ...(qop === undefined ? [] : ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`]),
  ];
  return `Digest ${parts.join(', ')}`;
}

/** Comes from a stranger: only what a header may repeat. */
function parametersOf(text: string): Partial<Record<string, string>> {
  const found = text.matchAll(/([a-z]+)\s*=\s*(?:"([^"\\\r\n]*)"|([\w-]+))/gi);
  return Object.fromEntries([...found].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain]));
}
