import type { BlacklistEntry } from '@atrium/contract/sensor-blacklist';
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { sensorBlacklist } from '../../registry/schema/sensors.ts';

const { route, device, reason, createdAt } = sensorBlacklist;

export async function blacklistPage(
  { sql: db }: Transaction,
  query: ListQuery,
): Promise<{ rows: BlacklistEntry[]; total: number }> {
  const wanted = contains(query.search, route, device, reason);
  const rows = await db
    .select()
    .from(sensorBlacklist)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'mac', { route, mac: device, reason, createdAt }, device), asc(route))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(sensorBlacklist).where(wanted);
  return { rows: rows.map(shown), total: counted?.total ?? 0 };
}

export async function entriesOf({ sql: db }: Transaction, of: string): Promise<BlacklistEntry[]> {
  const rows = await db.select().from(sensorBlacklist).where(eq(device, of)).orderBy(asc(route));
  return rows.map(shown);
}

/** Which of these devices are on the list, for whatever route. */
export async function blacklistedAmong({ sql: db }: Transaction, devices: readonly string[]): Promise<Set<string>> {
  if (devices.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ device })
    .from(sensorBlacklist)
    .where(inArray(device, [...devices]));
  return new Set(rows.map((row) => row.device));
}

/** An entry that is there already gets the new reason. */
export async function addEntry(
  { sql: db }: Transaction,
  { mac, ...entry }: Omit<BlacklistEntry, 'createdAt'>,
  now: Date,
): Promise<BlacklistEntry> {
  const [row] = await db
    .insert(sensorBlacklist)
    .values({ ...entry, device: mac, createdAt: now })
    .onConflictDoUpdate({ target: [route, device], set: { reason: entry.reason } })
    .returning();
  if (!row) throw new Error('The entry was not stored.');
  return shown(row);
}

/** Whether there was such an entry. */
export async function removeEntry({ sql: db }: Transaction, of: { route: string; mac: string }): Promise<boolean> {
  const gone = await db
    .delete(sensorBlacklist)
    .where(and(eq(route, of.route), eq(device, of.mac)))
    .returning({ device });
  return gone.length > 0;
}

/** The call says `mac`, as specified. */
function shown({ device: mac, ...row }: typeof sensorBlacklist.$inferSelect): BlacklistEntry {
  return { ...row, mac, createdAt: row.createdAt.toISOString() };
}
