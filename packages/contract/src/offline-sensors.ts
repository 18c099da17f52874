import { relativeDates } from '@atrium/calendar/relative-dates';
import { ageGroups } from '@atrium/rules/offline-sensor';
import * as z from 'zod/mini';
import { administratorsOrAll, membersOrAll } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'offline-sensors';

const sensor = z.object({
  sensorId: id,
  name: z.string(),
  sensorType: z.string(),
  macAddress: z.nullable(z.string()),
  identifier: z.nullable(z.string()),
  /** Where it was installed when the record ended, or is installed now; null for one that is unassigned. */
  site: z.nullable(z.object({ siteId: id, name: z.string() })),
  location: z.nullable(z.object({ locationId: id, name: z.string(), timezone: z.string() })),
  /** For staff. */
  organization: z.optional(z.object({ orgId: id, name: z.string() })),
});

export const offlineSensor = z.object({
  offlineSensorId: id,
  orgId: id,
  /** Why it was offline, once someone has recorded it, and who did. */
  cause: z.nullable(z.string()),
  acknowledgedBy: z.nullable(id),
  acknowledger: z.nullable(z.object({ userId: id, name: z.string() })),
  /** When it was last heard; of one that never was, since when it should have been. */
  createdAt: instant,
  /** Null for one that was never heard. */
  lastHeard: z.nullable(instant),
  updatedAt: instant,
  /** When it was heard again; null while it is offline. */
  resolvedDate: z.nullable(instant),
  version: z.number(),
  sensor,
});
export type OfflineSensor = z.output<typeof offlineSensor>;

/** Which days are meant by today and the like: of this zone, UTC unless specified otherwise. */
const seenFrom = { timeZone: z.optional(z.string().check(z.maxLength(64))) };
const within = {
  startDate: z.optional(z.string().check(z.maxLength(32))),
  endDate: z.optional(z.string().check(z.maxLength(32))),
};
/** The sensor with its site and location is part of every record, also for clients that ask for it. */
const include = { include: z.optional(z.string().check(z.maxLength(200))) };
const narrowed = {
  acknowledged: z.optional(z.enum(['true', 'false'])),
  locationId: z.optional(z.string()),
  siteId: z.optional(z.string()),
};
const oneRecord = z.object({ offlineSensorId: z.string() });
const relativeDate = z.enum(relativeDates);

export const listOfflineSensors = defineEndpoint({
  name: 'listOfflineSensors',
  area,
  summary: 'Sensors that are offline now, newest first; for staff, of all organizations unless one is named',
  method: 'GET',
  path: '/api/offline-sensor',
  access: membersOrAll,
  query: z.object({
    ...listQuery,
    ...orgBound,
    ...include,
    ...narrowed,
    ...seenFrom,
    age: z.optional(z.enum(ageGroups)),
  }),
  reply: z.array(offlineSensor),
  list: true,
});

export const getOfflineSensor = defineEndpoint({
  name: 'getOfflineSensor',
  area,
  summary: 'One record, open or resolved',
  method: 'GET',
  path: '/api/offline-sensor/{offlineSensorId}',
  access: membersOrAll,
  params: oneRecord,
  query: z.object({ ...orgBound, ...include }),
  reply: offlineSensor,
});

export const updateOfflineSensor = defineEndpoint({
  name: 'updateOfflineSensor',
  area,
  summary: 'Records why a sensor is or was offline, which acknowledges the record',
  method: 'PUT',
  path: '/api/offline-sensor/{offlineSensorId}',
  access: administratorsOrAll,
  params: oneRecord,
  query: z.object(orgBound),
  body: z.strictObject({ cause: z.nullable(z.string().check(z.maxLength(2_000))) }),
  reply: offlineSensor,
});

export const listResolvedOfflineSensors = defineEndpoint({
  name: 'listResolvedOfflineSensors',
  area,
  summary: 'Records that were resolved in a period, the latest first',
  method: 'GET',
  path: '/api/offline-sensor/resolved/{relativeDate}',
  access: membersOrAll,
  params: z.object({ relativeDate }),
  query: z.object({ ...listQuery, ...orgBound, ...include, ...narrowed, ...seenFrom, ...within }),
  reply: z.array(offlineSensor),
  list: true,
});

export const listOfflineRecordsOfSensor = defineEndpoint({
  name: 'listOfflineRecordsOfSensor',
  area,
  summary: 'When a sensor was offline in a period of its location, open and resolved, the newest first',
  method: 'GET',
  path: '/api/offline-sensor/sensor/{sensorId}/{relativeDate}',
  access: membersOrAll,
  params: z.object({ sensorId: z.string(), relativeDate }),
  query: z.object({ ...orgBound, ...include, ...within }),
  reply: z.array(offlineSensor),
});

export const countOfflineSensors = defineEndpoint({
  name: 'countOfflineSensors',
  area,
  summary: 'How many sensors are offline, and since about when',
  method: 'GET',
  path: '/api/offline-sensor/count',
  access: membersOrAll,
  query: z.object({ ...orgBound, ...seenFrom }),
  reply: z.object({
    count: z.number(),
    acknowledged: z.number(),
    ages: z.object(
      Object.fromEntries(ageGroups.map((group) => [group, z.number()])) as Record<
        (typeof ageGroups)[number],
        z.ZodMiniNumber
      >,
    ),
  }),
});

export const newestOfflineSensors = defineEndpoint({
  name: 'newestOfflineSensors',
  area,
  summary: 'The 10 sensors that went offline most recently and still are',
  method: 'GET',
  path: '/api/offline-sensor/newest',
  access: membersOrAll,
  query: z.object({ ...orgBound, ...include }),
  reply: z.array(offlineSensor),
});

export const getOfflineTimeline = defineEndpoint({
  name: 'getOfflineTimeline',
  area,
  summary: 'How many sensors were offline in the last 7 days, at each quarter of an hour',
  method: 'GET',
  path: '/api/offline-sensor/timeline',
  access: membersOrAll,
  query: z.object(orgBound),
  reply: z.object({
    from: instant,
    /** Seconds. */
    step: z.number(),
    counts: z.array(z.number()),
  }),
});
