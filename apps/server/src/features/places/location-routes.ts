import {
  createLocation,
  deleteLocation,
  getLocation,
  getTimezone,
  listLocations,
  type Location,
  suggestAddresses,
  updateLocation,
} from '@atrium/contract/locations';
import { locationTexts } from '@atrium/rules/location';
import { createIncludes, type Relation } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import { notFound, refuseProblems } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { FindAddresses } from './addresses.ts';
import type { Locations } from './locations.ts';
import { findLocation, locationPage } from './location-store.ts';
import type { ZoneAt } from './zone-at.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly locations: Locations;
  readonly relations: readonly Relation<Scope>[];
  readonly zoneAt: ZoneAt;
  readonly findAddresses: FindAddresses;
}

export function bindLocations(http: Http, dependencies: Dependencies): void {
  const { registry, locations, relations, zoneAt, findAddresses } = dependencies;
  const includes = createIncludes(relations);

  http.bind(listLocations, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => locationPage(tx, scope, query));
    for (const remark of await includes.add(scope, 'location', rows, includeFor(scope, query))) reply.message(remark);
    reply.total(total);
    return rows.map((row) => shownTo(scope, row));
  });

  http.bind(getLocation, async ({ scope, params, query, reply }) => {
    const found = await registry.tenant(scope, (tx) => findLocation(tx, scope, params.locationId));
    if (!found) throw notFound('The location');
    for (const remark of await includes.add(scope, 'location', [found], includeFor(scope, query)))
      reply.message(remark);
    return shownTo(scope, found);
  });

  http.bind(createLocation, ({ scope, body }) => locations.create(scope, body));
  http.bind(updateLocation, ({ scope, params, body, seenVersion }) =>
    locations.update(scope, params.locationId, body, seenVersion),
  );
  http.bind(deleteLocation, async ({ scope, params, seenVersion }) => {
    await locations.remove(scope, params.locationId, seenVersion);
    return { ok: true } as const;
  });

  http.bind(suggestAddresses, ({ query, signal }) => findAddresses(query.search, signal));

  http.bind(getTimezone, async ({ query: { lat, lng } }) => {
    refuseProblems([
      ...(Math.abs(lat) > 90 ? [{ path: 'lat', message: locationTexts.latitude }] : []),
      ...(Math.abs(lng) > 180 ? [{ path: 'lng', message: locationTexts.longitude }] : []),
    ]);
    return { zoneName: await zoneAt(lat, lng) };
  });
}

/** Notes for installers are not for a screen that anyone can reach. */
function shownTo<L extends Location>({ isKiosk }: Scope, found: L): L {
  if (!isKiosk) return found;
  return { ...found, acfDisabledReason: null, installationOptions: { ...found.installationOptions, notes: null } };
}

/** A wall screen needs the location alone. */
function includeFor({ isKiosk }: Scope, { include }: { include?: string | undefined }): string | undefined {
  return isKiosk ? undefined : include;
}
