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
import type { Scope } from '../../scope.ts';
import { describeClientError } from './client-error.ts';

interface Surroundings {
  readonly identity: Pick<Identity, 'scopeFor'>;
  readonly log: FastifyBaseLogger;
  /** How many alerts are open inside these walls. */
  readonly openAlerts: (walls: Pick<Scope, 'orgId' | 'locationIds'>) => Promise<number>;
  /** Whether there is no staff user yet. */
  readonly needsSetup: () => Promise<boolean>;
  readonly config: Partial<Pick<Config, 'billingPhone' | 'maintenance'>>;
}

/** The entry that says how many alerts are open. */
const alertedPath = '/app/locations';

export function bindShell(http: Http, { identity, log, openAlerts, needsSetup, config }: Surroundings): void {
  const { billingPhone = null, maintenance } = config;
  http.bind(getProductInfo, async () => ({
    name: mainProduct.name,
    version,
    production: true,
    billingPhone,
    maintenance: maintenance ? { from: maintenance.from.toISOString(), to: maintenance.to.toISOString() } : null,
    needsSetup: await needsSetup(),
  }));

  http.bind(getSidebar, async ({ actor, query }) => {
    const chosen = query.orgId === undefined ? null : await identity.scopeFor(actor, query.orgId);
    const own = actor.organization && { orgId: actor.organization.orgId, locationIds: actor.locationIds };
    const walls = chosen ?? own;
    const alert = walls ? await openAlerts(walls) : 0;
    return screens
      .filter(({ roles }) => roles?.includes(actor.role) ?? true)
      .map(({ path, text, icon, section }) => ({
        text,
        sref: path,
        icon,
        ...(section && { section }),
        ...(path === alertedPath && alert > 0 && { alert }),
      }));
  });

  const limit = createRateLimit({ most: 20, mostInAll: 300 });
  http.bind(reportClientError, ({ body, actor, address, userAgent, requestId }) => {
    limit(address);
    log.warn({ ...describeClientError(body), userId: actor?.userId, userAgent, requestId }, 'An error in a browser');
    return { ok: true } as const;
  });
}
