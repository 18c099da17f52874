import { factorKinds } from '@atrium/rules/second-factor';
import * as z from 'zod/mini';
import { administratorsOrAll, anyone, members, staffOrAll } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, namedIds, orgBound } from './envelope.ts';

const area = 'users-roles';

/** 1 user, 2 administrator. */
export const organizationRole = z.literal([1, 2], 'must be 1 (user) or 2 (administrator)');

export const role = z.object({ roleId: z.number(), name: z.string(), label: z.string(), scope: z.number() });
export type UserRole = z.output<typeof role>;

/**
 * `expiration` is present while someone is invited and has not registered. `failedLoginCounter` covers the last 24
 * hours.
 */
export const user = z.object({
  userId: id,
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  orgId: z.nullable(id),
  scope: z.number(),
  roleId: z.number(),
  roles: z.array(z.object({ roleId: z.number(), name: z.string() })),
  expiration: z.nullable(instant),
  loginDisabled: z.boolean(),
  failedLoginCounter: z.number(),
  lockedUntil: z.nullable(instant),
  firstLogin: z.boolean(),
  homepage: z.nullable(z.string()),
  isSSOUser: z.boolean(),
  /** The second factors of the person; those at a provider are not known here. */
  secondFactors: z.array(z.enum(factorKinds)),
  /** To the minute. */
  lastSeenAt: z.nullable(instant),
  createdAt: instant,
  /** Whether an organization user sees only `locationIds`, which may be none. */
  limitedToLocations: z.boolean(),
  locationIds: z.array(id),
  /** Only with `include=organization`; staff belong to none. */
  organization: z.optional(z.nullable(z.object({ orgId: id, name: z.string() }))),
});
export type User = z.output<typeof user>;

const oneUser = z.object({ userId: id });
const done = z.object({ ok: z.literal(true) });

export const listRoles = defineEndpoint({
  name: 'listRoles',
  area,
  summary: 'The roles; with `scope=1`, only those of organizations',
  method: 'GET',
  path: '/api/role',
  access: anyone,
  query: z.object({ scope: z.optional(z.enum(['1', '3890'])) }),
  reply: z.array(role),
});

/** `kind=active` leaves invited people out, `kind=invited` shows only them. Staff who name no organization see all. */
export const listUsers = defineEndpoint({
  name: 'listUsers',
  area,
  summary: 'The people of an organization',
  method: 'GET',
  path: '/api/user',
  aliases: ['/api/org/{orgId}/user', '/api/org/{orgId}/users'],
  access: administratorsOrAll,
  query: z.object({
    ...listQuery,
    ...orgBound,
    kind: z.optional(z.enum(['active', 'invited'])),
    roleId: z.optional(z.enum(['1', '2', '3'])),
    loginDisabled: z.optional(z.enum(['true', 'false'])),
    /** Whether `secondFactors` has any. */
    secondFactor: z.optional(z.enum(['true', 'false'])),
    include: z.optional(z.string()),
  }),
  reply: z.array(user),
  list: true,
});

export const getUser = defineEndpoint({
  name: 'getUser',
  area,
  summary: 'One person',
  method: 'GET',
  path: '/api/user/{userId}',
  access: administratorsOrAll,
  params: oneUser,
  query: z.object({ ...orgBound, include: z.optional(z.string()) }),
  reply: user,
});

export const deleteUser = defineEndpoint({
  name: 'deleteUser',
  area,
  summary: 'Deletes a person; the last administrator cannot be deleted',
  method: 'DELETE',
  path: '/api/user/{userId}',
  access: administratorsOrAll,
  params: oneUser,
  query: z.object(orgBound),
  reply: done,
});

export const resetLogin = defineEndpoint({
  name: 'resetLogin',
  area,
  summary: 'Unlocks a person and clears their failed sign-ins',
  method: 'PUT',
  path: '/api/user/{userId}/resetlogin',
  access: { ...administratorsOrAll, needsRecentProof: true },
  params: oneUser,
  query: z.object(orgBound),
  reply: user,
});

export const disableLogin = defineEndpoint({
  name: 'disableLogin',
  area,
  summary: 'Disables the sign-in of a person immediately',
  method: 'PUT',
  path: '/api/user/{userId}/disable-login',
  access: administratorsOrAll,
  params: oneUser,
  query: z.object(orgBound),
  reply: user,
});

export const enableLogin = defineEndpoint({
  name: 'enableLogin',
  area,
  summary: 'Enables the sign-in of a person again',
  method: 'PUT',
  path: '/api/user/{userId}/enable-login',
  access: { ...administratorsOrAll, needsRecentProof: true },
  params: oneUser,
  query: z.object(orgBound),
  reply: user,
});

export const sendUserPasswordReset = defineEndpoint({
  name: 'sendUserPasswordReset',
  area,
  summary: 'Sends a person a link to choose a new password; staff only, refused for single sign-on',
  method: 'POST',
  path: '/api/user/{userId}/password-reset',
  access: { ...staffOrAll, needsRecentProof: true },
  params: oneUser,
  query: z.object(orgBound),
  /** The link only without a mail server: to be passed on by hand. */
  reply: z.object({ ok: z.literal(true), link: z.optional(z.string()) }),
});

const locations = z.strictObject({ locationIds: namedIds.check(z.minLength(1)) });
const assignment = z.object({ locationId: id, name: z.string() });

export const listLocationAssignments = defineEndpoint({
  name: 'listLocationAssignments',
  area,
  summary: 'The locations a person is limited to',
  method: 'GET',
  path: '/api/user/{userId}/locationassignment',
  access: administratorsOrAll,
  params: oneUser,
  query: z.object(orgBound),
  reply: z.array(assignment),
});

export const assignLocations = defineEndpoint({
  name: 'assignLocations',
  area,
  summary: 'Adds locations to the location limit of a person',
  method: 'POST',
  path: '/api/user/{userId}/locationassignment',
  access: administratorsOrAll,
  params: oneUser,
  query: z.object(orgBound),
  body: locations,
  reply: z.array(assignment),
});

export const unassignLocations = defineEndpoint({
  name: 'unassignLocations',
  area,
  summary: 'Removes locations from the location limit of a person, who sees none if none is left',
  method: 'PUT',
  path: '/api/user/{userId}/locationassignment',
  access: administratorsOrAll,
  params: oneUser,
  query: z.object(orgBound),
  body: locations,
  reply: z.array(assignment),
});

export const allowAllLocations = defineEndpoint({
  name: 'allowAllLocations',
  area,
  summary: 'Lets a person see all locations of the organization',
  method: 'DELETE',
  path: '/api/user/{userId}/locationassignment',
  access: administratorsOrAll,
  params: oneUser,
  query: z.object(orgBound),
  reply: done,
});

/** Only organization roles: nobody is promoted to staff. */
const chosenRole = z.strictObject({ roleId: organizationRole });

export const listUserRoles = defineEndpoint({
  name: 'listUserRoles',
  area,
  summary: 'The roles of a person',
  method: 'GET',
  path: '/api/user/{userId}/role',
  access: administratorsOrAll,
  params: oneUser,
  query: z.object(orgBound),
  reply: z.array(role),
});

export const assignRole = defineEndpoint({
  name: 'assignRole',
  area,
  summary: 'Assigns a role to a person',
  method: 'POST',
  path: '/api/user/{userId}/role',
  access: { ...administratorsOrAll, needsRecentProof: true },
  params: oneUser,
  query: z.object(orgBound),
  body: chosenRole,
  reply: z.array(role),
});

export const unassignRole = defineEndpoint({
  name: 'unassignRole',
  area,
  summary: 'Removes the administrator role from a person, who becomes a regular user',
  method: 'PUT',
  path: '/api/user/{userId}/role',
  access: staffOrAll,
  params: oneUser,
  query: z.object(orgBound),
  body: chosenRole,
  reply: z.array(role),
});

/** All addresses of the organization, or with `emails=a,b` the people with those addresses. */
export const listUserEmails = defineEndpoint({
  name: 'listUserEmails',
  area,
  summary: 'Email addresses of the users of an organization',
  method: 'GET',
  path: '/api/user/emails',
  access: members,
  query: z.object({ ...orgBound, emails: z.optional(z.string().check(z.maxLength(20_000))) }),
  reply: z.array(z.object({ userId: id, email: z.string(), name: z.string() })),
});
