import * as z from 'zod/mini';
import { administrators, members } from './access.ts';
import { attachment } from './attachment.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';
import { sensorStay, sensor, zoneWithSensor } from './sensors.ts';

const area = 'sites';

export const site = z.object({
  siteId: id,
  orgId: id,
  locationId: id,
  name: z.string(),
  /** 1 Perimeter Threshold, 2 Interior Threshold, 3 Path, 4 Other. */
  siteType: z.number(),
  /** Another name of `siteType`. */
  type: z.number(),
  nodeCount: z.number(),
  isDHCP: z.boolean(),
  ipAddress: z.nullable(z.string()),
  subnetMask: z.nullable(z.string()),
  gateway: z.nullable(z.string()),
  dns1: z.nullable(z.string()),
  dns2: z.nullable(z.string()),
  dns3: z.nullable(z.string()),
  hostName: z.nullable(z.string()),
  version: z.number(),
});
export type Site = z.output<typeof site>;

/**
 * With the requested includes: `sensor(zone,localuser,vendor_license)`, `zone(sensor)`, `location`; `sensorassignment`,
 * `attachment` for staff.
 */
export const siteWithIncludes = z.object({
  ...site.shape,
  sensor: z.optional(z.array(sensor)),
  zone: z.optional(z.array(zoneWithSensor)),
  sensorassignment: z.optional(z.array(sensorStay)),
  attachment: z.optional(z.array(attachment)),
  location: z.optional(z.nullable(z.object({ locationId: id, orgId: id, name: z.string(), timezone: z.string() }))),
});
export type SiteWithIncludes = z.output<typeof siteWithIncludes>;

/** Values are validated by `packages/rules/src/site.ts`; only their types are defined here. */
const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));
export const siteFields = {
  name: text,
  siteType: z.optional(z.number()),
  /** Another name of `siteType`. */
  type: z.optional(z.number()),
  nodeCount: z.optional(z.number()),
  isDHCP: z.optional(z.boolean()),
  ipAddress: text,
  subnetMask: text,
  gateway: text,
  dns1: text,
  dns2: text,
  dns3: text,
  hostName: text,
};
const siteBody = z.strictObject(siteFields);
export type SiteBody = z.output<typeof siteBody>;

const include = z.optional(z.string());
const oneSite = z.object({ siteId: z.string() });

export const listSites = defineEndpoint({
  name: 'listSites',
  area,
  summary: 'The sites the caller may see, by name; of one location if it is named',
  method: 'GET',
  path: '/api/site',
  access: members,
  query: z.object({
    ...listQuery,
    ...orgBound,
    locationId: z.optional(z.string()),
    siteType: z.optional(z.enum(['1', '2', '3', '4'])),
    include,
  }),
  reply: z.array(siteWithIncludes),
  list: true,
});

export const getSite = defineEndpoint({
  name: 'getSite',
  area,
  summary: 'One site',
  method: 'GET',
  path: '/api/site/{siteId}',
  access: members,
  params: oneSite,
  query: z.object({ ...orgBound, include }),
  reply: siteWithIncludes,
});

export const createSite = defineEndpoint({
  name: 'createSite',
  area,
  summary: 'A new site of a location',
  method: 'POST',
  path: '/api/site',
  access: administrators,
  query: z.object(orgBound),
  body: z.strictObject({ ...siteFields, ...orgBound, locationId: z.string() }),
  reply: site,
});

export const updateSite = defineEndpoint({
  name: 'updateSite',
  area,
  summary: 'Changes a site; with DHCP on, its addresses and host name are cleared',
  method: 'PUT',
  path: '/api/site/{siteId}',
  access: administrators,
  params: oneSite,
  query: z.object(orgBound),
  body: siteBody,
  reply: site,
});

export const deleteSite = defineEndpoint({
  name: 'deleteSite',
  area,
  summary: 'Deletes a site; its sensors become unassigned. If the location is sent, it must match the site',
  method: 'DELETE',
  path: '/api/site/{siteId}',
  aliases: ['/api/location/{locationId}/site/{siteId}'],
  access: administrators,
  params: z.object({ siteId: z.string(), locationId: z.optional(z.string()) }),
  query: z.object({ ...orgBound, locationId: z.optional(z.string()) }),
  reply: z.object({ ok: z.literal(true) }),
});
