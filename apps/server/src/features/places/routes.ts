import { getLocation, listLocations } from '@atrium/contract/places';
import { createIncludes, type Relation } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { findLocation, locationPage } from './store.ts';

export function bindPlaces(http: Http, registry: Registry, relations: readonly Relation<Scope>[]): void {
  const includes = createIncludes(relations);

  http.bind(listLocations, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => locationPage(tx, scope, query));
    for (const remark of await includes.add(scope, 'location', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });

  http.bind(getLocation, async ({ scope, params, query, reply }) => {
    const found = await registry.tenant(scope, (tx) => findLocation(tx, scope, params.locationId));
    if (!found) throw notFound('The location');
    for (const remark of await includes.add(scope, 'location', [found], query.include)) reply.message(remark);
    return found;
  });
}
