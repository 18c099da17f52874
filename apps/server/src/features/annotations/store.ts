import type { Annotation } from '@atrium/contract/annotations';
import { and, count, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import type { Transaction } from '../../registry/registry.ts';
import { annotation } from '../../registry/schema/annotations.ts';
import { localUser } from '../../registry/schema/people.ts';
import { location } from '../../registry/schema/places.ts';
import type { Scope } from '../../scope.ts';

/** An annotation with the names that belong to it. */
export interface AnnotationRow {
  readonly annotation: typeof annotation.$inferSelect;
  readonly locationName: string | null;
  readonly createdBy: string | null;
}

export type AnnotationValues = Pick<AnnotationRow['annotation'], 'locationId' | 'startDate' | 'endDate' | 'text'>;

export interface AnnotationFilter {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly locationId?: string | undefined;
}

const { annotationId, orgId, locationId, startDate, endDate, text, createdAt } = annotation;

export async function annotationPage(
  tx: Transaction,
  scope: Scope,
  query: ListQuery & AnnotationFilter,
): Promise<{ rows: AnnotationRow[]; total: number }> {
  const wanted = and(
    visible(scope),
    query.startDate === undefined ? undefined : gte(endDate, query.startDate),
    query.endDate === undefined ? undefined : lte(startDate, query.endDate),
    query.locationId === undefined ? undefined : or(isNull(locationId), sameId(locationId, query.locationId)),
    contains(query.search, text, sql`coalesce(${location.name}, '')`),
  );
  const columns = { startDate, endDate, text, createdAt, locationName: sql`lower(coalesce(${location.name}, ''))` };
  const rows = await annotations(tx)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? '-startDate', columns, annotationId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql
    .select({ total: count() })
    .from(annotation)
    .leftJoin(location, isItsLocation)
    .where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findAnnotation(tx: Transaction, scope: Scope, id: string): Promise<AnnotationRow | undefined> {
  const [row] = await annotations(tx).where(and(visible(scope), sameId(annotationId, id)));
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockAnnotation(tx: Transaction, scope: Scope, id: string): Promise<AnnotationRow | undefined> {
  await tx.sql
    .select({ annotationId })
    .from(annotation)
    .where(and(eq(orgId, scope.orgId), sameId(annotationId, id)))
    .for('update');
  return findAnnotation(tx, scope, id);
}

/** Locks until the transaction ends, so that two new ones do not pass the limit together. */
export async function lockAndCountAnnotations(tx: Transaction, scope: Scope): Promise<{ all: number; own: number }> {
  await lockByName(tx, `annotations ${scope.orgId}`);
  const isOwn = eq(annotation.createdBy, scope.userId);
  const [counted] = await tx.sql
    .select({ all: count(), own: sql<number>`count(*) FILTER (WHERE ${isOwn})`.mapWith(Number) })
    .from(annotation)
    .where(eq(orgId, scope.orgId));
  return counted ?? { all: 0, own: 0 };
}

export async function addAnnotation(
  { sql: db }: Transaction,
  values: typeof annotation.$inferInsert,
): Promise<AnnotationRow['annotation']> {
  const [row] = await db.insert(annotation).values(values).returning();
  return row!;
}

export async function saveAnnotation(
  { sql: db }: Transaction,
  before: AnnotationRow['annotation'],
  values: AnnotationValues,
  now: Date,
): Promise<void> {
  await db
    .update(annotation)
    .set({ ...values, version: before.version + 1, updatedAt: now })
    .where(and(eq(orgId, before.orgId), eq(annotationId, before.annotationId)));
}

export async function removeAnnotation({ sql: db }: Transaction, gone: AnnotationRow['annotation']): Promise<void> {
  await db.delete(annotation).where(and(eq(orgId, gone.orgId), eq(annotationId, gone.annotationId)));
}

export function toReply(row: AnnotationRow): Annotation {
  const { annotation: own, locationName, createdBy } = row;
  return {
    annotationId: own.annotationId,
    orgId: own.orgId,
    locationId: own.locationId,
    locationName,
    startDate: own.startDate,
    endDate: own.endDate,
    text: own.text,
    createdAt: own.createdAt.toISOString(),
    createdBy,
    version: own.version,
  };
}

const isItsLocation = and(eq(location.locationId, locationId), isNull(location.deletedAt));

function annotations({ sql: db }: Transaction) {
  return db
    .select({ annotation, locationName: location.name, createdBy: localUser.name })
    .from(annotation)
    .leftJoin(location, isItsLocation)
    .leftJoin(localUser, and(eq(localUser.userId, annotation.createdBy), eq(localUser.orgId, orgId)));
}

/** Those of the whole organization, and those of the locations that someone may see; they end with their location. */
function visible({ orgId: own, locationIds }: Scope): SQL | undefined {
  const places =
    locationIds === 'all' ? isNotNull(location.locationId) : inArray(location.locationId, [...locationIds]);
  return and(eq(orgId, own), or(isNull(locationId), places));
}
