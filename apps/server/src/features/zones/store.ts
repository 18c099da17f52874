import type { ZoneDetail } from '@atrium/contract/zones';
import type { ZoneSettings } from '@atrium/rules/zone-settings';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';

export async function readZone(
  { sql: db }: Transaction,
  orgId: string,
  zoneId: string,
): Promise<ZoneDetail | undefined> {
  const [found] = await db
    .select({ ...zoneColumns, version: zone.version })
    .from(zone)
    .leftJoin(zoneSetting, lastSetting())
    .where(and(eq(zone.orgId, orgId), eq(zone.zoneId, zoneId), isNull(zone.deletedAt)));
  return found;
}

export async function saveZone(
  { sql: db }: Transaction,
  zoneId: string,
  values: Pick<ZoneDetail, 'name' | 'needsReview' | 'settings'>,
  now: Date,
): Promise<void> {
  await db
    .update(zone)
    .set({ ...values, updatedAt: now, version: sql`${zone.version} + 1` })
    .where(eq(zone.zoneId, zoneId));
}

/** From `at` on. Settings that have not taken effect yet are replaced. */
export async function saveSettings(
  { sql: db }: Transaction,
  orgId: string,
  zoneId: string,
  settings: Omit<ZoneSettings, 'name'>,
  at: Date,
): Promise<void> {
  await db
    .update(zoneSetting)
    .set({ to: at })
    .where(and(eq(zoneSetting.zoneId, zoneId), gt(zoneSetting.to, at)));
  await db
    .insert(zoneSetting)
    .values({ orgId, zoneId, ...settings, from: at })
    .onConflictDoUpdate({
      target: [zoneSetting.zoneId, zoneSetting.from],
      set: { ...settings, to: sql`excluded."to"` },
    });
}
