import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';
import { job } from './jobs.ts';

const area = 'sensors';

/** The lifecycle state of a sensor. Send `version` back as If-Match; it is the version of the sensor. */
export const sensorLife = z.object({
  sensorId: id,
  orgId: id,
  name: z.string(),
  active: z.boolean(),
  commissionedDate: z.nullable(instant),
  commissionedBy: z.nullable(id),
  /** Where it is installed; null if it is unassigned. */
  siteId: z.nullable(id),
  locationId: z.nullable(id),
  version: z.number(),
});
export type SensorLife = z.output<typeof sensorLife>;

const params = z.object({ sensorId: id });
const query = z.object(orgBound);

export const commissionSensor = defineEndpoint({
  name: 'commissionSensor',
  area,
  summary: 'Commissions a sensor: its counts are shown from now on, or from the start of a given day at its location',
  method: 'POST',
  path: '/api/sensor/{sensorId}/commission',
  access: administrators,
  params,
  query,
  body: z.strictObject({
    /** A day before or after today, `YYYY-MM-DD`; never today. */
    commissionedDate: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    /** Only with a day in the past: earlier counts are erased for good. */
    purgeExistingData: z.optional(z.boolean()),
  }),
  /** The job that erases; null if nothing has to be erased. */
  reply: z.object({ ...sensorLife.shape, job: z.nullable(job) }),
});

export const decommissionSensor = defineEndpoint({
  name: 'decommissionSensor',
  area,
  summary: 'Decommissions a sensor permanently; its counts are kept',
  method: 'POST',
  path: '/api/sensor/{sensorId}/decommission',
  access: administrators,
  params,
  query,
  reply: sensorLife,
});

export const removeSensor = defineEndpoint({
  name: 'removeSensor',
  area,
  summary: 'Removes a sensor and its zones; the counts of its locations are kept',
  method: 'POST',
  path: '/api/sensor/{sensorId}/remove',
  access: administrators,
  params,
  query,
  reply: z.object({ ok: z.literal(true) }),
});

export const reassignSensor = defineEndpoint({
  name: 'reassignSensor',
  area,
  summary: 'Installs a sensor at another site of its organization, with or without the counts from its current site',
  method: 'POST',
  path: '/api/sensor/{sensorId}/reassign',
  access: administrators,
  params,
  query,
  body: z.strictObject({ siteId: z.string(), shouldMoveData: z.optional(z.boolean()) }),
  reply: sensorLife,
});
