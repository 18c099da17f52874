import {
  deleteSsoConnection,
  getSsoConnection,
  getSsoLoginUrl,
  setSsoConnection,
  ssoCallbackPath,
} from '@atrium/contract/sso';
import type { FastifyBaseLogger } from 'fastify';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { type SsoCallbacks, EmailMismatch } from './sso-callbacks.ts';
import type { Connections } from './connections.ts';
import { type SsoRedirects, invalidLogin } from './sso-redirects.ts';

interface Dependencies {
  readonly connections: Connections;
  readonly redirects: SsoRedirects;
  readonly callbacks: SsoCallbacks;
  /** `Set-Cookie` that removes the state cookie. */
  readonly clearSsoState: () => string;
  readonly log: FastifyBaseLogger;
}

export function bindSso(http: Http, { connections, redirects, callbacks, clearSsoState, log }: Dependencies): void {
  const limit = createRateLimit({ most: 30, maxInAll: 600 });

  http.bind(getSsoLoginUrl, async ({ body, reply, address }) => {
    limit(address);
    const email = body.email.trim();
    const orgId = await redirects.organizationOf(email);
    if (orgId === undefined) throw invalidLogin();
    const { url, setCookies } = await redirects.begin(orgId, { email, remember: body.remember });
    for (const cookie of setCookies) reply.header('Set-Cookie', cookie);
    return { url };
  });

  http.bind(getSsoConnection, ({ scope }) => connections.find(scope));
  http.bind(setSsoConnection, ({ scope, body }) => connections.set(scope, body));
  http.bind(deleteSsoConnection, async ({ scope }) => {
    await connections.remove(scope);
    return { ok: true } as const;
  });

  /** The provider sends the browser here. This is a navigation, so the response is another page and never JSON. */
  http.pages.get(ssoCallbackPath, async (request, reply) => {
    const query = request.url.slice(request.url.indexOf('?'));
    const caller = {
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      cookies: request.headers.cookie,
    };
    reply.header('Set-Cookie', clearSsoState()).header('Cache-Control', 'no-store');
    try {
      limit(request.ip);
      const { landing, setCookies } = await callbacks.finish(request.url.includes('?') ? query : '', caller);
      for (const cookie of setCookies) reply.header('Set-Cookie', cookie);
      return reply.redirect(`/#${landing}`);
    } catch (error) {
      log.warn({ reason: reasonOf(error), requestId: request.id }, 'A sign-in through a provider was refused');
      return reply.redirect(`/#/login?sso=${error instanceof EmailMismatch ? 'other-address' : 'failed'}`);
    }
  });
}

/** The message and its cause; never the URL, which contains the code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
