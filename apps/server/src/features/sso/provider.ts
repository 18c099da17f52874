import * as oidc from 'openid-client';
import type { Outgoing } from '../../outgoing/guarded-fetch.ts';
import { OutgoingError } from '../../outgoing/outgoing-error.ts';
import type { Secrets } from '../../accounts/secrets.ts';
import type { Connection } from './connection-store.ts';

/** Values that must match on the way out and on the way back. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider verified them. */
export interface VerifiedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The name used by the provider; requested only where it matters. */
  contact(): Promise<{ email: string | undefined; isVerified: boolean | undefined }>;
}

/** OpenID Connect: authorization code with PKCE, state and nonce; signatures are always checked. */
export interface Provider {
  /** Throws if nothing at this address identifies itself as this issuer. */
  discover(connection: Connection): Promise<void>;
  authorizationUrl(connection: Connection, email: string | undefined): Promise<{ url: string; checks: Checks }>;
  /** Exchanges what the browser brought back; throws if anything is wrong with it. */
  verify(connection: Connection, callback: URL, checks: Checks): Promise<VerifiedIdentity>;
}

/** Keys and addresses of a provider rarely change, and never without some overlap. */
const trustedForMs = 10 * 60 * 1000;

export function createProvider({
  outgoing,
  secrets,
  redirectUri,
}: {
  outgoing: Outgoing;
  secrets: Secrets;
  redirectUri: () => string;
}): Provider {
  const known = new Map<string, { configuration: Promise<oidc.Configuration>; at: number }>();

  const ask: oidc.CustomFetch = (url, { method, headers, body, signal }) => {
    const text = body === undefined || body === null ? undefined : String(body as string | URLSearchParams);
    return outgoing.fetch(url, { method, headers, body: text, signal: signal ?? undefined });
  };

  const discovered = async ({ issuer, clientId, clientSecretSealed }: Connection) => {
    const server = new URL(issuer);
    const isInternal = outgoing.isInternal(server);
    if (!isInternal && server.protocol !== 'https:') throw new OutgoingError(`${issuer} does not use https`);
    const auth = clientSecretSealed === null ? oidc.None() : secretAuth(secrets.open(clientSecretSealed));
    return oidc.discovery(server, clientId, undefined, auth, {
      [oidc.customFetch]: ask,
      execute: [oidc.enableNonRepudiationChecks, ...(isInternal ? [oidc.allowInsecureRequests] : [])],
    });
  };

  const configurationOf = (connection: Connection) => {
    const key = `${connection.ssoConnectionId} ${connection.version}`;
    const recent = known.get(key);
    if (recent && performance.now() - recent.at < trustedForMs) return recent.configuration;
    const configuration = discovered(connection);
    known.set(key, { configuration, at: performance.now() });
    configuration.catch(() => known.delete(key));
    return configuration;
  };

  return {
    async discover(connection) {
      await discovered(connection);
    },

    async authorizationUrl(connection, email) {
      const configuration = await configurationOf(connection);
      const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ...(email !== undefined && { login_hint: email }),
      });
      return { url: url.href, checks };
    },

    async verify(connection, callback, { state, nonce, verifier }) {
      const configuration = await configurationOf(connection);
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no identity');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        async contact() {
          const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
          const said =
            claims['email'] === undefined && hasMore
              ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
              : claims;
          return {
            email: typeof said['email'] === 'string' ? said['email'] : undefined,
            isVerified: typeof said['email_verified'] === 'boolean' ? said['email_verified'] : undefined,
          };
        },
      };
    },
  };
}

/** In the header if the provider accepts it there, as the standard prefers; otherwise in the body. */
function secretAuth(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}
