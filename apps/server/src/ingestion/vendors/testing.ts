import { levelOf, trackMeasure } from '@atrium/metrics/measures';
import { readFileSync } from 'node:fs';
import type { Estate, EstateSensor, EstateSeries } from '../../registry/directory/estate.ts';
import { plainEstate, plainSensor, plainSeries } from '../plain-estate.ts';
import type { Decoded, Logic } from './vendor.ts';

/** A recorded body; values are invented, shapes and names are the vendor's. */
export function fixture(file: string): Buffer {
  return readFileSync(new URL(`./fixtures/${file}`, import.meta.url));
}

export function changed(file: string, change: (text: string) => string): Buffer {
  return Buffer.from(change(fixture(file).toString()));
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** What devices count with; a body that names none is that of the speaker. */
export function logicsIn(decoded: readonly Decoded[], speaker: string): { device: string; logic: Logic }[] {
  return decoded
    .flatMap((each) => [{ ...each, device: each.device ?? speaker }, ...(each.carried ?? [])])
    .flatMap(({ device, logics }) => logics.map((logic) => ({ device, logic })));
}

/** A commissioned sensor for each device, with a zone for each of its logics and a series for each measure. */
export function estateOf(decoded: readonly Decoded[], speaker: string): Estate {
  const sensors = new Map<string, EstateSensor>();
  const series = new Map<number, EstateSeries>();
  for (const { device } of decoded)
    if (device !== null) sensors.set(device, { ...plainSensor, sensorId: device, device, zones: [] });
  for (const { device, logic } of logicsIn(decoded, speaker)) {
    const { deviceId, name } = logic;
    const known = sensors.get(device) ?? { ...plainSensor, sensorId: device, device, zones: [] };
    const zone = { zoneId: `${device}/${deviceId}`, sensorId: device, name, deviceId, needsReview: false };
    const zones = known.zones.some(({ zoneId }) => zoneId === zone.zoneId) ? known.zones : [...known.zones, zone];
    sensors.set(device, { ...known, zones });
    for (const measure of measuresIn(logic)) {
      const seriesId = series.size + 1;
      const isKnown = [...series.values()].some(
        (each) => each.owner === 'zone' && each.zoneId === zone.zoneId && each.measure === measure,
      );
      if (!isKnown) series.set(seriesId, { ...plainSeries, seriesId, zoneId: zone.zoneId, sensorId: device, measure });
    }
  }
  return plainEstate({ sensors, sensorsByDevice: sensors, series });
}

function measuresIn({ readings, counters = [], levels = [], samples = [], events = [] }: Logic): Set<string> {
  return new Set([
    ...[...readings, ...counters, ...samples].map(({ measure }) => measure),
    ...levels.map(({ measure }) => levelOf(measure)),
    ...(events.length > 0 ? [trackMeasure] : []),
  ]);
}
