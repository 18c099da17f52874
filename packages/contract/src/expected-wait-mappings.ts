import * as z from 'zod/mini';
import type { Access } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';
import { defineTopic, type MessageOf } from './topic.ts';

const area = 'expected-wait';

const readers = {
  kind: 'session',
  organization: 'bound',
  capability: 'canViewExpectedWaitTime',
} as const satisfies Access;
const writers = { ...readers, roles: ['OrganizationAdministrator', 'SenSourceUser'] } as const satisfies Access;

/** A space where people queue, and the zone that they leave it through. `version` goes back as If-Match. */
export const expectedWaitMapping = z.object({
  expectedWaitMappingId: id,
  orgId: id,
  spaceId: id,
  headZoneId: id,
  /** Minutes. */
  throughputSampleInterval: z.number(),
  version: z.number(),
});
export type ExpectedWaitMapping = z.output<typeof expectedWaitMapping>;

/** With the requested includes. */
const named = { name: z.string() };
const expectedWaitMappingWithIncludes = z.object({
  ...expectedWaitMapping.shape,
  space: z.optional(
    z.nullable(z.looseObject({ ...named, locationId: id, location: z.optional(z.nullable(z.looseObject(named))) })),
  ),
  /** The head zone. */
  zone: z.optional(z.nullable(z.looseObject(named))),
});
export type ExpectedWaitMappingWithIncludes = z.output<typeof expectedWaitMappingWithIncludes>;

/** Validated by `packages/rules/src/zone-mapping.ts`. */
const fields = {
  headZoneId: z.optional(z.nullable(z.string())),
  throughputSampleInterval: z.optional(z.unknown()),
  ...orgBound,
};
const expectedWaitMappingBody = z.strictObject({ ...fields, spaceId: z.optional(z.string()) });
export type ExpectedWaitMappingBody = z.output<typeof expectedWaitMappingBody>;

const include = z.optional(z.string());
const params = z.object({ expectedWaitMappingId: z.string() });
const path = '/api/expected-wait-mapping/{expectedWaitMappingId}';

export const listExpectedWaitMappings = defineEndpoint({
  name: 'listExpectedWaitMappings',
  area,
  summary:
    'The expected wait mappings the caller may see, by the names of their spaces; of one location or space if it is named',
  method: 'GET',
  path: '/api/expected-wait-mapping',
  access: readers,
  query: z.object({
    ...listQuery,
    ...orgBound,
    locationId: z.optional(z.string()),
    spaceId: z.optional(z.string()),
    include,
  }),
  reply: z.array(expectedWaitMappingWithIncludes),
  list: true,
});

export const getExpectedWaitMapping = defineEndpoint({
  name: 'getExpectedWaitMapping',
  area,
  summary: 'One expected wait mapping',
  method: 'GET',
  path,
  access: readers,
  params,
  query: z.object({ ...orgBound, include }),
  reply: expectedWaitMappingWithIncludes,
});

/** How long someone who joins a queue now will wait. */
const expectedWaitNow = z.object({
  spaceId: id,
  /** Null where the space has no mapping: then nothing is expected. */
  expectedWaitMappingId: z.nullable(id),
  /** People in the queue; null until the readings of the space are counted. */
  waitLineLength: z.nullable(z.number()),
  /** Seconds; null where nobody moved on in the sample interval. */
  expectedWaitTime: z.nullable(z.number()),
  /** As displays show it: whole minutes, rounded up. */
  expectedWaitTimeMinutes: z.nullable(z.number()),
  /** The newest reading that it follows from: of the space or of the head zone, whichever is older. */
  lastReadingAt: z.nullable(z.iso.datetime()),
  /** When this was computed. */
  asOf: z.iso.datetime(),
});

export const getExpectedWait = defineEndpoint({
  name: 'getExpectedWait',
  area,
  summary: 'How long someone who joins the queue of an expected wait mapping now will wait',
  method: 'GET',
  path: `${path}/wait`,
  access: readers,
  params,
  query: z.object(orgBound),
  reply: expectedWaitNow,
});

/** The expected wait of a space with each change of the number of people, and every minute. */
export const liveWait = defineTopic({
  name: 'expected-wait',
  summary: 'How long someone who joins the queue in a space now will wait',
  events: {
    subscribe: 'expected-wait:subscribe',
    unsubscribe: 'expected-wait:unsubscribe',
    message: 'expected-wait:data',
  },
  access: readers,
  subscription: z.object({ ...orgBound, spaceId: z.uuid() }),
  message: expectedWaitNow,
  entityOf: ({ spaceId }) => ({ entityType: 'space', entityId: spaceId }),
  ageWhenSent: ({ asOf, lastReadingAt }) =>
    lastReadingAt === null ? null : Math.max(0, Date.parse(asOf) - Date.parse(lastReadingAt)),
});
export type ExpectedWaitNow = MessageOf<typeof liveWait>;

export const createExpectedWaitMapping = defineEndpoint({
  name: 'createExpectedWaitMapping',
  area,
  summary: 'A new expected wait mapping of a space, which has one at most',
  method: 'POST',
  path: '/api/expected-wait-mapping',
  access: writers,
  query: z.object(orgBound),
  body: z.strictObject({ ...fields, spaceId: z.string() }),
  reply: expectedWaitMapping,
});

export const updateExpectedWaitMapping = defineEndpoint({
  name: 'updateExpectedWaitMapping',
  area,
  summary: 'Changes an expected wait mapping',
  method: 'PUT',
  path,
  access: writers,
  params,
  query: z.object(orgBound),
  body: expectedWaitMappingBody,
  reply: expectedWaitMapping,
});

export const deleteExpectedWaitMapping = defineEndpoint({
  name: 'deleteExpectedWaitMapping',
  area,
  summary: 'Deletes an expected wait mapping',
  method: 'DELETE',
  path,
  access: writers,
  params,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});
