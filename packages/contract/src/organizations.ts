import { weekStarts } from '@atrium/calendar/civil';
import { currencyText, isCurrency } from '@atrium/rules/currencies';
import { trackDays } from '@atrium/rules/track-days';
import * as z from 'zod/mini';
import { administrators, members, membersOrAll, staff, staffOfOrganization } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { email, id, instant, line, listQuery, orgBound } from './envelope.ts';
import { locationWithIncludes } from './locations.ts';

const area = 'organizations';

export const operatingScopes = ['local', 'regional', 'national', 'international'] as const;
export const organizationTypes = ['business', 'library', 'museum', 'college or university', 'government'] as const;

/** The switches of an organization; `capability-cascade` defines their dependencies. */
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

/** The default capabilities of a new organization. */
export const defaultFlags: readonly OrganizationFlag[] = ['isEnabled', 'canViewTraffic', 'resetOnNegativeOccupancy'];

const flags = <Flag extends string, Schema extends z.ZodMiniType>(names: readonly Flag[], schema: Schema) =>
  Object.fromEntries(names.map((flag) => [flag, schema])) as Record<Flag, Schema>;

const optionalLine = (most: number) => z.optional(z.nullable(line(most)));
const emailList = z.optional(z.nullable(z.array(email).check(z.maxLength(50))));
const calendarDate = z.optional(z.nullable(z.iso.date()));

/** `version` goes back as If-Match. */
export const contact = z.object({
  orgContactId: id,
  name: z.string(),
  position: z.nullable(z.string()),
  phone: z.string(),
  email: z.string(),
  type: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  version: z.number(),
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
  version: z.number(),
});
export type Address = z.output<typeof address>;

const staffFlag = 'resetOnNegativeOccupancy';
const memberFlags = organizationFlags.filter(
  (flag): flag is Exclude<OrganizationFlag, typeof staffFlag> => flag !== staffFlag,
);

/** The roles that may see each field of an organization. Without permission, the field is absent. */
export const organizationFields = {
  members: z.object({
    orgId: id,
    name: z.string(),
    ...flags(memberFlags, z.boolean()),
    site: z.nullable(z.string()),
    subExpiration: z.nullable(z.string()),
    headroomExpiration: z.nullable(z.string()),
    sftpPublicKey: z.nullable(z.string()),
    weekStart: z.literal(weekStarts),
    /** ISO 4217. */
    currency: z.string(),
    /** Gender is not shown of fewer people than `smallestGroup`. */
    withholdSmallGroups: z.boolean(),
    /** Days that the tracks of its visitors are kept for. */
    trackDays: z.number(),
    createdAt: instant,
    version: z.number(),
  }),
  administrators: z.object({
    organizationType: z.nullable(z.string()),
    industryType: z.nullable(z.string()),
    operatingScope: z.nullable(z.string()),
    resetOnNegativeOccupancy: z.boolean(),
    /** Its people must have a second factor; people who sign in at a provider use the provider's. */
    requireSecondFactor: z.boolean(),
    systemNotificationEmails: z.nullable(z.array(z.string())),
    sensorNotificationEmails: z.nullable(z.array(z.string())),
  }),
  staff: z.object({
    accountingId: z.nullable(z.string()),
    accountRepId: z.nullable(z.string()),
    ssoConnId: z.nullable(z.string()),
  }),
};

export const organization = z.object({
  ...organizationFields.members.shape,
  ...z.partial(organizationFields.administrators).shape,
  ...z.partial(organizationFields.staff).shape,
  organization_contact: z.optional(z.array(contact)),
  organization_address: z.optional(z.array(address)),
  location: z.optional(z.array(locationWithIncludes)),
});
export type Organization = z.output<typeof organization>;

const name = line(200);
/** With http, https or no scheme: any other scheme is a program or a file. */
const isWebSite = (text: string) => /^https?:\/\//i.test(text) || !/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
const fields = {
  ...flags(organizationFlags, z.optional(z.boolean())),
  requireSecondFactor: z.optional(z.boolean()),
  organizationType: z.optional(z.nullable(z.enum(organizationTypes))),
  accountingId: optionalLine(100),
  accountRepId: optionalLine(100),
  operatingScope: z.optional(z.nullable(z.enum(operatingScopes))),
  industryType: optionalLine(100),
  site: z.optional(z.nullable(line(500).check(z.refine(isWebSite, 'must be the address of a website')))),
  subExpiration: calendarDate,
  headroomExpiration: calendarDate,
  sftpPublicKey: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
  systemNotificationEmails: emailList,
  sensorNotificationEmails: emailList,
  weekStart: z.optional(z.literal(weekStarts)),
  currency: z.optional(z.string().check(z.refine(isCurrency, currencyText))),
  withholdSmallGroups: z.optional(z.boolean()),
  trackDays: z.optional(z.int().check(z.minimum(trackDays.least), z.maximum(trackDays.most))),
};

const ofOrganization = z.object({ orgId: z.string() });

const dateForm = 'must be <=, = or >= and a date, such as >=2026-12-31';
const dateFilter = z.optional(
  z.string().check(
    z.regex(/^(<=|=|>=)/, { error: dateForm, abort: true }),
    z.refine((text) => z.safeParse(z.iso.date(), text.replace(/^[<>]?=/, '')).success, dateForm),
  ),
);
const flagFilter = z.optional(
  z
    .string()
    .check(
      z.refine(
        (text) => text.split(',').every((flag) => organizationFlags.some((known) => flag.replace('!', '') === known)),
        'must be a list of switches, with ! before those that must be off',
      ),
    ),
);
/**
 * `subExpiration=<=2026-12-31` ends on that day or before; `flags=canViewPOS,!isEnabled` has the first and lacks the
 * second.
 */
const filters = { subExpiration: dateFilter, headroomExpiration: dateFilter, createdAt: dateFilter, flags: flagFilter };
export type OrganizationFilters = z.output<z.ZodMiniObject<typeof filters>>;

export const listOrganizations = defineEndpoint({
  name: 'listOrganizations',
  area,
  summary: 'All organizations for staff; for others, their own',
  method: 'GET',
  path: '/api/org',
  access: membersOrAll,
  query: z.object({ ...listQuery, ...orgBound, include: z.optional(z.string()) }),
  reply: z.array(organization),
  list: true,
});

export const searchOrganizations = defineEndpoint({
  name: 'searchOrganizations',
  area,
  summary: 'Organizations filtered by dates and switches',
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
  summary: 'One organization; `myorg` is your own',
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
  'requireSecondFactor',
  'weekStart',
  'currency',
  'withholdSmallGroups',
  'trackDays',
] as const;

/** They open or weaken access, so changing one of them requires a recent proof. */
export const provenSettings = ['sftpPublicKey', 'requireSecondFactor'] as const;

export const updateOrganization = defineEndpoint({
  name: 'updateOrganization',
  area,
  summary: 'Changes the given fields',
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
  summary: 'Deletes an organization: its users are signed out and its sensors are refused',
  method: 'DELETE',
  path: '/api/org/{orgId}',
  access: staffOfOrganization,
  params: ofOrganization,
  reply: z.object({ ok: z.literal(true) }),
});

/** Required fields are checked after merging, so that the messages name them. */
const contactFields = z.strictObject({
  name: optionalLine(200),
  position: optionalLine(200),
  phone: optionalLine(40),
  email: optionalLine(254),
  type: optionalLine(60),
  notes: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2_000)))),
});
const addressFields = z.strictObject({
  name: optionalLine(200),
  street: optionalLine(200),
  street2: optionalLine(200),
  city: optionalLine(120),
  state: optionalLine(120),
  country: optionalLine(120),
  postalCode: optionalLine(20),
});

export type ContactBody = z.output<typeof contactFields>;
export type AddressBody = z.output<typeof addressFields>;

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

const oneContact = z.object({ orgId: z.string(), orgContactId: id });

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

const oneAddress = z.object({ orgId: z.string(), orgAddressId: id });

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
