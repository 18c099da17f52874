import { counterDirections, counterModes } from '@atrium/rules/counter-schedule';
import { waitTimeKinds } from '@atrium/rules/wait-times';
import * as z from 'zod/mini';
import { administrators, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'zones';

export const zone = z.object({
  zoneId: id,
  orgId: id,
  sensorId: id,
  name: z.string(),
  deviceId: z.string(),
  countType: z.number(),
  /** Created for an unknown logic; someone should review it. */
  needsReview: z.boolean(),
  /** The latest settings; null for a zone that has none. */
  scaleFactor: z.nullable(z.number()),
  countFilter: z.nullable(z.number()),
  countApplication: z.nullable(z.number()),
  perimeter: z.nullable(z.boolean()),
  disabled: z.nullable(z.boolean()),
  minDwell: z.nullable(z.number()),
  maxDwell: z.nullable(z.number()),
  /** What the device says about the waits that ended in an interval. */
  waitTimes: z.nullable(z.enum(waitTimeKinds)),
  /** When the device sets its counters to zero every day, `HH:mm` in the zone of the location; null for never. */
  counterReset: z.nullable(z.string()),
  /** What a reading of a counter shows: everything since its last reset, or what came since the reading before. */
  counterMode: z.nullable(z.enum(counterModes)),
  /** What a device counts that has one direction and does not say which. */
  counterDirection: z.nullable(z.enum(counterDirections)),
  /** Data that other programs store with a zone, by name. Opaque to the product; returned unchanged. */
  settings: z.record(z.string(), z.unknown()),
});
export type Zone = z.output<typeof zone>;

/** Something a zone measures, and when its readings arrived. */
const zoneMeasure = z.object({
  measure: z.string(),
  name: z.string(),
  /** Where the first reading began; null where readings arrived before this was noted. */
  firstAt: z.nullable(instant),
  /** Where the last reading ended, to the minute. */
  lastAt: instant,
});
export type ZoneMeasure = z.output<typeof zoneMeasure>;

/** `version` goes back as If-Match. */
export const zoneDetail = z.object({
  ...zone.shape,
  version: z.number(),
  /** What arrives from it, the newest first. */
  measures: z.array(zoneMeasure),
});
export type ZoneDetail = z.output<typeof zoneDetail>;

/** Validated by `zoneProblems` (packages/rules). */
const written = z.optional(z.unknown());
const zoneBody = z.strictObject({
  name: written,
  scaleFactor: written,
  countFilter: written,
  countApplication: written,
  perimeter: written,
  disabled: written,
  minDwell: written,
  maxDwell: written,
  waitTimes: written,
  counterReset: written,
  counterMode: written,
  counterDirection: written,
  /** Replaced as a whole; null means none. */
  settings: written,
  /** Someone has reviewed an automatically created zone. */
  needsReview: z.optional(z.literal(false)),
});
export type ZoneBody = z.output<typeof zoneBody>;

const params = z.object({ sensorId: id, zoneId: id });

/** A zone to choose, with where it is; a sensor that is not assigned has no location. */
const listedZone = z.object({
  zoneId: id,
  orgId: id,
  name: z.string(),
  sensorId: id,
  sensorName: z.string(),
  locationId: z.nullable(id),
  locationName: z.nullable(z.string()),
});
export type ListedZone = z.output<typeof listedZone>;

export const listZones = defineEndpoint({
  name: 'listZones',
  area,
  summary: 'The zones of active sensors that the caller may see, found by their name, sensor, site or location',
  method: 'GET',
  path: '/api/zone/list',
  access: members,
  query: z.object({
    ...listQuery,
    ...orgBound,
    zoneId: z.optional(z.string()),
    locationId: z.optional(z.string()),
    /** Only zones that such a display can show. */
    display: z.optional(z.enum(['facemask', 'queue-opt'])),
  }),
  reply: z.array(listedZone),
  list: true,
});

export const getZone = defineEndpoint({
  name: 'getZone',
  area,
  summary: 'One zone of a sensor',
  method: 'GET',
  path: '/api/sensor/{sensorId}/zone/{zoneId}',
  access: members,
  params,
  query: z.object(orgBound),
  reply: zoneDetail,
});

export const updateZone = defineEndpoint({
  name: 'updateZone',
  area,
  summary: 'Changes a zone from the next minute on; earlier counts keep their meaning',
  method: 'PUT',
  path: '/api/sensor/{sensorId}/zone/{zoneId}',
  access: administrators,
  params,
  query: z.object(orgBound),
  body: zoneBody,
  reply: zoneDetail,
});
