import * as blacklist from '@atrium/contract/sensor-blacklist';
import * as sensors from '@atrium/contract/sensors';
import * as licenses from '@atrium/contract/vendor-licenses';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

const include = 'zone,localuser,vendor_license,attachment,sensorassignment';
const blocked = '025E50FFFFFF';

/** The requests of the access matrix about sensors. */
export const sensorEntries: readonly Entry[] = [
  entry(sensors.listSensors, () => ({ query: { include } })),
  entry(sensors.searchSensorsOfLocation, ({ locationId }) => ({ params: { locationId } })),
  entry(sensors.listImageCapableSensors, () => ({})),
  entry(sensors.getSensor, (ids) => ({ ...ofSensor(ids), query: { include } })),
  entry(sensors.updateSensor, (ids) => ({ ...ofSensor(ids), body: { periodicUse: false } })),
  entry(sensors.getSensorAccessUrl, ofSensor),
  entry(sensors.getSensorStatus, ofSensor),
  entry(sensors.listDeviceConfigs, ofSensor),
  entry(sensors.getDeviceConfig, ({ deviceConfigId }) => ({ params: { deviceConfigId } })),
  entry(sensors.getDeviceSystemDevice, ofSensor),
  entry(sensors.getSensorPassword, ({ macAddress }) => ({ params: { mac: macAddress } })),
  entry(licenses.getLicenseTypes, () => ({ params: { sensorType: 'xovis5' } })),
  entry(licenses.createVendorLicense, ({ sensorId }) => ({
    body: { sensorId, licenseKey: 'K-1', type: 'Counting' },
  })),
  entry(licenses.updateVendorLicense, (ids) => ({ ...ofLicense(ids), body: { expiration: '2030-01-01' } })),
  entry(licenses.deleteVendorLicense, ofLicense, { fresh: aLicense }),
  entry(blacklist.listBlacklist, () => ({})),
  entry(blacklist.getIsBlacklisted, ofSensor),
  entry(blacklist.addToBlacklist, () => ({ body: { route: '_all_', mac: blocked, reason: 'Noise' } })),
  entry(blacklist.removeFromBlacklist, () => ({ body: { route: '_all_', mac: blocked } }), { fresh: aBlockedDevice }),
];

function ofSensor({ sensorId }: Ids) {
  return { params: { sensorId } };
}

function ofLicense({ vendorLicenseId }: Ids) {
  return { params: { vendorLicenseId } };
}

async function aLicense(world: World, { orgId, sensorId }: Ids) {
  return { vendorLicenseId: (await world.devices.license({ orgId, sensorId })).vendorLicenseId };
}

async function aBlockedDevice(world: World) {
  await world.devices.block(blocked);
  return {};
}
