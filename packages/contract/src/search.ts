import { searchTypes } from '@atrium/rules/search-score';
import * as z from 'zod/mini';
import { anyone, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, orgBound } from './envelope.ts';
import { pickable } from './pickers.ts';

export const searchResult = z.object({
  type: z.enum(searchTypes),
  id,
  /** Null for staff, who belong to none. */
  orgId: z.nullable(id),
  locationId: z.nullable(id),
  name: z.string(),
  /** Its parents, outermost first; for a person the email address. */
  detail: z.string(),
  score: z.number(),
});
export type SearchResult = z.output<typeof searchResult>;

export const search = defineEndpoint({
  name: 'search',
  area: 'shell',
  summary: 'The ten best matches that the caller may see; `site::text` searches sites, `id::text` searches ids',
  method: 'GET',
  path: '/api/search',
  access: anyone,
  query: z.object({ text: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.array(searchResult),
});

export const getOrgMeta = defineEndpoint({
  name: 'getOrgMeta',
  area: 'shell',
  summary: 'Everything in an organization by name; people only for callers who may list them',
  method: 'GET',
  path: '/api/feature-data/org-meta',
  access: members,
  query: z.object(orgBound),
  reply: z.object({
    organizations: z.array(pickable.org),
    locations: z.array(pickable.location),
    sites: z.array(pickable.site),
    sensors: z.array(pickable.sensor),
    spaces: z.array(pickable.space),
    users: z.array(z.object({ userId: id, orgId: z.nullable(id), name: z.string(), email: z.string() })),
  }),
});
