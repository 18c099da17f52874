import type { Endpoint } from '@atrium/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Payer } from '../payer.ts';
import { Refusal } from '../refusal.ts';
import { addressKey } from './address-key.ts';
import { signedIn } from './signed-in.ts';

/** Maximum concurrent requests per organization or staff user. */
const maxAtOnce = 250;
/** Maximum concurrent uploads among them: bodies are large, and a slow client takes minutes to send one. */
const maxFilesAtOnce = 16;
/** Maximum concurrent requests per kiosk link: a screen that anyone can reach must not stop the rest of the organization. */
const maxOfLinkAtOnce = 40;
const defaultBytes = 1024 * 1024;

/** Limits concurrent requests per organization before the body is read, so that nothing waits with megabytes in memory. */
export function createRequestLimit() {
  const inside = new Map<string, number>();
  const enter = (key: string, most: number, reply: FastifyReply) => {
    const count = inside.get(key) ?? 0;
    if (count >= most) {
      throw new Refusal('too_many', 'Too many requests from your organization are waiting. Try again in a moment.', {
        extra: { retryAfter: 2 },
      });
    }
    // A connection that is already closed emits no further event.
    if (reply.raw.destroyed) return;
    inside.set(key, count + 1);
    reply.raw.once('close', () => {
      const left = (inside.get(key) ?? 1) - 1;
      if (left > 0) inside.set(key, left);
      else inside.delete(key);
    });
  };
  return (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void => {
    const { kind, key } = payerOf(request, undefined);
    if (kind === 'stranger') return;
    const person = signedIn(request);
    if (person?.kind === 'kiosk') enter(`link ${person.kioskLinkId}`, maxOfLinkAtOnce, reply);
    enter(key, maxAtOnce, reply);
    const isFile = endpoint.multipart || (endpoint.maxBytes ?? 0) > defaultBytes;
    if (isFile) enter(`${key} files`, maxFilesAtOnce, reply);
  };
}

export function payerOf(request: FastifyRequest, signal: AbortSignal | undefined): Payer {
  const person = signedIn(request);
  if (!person) return { kind: 'stranger', key: addressKey(request.ip), signal };
  const { organization, userId } = person;
  return organization
    ? { kind: 'organization', key: organization.orgId, signal }
    : { kind: 'staff', key: userId, signal };
}
