import type { Reset } from '@atrium/rules/occupancy-reset';
import { and, count, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { occupancyReset as table } from '../../registry/schema/places.ts';

export interface StoredReset extends Reset {
  readonly occupancyResetId: string;
  readonly spaceId: string;
  readonly orgId: string;
}

const { occupancyResetId, spaceId, orgId, resetDate, occupants } = table;
const columns = { occupancyResetId, spaceId, orgId, resetDate, occupants };

export async function resetPage(
  { sql: db }: Transaction,
  ofSpace: string,
  range: { readonly from: Date; readonly to: Date },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: StoredReset[]; total: number }> {
  const wanted = and(within(ofSpace), gte(resetDate, range.from), lt(resetDate, range.to));
  const rows = await db.select(columns).from(table).where(wanted).orderBy(desc(resetDate)).limit(limit).offset(offset);
  const [counted] = await db.select({ total: count() }).from(table).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findReset(
  { sql: db }: Transaction,
  ofSpace: string,
  id: string,
): Promise<StoredReset | undefined> {
  const [row] = await db
    .select(columns)
    .from(table)
    .where(and(within(ofSpace), sameId(occupancyResetId, id)));
  return row;
}

export async function hasResetAt({ sql: db }: Transaction, ofSpace: string, at: Date): Promise<boolean> {
  const rows = await db
    .select({ occupancyResetId })
    .from(table)
    .where(and(within(ofSpace), eq(resetDate, at)));
  return rows.length > 0;
}

export async function addReset(
  { sql: db }: Transaction,
  values: Omit<StoredReset, 'occupancyResetId'>,
  now: Date,
): Promise<StoredReset> {
  const rows = await db
    .insert(table)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning(columns);
  return rows[0]!;
}

export async function removeReset({ sql: db }: Transaction, id: string, now: Date): Promise<void> {
  await db
    .update(table)
    .set({ deletedAt: now, updatedAt: now, version: sql`${table.version} + 1` })
    .where(eq(occupancyResetId, id));
}

function within(ofSpace: string) {
  return and(eq(spaceId, ofSpace), isNull(table.deletedAt));
}
