import type { BlacklistEntry } from '@atrium/contract/sensor-blacklist';
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { sensorBlacklist } from '../../registry/schema/sensors.ts';

const { route, mac, reason, createdAt } = sensorBlacklist;

export async function blacklistPage(
  { sql: db }: Transaction,
  query: ListQuery,
): Promise<{ rows: BlacklistEntry[]; total: number }> {
  const wanted = contains(query.search, route, mac, reason);
  const rows = await db
    .select()
    .from(sensorBlacklist)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'mac', { route, mac, reason, createdAt }, mac), asc(route))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(sensorBlacklist).where(wanted);
  return { rows: rows.map(shown), total: counted?.total ?? 0 };
}

export async function entriesOf({ sql: db }: Transaction, address: string): Promise<BlacklistEntry[]> {
  const rows = await db.select().from(sensorBlacklist).where(eq(mac, address)).orderBy(asc(route));
  return rows.map(shown);
}

/** Which of these addresses are on the list, for any route. */
export async function blacklistedAmong({ sql: db }: Transaction, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ mac })
    .from(sensorBlacklist)
    .where(inArray(mac, [...addresses]));
  return new Set(rows.map((row) => row.mac));
}

/** An existing entry gets the new reason. */
export async function addEntry(
  { sql: db }: Transaction,
  entry: Omit<BlacklistEntry, 'createdAt'>,
  now: Date,
): Promise<BlacklistEntry> {
  const [row] = await db
    .insert(sensorBlacklist)
    .values({ ...entry, createdAt: now })
    .onConflictDoUpdate({ target: [route, mac], set: { reason: entry.reason } })
    .returning();
  if (!row) throw new Error('The entry was not stored.');
  return shown(row);
}

/** Whether the entry existed. */
export async function removeEntry({ sql: db }: Transaction, of: { route: string; mac: string }): Promise<boolean> {
  const gone = await db
    .delete(sensorBlacklist)
    .where(and(eq(route, of.route), eq(mac, of.mac)))
    .returning({ mac });
  return gone.length > 0;
}

function shown(row: typeof sensorBlacklist.$inferSelect): BlacklistEntry {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
