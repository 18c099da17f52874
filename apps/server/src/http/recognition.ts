import type { Endpoint } from '@atrium/contract/endpoint';
import { callRate, wrongTokensPerMinute } from '@atrium/rules/api-client';
import { kioskScheme, kioskTexts } from '@atrium/rules/kiosk-links';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { type Bucket, type Rate, takeTokens } from '../token-bucket.ts';
import type { Identity, UserActor } from './actor.ts';
import { createFailureLimit } from './rate-limit.ts';

/** Who sends a request. */
export interface Recognition {
  /** Counts the call of an API client, or refuses it with 429. */
  recognize(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<UserActor | null>;
  /** The same request once more, later. */
  recognizeAgain(endpoint: Endpoint, request: FastifyRequest): Promise<UserActor | null>;
}

interface Dependencies {
  readonly identity: Identity;
  readonly onClientCall: (clientId: string) => void;
  readonly clientRate?: Rate | undefined;
}

/**
 * Turns the credentials of a request into an actor: a session cookie into a person, an access token into an API client,
 * the secret of a kiosk link into a wall screen. A request with a token or a secret never uses the cookie, so that a
 * wrong one cannot act with the rights of a session. Public calls ignore both.
 */
export function createRecognition({ identity, onClientCall, clientRate = callRate }: Dependencies): Recognition {
  const wrongTokens = createFailureLimit({ most: wrongTokensPerMinute });
  const limit = createClientLimit(clientRate);
  const withoutToken = async (endpoint: Endpoint, request: FastifyRequest): Promise<UserActor | null> => {
    const secret = credentialOf(kioskScheme, endpoint, request);
    if (secret === undefined) return identity.authenticate(request.headers.cookie);
    const kiosk = await identity.authenticateKiosk(secret, request.ip);
    if (!kiosk) throw new Refusal('unauthenticated', kioskTexts.ended);
    return kiosk;
  };

  return {
    async recognize(endpoint, request, reply) {
      const token = credentialOf('Bearer', endpoint, request);
      if (token === undefined) return withoutToken(endpoint, request);
      wrongTokens.check(request.ip);
      const client = await identity.authenticateClient(token);
      if (!client) {
        wrongTokens.failed(request.ip);
        reply.header('WWW-Authenticate', 'Bearer error="invalid_token"');
        throw invalidToken();
      }
      limit(client.clientId);
      onClientCall(client.clientId);
      return client;
    },
    async recognizeAgain(endpoint, request) {
      const token = credentialOf('Bearer', endpoint, request);
      if (token === undefined) return withoutToken(endpoint, request);
      const client = await identity.authenticateClient(token);
      if (!client) throw invalidToken();
      return client;
    },
  };
}

/** Undefined when the request has none; empty when it has one that cannot be read. */
function credentialOf(
  scheme: 'Bearer' | typeof kioskScheme,
  { access }: Endpoint,
  { headers: { authorization = '' } }: FastifyRequest,
): string | undefined {
  if (access.kind === 'public' || !new RegExp(`^${scheme}(\\s|$)`, 'i').test(authorization)) return undefined;
  return new RegExp(`^${scheme} +(\\S+)$`, 'i').exec(authorization)?.[1] ?? '';
}

function invalidToken(): Refusal {
  return new Refusal('unauthenticated', 'The access token is wrong or has ended. Request a new one.');
}

/** Holds a bucket for each client that has called, so its size is bounded by the clients that exist. */
function createClientLimit(rate: Rate): (clientId: string) => void {
  const buckets = new Map<string, Bucket>();
  return (clientId) => {
    const now = performance.now();
    const bucket = buckets.get(clientId) ?? { tokens: rate.burst, at: now };
    buckets.set(clientId, bucket);
    const wait = takeTokens(bucket, rate, 1, now);
    if (wait === 0) return;
    throw new Refusal('too_many', 'This API client calls too often. Try again in a moment.', {
      extra: { retryAfter: wait },
    });
  };
}
