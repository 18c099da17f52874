import { reportClientError } from '@atrium/contract/diagnostics';
import { screens } from '@atrium/contract/screens';
import { getSidebar } from '@atrium/contract/sidebar';
import type { FastifyBaseLogger } from 'fastify';
import type { Identity } from '../../http/actor.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { describeClientError } from './client-error.ts';

export function bindShell(http: Http, identity: Pick<Identity, 'scopeFor'>, log: FastifyBaseLogger): void {
  http.bind(getSidebar, async ({ actor, query }) => {
    if (query.orgId !== undefined) await identity.scopeFor(actor, query.orgId);
    return screens
      .filter(({ roles }) => roles?.includes(actor.role) ?? true)
      .map(({ path, text, icon, section }) => ({ text, sref: path, icon, ...(section && { section }) }));
  });

  const limit = createRateLimit({ most: 20, perMs: 60_000, mostInAll: 300 });
  http.bind(reportClientError, ({ body, actor, address, userAgent, requestId }) => {
    limit(address);
    log.warn({ ...describeClientError(body), userId: actor?.userId, userAgent, requestId }, 'An error in a browser');
    return { ok: true } as const;
  });
}
