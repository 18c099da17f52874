import { kindOf } from '@atrium/metrics/measures';
import type { Estate, EstateSensor, EstateSeries } from '../registry/directory/estate.ts';

/** A device by its identity, or a sensor by its id; also one that was decommissioned. */
export function sensorOf(estate: Estate, device: string): EstateSensor | undefined {
  if (device.startsWith('sensor:')) return estate.sensors.get(device.slice(7));
  return estate.sensorsByDevice.get(device) ?? estate.formerSensorsByDevice.get(device);
}

interface EstateIndex {
  /** By zone and measure. */
  readonly series: ReadonlyMap<string, readonly EstateSeries[]>;
  /** Sensors that measure more than counts. */
  readonly hearing: ReadonlySet<string>;
}

const indexes = new WeakMap<Estate, EstateIndex>();

/** An estate is immutable, so its index is built once. */
export function indexOf(estate: Estate): EstateIndex {
  const known = indexes.get(estate);
  if (known) return known;
  const byZone = new Map<string, EstateSeries[]>();
  const hearing = new Set<string>();
  for (const series of estate.series.values()) {
    if (series.owner !== 'zone' || series.isImported || series.isCorrection) continue;
    const key = `${series.zoneId}/${series.measure}`;
    const list = byZone.get(key);
    if (list) list.push(series);
    else byZone.set(key, [series]);
    if (kindOf(series.measure) !== 'count') hearing.add(series.sensorId);
  }
  const index = { series: byZone, hearing };
  indexes.set(estate, index);
  return index;
}
