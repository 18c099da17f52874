import * as blacklist from '@atrium/contract/sensor-blacklist';
import * as requests from '@atrium/contract/package-requests';
import * as sensors from '@atrium/contract/sensors';
import * as licenses from '@atrium/contract/vendor-licenses';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

const include = 'zone,localuser,vendor_license,attachment,sensorassignment';
const blocked = '025E50FFFFFF';
/** Nothing listens there. */
const askedAt = { isEnabled: false, host: '127.0.0.1', port: 1, tls: false, username: 'admin', password: 'secret' };

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
  entry(requests.getPackageRequests, ofSensor),
  entry(requests.updatePackageRequests, (ids) => ({ ...ofSensor(ids), body: askedAt }), { fresh: anAskedSensor }),
  entry(requests.approveSensorHost, ofSensor, { fresh: anAskedSensor }),
  entry(requests.revokeSensorHost, ofSensor),
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

async function anAskedSensor(world: World, { orgId, sensorId }: Ids) {
  await createPackageRequest(world, orgId, sensorId);
  return {};
}

/** The sensor is asked for missing packages, at an address that nobody has approved. */
export async function createPackageRequest(world: World, orgId: string, sensorId: string): Promise<void> {
  const { host, port, tls, username } = askedAt;
  await world.registry.system(({ client }) =>
    client.query(
      `INSERT INTO package_request (sensor_id, org_id, is_enabled, host, port, tls, username, updated_at)
       VALUES ($1, $2, true, $3, $4, $5, $6, $7) ON CONFLICT (sensor_id) DO UPDATE SET is_enabled = true`,
      [sensorId, orgId, host, port, tls, username, world.now()],
    ),
  );
}
