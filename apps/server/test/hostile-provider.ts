import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The content and the signature of an identity token. */
export interface Forgery {
  readonly claims?: Record<string, unknown>;
  readonly alg?: 'RS256' | 'none';
  /** With a key that the provider does not publish. */
  readonly otherKey?: boolean;
}

/** A provider that exchanges every code for a token of the test's choice: what a stolen or broken one could send. */
export interface HostileProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** What the next code is exchanged for; by default with the requested nonce. */
  forge(authorizationUrl: string, forgery: Forgery): void;
  close(): Promise<void>;
}

export async function startHostileProvider(): Promise<HostileProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const clientId = 'atrium';
  let token = '';
  const server = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/someone-else`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/keys': { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] },
      '/someone-else': { sub: 'someone else' },
      '/token': { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: token },
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    clientId,
    forge(authorizationUrl, { claims = {}, alg = 'RS256', otherKey = false }) {
      const now = Math.floor(Date.now() / 1000);
      const nonce = new URL(authorizationUrl).searchParams.get('nonce');
      const said = { iss: issuer, aud: clientId, iat: now, exp: now + 60, nonce, email_verified: true, ...claims };
      token = signed({ alg, kid: 'own' }, said, otherKey ? other.privateKey : own.privateKey);
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

function signed(header: { alg: string; kid: string }, claims: Record<string, unknown>, key: KeyObject): string {
  const body = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = header.alg === 'none' ? '' : createSign('RSA-SHA256').update(body).sign(key).toString('base64url');
  return `${body}.${signature}`;
}
