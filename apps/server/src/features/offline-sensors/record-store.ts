import type { OfflineSensor } from '@atrium/contract/offline-sensors';
import { type AgeGroup, ageGroups } from '@atrium/rules/offline-sensor';
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import { visibleTo, type ScopeOrAll } from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { offlineSensor } from '../../registry/schema/offline-sensors.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';
import { location, site } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment } from '../../registry/schema/sensors.ts';

/** Epoch seconds `[from, to)`. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface Wanted {
  readonly acknowledged?: 'true' | 'false' | undefined;
  readonly locationId?: string | undefined;
  readonly siteId?: string | undefined;
  /** Went offline in this period. */
  readonly since?: Period | undefined;
  /** Was resolved in this period; open records when absent. */
  readonly resolvedIn?: Period | undefined;
}

/** Who asks, and when. */
export interface Viewer {
  readonly scope: ScopeOrAll;
  readonly now: Date;
  readonly isStaff: boolean;
}

const { foundAt: _found, notifiedAt: _notified, ...own } = getTableColumns(offlineSensor);
const ordered = {
  createdAt: own.createdAt,
  resolvedDate: own.resolvedDate,
  updatedAt: own.updatedAt,
  sensor: sensor.name,
  sensorType: sensor.sensorType,
  site: site.name,
  location: location.name,
  organization: organization.name,
  cause: own.cause,
};
/** Whether its device had ever been heard when the record began; otherwise it began when the sensor was expected. */
export const hasReported = sql<boolean>`EXISTS (SELECT FROM ledger l WHERE l.org_id = ${sensor.orgId}
  AND l.device = ${sensor.device} AND l.day <= (${own.createdAt} AT TIME ZONE 'UTC')::date)`;
const columns = {
  ...own,
  hasReported,
  sensorName: sensor.name,
  sensorType: sensor.sensorType,
  macAddress: sensor.macAddress,
  identifier: sensor.device,
  siteId: site.siteId,
  siteName: site.name,
  locationId: location.locationId,
  locationName: location.name,
  timezone: location.timezone,
  organizationName: organization.name,
  acknowledgerName: localUser.name,
};

/** Where a sensor was installed when its record ended, or is installed now. Users who see that place see the record. */
export function whereInstalled(now: Date): SQL | undefined {
  const at = sql`coalesce(${own.resolvedDate}, ${now.toISOString()}::timestamptz)`;
  return and(
    eq(sensorAssignment.sensorId, own.sensorId),
    isNull(sensorAssignment.deletedAt),
    lte(sensorAssignment.from, at),
    gt(sensorAssignment.to, at),
  );
}

export async function recordPage(
  tx: Transaction,
  looking: Viewer,
  query: ListQuery & Wanted,
): Promise<{ rows: OfflineSensor[]; total: number }> {
  const condition = and(seen(looking), matching(query, looking.isStaff));
  const usual = query.resolvedIn ? '-resolvedDate' : '-createdAt';
  const rows = await selected(tx, looking.now)
    .where(condition)
    .orderBy(...orderTerms(query.order ?? usual, ordered, own.offlineSensorId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await joined(tx.sql.select({ total: count() }).from(offlineSensor).$dynamic(), looking.now).where(
    condition,
  );
  return { rows: rows.map((row) => described(row, looking)), total: counted?.total ?? 0 };
}

export async function findRecord(
  tx: Transaction,
  looking: Viewer,
  offlineSensorId: string,
): Promise<OfflineSensor | undefined> {
  const [row] = await selected(tx, looking.now).where(and(seen(looking), sameId(own.offlineSensorId, offlineSensorId)));
  return row && described(row, looking);
}

/** Records of a sensor that touch a period. */
export async function recordsOfSensor(
  tx: Transaction,
  looking: Viewer,
  sensorId: string,
  { from, to }: Period,
  most: number,
): Promise<OfflineSensor[]> {
  const touches = and(
    lt(own.createdAt, instantOf(to)),
    or(isNull(own.resolvedDate), gt(own.resolvedDate, instantOf(from))),
  );
  const rows = await selected(tx, looking.now)
    .where(and(seen(looking), eq(own.sensorId, sensorId), touches))
    .orderBy(desc(own.createdAt), desc(own.offlineSensorId))
    .limit(most);
  return rows.map((row) => described(row, looking));
}

export async function countOpen(
  { sql: db }: Transaction,
  looking: Viewer,
  ages: Record<AgeGroup, Period>,
): Promise<{ count: number; acknowledged: number; ages: Record<AgeGroup, number> }> {
  const byAge = Object.fromEntries(ageGroups.map((group) => [group, among(inPeriod(own.createdAt, ages[group]))]));
  const [row] = await joined(
    db
      .select({ count: count(), acknowledged: among(isNotNull(own.cause)), ...byAge })
      .from(offlineSensor)
      .$dynamic(),
    looking.now,
  ).where(and(seen(looking), isOpen()));
  const counted: Record<string, number> = { ...row };
  return {
    count: counted['count'] ?? 0,
    acknowledged: counted['acknowledged'] ?? 0,
    ages: Object.fromEntries(ageGroups.map((group) => [group, counted[group] ?? 0])) as Record<AgeGroup, number>,
  };
}

function among(condition: SQL | undefined) {
  return sql<number>`count(*) filter (where ${condition ?? sql`true`})`.mapWith(Number);
}

/** For the menu, which is requested often. */
export async function openRecordCount(
  { sql: db }: Transaction,
  scope: ScopeOrAll,
  now: Date,
): Promise<{ open: number; unseen: number }> {
  const [row] = await db
    .select({ open: count(), unseen: among(isNull(own.cause)) })
    .from(offlineSensor)
    .innerJoin(sensor, eq(sensor.sensorId, own.sensorId))
    .leftJoin(sensorAssignment, whereInstalled(now))
    .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .where(and(visibleTo(scope, own.orgId, site.locationId), isOpen()));
  return row ?? { open: 0, unseen: 0 };
}

/** The beginnings and ends of records that extend beyond an instant, in epoch seconds. */
export async function stretchesSince(
  { sql: db }: Transaction,
  looking: Viewer,
  since: number,
): Promise<{ from: number; to: number | null }[]> {
  const rows = await joined(
    db.select({ createdAt: own.createdAt, resolvedDate: own.resolvedDate }).from(offlineSensor).$dynamic(),
    looking.now,
  ).where(and(seen(looking), or(isNull(own.resolvedDate), gt(own.resolvedDate, instantOf(since)))));
  return rows.map(({ createdAt, resolvedDate }) => ({
    from: createdAt.getTime() / 1000,
    to: resolvedDate === null ? null : resolvedDate.getTime() / 1000,
  }));
}

/** Locks the record: concurrent edits wait and then see the result. */
export async function lockRecord({ sql: db }: Transaction, offlineSensorId: string): Promise<void> {
  await db
    .select({ version: own.version })
    .from(offlineSensor)
    .where(sameId(own.offlineSensorId, offlineSensorId))
    .for('update');
}

export async function saveCause(
  { sql: db }: Transaction,
  { offlineSensorId, version }: Pick<OfflineSensor, 'offlineSensorId' | 'version'>,
  values: { readonly cause: string; readonly acknowledgedBy: string },
  now: Date,
): Promise<void> {
  await db
    .update(offlineSensor)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(eq(own.offlineSensorId, offlineSensorId));
}

export async function timezoneOf({ sql: db }: Transaction, locationId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ timezone: location.timezone })
    .from(location)
    .where(eq(location.locationId, locationId));
  return row?.timezone;
}

function selected({ sql: db }: Transaction, now: Date) {
  return joined(db.select(columns).from(offlineSensor).$dynamic(), now);
}

function joined<Query extends PgSelect>(query: Query, now: Date) {
  return query
    .innerJoin(sensor, eq(sensor.sensorId, own.sensorId))
    .innerJoin(organization, eq(organization.orgId, own.orgId))
    .leftJoin(sensorAssignment, whereInstalled(now))
    .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .leftJoin(location, eq(location.locationId, site.locationId))
    .leftJoin(localUser, eq(localUser.userId, own.acknowledgedBy));
}

function seen({ scope }: Viewer): SQL | undefined {
  return and(visibleTo(scope, own.orgId, site.locationId), isNull(organization.deletedAt));
}

function isOpen(): SQL | undefined {
  return and(isNull(own.resolvedDate), isNull(sensor.deletedAt));
}

function matching(wanted: Wanted & Pick<ListQuery, 'search'>, acrossOrganizations: boolean): SQL | undefined {
  const searched = [sensor.name, sensor.macAddress, sensor.identifier, site.name, location.name, own.cause];
  return and(
    wanted.resolvedIn ? inPeriod(own.resolvedDate, wanted.resolvedIn) : isOpen(),
    wanted.since && inPeriod(own.createdAt, wanted.since),
    wanted.acknowledged && (wanted.acknowledged === 'true' ? isNotNull(own.cause) : isNull(own.cause)),
    wanted.locationId === undefined ? undefined : sameId(site.locationId, wanted.locationId),
    wanted.siteId === undefined ? undefined : sameId(site.siteId, wanted.siteId),
    contains(wanted.search, ...searched, ...(acrossOrganizations ? [organization.name] : [])),
  );
}

function inPeriod(column: PgColumn, { from, to }: Period): SQL | undefined {
  return and(
    Number.isFinite(from) ? gte(column, instantOf(from)) : isNotNull(column),
    Number.isFinite(to) ? lt(column, instantOf(to)) : undefined,
  );
}

function instantOf(seconds: number): Date {
  return new Date(seconds * 1000);
}

interface Row {
  offlineSensorId: string;
  orgId: string;
  sensorId: string;
  cause: string | null;
  acknowledgedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
  resolvedDate: Date | null;
  hasReported: boolean;
  version: number;
  sensorName: string;
  sensorType: string;
  macAddress: string | null;
  identifier: string | null;
  siteId: string | null;
  siteName: string | null;
  locationId: string | null;
  locationName: string | null;
  timezone: string | null;
  organizationName: string;
  acknowledgerName: string | null;
}

/** Everyone but staff already knows the organization. */
function described(row: Row, { isStaff }: Viewer): OfflineSensor {
  const { orgId, acknowledgedBy, acknowledgerName, siteId, siteName, locationId, locationName, timezone } = row;
  return {
    offlineSensorId: row.offlineSensorId,
    orgId,
    cause: row.cause,
    acknowledgedBy,
    acknowledger:
      acknowledgedBy === null || acknowledgerName === null ? null : { userId: acknowledgedBy, name: acknowledgerName },
    createdAt: row.createdAt.toISOString(),
    lastHeard: row.hasReported ? row.createdAt.toISOString() : null,
    updatedAt: row.updatedAt.toISOString(),
    resolvedDate: row.resolvedDate?.toISOString() ?? null,
    version: row.version,
    sensor: {
      sensorId: row.sensorId,
      name: row.sensorName,
      sensorType: row.sensorType,
      macAddress: row.macAddress,
      identifier: row.identifier,
      site: siteId === null || siteName === null ? null : { siteId, name: siteName },
      location:
        locationId === null || locationName === null || timezone === null
          ? null
          : { locationId, name: locationName, timezone },
      ...(isStaff && { organization: { orgId, name: row.organizationName } }),
    },
  };
}
