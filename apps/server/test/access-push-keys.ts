import * as pushKeys from '@atrium/contract/push-keys';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

/** The requests of the access matrix about push keys and new devices. */
export const pushKeyEntries: readonly Entry[] = [
  entry(pushKeys.listPushKeys, () => ({})),
  entry(pushKeys.getPushKey, ofKey),
  entry(pushKeys.createPushKey, {
    'for the organization': () => ({ body: { name: 'New' } }),
    'for a sensor': ({ sensorId }) => ({ body: { name: 'New', sensorId } }),
  }),
  entry(
    pushKeys.updatePushKey,
    {
      'its name': (ids) => ({ ...ofKey(ids), body: { name: 'Renamed' } }),
      'its sensor': (ids) => ({ ...ofKey(ids), body: { sensorId: ids.sensorId } }),
    },
    { fresh: aKey },
  ),
  entry(pushKeys.listPushVendors, () => ({})),
  entry(pushKeys.listPushAttempts, ofKey),
  entry(pushKeys.listOtherArrivals, () => ({})),
  // A replay of another request ends groups that have no bodies.
  entry(pushKeys.getNewDevice, ({ deviceId }) => ({ params: { deviceId } }), { fresh: aDeviceAndASite }),
  entry(pushKeys.rotatePushKey, ofKey, { fresh: aKey }),
  entry(pushKeys.revokePushKey, ofKey, { fresh: aKey }),
  entry(pushKeys.listNewDevices, () => ({})),
  entry(
    pushKeys.adoptDevice,
    {
      'a site': ({ deviceId, siteId }) => ({ params: { deviceId }, body: { siteId } }),
      'a new site': ({ deviceId, locationId }) => ({
        params: { deviceId },
        body: { site: { locationId, name: 'North' } },
      }),
    },
    { fresh: aDeviceAndASite },
  ),
];

function ofKey({ pushKeyId }: Ids) {
  return { params: { pushKeyId } };
}

/** A device that pushes in an organization, for its ids. */
export async function createKeyAndDevice(world: World, orgId: string, name: string) {
  return { pushKeyId: await world.devices.pushKey({ orgId, name }), ...(await world.devices.unassigned(orgId)) };
}

async function aKey(world: World, { orgId }: Ids) {
  return { pushKeyId: await world.devices.pushKey({ orgId, name: 'Doomed' }) };
}

async function aDeviceAndASite(world: World, { orgId, locationId }: Ids) {
  const { siteId } = await world.site({ locationId });
  return { ...(await world.devices.unassigned(orgId)), siteId };
}
