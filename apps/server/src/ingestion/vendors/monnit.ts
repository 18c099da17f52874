import { parseTimestamp } from '@atrium/calendar/timestamps';
import { numberedDevice } from '@atrium/rules/device-identity';
import type { Collector } from './collector.ts';
import { jsonVendor } from './document-vendor.ts';
import { isObject, nameOf, objects, plainValues, writtenCount, type Json } from './values.ts';

/** Monnit sensors, whose gateway sends what it has heard of each; everything in it is text, and all times are UTC. */
export const monnit = jsonVendor({
  name: 'monnit',
  title: 'Monnit, by a webhook of iMonnit',
  generation: 1,
  read: readMessage,
});

function readMessage(message: Json, into: Collector): void {
  const { gatewayMessage: gateway, sensorMessages: sensors } = message;
  if (!isObject(gateway) && !Array.isArray(sensors)) {
    into.flaw('unknown_shape');
    return;
  }
  if (isObject(gateway)) {
    into.device(deviceOf(gateway.gatewayID));
    const { gatewayName: name, batteryLevel, signalStrength } = gateway;
    into.status({
      firmware: null,
      ipAddress: null,
      config: plainValues({ name }),
      detail: plainValues({ batteryLevel, signalStrength }),
    });
  }
  for (const sensor of objects(sensors)) readSensor(sensor, into);
}

function readSensor(sensor: Json, into: Collector): void {
  const device = deviceOf(sensor.sensorID);
  if (device === null) {
    into.flaw('unknown_shape');
    return;
  }
  const own = into.carried(device);
  const { sensorName: name, batteryLevel, signalStrength, voltage, state } = sensor;
  own.status({
    firmware: null,
    ipAddress: null,
    config: plainValues({ name }),
    detail: plainValues({ batteryLevel, signalStrength, voltage, state }),
  });
  // Temperatures, doors and water are other sensors of the vendor.
  if (sensor.dataType !== 'Count') return;
  const at = instantOf(sensor.messageDate);
  const value = writtenCount(sensor.dataValue);
  if (at === null || value === undefined) {
    into.flaw(at === null ? 'bad_interval' : 'bad_value');
    return;
  }
  own
    .logic('1', nameOf(name) ?? 'Counter', 'line')
    .oneWay()
    .counter({ measure: 'people', way: 'ins', at, value, modulus: null });
}

function deviceOf(id: unknown): string | null {
  return typeof id === 'string' || typeof id === 'number' ? numberedDevice('monnit', String(id)) : null;
}

function instantOf(date: unknown): number | null {
  const read = typeof date === 'string' ? parseTimestamp(date) : null;
  return read?.kind === 'local' ? read.wall : read?.kind === 'instant' ? read.seconds : null;
}
