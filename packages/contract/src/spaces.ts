import * as z from 'zod/mini';
import type { Access } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';
import { zoneWithSensor } from './sensors.ts';
import { siteWithIncludes } from './sites.ts';

const area = 'spaces-resets';

const readers = {
  kind: 'session',
  organization: 'bound',
  capability: ['canViewOccupancy', 'headroomEnabled'],
} as const satisfies Access;
const writers = { ...readers, roles: ['OrganizationAdministrator', 'SenSourceUser'] } as const satisfies Access;

/** Times of day are UTC, by the current offset of the location. */
const resetConfig = z.object({
  resetDaily: z.boolean(),
  resetDailyAtTime: z.boolean(),
  resetWithHoursOfOp: z.boolean(),
  resetTimes: z.array(z.object({ time: z.string(), value: z.number() })),
});

/** Against the drift of the number of people. */
const corrections = z.object({
  endOfDay: z.boolean(),
  acf: z.boolean(),
  weekdayHours: z.boolean(),
  maxStayMinutes: z.nullable(z.number()),
});

export const space = z.object({
  spaceId: id,
  orgId: id,
  locationId: id,
  name: z.string(),
  maxCapacity: z.nullable(z.number()),
  targetOccupancy: z.nullable(z.number()),
  isHeadroom: z.boolean(),
  /** Its occupancy is part of that of its location; off for a space inside of another one. */
  countsTowardLocation: z.boolean(),
  disabled: z.boolean(),
  resetConfig,
  corrections,
  version: z.number(),
});
export type Space = z.output<typeof space>;

/** A zone as part of a space. */
export const spaceZone = z.object({
  ...zoneWithSensor.shape,
  spaceZoneAssignmentId: id,
  reverseInsAndOuts: z.boolean(),
});
export type SpaceZone = z.output<typeof spaceZone>;

/** With the requested includes: `zone(sensor)`, `site(location)`, `location`. */
export const spaceWithIncludes = z.object({
  ...space.shape,
  zone: z.optional(z.array(spaceZone)),
  /** The current sites of its zones. */
  site: z.optional(z.array(siteWithIncludes)),
  location: z.optional(z.nullable(z.object({ locationId: id, orgId: id, name: z.string(), timezone: z.string() }))),
});
export type SpaceWithIncludes = z.output<typeof spaceWithIncludes>;

/** Values are validated by `packages/rules/src/space.ts`; only their types are defined here. */
const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));
const people = z.optional(z.nullable(z.number()));
const flag = z.optional(z.boolean());
const spaceFields = {
  name: text,
  maxCapacity: people,
  targetOccupancy: people,
  isHeadroom: flag,
  countsTowardLocation: flag,
  disabled: flag,
  /** Partial like the rest: omitted fields stay unchanged. */
  resetConfig: z.optional(
    z.strictObject({
      resetDaily: flag,
      resetDailyAtTime: flag,
      resetWithHoursOfOp: flag,
      resetTimes: z.optional(
        z.array(z.strictObject({ time: z.string().check(z.maxLength(20)), value: z.number() })).check(z.maxLength(200)),
      ),
    }),
  ),
  /** Partial too. */
  corrections: z.optional(
    z.strictObject({
      endOfDay: flag,
      acf: flag,
      weekdayHours: flag,
      maxStayMinutes: z.optional(z.nullable(z.number())),
    }),
  ),
  /** The organization again, because it is also in the path. */
  ...orgBound,
};
const spaceBody = z.strictObject({ ...spaceFields, locationId: z.optional(z.string()) });
export type SpaceBody = z.output<typeof spaceBody>;

const include = z.optional(z.string());
const oneSpace = z.object({ spaceId: z.string() });
const gone = z.object({ ok: z.literal(true) });

export const listSpaces = defineEndpoint({
  name: 'listSpaces',
  area,
  summary: 'The spaces the caller may see, by name; of one location if it is named',
  method: 'GET',
  path: '/api/space',
  access: readers,
  query: z.object({
    ...listQuery,
    ...orgBound,
    locationId: z.optional(z.string()),
    disabled: z.optional(z.enum(['true', 'false'])),
    include,
  }),
  reply: z.array(spaceWithIncludes),
  list: true,
});

export const getSpace = defineEndpoint({
  name: 'getSpace',
  area,
  summary: 'One space',
  method: 'GET',
  path: '/api/space/{spaceId}',
  access: readers,
  params: oneSpace,
  query: z.object({ ...orgBound, include }),
  reply: spaceWithIncludes,
});

export const createSpace = defineEndpoint({
  name: 'createSpace',
  area,
  summary: 'A new space of a location, with its display code',
  method: 'POST',
  path: '/api/space',
  access: writers,
  query: z.object(orgBound),
  body: z.strictObject({ ...spaceFields, locationId: z.string() }),
  reply: space,
});

export const updateSpace = defineEndpoint({
  name: 'updateSpace',
  area,
  summary: 'Changes a space; it cannot move to another location',
  method: 'PUT',
  path: '/api/space/{spaceId}',
  access: writers,
  params: oneSpace,
  query: z.object(orgBound),
  body: spaceBody,
  reply: space,
});

export const deleteSpace = defineEndpoint({
  name: 'deleteSpace',
  area,
  summary: 'Deletes a space; its zones keep counting',
  method: 'DELETE',
  path: '/api/space/{spaceId}',
  access: writers,
  params: oneSpace,
  query: z.object(orgBound),
  reply: gone,
});

/** Which zone belongs to which space. `version` goes back as If-Match. */
export const spaceZoneAssignment = z.object({
  spaceZoneAssignmentId: id,
  orgId: id,
  spaceId: id,
  zoneId: id,
  reverseInsAndOuts: z.boolean(),
  version: z.number(),
});
export type SpaceZoneAssignment = z.output<typeof spaceZoneAssignment>;

const oneAssignment = z.object({ spaceId: z.string(), spaceZoneAssignmentId: z.string() });

export const addSpaceZone = defineEndpoint({
  name: 'addSpaceZone',
  area,
  summary: 'Adds a zone of the same location to a space',
  method: 'POST',
  path: '/api/space/{spaceId}/zoneassignment',
  access: writers,
  params: oneSpace,
  query: z.object(orgBound),
  body: z.strictObject({ zoneId: z.string(), reverseInsAndOuts: flag, ...orgBound }),
  reply: spaceZoneAssignment,
});

export const updateSpaceZone = defineEndpoint({
  name: 'updateSpaceZone',
  area,
  summary: 'Reverses a zone in a space: its ins become outs, and its outs become ins',
  method: 'PUT',
  path: '/api/space/{spaceId}/zoneassignment/{spaceZoneAssignmentId}',
  access: writers,
  params: oneAssignment,
  query: z.object(orgBound),
  body: z.strictObject({ reverseInsAndOuts: flag, ...orgBound }),
  reply: spaceZoneAssignment,
});

export const removeSpaceZone = defineEndpoint({
  name: 'removeSpaceZone',
  area,
  summary: 'Removes a zone from a space',
  method: 'DELETE',
  path: '/api/space/{spaceId}/zoneassignment/{spaceZoneAssignmentId}',
  access: writers,
  params: oneAssignment,
  query: z.object(orgBound),
  reply: gone,
});

/** A zone that a space could use. */
export const addableZone = z.object({
  zoneId: id,
  name: z.string(),
  disabled: z.nullable(z.boolean()),
  sensorId: id,
  sensorName: z.string(),
  active: z.boolean(),
});
export type AddableZone = z.output<typeof addableZone>;

export const listAddableZones = defineEndpoint({
  name: 'listAddableZones',
  area,
  summary: 'The zones that can be added to a space, by name; inactive ones only on request',
  method: 'GET',
  path: '/api/space/{spaceId}/addablezone',
  access: writers,
  params: oneSpace,
  query: z.object({
    ...listQuery,
    ...orgBound,
    inactiveSensors: z.optional(z.enum(['true', 'false'])),
    disabledZones: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.array(addableZone),
  list: true,
});

/** Someone has counted the people inside. */
export const occupancyReset = z.object({
  occupancyResetId: id,
  spaceId: id,
  orgId: id,
  resetDate: instant,
  occupants: z.number(),
});
export type OccupancyReset = z.output<typeof occupancyReset>;

export const listOccupancyResets = defineEndpoint({
  name: 'listOccupancyResets',
  area,
  summary: 'The manual resets of a space, newest first; of the last 7 days unless local dates or times are given',
  method: 'GET',
  path: '/api/space/{spaceId}/occupancyreset',
  access: readers,
  params: oneSpace,
  query: z.object({
    limit: listQuery.limit,
    offset: listQuery.offset,
    ...orgBound,
    startDate: z.optional(z.string().check(z.maxLength(40))),
    endDate: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.array(occupancyReset),
  list: true,
});

export const addOccupancyReset = defineEndpoint({
  name: 'addOccupancyReset',
  area,
  summary: 'Adds a manual reset; a time without Z or an offset is in the time zone of the location',
  method: 'POST',
  path: '/api/space/{spaceId}/occupancyreset',
  access: writers,
  params: oneSpace,
  query: z.object(orgBound),
  body: z.strictObject({
    resetDate: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    occupants: z.optional(z.unknown()),
    ...orgBound,
  }),
  reply: occupancyReset,
});

export const deleteOccupancyReset = defineEndpoint({
  name: 'deleteOccupancyReset',
  area,
  summary: 'Deletes a manual reset',
  method: 'DELETE',
  path: '/api/space/{spaceId}/occupancyreset/{occupancyResetId}',
  access: writers,
  params: z.object({ spaceId: z.string(), occupancyResetId: z.string() }),
  query: z.object(orgBound),
  reply: gone,
});
