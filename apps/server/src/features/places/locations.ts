import type { BodyOf } from '@atrium/contract/endpoint';
import type { createLocation, Location, LocationBody, LocationWithIncludes } from '@atrium/contract/locations';
import { locationProblems, type LocationValues, newLocation, settledLocation } from '@atrium/rules/location';
import { newSite, siteProblems } from '@atrium/rules/site';
import { differences, valuesOf } from '../../audit/differences.ts';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Changes } from '../../registry/estate-changes.ts';
import { removeFastened } from '../../registry/fastened-store.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { emptySites, mergedSite } from './sites.ts';
import { addSites, siteIdsOf } from './site-store.ts';
import { addLocation, findLocation, saveLocation } from './location-store.ts';
import type { ZoneAt } from './zone-at.ts';

export interface Locations {
  /** Without a time zone it has the one of its coordinates. Of its sites those with a name are made. */
  create(scope: Scope, body: BodyOf<typeof createLocation>): Promise<LocationWithIncludes>;
  update(scope: Scope, id: string, changes: LocationBody, seenVersion: number | undefined): Promise<Location>;
  remove(scope: Scope, id: string): Promise<void>;
}

interface Surroundings {
  readonly changes: Changes;
  readonly zoneAt: ZoneAt;
  /** Gives it what new locations get, in the transaction that makes it. */
  readonly onNew: (tx: Transaction, scope: Scope, locationId: string, now: Date) => Promise<void>;
  /** Deletes its spaces; answers their ids. */
  readonly removeSpaces: (tx: Transaction, locationId: string, now: Date) => Promise<string[]>;
}

export function createLocations({ changes, zoneAt, onNew, removeSpaces }: Surroundings): Locations {
  return {
    create: (scope, { site: drafts = [], ...body }) =>
      changes(scope, async (change) => {
        const { tx, now } = change;
        const values = await withZone(merged(newLocation, body), zoneAt);
        const sites = drafts.map((draft) => mergedSite(newSite, draft));
        refuseProblems([
          ...locationProblems(values),
          ...sites.flatMap((each, index) =>
            each.name === ''
              ? []
              : siteProblems(each).map(({ path, message }) => ({ path: `site.${index}.${path}`, message })),
          ),
        ]);
        const made = await addLocation(tx, scope.orgId, values, now);
        const { locationId, orgId, name } = made;
        const named = sites.filter((each) => each.name !== '');
        const madeSites = await addSites(tx, { orgId, locationId }, named, now);
        await change.record({ ...deed('location-created', made), detail: { name, sites: named.length } });
        await onNew(tx, scope, locationId, now);
        return { ...made, site: madeSites };
      }),

    update: (scope, id, body, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change.tx, scope, id);
        refuseStale(seenVersion, before.version);
        const wanted = merged(before, body);
        refuseProblems(locationProblems(wanted));
        const changed = differences(before, wanted);
        if (Object.keys(changed).length === 0) return before;
        const after = await saveLocation(change.tx, before, valuesOf<LocationValues>(changed), change.now);
        await change.record({ ...deed('location-changed', after), detail: { name: after.name, changed } });
        return after;
      }),

    remove: (scope, id) =>
      changes(scope, async (change) => {
        const { tx, now } = change;
        const before = await existing(tx, scope, id);
        const siteIds = await siteIdsOf(tx, before.locationId);
        const sensors = await emptySites(change, scope.orgId, siteIds);
        const spaceIds = await removeSpaces(tx, before.locationId, now);
        await removeFastened(tx, scope.orgId, [before.locationId, ...spaceIds], now);
        await saveLocation(tx, before, { deletedAt: now }, now);
        const detail = { name: before.name, sites: siteIds.length, spaces: spaceIds.length, sensors };
        await change.record({ ...deed('location-deleted', before), detail });
      }),
  };
}

/** As it is stored after these changes. */
function merged<Before extends LocationValues>(before: Before, { name, timezone, ...body }: LocationBody): Before {
  return settledLocation({
    ...before,
    ...body,
    name: name === undefined ? before.name : (name ?? ''),
    timezone: timezone === undefined ? before.timezone : (timezone ?? ''),
  });
}

async function withZone(values: LocationValues, zoneAt: ZoneAt): Promise<LocationValues> {
  const { latitude, longitude, timezone } = values;
  if (timezone !== '' || latitude === null || longitude === null) return values;
  const isOnGlobe = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnGlobe ? { ...values, timezone: await zoneAt(latitude, longitude) } : values;
}

function deed(action: string, { locationId }: Location) {
  return { action, entityType: 'location', entityId: locationId } as const;
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<Location> {
  const found = await findLocation(tx, scope, id);
  if (!found) throw notFound('The location');
  return found;
}
