import { createSite, deleteSite, getSite, listSites, updateSite } from '@atrium/contract/sites';
import { createIncludes, type Relation } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { Sites } from './sites.ts';
import { findSite, sitePage } from './site-store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly sites: Sites;
  readonly relations: readonly Relation<Scope>[];
}

export function bindSites(http: Http, { registry, sites, relations }: Dependencies): void {
  const includes = createIncludes(relations);

  http.bind(listSites, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => sitePage(tx, scope, query));
    for (const remark of await includes.add(scope, 'site', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });

  http.bind(getSite, async ({ scope, params, query, reply }) => {
    const found = await registry.tenant(scope, (tx) => findSite(tx, scope, params.siteId));
    if (!found) throw notFound('The site');
    for (const remark of await includes.add(scope, 'site', [found], query.include)) reply.message(remark);
    return found;
  });

  http.bind(createSite, ({ scope, body }) => sites.create(scope, body));
  http.bind(updateSite, ({ scope, params, body, seenVersion }) =>
    sites.update(scope, params.siteId, body, seenVersion),
  );
  http.bind(deleteSite, async ({ scope, params, query, seenVersion }) => {
    await sites.remove(scope, params.siteId, params.locationId ?? query.locationId, seenVersion);
    return { ok: true } as const;
  });
}
