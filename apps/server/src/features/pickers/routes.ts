import { pickLocations, pickOrganizations, pickSensors, pickSites, pickSpaces } from '@atrium/contract/pickers';
import { getOrgMeta } from '@atrium/contract/search';
import type { Outgoing } from '../../http/call.ts';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import { type EntityKind, findEntity, type ScopeOrAll } from '../../registry/directory/entity-lookup.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type AnyScope, everyOrganization } from '../../scope.ts';
import {
  type Listed,
  locationsToPick,
  type PickerFilters,
  organizationsToPick,
  peopleByName,
  sensorsToPick,
  sitesToPick,
  spacesToPick,
} from './store.ts';

interface Filter {
  readonly filterProp: 'orgId' | 'locationId' | 'siteId' | 'spaceId' | 'sensorId' | 'sensorType';
  readonly filterValue: string;
}

interface PickerCall {
  readonly scope: AnyScope;
  readonly params: Filter;
  readonly query: ListQuery & { readonly locationId?: string | undefined };
  readonly reply: Outgoing;
}

type List<Row> = (
  tx: Transaction,
  scope: ScopeOrAll,
  by: PickerFilters,
  query: ListQuery,
  now: Date,
) => Promise<Listed<Row>>;

const kindOf: Record<Exclude<Filter['filterProp'], 'sensorType'>, EntityKind> = {
  orgId: 'org',
  locationId: 'location',
  siteId: 'site',
  spaceId: 'space',
  sensorId: 'sensor',
};
const everything = { limit: 100_000, offset: 0 };

export function bindPickers(http: Http, registry: Registry, clock: () => Date): void {
  const picking =
    <Row>(list: List<Row>) =>
    ({ scope, params, query, reply }: PickerCall) =>
      registry.within(scope, async (tx) => {
        const now = clock();
        const by = await narrowed(tx, scope, params, now);
        const place =
          query.locationId === undefined
            ? {}
            : await narrowed(tx, scope, { filterProp: 'locationId', filterValue: query.locationId }, now);
        const { rows, total } = await list(tx, scope, { ...by, ...place }, query, now);
        reply.total(total);
        return rows;
      });
  http.bind(pickOrganizations, picking(organizationsToPick));
  http.bind(pickLocations, picking(locationsToPick));
  http.bind(pickSites, picking(sitesToPick));
  http.bind(pickSpaces, picking(spacesToPick));
  http.bind(pickSensors, picking(sensorsToPick));

  http.bind(getOrgMeta, ({ scope }) =>
    registry.tenant(scope, async (tx) => ({
      organizations: (await organizationsToPick(tx, scope, {}, everything)).rows,
      locations: (await locationsToPick(tx, scope, {}, everything)).rows,
      sites: (await sitesToPick(tx, scope, {}, everything)).rows,
      sensors: (await sensorsToPick(tx, scope, {}, everything, clock())).rows,
      spaces: (await spacesToPick(tx, scope, {}, everything)).rows,
      users: scope.role === 'OrganizationUser' ? [] : await peopleByName(tx, scope.orgId),
    })),
  );
}

/** A named parent must be within the scope, so that a foreign id looks like an unknown one. */
async function narrowed(tx: Transaction, scope: ScopeOrAll, filter: Filter, now: Date): Promise<PickerFilters> {
  const { filterProp, filterValue } = filter;
  if (filterProp === 'sensorType') return { sensorType: filterValue.toLowerCase() };
  const kind = kindOf[filterProp];
  const id =
    kind === 'org' && filterValue === 'myorg' && scope !== everyOrganization ? scope.orgId : filterValue.toLowerCase();
  const found = await findEntity(tx, scope, now, kind, id);
  if (!found) throw notFound(`The ${kind === 'org' ? 'organization' : kind}`);
  const { orgId, locationId, siteId } = found;
  switch (filterProp) {
    case 'orgId':
      return { orgId };
    case 'locationId':
      return { orgId, locationId };
    case 'siteId':
      return { orgId, locationId, siteId };
    case 'spaceId':
      return { orgId, locationId, spaceId: id };
    case 'sensorId':
      return { orgId, locationId, siteId, sensorId: id };
  }
}
