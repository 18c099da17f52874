import * as z from 'zod/mini';
import { administrators, anyone, dashboardReaders } from './access.ts';
import { attachment } from './attachment.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';
import { siteFields, siteWithIncludes } from './sites.ts';
import { space } from './spaces.ts';

const area = 'locations';

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
  acfEligible: z.boolean(),
  /** Null while it is eligible. */
  acfDisabledReason: z.nullable(z.string()),
  disabled: z.boolean(),
  /** Whether it was added to the help desk as a contact on request. */
  createFreshDeskContact: z.boolean(),
  /** The ticket for its installation, if one was requested and created. */
  installationOptions: z.object({
    createInstallationTicket: z.boolean(),
    ticketType: z.string(),
    notes: z.nullable(z.string()),
  }),
  version: z.number(),
});
export type Location = z.output<typeof location>;

/** After a write, with what failed at the help desk; the location is saved in any case. */
export const savedLocation = z.object({ ...location.shape, messages: z.optional(z.array(z.string())) });
export type SavedLocation = z.output<typeof savedLocation>;

/** With the requested includes: `site(sensor(zone),zone)`, `space`, `attachment`. */
export const locationWithIncludes = z.object({
  ...location.shape,
  site: z.optional(z.array(siteWithIncludes)),
  space: z.optional(z.array(space)),
  attachment: z.optional(z.array(attachment)),
});
export type LocationWithIncludes = z.output<typeof locationWithIncludes>;

/** Values are validated by `packages/rules/src/location.ts`; only their types are defined here. */
const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));
const number = z.optional(z.nullable(z.number()));
const flag = z.optional(z.boolean());
const locationFields = {
  name: text,
  street: text,
  city: text,
  state: text,
  country: text,
  postalCode: text,
  latitude: number,
  longitude: number,
  timezone: text,
  acfEligible: flag,
  acfDisabledReason: text,
  disabled: flag,
  /** When turned on, adds the location to the help desk as a contact. It cannot be turned off. */
  createFreshDeskContact: flag,
  /** When turned on, creates a ticket, by default of type `Installation Event`. It cannot be turned off. */
  installationOptions: z.optional(
    z.strictObject({
      createInstallationTicket: flag,
      ticketType: text,
      notes: z.optional(z.nullable(z.string().check(z.maxLength(20_000)))),
    }),
  ),
};
const locationBody = z.strictObject(locationFields);
export type LocationBody = z.output<typeof locationBody>;

const oneLocation = z.object({ locationId: id });

export const listLocations = defineEndpoint({
  name: 'listLocations',
  area,
  summary: 'The locations the caller may see',
  method: 'GET',
  path: '/api/location',
  access: dashboardReaders,
  query: z.object({
    ...listQuery,
    ...orgBound,
    disabled: z.optional(z.enum(['true', 'false'])),
    acfEligible: z.optional(z.enum(['true', 'false'])),
    country: z.optional(z.string().check(z.maxLength(200))),
    include: z.optional(z.string()),
  }),
  reply: z.array(locationWithIncludes),
  list: true,
});

export const getLocation = defineEndpoint({
  name: 'getLocation',
  area,
  summary: 'One location',
  method: 'GET',
  path: '/api/location/{locationId}',
  access: dashboardReaders,
  params: oneLocation,
  query: z.object({ ...orgBound, include: z.optional(z.string()) }),
  reply: locationWithIncludes,
});

export const createLocation = defineEndpoint({
  name: 'createLocation',
  area,
  summary:
    'A new location with its sites; a site without a name is not saved. The time zone follows from the coordinates',
  method: 'POST',
  path: '/api/location',
  access: administrators,
  query: z.object(orgBound),
  body: z.strictObject({
    ...locationFields,
    ...orgBound,
    site: z.optional(z.array(z.strictObject(siteFields)).check(z.maxLength(50))),
  }),
  reply: z.object({ ...locationWithIncludes.shape, ...savedLocation.shape }),
});

export const updateLocation = defineEndpoint({
  name: 'updateLocation',
  area,
  summary: 'Changes a location; a new time zone changes when its days start, but no counts',
  method: 'PUT',
  path: '/api/location/{locationId}',
  access: administrators,
  params: oneLocation,
  query: z.object(orgBound),
  body: locationBody,
  reply: savedLocation,
});

export const deleteLocation = defineEndpoint({
  name: 'deleteLocation',
  area,
  summary: 'Deletes a location with its sites and spaces; its sensors become unassigned',
  method: 'DELETE',
  path: '/api/location/{locationId}',
  access: administrators,
  params: oneLocation,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});

/** An address that matches the typed text. */
export const suggestedAddress = z.object({
  street: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
});
export type SuggestedAddress = z.output<typeof suggestedAddress>;

export const suggestAddresses = defineEndpoint({
  name: 'suggestAddresses',
  area,
  summary: 'Address suggestions for the text typed so far; empty if the installation has no geocoder',
  method: 'GET',
  path: '/api/location/address',
  access: administrators,
  query: z.object({ ...orgBound, search: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)) }),
  reply: z.array(suggestedAddress),
});

/** Degrees in plain decimal digits. */
const degrees = z.pipe(
  z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,20})?$/, 'must be a number of degrees')),
  z.transform(Number),
);

export const getTimezone = defineEndpoint({
  name: 'getTimezone',
  area,
  summary: 'The time zone at a coordinate',
  method: 'GET',
  path: '/api/location/timezone',
  access: anyone,
  query: z.object({ lat: degrees, lng: degrees }),
  reply: z.object({ zoneName: z.string() }),
});
