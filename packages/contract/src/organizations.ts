import * as z from 'zod/mini';
import { administrators, members, staff } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery } from './envelope.ts';

const area = 'organizations';

export const operatingScopes = ['local', 'regional', 'national', 'international'] as const;
export const organizationTypes = ['business', 'library', 'museum', 'college or university', 'government'] as const;

/** The switches of an organization; `capability-cascade` says which need which. */
export const organizationFlags = [
  'isEnabled',
  'sftpEnabled',
  'apiClientsEnabled',
  'resetOnNegativeOccupancy',
  'headroomEnabled',
  'isHeadroomLite',
  'alarmsEnabled',
  'faceMaskEnabled',
  'permitComparisonViews',
  'canViewTraffic',
  'canViewPOS',
  'canViewLabor',
  'canViewPerShiftMetrics',
  'canViewQueueService',
  'canViewRealTimeQueueService',
  'canViewOccupancy',
  'canViewZoneCounts',
  'canViewZoneOccupancy',
  'canViewExpectedWaitTime',
  'canViewGender',
  'canViewQueueOptimizer',
  'canViewVisitorJourney',
  'canViewReports',
] as const;
export type OrganizationFlag = (typeof organizationFlags)[number];

const eachFlag = <Schema extends z.ZodMiniType>(schema: Schema) =>
  Object.fromEntries(organizationFlags.map((flag) => [flag, schema])) as Record<OrganizationFlag, Schema>;

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const optionalText = (most: number) => z.optional(z.nullable(text(most)));
const emailList = z.optional(z.nullable(z.array(z.email().check(z.maxLength(254))).check(z.maxLength(50))));
const calendarDate = z.optional(z.nullable(z.iso.date()));

export const contact = z.object({
  orgContactId: id,
  name: z.string(),
  position: z.nullable(z.string()),
  phone: z.string(),
  email: z.string(),
  type: z.nullable(z.string()),
  notes: z.nullable(z.string()),
});
export type Contact = z.output<typeof contact>;

export const address = z.object({
  orgAddressId: id,
  name: z.string(),
  street: z.nullable(z.string()),
  street2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
});
export type Address = z.output<typeof address>;

/** What everybody in the organization may know of it. */
export const organizationSummary = z.object({ orgId: id, name: z.string(), isEnabled: z.boolean() });
export type OrganizationSummary = z.output<typeof organizationSummary>;

/** Fields that the caller may not know are absent. `version` goes back as If-Match. */
export const organization = z.object({
  ...organizationSummary.shape,
  ...eachFlag(z.boolean()),
  organizationType: z.optional(z.nullable(z.string())),
  accountingId: z.optional(z.nullable(z.string())),
  accountRepId: z.optional(z.nullable(z.string())),
  operatingScope: z.optional(z.nullable(z.string())),
  industryType: z.optional(z.nullable(z.string())),
  site: z.nullable(z.string()),
  subExpiration: z.nullable(z.string()),
  headroomExpiration: z.nullable(z.string()),
  sftpPublicKey: z.nullable(z.string()),
  ssoConnId: z.nullable(z.string()),
  systemNotificationEmails: z.nullable(z.array(z.string())),
  sensorNotificationEmails: z.nullable(z.array(z.string())),
  createdAt: instant,
  version: z.number(),
  organization_contact: z.optional(z.array(contact)),
  organization_address: z.optional(z.array(address)),
  location: z.optional(z.array(z.looseObject({ locationId: id, name: z.string() }))),
});
export type Organization = z.output<typeof organization>;

const fields = {
  ...eachFlag(z.optional(z.boolean())),
  organizationType: z.optional(z.nullable(z.enum(organizationTypes))),
  accountingId: optionalText(100),
  accountRepId: optionalText(100),
  operatingScope: z.optional(z.nullable(z.enum(operatingScopes))),
  industryType: optionalText(100),
  site: optionalText(500),
  subExpiration: calendarDate,
  headroomExpiration: calendarDate,
  sftpPublicKey: optionalText(4_000),
  systemNotificationEmails: emailList,
  sensorNotificationEmails: emailList,
};
const name = text(200).check(z.minLength(1));

const ofOrganization = z.object({ orgId: z.string() });

/** `subExpiration=<=2026-12-31`: before, on or after a date. Flags: a comma list of switches that must be on; `!flag` off. */
const dateFilter = z.optional(z.string().check(z.regex(/^(<=|=|>=)\d{4}-\d{2}-\d{2}$/)));
const filters = {
  subExpiration: dateFilter,
  headroomExpiration: dateFilter,
  createdAt: dateFilter,
  flags: z.optional(z.string().check(z.maxLength(1_000))),
};

export const listOrganizations = defineEndpoint({
  name: 'listOrganizations',
  area,
  summary: 'All organizations, for staff',
  method: 'GET',
  path: '/api/org',
  access: staff,
  query: z.object({ ...listQuery, include: z.optional(z.string()) }),
  reply: z.array(organizationSummary),
  list: true,
});

export const searchOrganizations = defineEndpoint({
  name: 'searchOrganizations',
  area,
  summary: 'Organizations by dates and switches',
  method: 'GET',
  path: '/api/org/search',
  access: staff,
  query: z.object({ ...listQuery, ...filters, include: z.optional(z.string()) }),
  reply: z.array(organization),
  list: true,
});

export const getOrganization = defineEndpoint({
  name: 'getOrganization',
  area,
  summary: 'One organization; `myorg` is one’s own',
  method: 'GET',
  path: '/api/org/{orgId}',
  access: members,
  params: ofOrganization,
  query: z.object({ include: z.optional(z.string()) }),
  reply: organization,
});

export const createOrganization = defineEndpoint({
  name: 'createOrganization',
  area,
  summary: 'A new organization',
  method: 'POST',
  path: '/api/org',
  access: staff,
  body: z.strictObject({ ...fields, name }),
  reply: organization,
});

/** Administrators may change the settings of their own organization; everything else is for staff. */
export const organizationSettings = [
  'sftpPublicKey',
  'systemNotificationEmails',
  'sensorNotificationEmails',
  'permitComparisonViews',
] as const;

export const updateOrganization = defineEndpoint({
  name: 'updateOrganization',
  area,
  summary: 'Changes the fields that are sent',
  method: 'PUT',
  path: '/api/org/{orgId}',
  access: administrators,
  params: ofOrganization,
  body: z.strictObject({ ...fields, name: z.optional(z.nullable(name)) }),
  reply: organization,
});

export const deleteOrganization = defineEndpoint({
  name: 'deleteOrganization',
  area,
  summary: 'Deletes an organization; it is purged after 30 days',
  method: 'DELETE',
  path: '/api/org/{orgId}',
  access: { kind: 'session', organization: 'bound', roles: ['SenSourceUser'] },
  params: ofOrganization,
  reply: z.object({ ok: z.literal(true) }),
});

/** Required fields are checked after merging, so that the messages name them. */
const contactFields = z.strictObject({
  name: optionalText(200),
  position: optionalText(200),
  phone: optionalText(40),
  email: optionalText(254),
  type: optionalText(60),
  notes: optionalText(2_000),
});
const addressFields = z.strictObject({
  name: optionalText(200),
  street: optionalText(200),
  street2: optionalText(200),
  city: optionalText(120),
  state: optionalText(120),
  country: optionalText(120),
  postalCode: optionalText(20),
});

export const listContacts = defineEndpoint({
  name: 'listContacts',
  area,
  summary: 'The contacts of an organization',
  method: 'GET',
  path: '/api/org/{orgId}/contacts',
  aliases: ['/api/org/{orgId}/contact'],
  access: administrators,
  params: ofOrganization,
  reply: z.array(contact),
});

export const createContact = defineEndpoint({
  name: 'createContact',
  area,
  summary: 'A new contact',
  method: 'POST',
  path: '/api/org/{orgId}/contacts',
  aliases: ['/api/org/{orgId}/contact'],
  access: administrators,
  params: ofOrganization,
  body: contactFields,
  reply: contact,
});

const oneContact = z.object({ orgId: z.string(), orgContactId: z.string() });

export const updateContact = defineEndpoint({
  name: 'updateContact',
  area,
  summary: 'Changes a contact',
  method: 'PUT',
  path: '/api/org/{orgId}/contacts/{orgContactId}',
  aliases: ['/api/org/{orgId}/contact/{orgContactId}'],
  access: administrators,
  params: oneContact,
  body: contactFields,
  reply: contact,
});

export const deleteContact = defineEndpoint({
  name: 'deleteContact',
  area,
  summary: 'Deletes a contact',
  method: 'DELETE',
  path: '/api/org/{orgId}/contacts/{orgContactId}',
  aliases: ['/api/org/{orgId}/contact/{orgContactId}'],
  access: administrators,
  params: oneContact,
  reply: z.object({ ok: z.literal(true) }),
});

export const listAddresses = defineEndpoint({
  name: 'listAddresses',
  area,
  summary: 'The addresses of an organization',
  method: 'GET',
  path: '/api/org/{orgId}/addresses',
  aliases: ['/api/org/{orgId}/address'],
  access: administrators,
  params: ofOrganization,
  reply: z.array(address),
});

export const createAddress = defineEndpoint({
  name: 'createAddress',
  area,
  summary: 'A new address',
  method: 'POST',
  path: '/api/org/{orgId}/addresses',
  aliases: ['/api/org/{orgId}/address'],
  access: administrators,
  params: ofOrganization,
  body: addressFields,
  reply: address,
});

const oneAddress = z.object({ orgId: z.string(), orgAddressId: z.string() });

export const updateAddress = defineEndpoint({
  name: 'updateAddress',
  area,
  summary: 'Changes an address',
  method: 'PUT',
  path: '/api/org/{orgId}/addresses/{orgAddressId}',
  aliases: ['/api/org/{orgId}/address/{orgAddressId}'],
  access: administrators,
  params: oneAddress,
  body: addressFields,
  reply: address,
});

export const deleteAddress = defineEndpoint({
  name: 'deleteAddress',
  area,
  summary: 'Deletes an address',
  method: 'DELETE',
  path: '/api/org/{orgId}/addresses/{orgAddressId}',
  aliases: ['/api/org/{orgId}/address/{orgAddressId}'],
  access: administrators,
  params: oneAddress,
  reply: z.object({ ok: z.literal(true) }),
});
