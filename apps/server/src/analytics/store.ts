import type { SeriesDay } from '@atrium/facts/question';
import type { EntityType } from '@atrium/metrics/sources';
import type { AmountType } from '@atrium/rules/import-file';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { attachedVisibleTo } from '../registry/directory/entity-lookup.ts';
import type { Transaction } from '../registry/registry.ts';
import { importFile } from '../registry/schema/imports.ts';
import { metaProperty } from '../registry/schema/organization-details.ts';
import { organization } from '../registry/schema/organizations.ts';
import type { Scope } from '../scope.ts';

/** Days of these series, between two instants, whose quarters may be older than their minutes. */
export async function marksOf(
  { client }: Transaction,
  series: readonly number[],
  from: number,
  to: number,
): Promise<SeriesDay[]> {
  const { rows } = await client.query<SeriesDay>(
    `SELECT DISTINCT series_id AS series, (day - DATE '1970-01-01') * 86400 AS day
     FROM rollup_mark
     WHERE series_id = ANY($1::int[])
       AND day BETWEEN (to_timestamp($2) AT TIME ZONE 'UTC')::date AND (to_timestamp($3) AT TIME ZONE 'UTC')::date`,
    [series, from, to],
  );
  return rows;
}

/** When the newest readings of these series ended, in epoch seconds; up to a quarter of an hour behind. */
export async function lastArrivals({ client }: Transaction, series: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await client.query<{ series: number; last: number }>(
    `SELECT series_id AS series,
            extract(epoch FROM greatest(a.last_at, l.last_minute + interval '1 minute'))::float8 AS last
     FROM series_arrival a FULL JOIN series_last l USING (series_id)
     WHERE series_id = ANY($1::int[]) AND coalesce(a.last_at, l.last_minute) IS NOT NULL`,
    [series],
  );
  return new Map(rows.map((row) => [row.series, row.last]));
}

/** A custom field of an entity. */
export interface FieldValue {
  readonly entityId: string;
  readonly name: string;
  readonly value: string;
}

/** Custom fields of the entities of a type that the caller may see: those with these names, or all. */
export async function fieldValues(
  { sql: db }: Transaction,
  scope: Scope,
  now: Date,
  entityType: EntityType,
  names?: readonly string[],
): Promise<FieldValue[]> {
  const { entityId, name, value } = metaProperty;
  const lower = names?.map((each) => each.toLowerCase());
  return db
    .select({ entityId, name, value })
    .from(metaProperty)
    .where(
      and(
        isNull(metaProperty.deletedAt),
        eq(metaProperty.entityType, entityType === 'organization' ? 'org' : entityType),
        lower && inArray(sql`lower(${name})`, lower),
        attachedVisibleTo(scope, now, metaProperty),
      ),
    );
}

/** Whether people of the organization may compare what they see with all of it. */
export async function permitsComparisonViews({ sql: db }: Transaction, { orgId }: Scope): Promise<boolean> {
  const [found] = await db
    .select({ isPermitted: organization.permitComparisonViews })
    .from(organization)
    .where(eq(organization.orgId, orgId));
  return found?.isPermitted ?? false;
}

/** The kinds of files of amounts that are waiting, being read or being undone. */
export async function appliedTypes({ sql: db }: Transaction, { orgId }: Scope): Promise<AmountType[]> {
  const rows = await db
    .selectDistinct({ type: importFile.type })
    .from(importFile)
    .where(and(eq(importFile.orgId, orgId), isNotNull(importFile.task), inArray(importFile.type, ['pos', 'labor'])))
    .orderBy(importFile.type);
  return rows.map(({ type }) => type as AmountType);
}
