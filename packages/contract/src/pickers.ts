import * as z from 'zod/mini';
import { membersOrAll } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';

/** The fields for choosing a record from a list. */
export const pickable = {
  org: z.object({ orgId: id, name: z.string() }),
  location: z.object({ locationId: id, orgId: id, name: z.string() }),
  site: z.object({ siteId: id, locationId: id, orgId: id, name: z.string() }),
  space: z.object({ spaceId: id, locationId: id, orgId: id, name: z.string() }),
  /** An unassigned sensor has no site. */
  sensor: z.object({
    sensorId: id,
    siteId: z.nullable(id),
    locationId: z.nullable(id),
    orgId: id,
    name: z.string(),
    sensorType: z.string(),
  }),
};
export type PickableType = keyof typeof pickable;
export type Pickable<Type extends PickableType> = z.output<(typeof pickable)[Type]>;

/** The filters of each list: its parents, itself, and for sensors their type. */
export const pickerFilters = {
  org: ['orgId', 'locationId'],
  location: ['orgId', 'locationId', 'siteId', 'spaceId', 'sensorId'],
  site: ['orgId', 'locationId', 'siteId', 'sensorId'],
  space: ['orgId', 'locationId', 'spaceId'],
  sensor: ['orgId', 'locationId', 'siteId', 'sensorId', 'sensorType'],
} as const satisfies Record<PickableType, readonly string[]>;

const filteredBy = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object({ filterProp: z.enum(names), filterValue: z.string().check(z.maxLength(100)) });
const search = z.object({ ...listQuery, ...orgBound });

export const pickOrganizations = defineEndpoint({
  name: 'pickOrganizations',
  area: 'shell',
  summary: 'Organizations to choose from',
  method: 'GET',
  path: '/api/org/{filterProp}/{filterValue}',
  access: membersOrAll,
  params: filteredBy(pickerFilters.org),
  query: search,
  reply: z.array(pickable.org),
  list: true,
});

export const pickLocations = defineEndpoint({
  name: 'pickLocations',
  area: 'shell',
  summary: 'Locations to choose from',
  method: 'GET',
  path: '/api/location/{filterProp}/{filterValue}',
  access: membersOrAll,
  params: filteredBy(pickerFilters.location),
  query: search,
  reply: z.array(pickable.location),
  list: true,
});

export const pickSites = defineEndpoint({
  name: 'pickSites',
  area: 'shell',
  summary: 'Sites to choose from',
  method: 'GET',
  path: '/api/site/{filterProp}/{filterValue}',
  access: membersOrAll,
  params: filteredBy(pickerFilters.site),
  query: search,
  reply: z.array(pickable.site),
  list: true,
});

export const pickSpaces = defineEndpoint({
  name: 'pickSpaces',
  area: 'shell',
  summary: 'Spaces to choose from',
  method: 'GET',
  path: '/api/space/{filterProp}/{filterValue}',
  access: membersOrAll,
  params: filteredBy(pickerFilters.space),
  query: search,
  reply: z.array(pickable.space),
  list: true,
});

export const pickSensors = defineEndpoint({
  name: 'pickSensors',
  area: 'shell',
  summary: 'Sensors to choose from, of one location if it is named',
  method: 'GET',
  path: '/api/sensor/{filterProp}/{filterValue}',
  access: membersOrAll,
  params: filteredBy(pickerFilters.sensor),
  query: z.object({ ...listQuery, ...orgBound, locationId: z.optional(z.string()) }),
  reply: z.array(pickable.sensor),
  list: true,
});
