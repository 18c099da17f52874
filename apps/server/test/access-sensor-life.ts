import { getJob } from '@atrium/contract/jobs';
import * as assignments from '@atrium/contract/sensor-assignments';
import * as life from '@atrium/contract/sensor-life';
import { type Entry, entry, type Ids } from './access-entry.ts';
import { aMac } from './pushing.ts';
import type { World } from './world.ts';

/** The requests of the access matrix about the sensor lifecycle and assignments. */
export const sensorLifeEntries: readonly Entry[] = [
  entry(assignments.listSensorAssignments, () => ({ query: { include: 'sensor(zone),localuser' } })),
  entry(assignments.createSensorAssignment, ({ siteId }) => ({ body: { siteId, macAddress: aMac() } }), {
    fresh: aBareSite,
  }),
  entry(assignments.createDummySensor, ({ siteId }) => ({ body: { siteId } }), { fresh: aBareSite }),
  entry(assignments.deleteSensorAssignment, ({ sensorAssignmentId }) => ({ params: { sensorAssignmentId } }), {
    fresh: aSensor,
  }),
  entry(life.commissionSensor, (ids) => ({ ...ofSensor(ids), body: {} }), { fresh: aSensor }),
  entry(life.decommissionSensor, ofSensor, { fresh: aSensor }),
  entry(life.removeSensor, ofSensor, { fresh: aSensor }),
  entry(life.reassignSensor, (ids) => ({ ...ofSensor(ids), body: { siteId: ids.siteId } }), { fresh: aMove }),
  entry(getJob, ({ jobId }) => ({ params: { jobId } })),
];

function ofSensor({ sensorId }: Ids) {
  return { params: { sensorId } };
}

async function aBareSite(world: World, { locationId }: Ids) {
  return { siteId: (await world.site({ locationId })).siteId };
}

async function aSensor(world: World, ids: Ids) {
  const { sensorId } = await world.sensor(await aBareSite(world, ids));
  return { sensorId, sensorAssignmentId: await assignmentOf(world, sensorId) };
}

async function aMove(world: World, ids: Ids) {
  return { ...(await aSensor(world, ids)), ...(await aBareSite(world, ids)) };
}

/** The assignment of a sensor. */
export async function assignmentOf(world: World, sensorId: string): Promise<string> {
  const { rows } = await world.registry.owner.query<{ id: string }>(
    'SELECT sensor_assignment_id AS id FROM sensor_assignment WHERE sensor_id = $1',
    [sensorId],
  );
  return rows[0]?.id ?? '';
}

/** A completed purge. */
export async function aPurge(world: World, orgId: string): Promise<string> {
  const { rows } = await world.registry.owner.query<{ id: string }>(
    `INSERT INTO job (org_id, kind, data, state) VALUES ($1, 'purge-readings', '{}', 'done') RETURNING job_id AS id`,
    [orgId],
  );
  return rows[0]?.id ?? '';
}
