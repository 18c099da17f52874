import { mayCall } from '@atrium/contract/access';
import { reportClientError } from '@atrium/contract/diagnostics';
import { mainProduct, version } from '@atrium/contract/product';
import { getProductInfo } from '@atrium/contract/product-info';
import { screens, type Section } from '@atrium/contract/screens';
import { getSidebar, type SidebarItem } from '@atrium/contract/sidebar';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { personOf } from '../../http/access.ts';
import type { Identity } from '../../http/actor.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import type { Scope } from '../../scope.ts';
import { describeClientError } from './client-error.ts';

interface Dependencies {
  readonly identity: Pick<Identity, 'scopeFor'>;
  readonly log: FastifyBaseLogger;
  /** How many alerts are open within a scope, and how many of them are not acknowledged. */
  readonly openAlerts: (scope: Pick<Scope, 'orgId' | 'locationIds'>) => Promise<{ open: number; unseen: number }>;
  /** The dashboards of someone's menu, in their order. */
  readonly dashboardsOf: (viewer: Pick<Scope, 'orgId' | 'userId'>) => Promise<MenuDashboard[]>;
  /** Whether there is no staff user yet. */
  readonly needsSetup: () => Promise<boolean>;
  /** Whether locations have weather. */
  readonly hasWeather: boolean;
  readonly config: Partial<Pick<Config, 'billingPhone' | 'maintenance'>>;
}

interface MenuDashboard {
  readonly dashboardId: string;
  readonly name: string;
  readonly isPublished: boolean;
}

/** The alerts that a menu entry counts: the specification requires all open ones next to the locations. */
const alertsAt: Readonly<Record<string, 'open' | 'unseen'>> = {
  '/app/locations': 'open',
  '/app/offline-sensors': 'unseen',
};

export function bindShell(http: Http, dependencies: Dependencies): void {
  const { identity, log, openAlerts, dashboardsOf, needsSetup, hasWeather, config } = dependencies;
  const { billingPhone = null, maintenance } = config;
  http.bind(getProductInfo, async () => ({
    name: mainProduct.name,
    version,
    production: true,
    billingPhone,
    maintenance: maintenance ? { from: maintenance.from.toISOString(), to: maintenance.to.toISOString() } : null,
    needsSetup: await needsSetup(),
    weather: hasWeather,
  }));

  http.bind(getSidebar, async ({ actor, query }) => {
    const chosen = query.orgId === undefined ? null : await identity.scopeFor(actor, query.orgId);
    const own = actor.organization && { orgId: actor.organization.orgId, locationIds: actor.locationIds };
    const scope = chosen ?? own;
    const alerts = scope ? await openAlerts(scope) : { open: 0, unseen: 0 };
    const dashboards = scope ? await dashboardsOf({ orgId: scope.orgId, userId: actor.userId }) : [];
    const pages = screens
      .filter((screen) => mayCall(screen, personOf(actor)) && (scope || !screen.path.includes('{orgId}')))
      .map(({ path, text, icon, section }) => {
        const counted = alertsAt[path];
        const alert = counted === undefined ? 0 : alerts[counted];
        return {
          text,
          sref: path.replace('{orgId}', scope?.orgId ?? ''),
          icon,
          ...(section && { section }),
          ...(alert > 0 && { alert }),
        };
      });
    return [
      ...pages.filter(({ section }) => section === undefined),
      ...(scope ? dashboardSection(dashboards) : []),
      ...pages.filter(({ section }) => section !== undefined),
    ];
  });

  const limit = createRateLimit({ most: 20, maxInAll: 300 });
  http.bind(reportClientError, ({ body, actor, address, userAgent, requestId }) => {
    limit(address);
    log.warn({ ...describeClientError(body), userId: actor?.userId, userAgent, requestId }, 'An error in a browser');
    return { ok: true } as const;
  });
}

function dashboardSection(dashboards: readonly MenuDashboard[]): SidebarItem[] {
  const entries = dashboards.map(({ dashboardId, name, isPublished }) => ({
    text: name,
    sref: `/app/dashboard/${dashboardId}`,
    icon: isPublished ? 'users' : 'dashboard',
  }));
  const last = [
    { text: 'New Dashboard', sref: '/app/dashboard/new', icon: 'plus' },
    { text: 'New from Template', sref: '/app/templategallery', icon: 'template' },
  ];
  return [...entries, ...last].map((entry) => ({ ...entry, section: 'Dashboards' satisfies Section }));
}
