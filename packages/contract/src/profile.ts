import * as z from 'zod/mini';
import { capabilities, oneself, roles } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id } from './envelope.ts';

const flags = Object.fromEntries(capabilities.map((name) => [name, z.boolean()])) as Record<
  (typeof capabilities)[number],
  z.ZodMiniBoolean
>;

export const ownOrganization = z.object({
  orgId: id,
  name: z.string(),
  isEnabled: z.boolean(),
  subExpiration: z.nullable(z.string()),
  headroomExpiration: z.nullable(z.string()),
  isHeadroomLite: z.boolean(),
  sftpPublicKey: z.nullable(z.string()),
  ...flags,
});

export const profile = z.object({
  userId: id,
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  /** Becomes the email address once the link sent there is opened. */
  pendingEmail: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  orgId: z.nullable(id),
  scope: z.number(),
  timezone: z.nullable(z.string()),
  roles: z.array(z.enum(roles)),
  /** Sees some locations only, which may be none. */
  limitedToLocations: z.boolean(),
  homepage: z.nullable(z.string()),
  /** Signs in at the provider of the organization; there is no password here. */
  isSSOUser: z.boolean(),
  /** The terms of service must still be accepted. */
  firstLogin: z.boolean(),
  /** A required second factor must still be added: nothing else works until then. */
  owesSecondFactor: z.boolean(),
  /** The staff user behind a login-as. */
  actingStaff: z.nullable(z.object({ userId: id, name: z.string(), email: z.string() })),
  /** Only with `include=organization`; staff belong to none. */
  org: z.optional(z.nullable(ownOrganization)),
  /** Only with `include=roleassignment`. */
  roleassignment: z.optional(z.array(z.object({ roleId: z.number(), name: z.enum(roles) }))),
});
export type Profile = z.output<typeof profile>;

export const getProfile = defineEndpoint({
  name: 'getProfile',
  area: 'profile',
  summary: 'The signed-in user, with roles and organization on request',
  method: 'GET',
  path: '/api/profile',
  access: { ...oneself, alwaysOpen: true, beforeSecondFactor: true },
  query: z.object({ include: z.optional(z.string()) }),
  reply: profile,
});
