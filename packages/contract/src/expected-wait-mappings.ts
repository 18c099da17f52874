import * as z from 'zod/mini';
import type { Access } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';

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

/** Validated by `packages/rules/src/zone-mapping.ts`. */
const fields = {
  headZoneId: z.optional(z.nullable(z.string())),
  throughputSampleInterval: z.optional(z.unknown()),
  ...orgBound,
};
const expectedWaitMappingBody = z.strictObject({ ...fields, spaceId: z.optional(z.string()) });
export type ExpectedWaitMappingBody = z.output<typeof expectedWaitMappingBody>;

const params = z.object({ expectedWaitMappingId: z.string() });
const path = '/api/expected-wait-mapping/{expectedWaitMappingId}';

export const listExpectedWaitMappings = defineEndpoint({
  name: 'listExpectedWaitMappings',
  area,
  summary:
    'The expected wait mappings the caller may see, by the names of their spaces; of one location if it is named',
  method: 'GET',
  path: '/api/expected-wait-mapping',
  access: readers,
  query: z.object({ ...listQuery, ...orgBound, locationId: z.optional(z.string()) }),
  reply: z.array(expectedWaitMapping),
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
  query: z.object(orgBound),
  reply: expectedWaitMapping,
});

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
