import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Http } from '../src/http/server.ts';

/**
 * Holds every JSON reply of a test world against the contract: a missing field, a wrong type and a field the contract
 * does not know (a leak) turn the reply into a 500.
 */
export function watchReplies(http: Http): void {
  http.fastify.addHook('preSerialization', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || reply.statusCode >= 400) return payload;
    const wire: unknown = JSON.parse(JSON.stringify(payload));
    const parsed = z.safeParse(endpoint.reply, wire);
    if (!parsed.success) throw new Error(`${endpoint.name} broke its contract: ${z.prettifyError(parsed.error)}`);
    if (!isDeepStrictEqual(parsed.data, wire)) {
      throw new Error(`${endpoint.name} answered fields its contract does not know: ${JSON.stringify(wire)}`);
    }
    return payload;
  });
}
