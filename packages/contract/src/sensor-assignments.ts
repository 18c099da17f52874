import * as z from 'zod/mini';
import { membersOrAll, staffOfOrganization } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';
import { sensor } from './sensors.ts';

const area = 'sensor-assignments';

export const sensorAssignment = z.object({
  sensorAssignmentId: id,
  orgId: id,
  siteId: id,
  locationId: id,
  /** Null for a blank assignment: the site waits for its sensor. */
  sensorId: z.nullable(id),
  macAddress: z.nullable(z.string()),
  /** Who its sensor is. */
  identifier: z.nullable(z.string()),
  nodeSensors: z.nullable(z.array(z.string())),
  /** A code of the reference list of sensor use types. */
  sensorUseType: z.number(),
  /** Of the sensor where it has one of its own, or else of the location. */
  timezone: z.string(),
  /** It holds now, and its sensor, if it has one, is not decommissioned. */
  active: z.boolean(),
  from: instant,
  /** `9999-12-31` while nobody knows. */
  to: instant,
  orgName: z.string(),
  locationName: z.string(),
  site: z.object({ siteId: id, locationId: id, name: z.string() }),
  /** With `include=sensor`. */
  sensor: z.optional(z.nullable(sensor)),
  /** With `include=localuser`: who commissioned the sensor. */
  localuser: z.optional(z.nullable(z.object({ userId: id, name: z.string() }))),
  version: z.number(),
});
export type SensorAssignment = z.output<typeof sensorAssignment>;

export const listSensorAssignments = defineEndpoint({
  name: 'listSensorAssignments',
  area,
  summary: 'Current and past sensors of each site; of every organization for staff who name none',
  method: 'GET',
  path: '/api/sensorassignment',
  access: membersOrAll,
  query: z.object({
    ...listQuery,
    ...orgBound,
    active: z.optional(z.enum(['true', 'false'])),
    /** Those that wait for a sensor, or those that have one. */
    blank: z.optional(z.enum(['true', 'false'])),
    locationId: z.optional(z.string()),
    siteId: z.optional(z.string()),
    sensorId: z.optional(z.string()),
    include: z.optional(z.string()),
  }),
  reply: z.array(sensorAssignment),
  list: true,
});

/** What is wrong with values is told by `packages/rules/src/sensor-assignment.ts`; here is only what they are made of. */
const text = z.optional(z.nullable(z.string().check(z.maxLength(200))));
const assignmentBody = z.strictObject({
  orgId: z.optional(z.string()),
  siteId: z.string(),
  /** A sensor that exists and is unassigned. */
  sensorId: z.optional(z.nullable(z.string())),
  /** Of a sensor to be made. With neither, the assignment is blank. */
  macAddress: text,
  /** Who it is, where that is not its MAC address: an EUI-64, or a vendor and its number (`monnit:104523`). */
  identifier: text,
  nodeSensors: z.optional(z.nullable(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)))),
  sensorUseType: z.optional(z.number()),
  timezone: text,
  /** Of a sensor to be made: its address where it is absent. */
  name: text,
  /** Of a sensor to be made: known from the address where it is absent. */
  sensorType: text,
});
export type SensorAssignmentBody = z.output<typeof assignmentBody>;

export const createSensorAssignment = defineEndpoint({
  name: 'createSensorAssignment',
  area,
  summary: 'Installs a sensor at a site: one that exists, a new one by its MAC address or identifier, or none yet',
  method: 'POST',
  path: '/api/sensorassignment',
  access: staffOfOrganization,
  query: z.object(orgBound),
  body: assignmentBody,
  reply: sensorAssignment,
});

export const createDummySensor = defineEndpoint({
  name: 'createDummySensor',
  area,
  summary: 'Installs a dummy sensor at a site: a sensor without an address that never pushes',
  method: 'POST',
  path: '/api/sensorassignment/dummy',
  access: staffOfOrganization,
  query: z.object(orgBound),
  body: z.strictObject({ orgId: z.optional(z.string()), siteId: z.string(), name: text }),
  reply: sensorAssignment,
});

export const deleteSensorAssignment = defineEndpoint({
  name: 'deleteSensorAssignment',
  area,
  summary: 'Deletes an assignment permanently; its sensor becomes unassigned, and its counts are kept',
  method: 'DELETE',
  path: '/api/sensorassignment/{sensorAssignmentId}',
  access: staffOfOrganization,
  params: z.object({ sensorAssignmentId: z.string() }),
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});
