import { createSensorAssignment, listSensorAssignments } from '@atrium/contract/sensor-assignments';
import type { Client } from './client.ts';
import type { Organization } from './estate.ts';
import { refusalOf } from './pushing.ts';
import type { World } from './world.ts';

export const path = '/api/sensorassignment';
export const inside = ({ orgId }: Organization) => ({ query: { orgId } });

/** A door that nothing is installed at, and calls of staff about it. */
export async function bareDoor(
  world: World,
  staff: Client,
  values: { org?: Organization; siteType?: number; timezone?: string } = {},
) {
  const org = values.org ?? (await world.organization());
  const { locationId } = await world.location({ orgId: org.orgId, timezone: values.timezone ?? 'UTC' });
  const site = await world.site({ locationId, siteType: values.siteType ?? 1 });
  const assign = (body: object) =>
    staff.call(createSensorAssignment, { ...inside(org), body: { siteId: site.siteId, ...body } });
  const refused = (body: object, at = site.siteId) =>
    refusalOf(staff, `${path}?orgId=${org.orgId}`, { siteId: at, ...body });
  return { org, locationId, site, assign, refused };
}

/** Sites, and the names of the sensors there as far as they are shown. */
export async function sitesAndSensors(client: Client) {
  const rows = await client.call(listSensorAssignments, { query: { include: 'sensor(zone)' } });
  return rows.map((row) => [row.siteId, row.sensor?.name ?? null]);
}
