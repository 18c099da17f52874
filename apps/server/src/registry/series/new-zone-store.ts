import type { ZoneSettings } from '@atrium/rules/zone-settings';
import { takeDisplayedId } from '../display-code-store.ts';
import type { Transaction } from '../registry.ts';
import { zone, zoneSetting } from '../schema/sensors.ts';

/** A zone before anything was counted in it: its series begin with its first reading. */
export async function addZone(
  tx: Transaction,
  {
    orgId,
    ...nature
  }: { readonly orgId: string; readonly sensorId: string; readonly deviceId: string; readonly countType: number },
  { name, ...settings }: ZoneSettings,
  now: Date,
): Promise<string> {
  const zoneId = await takeDisplayedId(tx, orgId, 'zone');
  await tx.sql.insert(zone).values({ zoneId, orgId, ...nature, name, createdAt: now, updatedAt: now });
  const from = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  await tx.sql.insert(zoneSetting).values({ orgId, zoneId, ...settings, from });
  return zoneId;
}
