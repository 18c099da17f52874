import * as z from 'zod/mini';
import { anyone } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id } from './envelope.ts';

export const searchResult = z.object({
  type: z.enum(['organization', 'location', 'sensor', 'site', 'space', 'user']),
  id,
  orgId: z.nullable(id),
  locationId: z.nullable(id),
  name: z.string(),
  /** Where it is: organization, location. */
  detail: z.string(),
  score: z.number(),
});
export type SearchResult = z.output<typeof searchResult>;

export const search = defineEndpoint({
  name: 'search',
  area: 'shell',
  summary: 'The ten best answers within what this person may see; `site::text` among sites, `id::text` by id',
  method: 'GET',
  path: '/api/search',
  access: anyone,
  query: z.object({ text: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.array(searchResult),
});

/** Names only, of what this person may see. */
const named = z.array(z.object({ id, name: z.string(), orgId: z.nullable(id), locationId: z.nullable(id) }));

export const getOrgMeta = defineEndpoint({
  name: 'getOrgMeta',
  area: 'shell',
  summary: 'Everything in an organization by name',
  method: 'GET',
  path: '/api/feature-data/org-meta',
  access: { kind: 'session', organization: 'bound' },
  query: z.object({ orgId: z.optional(z.string()) }),
  reply: z.object({
    organizations: named,
    locations: named,
    sites: named,
    sensors: named,
    spaces: named,
    users: named,
  }),
});
