import * as z from 'zod/mini';
import { members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

export const location = z.object({
  locationId: id,
  orgId: id,
  name: z.string(),
  street: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  timezone: z.string(),
  disabled: z.boolean(),
});
export type Location = z.output<typeof location>;

export const zone = z.object({
  zoneId: id,
  orgId: id,
  sensorId: id,
  name: z.string(),
  deviceId: z.string(),
  countType: z.number(),
  /** Made for a logic nobody had announced; somebody should look at it. */
  needsReview: z.boolean(),
  /** The settings in force now; null for a zone that has none. */
  scaleFactor: z.nullable(z.number()),
  countFilter: z.nullable(z.number()),
  countApplication: z.nullable(z.number()),
  perimeter: z.nullable(z.boolean()),
  disabled: z.nullable(z.boolean()),
  minDwell: z.nullable(z.number()),
  maxDwell: z.nullable(z.number()),
});

export const sensor = z.object({
  sensorId: id,
  orgId: id,
  name: z.string(),
  sensorType: z.string(),
  macAddress: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  active: z.boolean(),
  periodicUse: z.boolean(),
  timeZone: z.nullable(z.string()),
  updatedAt: instant,
  commissionedDate: z.nullable(instant),
  nodeSensors: z.nullable(z.array(z.string())),
  deviceId: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  zone: z.optional(z.array(zone)),
});

export const site = z.object({
  siteId: id,
  orgId: id,
  locationId: id,
  name: z.string(),
  siteType: z.number(),
  nodeCount: z.number(),
  isDHCP: z.boolean(),
  ipAddress: z.nullable(z.string()),
  subnetMask: z.nullable(z.string()),
  gateway: z.nullable(z.string()),
  dns1: z.nullable(z.string()),
  dns2: z.nullable(z.string()),
  dns3: z.nullable(z.string()),
  hostName: z.nullable(z.string()),
  sensor: z.optional(z.array(sensor)),
  zone: z.optional(z.array(zone)),
});

export const space = z.object({
  spaceId: id,
  orgId: id,
  locationId: id,
  name: z.string(),
  maxCapacity: z.nullable(z.number()),
  targetOccupancy: z.nullable(z.number()),
  isHeadroom: z.boolean(),
  disabled: z.boolean(),
});

/** With what `include` asked for: `site(sensor(zone),zone)`, `space`. */
export const locationWithIncludes = z.object({
  ...location.shape,
  site: z.optional(z.array(site)),
  space: z.optional(z.array(space)),
});

export const listLocations = defineEndpoint({
  name: 'listLocations',
  area: 'locations',
  summary: 'The locations this person may see',
  method: 'GET',
  path: '/api/location',
  access: members,
  query: z.object({ ...listQuery, ...orgBound, include: z.optional(z.string()) }),
  reply: z.array(locationWithIncludes),
  list: true,
});

export const getLocation = defineEndpoint({
  name: 'getLocation',
  area: 'locations',
  summary: 'One location',
  method: 'GET',
  path: '/api/location/{locationId}',
  access: members,
  params: z.object({ locationId: id }),
  query: z.object({ ...orgBound, include: z.optional(z.string()) }),
  reply: locationWithIncludes,
});
