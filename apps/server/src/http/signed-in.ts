import type { FastifyRequest } from 'fastify';
import type { PersonActor } from './actor.ts';

/** The person behind a request, if there is one. */
export function signedIn({ actor }: FastifyRequest): PersonActor | null {
  return actor?.kind === 'person' ? actor : null;
}
