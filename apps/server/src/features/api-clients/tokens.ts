import { clientCredentials, type TokenError, type TokenReply } from '@atrium/contract/api-clients';
import { tokenSeconds, tokensPerMinute, wrongSecretsPerMinute } from '@atrium/rules/api-client';
import { timingSafeEqual } from 'node:crypto';
import { hashToken, newToken } from '../../accounts/secrets.ts';
import type { SecurityLog } from '../../audit/security-log.ts';
import { addressKey } from '../../http/address-key.ts';
import { createFailureLimit, createPersonLimit } from '../../http/rate-limit.ts';
import type { Registry } from '../../registry/registry.ts';
import { addToken, findCredentials } from './store.ts';

/** What a client sends to get a token, however it sends it. */
export interface TokenRequest {
  readonly grantType: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly address: string;
}

/** A refusal in the words of OAuth 2 (RFC 6749, section 5.2). */
export class RefusedToken extends Error {
  readonly error: TokenError;
  readonly status: 400 | 401;

  constructor(error: TokenError, description: string) {
    super(description);
    this.name = 'RefusedToken';
    this.error = error;
    this.status = error === 'invalid_client' ? 401 : 400;
  }
}

export interface TokenDependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly security: Pick<SecurityLog, 'note'>;
}

/** Exchanges the id and secret of a client for an access token. */
export function createTokens({ registry, clock, security }: TokenDependencies) {
  const wrongSecrets = createFailureLimit({ most: wrongSecretsPerMinute });
  const limitTokens = createPersonLimit({ most: tokensPerMinute });

  return async ({ grantType, clientId, clientSecret, address }: TokenRequest): Promise<TokenReply> => {
    if (grantType === undefined) throw new RefusedToken('invalid_request', 'grant_type is required.');
    if (grantType !== clientCredentials) {
      throw new RefusedToken('unsupported_grant_type', `grant_type must be ${clientCredentials}.`);
    }
    if (!clientId || !clientSecret) {
      throw new RefusedToken('invalid_client', 'client_id and client_secret are required.');
    }
    wrongSecrets.check(address);
    return registry.system(async (tx) => {
      const known = await findCredentials(tx, clientId.toLowerCase());
      // An unknown id takes as long as a wrong secret.
      if (!isSame(hashToken(clientSecret), known?.secretHash ?? hashToken('')) || !known) {
        wrongSecrets.failed(address);
        if (known) {
          const { orgId } = known;
          security.note({
            orgId,
            userId: null,
            clientId: known.clientId,
            action: 'api-client-refused',
            address: addressKey(address),
          });
        }
        throw new RefusedToken('invalid_client', 'The client id or the client secret is wrong.');
      }
      if (!known.isEnabled) {
        throw new RefusedToken(
          'unauthorized_client',
          'The subscription of the organization does not include API clients.',
        );
      }
      if (!known.hasUser) {
        throw new RefusedToken('unauthorized_client', 'The user of this API client is disabled or deleted.');
      }
      limitTokens(known.clientId);
      const token = newToken();
      const now = clock();
      await addToken(tx, {
        tokenHash: hashToken(token),
        orgId: known.orgId,
        clientId: known.clientId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + tokenSeconds * 1000),
      });
      return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds };
    });
  };
}

/** Both are hashes of equal length. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
