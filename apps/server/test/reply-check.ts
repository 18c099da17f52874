import { catalog } from '@atrium/contract/catalog';
import type { Endpoint } from '@atrium/contract/endpoint';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/** Those with the fewest parameters first: `/api/user/emails` is not `/api/user/{userId}`. */
const routes = catalog
  .flatMap((endpoint) => [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ endpoint, path })))
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map(({ endpoint, path }) => ({
    endpoint,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

export function endpointOf(method: string, path: string): Endpoint | undefined {
  const [bare = ''] = path.split('?');
  return routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(bare))?.endpoint;
}

/**
 * Checks a reply against the contract. A missing field, a wrong type, and a field that is not in the contract (a leak)
 * fail the test that caused them.
 */
export function checkReply(method: string, path: string, body: unknown): void {
  const endpoint = endpointOf(method, path);
  if (!endpoint) return;
  const parsed = z.safeParse(endpoint.reply, body);
  if (!parsed.success) throw new Error(`${endpoint.name} broke its contract: ${z.prettifyError(parsed.error)}`);
  if (!isDeepStrictEqual(parsed.data, body)) {
    throw new Error(`${endpoint.name} answered fields its contract does not know: ${JSON.stringify(body)}`);
  }
}
