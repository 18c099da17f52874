import { randomBytes } from 'node:crypto';
import type { MappingSpec } from '@atrium/rules/mapping';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { mapping, mappingVersion } from '../../registry/schema/mappings.ts';
import { localUser } from '../../registry/schema/people.ts';

export type MappingRow = typeof mapping.$inferSelect;

export interface VersionRow {
  readonly version: number;
  readonly spec: MappingSpec;
  readonly fixture: string;
  readonly createdAt: Date;
  readonly createdBy: string | null;
}

/** Active ones and drafts first, by name. */
export function mappingsOf({ sql: db }: Transaction, orgId: string): Promise<MappingRow[]> {
  return db
    .select()
    .from(mapping)
    .where(eq(mapping.orgId, orgId))
    .orderBy(sql`${mapping.retiredAt} IS NOT NULL`, asc(sql`lower(${mapping.name})`), asc(mapping.mappingId));
}

export async function findMapping(
  { sql: db }: Transaction,
  orgId: string,
  id: string,
): Promise<MappingRow | undefined> {
  const [row] = await db
    .select()
    .from(mapping)
    .where(and(eq(mapping.orgId, orgId), sameId(mapping.mappingId, id)));
  return row;
}

export async function versionsOf({ sql: db }: Transaction, mappingId: string): Promise<VersionRow[]> {
  return db
    .select({
      version: mappingVersion.version,
      spec: mappingVersion.spec,
      fixture: mappingVersion.fixture,
      createdAt: mappingVersion.createdAt,
      createdBy: localUser.name,
    })
    .from(mappingVersion)
    .leftJoin(localUser, eq(localUser.userId, mappingVersion.createdBy))
    .where(eq(mappingVersion.mappingId, mappingId))
    .orderBy(desc(mappingVersion.version));
}

export async function mappingCount({ sql: db }: Transaction, orgId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(mapping).where(eq(mapping.orgId, orgId));
  return row?.total ?? 0;
}

export async function insertMapping(
  { sql: db }: Transaction,
  orgId: string,
  name: string,
  now: Date,
): Promise<MappingRow> {
  const code = randomBytes(5).toString('hex');
  const [row] = await db.insert(mapping).values({ orgId, name, code, createdAt: now, updatedAt: now }).returning();
  if (!row) throw new Error('The mapping was not stored.');
  return row;
}

export async function insertVersion(
  { sql: db }: Transaction,
  { orgId, mappingId }: MappingRow,
  taught: { version: number; spec: MappingSpec; fixture: string; createdBy: string },
  now: Date,
): Promise<void> {
  await db.insert(mappingVersion).values({ orgId, mappingId, ...taught, createdAt: now });
}

export async function updateMappingRow(
  { sql: db }: Transaction,
  mappingId: string,
  values: Partial<Pick<MappingRow, 'name' | 'version' | 'retiredAt'>>,
  now: Date,
): Promise<void> {
  await db
    .update(mapping)
    .set({ ...values, updatedAt: now })
    .where(eq(mapping.mappingId, mappingId));
}
