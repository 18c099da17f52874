import { capabilitiesFor } from '@atrium/contract/access';
import { listSpaces } from '@atrium/contract/spaces';
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { everyOrganization, type EveryOrganization, type Scope } from '../../scope.ts';
import { isId } from '../ids.ts';
import type { Transaction } from '../registry.ts';
import { organization } from '../schema/organizations.ts';
import { location, site, space } from '../schema/places.ts';
import { sensor, sensorAssignment, zone } from '../schema/sensors.ts';

/** What a caller may see. */
export type ScopeOrAll = Visible | EveryOrganization;
type Visible = Pick<Scope, 'orgId' | 'locationIds'>;

export const entityKinds = ['org', 'location', 'site', 'space', 'sensor', 'zone'] as const;
export type EntityKind = (typeof entityKinds)[number];

/** The place of a record. An unassigned sensor, and its zones, have neither site nor location. */
export interface Whereabouts {
  readonly orgId: string;
  readonly name: string;
  readonly locationId: string | null;
  readonly siteId: string | null;
  readonly sensorId: string | null;
}

/** The record with this id if it is within the scope; a malformed id matches nothing. */
export async function findEntity(
  tx: Transaction,
  scope: ScopeOrAll,
  now: Date,
  kind: EntityKind,
  entityId: string,
): Promise<Whereabouts | undefined> {
  const id = entityId.toLowerCase();
  if (!isId(id)) return undefined;
  const [row] = await select(tx, scope, now, kind, id);
  return row;
}

/** Those of these locations that are within the scope, by id. */
export async function findLocations({ sql: db }: Transaction, scope: ScopeOrAll, ids: readonly string[]) {
  const { orgId, locationId, name, timezone } = location;
  const rows = await db
    .select({ locationId, name, timezone })
    .from(location)
    .where(
      and(
        inArray(locationId, [...new Set(ids)].filter(isId)),
        isNull(location.deletedAt),
        visibleTo(scope, orgId, locationId),
      ),
    );
  return new Map(rows.map((row) => [row.locationId, row]));
}

/** Records of a location share its visibility; unassigned ones are for those who see the whole organization. */
export function visibleTo(scope: ScopeOrAll, orgId: PgColumn, locationId: PgColumn): SQL | undefined {
  if (scope === everyOrganization) return undefined;
  const seen = scope.locationIds === 'all' ? undefined : inArray(locationId, [...scope.locationIds]);
  return and(eq(orgId, scope.orgId), seen);
}

/** Records without a location, such as people. */
export function ofOrganization(scope: Pick<Scope, 'orgId'> | EveryOrganization, orgId: PgColumn): SQL | undefined {
  return scope === everyOrganization ? undefined : eq(orgId, scope.orgId);
}

/** The same for what is attached to records of every kind, such as custom fields, by kind and id. */
export function attachedVisibleTo(
  { orgId, locationIds }: Visible,
  now: Date,
  attached: { readonly orgId: PgColumn; readonly entityType: PgColumn; readonly entityId: PgColumn },
): SQL | undefined {
  const { entityType, entityId } = attached;
  if (locationIds === 'all') return eq(attached.orgId, orgId);
  const ids = [...locationIds];
  const among = (column: PgColumn) => (ids.length === 0 ? sql`false` : inArray(column, ids));
  const installed = sql`SELECT 1 FROM ${sensorAssignment}
    JOIN ${site} ON ${site.siteId} = ${sensorAssignment.siteId}
    WHERE ${sensorAssignment.deletedAt} IS NULL AND ${sensorAssignment.from} <= ${now} AND ${sensorAssignment.to} > ${now}
      AND ${among(site.locationId)}`;
  return and(
    eq(attached.orgId, orgId),
    sql`CASE ${entityType}
      WHEN 'org' THEN true
      WHEN 'location' THEN ${among(entityId)}
      WHEN 'site' THEN EXISTS (SELECT 1 FROM ${site} WHERE ${site.siteId} = ${entityId} AND ${among(site.locationId)})
      WHEN 'space' THEN EXISTS (SELECT 1 FROM ${space} WHERE ${space.spaceId} = ${entityId} AND ${among(space.locationId)})
      WHEN 'sensor' THEN EXISTS (${installed} AND ${sensorAssignment.sensorId} = ${entityId})
      WHEN 'zone' THEN EXISTS (${installed} AND ${sensorAssignment.sensorId} =
        (SELECT ${zone.sensorId} FROM ${zone} WHERE ${zone.zoneId} = ${entityId}))
      ELSE false END`,
  );
}

/** The current assignment. */
export function isInstalledNow(now: Date): SQL | undefined {
  return and(
    eq(sensorAssignment.sensorId, sensor.sensorId),
    isNull(sensorAssignment.deletedAt),
    lte(sensorAssignment.from, now),
    gt(sensorAssignment.to, now),
  );
}

/**
 * Spaces are visible where the organization has a capability for them; a caller across organizations has none of its
 * own.
 */
export function showsSpaces(): SQL | undefined {
  return or(...capabilitiesFor(listSpaces).map((name) => organization[name]));
}

const nowhere = sql<null>`NULL::uuid`;

function select({ sql: db }: Transaction, scope: ScopeOrAll, now: Date, kind: EntityKind, id: string) {
  switch (kind) {
    case 'org': {
      const { orgId, name } = organization;
      return db
        .select({ orgId, name, locationId: nowhere, siteId: nowhere, sensorId: nowhere })
        .from(organization)
        .where(and(eq(orgId, id), isNull(organization.deletedAt), ofOrganization(scope, orgId)));
    }
    case 'location': {
      const { orgId, name, locationId } = location;
      return db
        .select({ orgId, name, locationId, siteId: nowhere, sensorId: nowhere })
        .from(location)
        .where(and(eq(locationId, id), isNull(location.deletedAt), visibleTo(scope, orgId, locationId)));
    }
    case 'site': {
      const { orgId, name, locationId, siteId } = site;
      return db
        .select({ orgId, name, locationId, siteId, sensorId: nowhere })
        .from(site)
        .where(and(eq(siteId, id), isNull(site.deletedAt), visibleTo(scope, orgId, locationId)));
    }
    case 'space': {
      const { orgId, name, locationId, spaceId } = space;
      return db
        .select({ orgId, name, locationId, siteId: nowhere, sensorId: nowhere })
        .from(space)
        .innerJoin(organization, eq(organization.orgId, orgId))
        .where(and(eq(spaceId, id), isNull(space.deletedAt), showsSpaces(), visibleTo(scope, orgId, locationId)));
    }
    case 'sensor': {
      const { orgId, name, sensorId } = sensor;
      return db
        .select({ orgId, name, locationId: site.locationId, siteId: site.siteId, sensorId })
        .from(sensor)
        .leftJoin(sensorAssignment, isInstalledNow(now))
        .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
        .where(and(eq(sensorId, id), isNull(sensor.deletedAt), visibleTo(scope, orgId, site.locationId)));
    }
    case 'zone': {
      const { orgId, name, zoneId, sensorId } = zone;
      return db
        .select({ orgId, name, locationId: site.locationId, siteId: site.siteId, sensorId })
        .from(zone)
        .innerJoin(sensor, and(eq(sensor.sensorId, sensorId), isNull(sensor.deletedAt)))
        .leftJoin(sensorAssignment, isInstalledNow(now))
        .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
        .where(and(eq(zoneId, id), isNull(zone.deletedAt), visibleTo(scope, orgId, site.locationId)));
    }
  }
}
