import type { Pickable } from '@atrium/contract/pickers';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  isInstalledNow,
  ofOrganization,
  visibleTo,
  showsSpaces,
  type ScopeOrAll,
} from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';
import { location, site, space } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment } from '../../registry/schema/sensors.ts';

/** What a list is narrowed to; null is a place for what is unassigned. */
export interface Narrowed {
  readonly orgId?: string;
  readonly locationId?: string | null;
  readonly siteId?: string | null;
  readonly spaceId?: string;
  readonly sensorId?: string;
  readonly sensorType?: string;
}

export interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}

export async function organizationsToPick(
  { sql: db }: Transaction,
  scope: ScopeOrAll,
  by: Narrowed,
  query: ListQuery,
): Promise<Listed<Pickable<'org'>>> {
  const { orgId, name } = organization;
  return page(
    await db
      .select({ orgId, name, total })
      .from(organization)
      .where(
        and(
          isNull(organization.deletedAt),
          ofOrganization(scope, orgId),
          same(orgId, by.orgId),
          contains(query.search, name),
        ),
      )
      .orderBy(...orderTerms(query.order ?? 'name', { name }, orgId))
      .limit(query.limit)
      .offset(query.offset),
  );
}

export async function locationsToPick(
  { sql: db }: Transaction,
  scope: ScopeOrAll,
  by: Narrowed,
  query: ListQuery,
): Promise<Listed<Pickable<'location'>>> {
  const { orgId, locationId, name } = location;
  return page(
    await db
      .select({ locationId, orgId, name, total })
      .from(location)
      .where(
        and(
          isNull(location.deletedAt),
          visibleTo(scope, orgId, locationId),
          same(orgId, by.orgId),
          same(locationId, by.locationId),
          contains(query.search, name),
        ),
      )
      .orderBy(...orderTerms(query.order ?? 'name', { name }, locationId))
      .limit(query.limit)
      .offset(query.offset),
  );
}

export async function sitesToPick(
  { sql: db }: Transaction,
  scope: ScopeOrAll,
  by: Narrowed,
  query: ListQuery,
): Promise<Listed<Pickable<'site'>>> {
  const { orgId, locationId, siteId, name } = site;
  return page(
    await db
      .select({ siteId, locationId, orgId, name, total })
      .from(site)
      .where(
        and(
          isNull(site.deletedAt),
          visibleTo(scope, orgId, locationId),
          same(orgId, by.orgId),
          same(locationId, by.locationId),
          same(siteId, by.siteId),
          contains(query.search, name),
        ),
      )
      .orderBy(...orderTerms(query.order ?? 'name', { name }, siteId))
      .limit(query.limit)
      .offset(query.offset),
  );
}

export async function spacesToPick(
  { sql: db }: Transaction,
  scope: ScopeOrAll,
  by: Narrowed,
  query: ListQuery,
): Promise<Listed<Pickable<'space'>>> {
  const { orgId, locationId, spaceId, name } = space;
  return page(
    await db
      .select({ spaceId, locationId, orgId, name, total })
      .from(space)
      .innerJoin(organization, eq(organization.orgId, orgId))
      .where(
        and(
          isNull(space.deletedAt),
          showsSpaces(),
          visibleTo(scope, orgId, locationId),
          same(orgId, by.orgId),
          same(locationId, by.locationId),
          same(spaceId, by.spaceId),
          contains(query.search, name),
        ),
      )
      .orderBy(...orderTerms(query.order ?? 'name', { name }, spaceId))
      .limit(query.limit)
      .offset(query.offset),
  );
}

export async function sensorsToPick(
  { sql: db }: Transaction,
  scope: ScopeOrAll,
  by: Narrowed,
  query: ListQuery,
  now: Date,
): Promise<Listed<Pickable<'sensor'>>> {
  const { orgId, sensorId, name, sensorType } = sensor;
  return page(
    await db
      .select({ sensorId, siteId: site.siteId, locationId: site.locationId, orgId, name, sensorType, total })
      .from(sensor)
      .leftJoin(sensorAssignment, isInstalledNow(now))
      .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
      .where(
        and(
          isNull(sensor.deletedAt),
          visibleTo(scope, orgId, site.locationId),
          same(orgId, by.orgId),
          same(site.locationId, by.locationId),
          same(site.siteId, by.siteId),
          same(sensorId, by.sensorId),
          same(sensorType, by.sensorType),
          contains(query.search, name, sensor.macAddress, sensor.identifier),
        ),
      )
      .orderBy(...orderTerms(query.order ?? 'name', { name, sensorType }, sensorId))
      .limit(query.limit)
      .offset(query.offset),
  );
}

export async function peopleByName({ sql: db }: Transaction, wanted: string) {
  const { userId, orgId, name, email } = localUser;
  return db
    .select({ userId, orgId, name, email })
    .from(localUser)
    .where(and(eq(orgId, wanted), isNull(localUser.deletedAt)))
    .orderBy(asc(sql`lower(${name})`), asc(userId));
}

const total = sql<number>`count(*) over ()`.mapWith(Number);

function same(column: PgColumn, value: string | null | undefined): SQL | undefined {
  if (value === undefined) return undefined;
  return value === null ? isNull(column) : eq(column, value);
}

/** A page beyond the end has no row to carry the total; pickers never page that far. */
function page<Row extends { total: number }>(found: Row[]): Listed<Omit<Row, 'total'>> {
  const rows = found.map((row) => {
    const { total: _, ...shown } = row;
    return shown;
  });
  return { rows, total: found[0]?.total ?? 0 };
}
