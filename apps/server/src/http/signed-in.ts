import type { FastifyRequest } from 'fastify';
import type { UserActor } from './actor.ts';

/** The person or API client behind a request, if there is one. */
export function signedIn({ actor }: FastifyRequest): UserActor | null {
  return actor?.kind === 'push-key' ? null : actor;
}
