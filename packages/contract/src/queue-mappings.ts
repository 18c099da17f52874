import * as z from 'zod/mini';
import type { Access } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';

const area = 'queue-zone-setup';

const readers = {
  kind: 'session',
  organization: 'bound',
  capability: ['canViewQueueService', 'canViewRealTimeQueueService', 'canViewQueueOptimizer'],
} as const satisfies Access;
const writers = { ...readers, roles: ['OrganizationAdministrator', 'SenSourceUser'] } as const satisfies Access;

/** People where the type is `length`, seconds where it is `wait`. */
const depth = { type: z.enum(['length', 'wait']), warn: z.number(), danger: z.number() };

/** The zones of one queue, all at one location. `version` goes back as If-Match. */
export const queueMapping = z.object({
  queueMappingId: id,
  orgId: id,
  locationId: id,
  queueZoneId: id,
  serviceZoneId: z.nullable(id),
  queueOccupancyZoneId: z.nullable(id),
  serviceOccupancyZoneId: z.nullable(id),
  depthConfig: z.nullable(z.object(depth)),
  version: z.number(),
});
export type QueueMapping = z.output<typeof queueMapping>;

/** With the requested includes. */
export const queueMappingWithIncludes = z.object({
  ...queueMapping.shape,
  queue_depth_mapping: z.optional(z.nullable(z.object({ queueMappingId: id, ...depth }))),
});

/** Validated by `packages/rules/src/zone-mapping.ts`. */
const zoneId = z.optional(z.nullable(z.string()));
const written = z.optional(z.unknown());
const fields = {
  queueZoneId: zoneId,
  serviceZoneId: zoneId,
  queueOccupancyZoneId: zoneId,
  serviceOccupancyZoneId: zoneId,
  /** Replaced as a whole; null means none. */
  depthConfig: z.optional(z.nullable(z.strictObject({ type: written, warn: written, danger: written }))),
  ...orgBound,
};
const queueMappingBody = z.strictObject({ ...fields, locationId: z.optional(z.string()) });
export type QueueMappingBody = z.output<typeof queueMappingBody>;

const include = z.optional(z.string());
const params = z.object({ queueMappingId: z.string() });
const path = '/api/queue-mapping/{queueMappingId}';

export const listQueueMappings = defineEndpoint({
  name: 'listQueueMappings',
  area,
  summary: 'The queue mappings the caller may see, by the names of their queue zones; of one location if it is named',
  method: 'GET',
  path: '/api/queue-mapping',
  access: readers,
  query: z.object({ ...listQuery, ...orgBound, locationId: z.optional(z.string()), include }),
  reply: z.array(queueMappingWithIncludes),
  list: true,
});

export const getQueueMapping = defineEndpoint({
  name: 'getQueueMapping',
  area,
  summary: 'One queue mapping',
  method: 'GET',
  path,
  access: readers,
  params,
  query: z.object({ ...orgBound, include }),
  reply: queueMappingWithIncludes,
});

export const createQueueMapping = defineEndpoint({
  name: 'createQueueMapping',
  area,
  summary: 'A new queue mapping of a location; a zone belongs to one queue mapping at most',
  method: 'POST',
  path: '/api/queue-mapping',
  access: writers,
  query: z.object(orgBound),
  body: z.strictObject({ ...fields, locationId: z.string() }),
  reply: queueMapping,
});

export const updateQueueMapping = defineEndpoint({
  name: 'updateQueueMapping',
  area,
  summary: 'Changes a queue mapping; it cannot move to another location',
  method: 'PUT',
  path,
  access: writers,
  params,
  query: z.object(orgBound),
  body: queueMappingBody,
  reply: queueMapping,
});

export const deleteQueueMapping = defineEndpoint({
  name: 'deleteQueueMapping',
  area,
  summary: 'Deletes a queue mapping; its zones keep counting',
  method: 'DELETE',
  path,
  access: writers,
  params,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});
