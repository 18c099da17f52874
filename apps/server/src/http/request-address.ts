import proxyAddress from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';

/** The address behind a request that the web framework does not see, found as it finds those of its own. */
export function requestAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies.length > 0 ? proxyAddress.compile([...trustedProxies]) : () => false;
  // One that has left already has none.
  return (request) => proxyAddress(request, isTrusted) ?? '';
}
