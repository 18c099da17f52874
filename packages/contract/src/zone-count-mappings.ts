import * as z from 'zod/mini';
import type { Access } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';

const area = 'queue-zone-setup';

const readers = { kind: 'session', organization: 'bound', capability: 'canViewZoneCounts' } as const satisfies Access;
const writers = { ...readers, roles: ['OrganizationAdministrator', 'SenSourceUser'] } as const satisfies Access;

/** What belongs to a count line: who stays there, and who passes by. `version` goes back as If-Match. */
export const zoneCountMapping = z.object({
  /** The count line; it identifies the mapping. */
  zoneId: id,
  orgId: id,
  dwellZoneId: z.nullable(id),
  passerbyZoneId: z.nullable(id),
  version: z.number(),
});
export type ZoneCountMapping = z.output<typeof zoneCountMapping>;

/** Validated by `packages/rules/src/zone-mapping.ts`. */
const zoneId = z.optional(z.nullable(z.string()));
const fields = { dwellZoneId: zoneId, passerbyZoneId: zoneId, ...orgBound };
const zoneCountMappingBody = z.strictObject({ ...fields, zoneId: z.optional(z.string()) });
export type ZoneCountMappingBody = z.output<typeof zoneCountMappingBody>;

const params = z.object({ zoneId: z.string() });
const path = '/api/zone-count-mapping/{zoneId}';

export const listZoneCountMappings = defineEndpoint({
  name: 'listZoneCountMappings',
  area,
  summary:
    'The zone count mappings the caller may see, by the names of their count lines; of one location if it is named',
  method: 'GET',
  path: '/api/zone-count-mapping',
  access: readers,
  query: z.object({ ...listQuery, ...orgBound, locationId: z.optional(z.string()) }),
  reply: z.array(zoneCountMapping),
  list: true,
});

export const getZoneCountMapping = defineEndpoint({
  name: 'getZoneCountMapping',
  area,
  summary: 'The mapping of a count line',
  method: 'GET',
  path,
  access: readers,
  params,
  query: z.object(orgBound),
  reply: zoneCountMapping,
});

export const createZoneCountMapping = defineEndpoint({
  name: 'createZoneCountMapping',
  area,
  summary: 'A new mapping of a count line; a dwell zone belongs to one mapping at most',
  method: 'POST',
  path: '/api/zone-count-mapping',
  access: writers,
  query: z.object(orgBound),
  body: z.strictObject({ ...fields, zoneId: z.string() }),
  reply: zoneCountMapping,
});

export const updateZoneCountMapping = defineEndpoint({
  name: 'updateZoneCountMapping',
  area,
  summary: 'Changes the mapping of a count line',
  method: 'PUT',
  path,
  access: writers,
  params,
  query: z.object(orgBound),
  body: zoneCountMappingBody,
  reply: zoneCountMapping,
});

export const deleteZoneCountMapping = defineEndpoint({
  name: 'deleteZoneCountMapping',
  area,
  summary: 'Deletes the mapping of a count line; its zones keep counting',
  method: 'DELETE',
  path,
  access: writers,
  params,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});
