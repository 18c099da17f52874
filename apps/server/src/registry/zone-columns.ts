import { and, eq } from 'drizzle-orm';
import { zone, zoneSetting } from './schema/sensors.ts';

export const zoneColumns = {
  zoneId: zone.zoneId,
  orgId: zone.orgId,
  sensorId: zone.sensorId,
  name: zone.name,
  deviceId: zone.deviceId,
  countType: zone.countType,
  needsReview: zone.needsReview,
  scaleFactor: zoneSetting.scaleFactor,
  countFilter: zoneSetting.countFilter,
  countApplication: zoneSetting.countApplication,
  perimeter: zoneSetting.perimeter,
  disabled: zoneSetting.disabled,
  minDwell: zoneSetting.minDwell,
  maxDwell: zoneSetting.maxDwell,
  waitTimes: zoneSetting.waitTimes,
  counterReset: zoneSetting.counterReset,
  counterMode: zoneSetting.counterMode,
  counterDirection: zoneSetting.counterDirection,
  settings: zone.settings,
};

/** The latest settings: they apply now, or from the next minute on. */
export function lastSetting() {
  return and(eq(zoneSetting.zoneId, zone.zoneId), eq(zoneSetting.to, openEnd));
}

const openEnd = new Date('9999-12-31T00:00:00Z');
