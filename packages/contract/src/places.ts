import * as z from 'zod/mini';
import { members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';

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

export const listLocations = defineEndpoint({
  name: 'listLocations',
  area: 'locations',
  summary: 'The locations this person may see',
  method: 'GET',
  path: '/api/location',
  access: members,
  query: z.object({ ...listQuery, ...orgBound, include: z.optional(z.string()) }),
  reply: z.array(z.looseObject(location.shape)),
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
  reply: z.looseObject(location.shape),
});
