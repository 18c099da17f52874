import { reportClientError } from '@atrium/contract/diagnostics';
import { mainProduct, version } from '@atrium/contract/product';
import { getProductInfo } from '@atrium/contract/product-info';
import { screens } from '@atrium/contract/screens';
import { getSidebar } from '@atrium/contract/sidebar';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import type { Identity } from '../../http/actor.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { describeClientError } from './client-error.ts';

interface Surroundings {
  readonly identity: Pick<Identity, 'scopeFor'>;
  readonly log: FastifyBaseLogger;
  readonly config: Partial<Pick<Config, 'billingPhone' | 'maintenance'>>;
}

export function bindShell(http: Http, { identity, log, config }: Surroundings): void {
  const { billingPhone = null, maintenance } = config;
  http.bind(getProductInfo, () => ({
    name: mainProduct.name,
    version,
    production: true,
    billingPhone,
    maintenance: maintenance ? { from: maintenance.from.toISOString(), to: maintenance.to.toISOString() } : null,
  }));

  http.bind(getSidebar, async ({ actor, query }) => {
    if (query.orgId !== undefined) await identity.scopeFor(actor, query.orgId);
    return screens
      .filter(({ roles }) => roles?.includes(actor.role) ?? true)
      .map(({ path, text, icon, section }) => ({ text, sref: path, icon, ...(section && { section }) }));
  });

  const limit = createRateLimit({ most: 20, mostInAll: 300 });
  http.bind(reportClientError, ({ body, actor, address, userAgent, requestId }) => {
    limit(address);
    log.warn({ ...describeClientError(body), userId: actor?.userId, userAgent, requestId }, 'An error in a browser');
    return { ok: true } as const;
  });
}
