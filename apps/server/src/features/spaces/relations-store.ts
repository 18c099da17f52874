import { mayCall } from '@atrium/contract/access';
import { listSpaces } from '@atrium/contract/spaces';
import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import { lastPlaces } from '../../estate/placed-zone-store.ts';
import { grouped, type Relation, type Row } from '../../http/include.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { location, site, space } from '../../registry/schema/places.ts';
import { sensorAssignment, spaceZoneAssignment, zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { siteColumns } from '../../registry/site-columns.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';
import { type AnyScope, everyOrganization, type Scope } from '../../scope.ts';
import { storedColumns, toReply } from './space-store.ts';

/** Spaces of locations, and relations of spaces. Organizations without occupancy have none. */
export function spaceRelations(registry: Registry, clock: () => Date): Relation<AnyScope>[] {
  const relation = (
    names: Pick<Relation<AnyScope>, 'of' | 'name' | 'gives' | 'single'>,
    load: (tx: Transaction, parentIds: string[], scope: Scope) => Promise<{ parentId: string; row: Row }[]>,
  ): Relation<AnyScope> => ({
    ...names,
    allowed: (scope) => scope !== everyOrganization && mayCall(listSpaces, scope),
    load: async (scope, parentIds) =>
      scope === everyOrganization || parentIds.length === 0
        ? new Map()
        : grouped(await registry.tenant(scope, (tx) => load(tx, [...parentIds], scope))),
  });

  return [
    relation({ of: 'location', name: 'space', gives: 'space' }, (tx, ids) => spacesOf(tx, ids, clock())),
    relation({ of: 'space', name: 'zone', gives: 'zone' }, zonesOf),
    relation({ of: 'space', name: 'site', gives: 'site' }, (tx, ids, scope) => sitesOf(tx, ids, scope, clock())),
    relation({ of: 'space', name: 'location', gives: 'location', single: true }, locationsOf),
  ];
}

async function spacesOf({ sql: db }: Transaction, locationIds: string[], now: Date) {
  const rows = await db
    .select(storedColumns)
    .from(space)
    .innerJoin(location, eq(location.locationId, space.locationId))
    .where(and(inArray(space.locationId, locationIds), isNull(space.deletedAt)))
    .orderBy(asc(space.name), asc(space.spaceId));
  return rows.map((row) => ({ parentId: row.locationId, row: { ...toReply(row, now) } }));
}

/** The sensor may have moved. Users who cannot see where it is installed do not see its zones here either. */
function zonesOf(tx: Transaction, spaceIds: string[], { orgId, locationIds }: Scope) {
  const places = lastPlaces(tx, orgId);
  const { spaceId, spaceZoneAssignmentId, reverseInsAndOuts } = spaceZoneAssignment;
  return tx.sql
    .select({ parentId: spaceId, row: { ...zoneColumns, spaceZoneAssignmentId, reverseInsAndOuts } })
    .from(spaceZoneAssignment)
    .innerJoin(zone, eq(zone.zoneId, spaceZoneAssignment.zoneId))
    .leftJoin(zoneSetting, lastSetting())
    .leftJoin(places, eq(places.sensorId, zone.sensorId))
    .where(
      and(
        inArray(spaceId, spaceIds),
        isNull(spaceZoneAssignment.deletedAt),
        isNull(zone.deletedAt),
        locationIds === 'all' ? undefined : inArray(places.locationId, [...locationIds]),
      ),
    )
    .orderBy(asc(zone.name), asc(zone.zoneId));
}

/** The current sites of its zones. */
function sitesOf({ sql: db }: Transaction, spaceIds: string[], { locationIds }: Scope, now: Date) {
  const { siteId, locationId, name } = site;
  return db
    .selectDistinct({ parentId: spaceZoneAssignment.spaceId, row: siteColumns })
    .from(spaceZoneAssignment)
    .innerJoin(zone, and(eq(zone.zoneId, spaceZoneAssignment.zoneId), isNull(zone.deletedAt)))
    .innerJoin(
      sensorAssignment,
      and(
        eq(sensorAssignment.sensorId, zone.sensorId),
        isNull(sensorAssignment.deletedAt),
        lte(sensorAssignment.from, now),
        gt(sensorAssignment.to, now),
      ),
    )
    .innerJoin(site, eq(siteId, sensorAssignment.siteId))
    .where(
      and(
        inArray(spaceZoneAssignment.spaceId, spaceIds),
        isNull(spaceZoneAssignment.deletedAt),
        locationIds === 'all' ? undefined : inArray(locationId, [...locationIds]),
      ),
    )
    .orderBy(asc(name), asc(siteId));
}

function locationsOf({ sql: db }: Transaction, spaceIds: string[]) {
  const { locationId, orgId, name, timezone } = location;
  return db
    .select({ parentId: space.spaceId, row: { locationId, orgId, name, timezone } })
    .from(space)
    .innerJoin(location, eq(locationId, space.locationId))
    .where(inArray(space.spaceId, spaceIds));
}
