import type { ZoneSettings } from '@atrium/rules/zone-settings';
import { takeDisplayedIds } from '../registry/display-code-store.ts';
import { inBatches, type Transaction } from '../registry/registry.ts';
import { zone, zoneSetting } from '../registry/schema/sensors.ts';

export interface NewZone {
  readonly sensorId: string;
  readonly deviceId: string;
  readonly countType: number;
  readonly settings: ZoneSettings;
  /** When its settings take effect. */
  readonly from: Date;
}

/**
 * Creates zones before anything was counted in them: their series begin with their first readings. Returns their ids.
 */
export async function addZones(
  tx: Transaction,
  orgId: string,
  zones: readonly NewZone[],
  now: Date,
): Promise<string[]> {
  const ids = await takeDisplayedIds(tx, orgId, 'zone', zones.length);
  const made = zones.map((each, index) => ({ ...each, zoneId: ids[index]!, orgId }));
  await inBatches(made, (batch) =>
    tx.sql.insert(zone).values(
      batch.map(({ zoneId, sensorId, deviceId, countType, settings: { name } }) => {
        return { zoneId, orgId, sensorId, deviceId, countType, name, createdAt: now, updatedAt: now };
      }),
    ),
  );
  await inBatches(made, (batch) =>
    tx.sql.insert(zoneSetting).values(
      batch.map(({ zoneId, from, settings: { name: _name, ...settings } }) => {
        return { orgId, zoneId, ...settings, from: new Date(Math.floor(from.getTime() / 60_000) * 60_000) };
      }),
    ),
  );
  return ids;
}
