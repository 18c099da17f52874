import type { PushKey } from '@atrium/contract/push-keys';
import { readDevice } from '@atrium/rules/device-identity';
import { normalizeMac } from '@atrium/rules/mac-address';
import type { Estate, EstateSensor } from '../../registry/directory/estate.ts';

type LastDevice = NonNullable<PushKey['lastDevice']>;

/** What happens to the pushes of a device, in the current estate. */
export function describeDevice(
  vendor: string,
  device: string,
  estate: Estate,
): LastDevice & { readonly sensor: EstateSensor | undefined } {
  const sensor = device.startsWith('sensor:')
    ? estate.sensors.get(device.slice(7))
    : estate.sensorsByDevice.get(device);
  const identifier = sensor ? sensor.device : readDevice(device);
  const macAddress = sensor ? sensor.macAddress : normalizeMac(identifier ?? '');
  const about = { vendor, macAddress, identifier, sensorId: null, sensorName: null, sensor };
  if (!sensor) return { ...about, state: identifier === null ? 'unidentified' : 'unassigned' };
  const isCounting = sensor.countsFrom !== null && sensor.siteId !== null;
  return {
    ...about,
    sensorId: sensor.sensorId,
    sensorName: sensor.name,
    state: isCounting ? 'counting' : 'not-commissioned',
  };
}
