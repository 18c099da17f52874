import { eq } from 'drizzle-orm';
import { sensorAssignment } from '../src/registry/schema/sensors.ts';
import type { World } from './world.ts';

/** Three sensors of two locations, one that is unassigned, and one that was decommissioned. */
export async function sensorEstate(world: World) {
  const org = await world.organization({ name: 'Chain' });
  const { orgId } = org;
  const north = await world.location({ orgId, name: 'North', timezone: 'UTC' });
  const south = await world.location({ orgId, name: 'South' });
  const [door, gate] = [
    await world.site({ locationId: north.locationId, name: 'Door' }),
    await world.site({ locationId: south.locationId, name: 'Gate' }),
  ];
  const eye = await world.sensor({
    siteId: door.siteId,
    name: 'Eye',
    macAddress: '801F12000001',
    firmware: '5.4.2',
    ipAddress: '10.0.0.7',
  });
  const ear = await world.sensor({ siteId: gate.siteId, name: 'ear', macAddress: 'ACCC8E000001', sensorType: 'axis' });
  const gateway = await world.sensor({
    siteId: gate.siteId,
    name: 'Gateway',
    macAddress: '5C32C5000001',
    sensorType: 'teracom',
    periodicUse: true,
    commissionedDate: null,
  });
  const loose = await world.sensor({ orgId, name: 'Loose', macAddress: 'FFFFFF000001' });
  const old = await world.sensor({ siteId: gate.siteId, name: 'Old', macAddress: '801F12000002', active: false });
  await world.registry.system(async ({ sql: db }) => {
    for (const { sensorId } of [loose, old])
      await db.update(sensorAssignment).set({ to: world.now() }).where(eq(sensorAssignment.sensorId, sensorId));
  });
  await world.zone({ sensorId: eye.sensorId, name: 'Line', needsReview: true });
  await world.zone({ sensorId: eye.sensorId, name: 'Second' });
  await world.zone({ sensorId: ear.sensorId });
  // Removed zones are nobody's business anymore.
  for (const { sensorId } of [eye, ear])
    await world.zone({ sensorId, name: 'Gone', needsReview: true, deletedAt: world.now() });
  return { org, north, south, door, gate, eye, ear, gateway, loose, old };
}
