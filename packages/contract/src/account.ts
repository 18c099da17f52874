import * as z from 'zod/mini';
import { isPublic, oneself, roles } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, line } from './envelope.ts';
import { profile } from './profile.ts';

/** What people whose organization has expired can still use. */
const own = { ...oneself, alwaysOpen: true } as const;
const beforeSecondFactor = { ...own, beforeSecondFactor: true } as const;

export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  area: 'profile',
  summary:
    'Changes personal details; a new email address needs the current password and takes effect once it is confirmed',
  method: 'PUT',
  path: '/api/profile',
  access: own,
  body: z.strictObject({
    name: z.optional(z.nullable(line(200))),
    phone: z.optional(z.nullable(line(40))),
    timezone: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    email: z.optional(z.nullable(line(254))),
    currentPassword: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: profile,
});

export const resendEmailChange = defineEndpoint({
  name: 'resendEmailChange',
  area: 'profile',
  summary: 'Sends a new link to the email address that is waiting for confirmation',
  method: 'POST',
  path: '/api/profile/email-change/resend',
  access: own,
  reply: z.object({ ok: z.literal(true) }),
});

export const cancelEmailChange = defineEndpoint({
  name: 'cancelEmailChange',
  area: 'profile',
  summary: 'Cancels the email change; the link that was sent no longer works',
  method: 'DELETE',
  path: '/api/profile/email-change',
  access: own,
  reply: z.object({ ok: z.literal(true) }),
});

export const confirmEmailChange = defineEndpoint({
  name: 'confirmEmailChange',
  area: 'profile',
  summary: 'Confirms a new email address with the key from the email',
  method: 'POST',
  path: '/api/email-change/confirm',
  access: isPublic,
  body: z.strictObject({ emailKey: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({ email: z.string() }),
});

export const changePassword = defineEndpoint({
  name: 'changePassword',
  area: 'profile',
  summary: 'Changes the password and ends all other sessions',
  method: 'PUT',
  path: '/api/profile/password',
  access: own,
  body: z.strictObject({
    currentPassword: z.string().check(z.maxLength(200)),
    newPassword: z.string().check(z.maxLength(200)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});

export const getOwnRoles = defineEndpoint({
  name: 'getOwnRoles',
  area: 'profile',
  summary: 'The names of your roles',
  method: 'GET',
  path: '/api/profile/roles',
  access: own,
  reply: z.array(z.enum(roles)),
});

export const getHomepage = defineEndpoint({
  name: 'getHomepage',
  area: 'profile',
  summary: 'Your homepage, or null',
  method: 'GET',
  path: '/api/profile/homepage',
  access: own,
  reply: z.object({ homepage: z.nullable(z.string()) }),
});

export const setHomepage = defineEndpoint({
  name: 'setHomepage',
  area: 'profile',
  summary: 'Sets your homepage: a path in this application',
  method: 'PUT',
  path: '/api/profile/homepage',
  access: own,
  body: z.strictObject({ homepage: z.nullable(z.string().check(z.maxLength(500))) }),
  reply: z.object({ homepage: z.nullable(z.string()) }),
});

export const acceptTerms = defineEndpoint({
  name: 'acceptTerms',
  area: 'session-login',
  summary: 'Accepts the terms of service of a version',
  method: 'POST',
  path: '/api/profile/terms',
  access: beforeSecondFactor,
  body: z.strictObject({ version: z.string().check(z.maxLength(40)) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const ownSession = z.object({
  sessionId: id,
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  remember: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const listOwnSessions = defineEndpoint({
  name: 'listOwnSessions',
  area: 'profile',
  summary: 'Your active sessions',
  method: 'GET',
  path: '/api/profile/sessions',
  access: own,
  reply: z.array(ownSession),
});

export const endOwnSession = defineEndpoint({
  name: 'endOwnSession',
  area: 'profile',
  summary: 'Ends one of your sessions',
  method: 'DELETE',
  path: '/api/profile/sessions/{sessionId}',
  access: own,
  params: z.object({ sessionId: id }),
  reply: z.object({ ok: z.literal(true) }),
});

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  area: 'profile',
  summary: 'Ends all of your other sessions',
  method: 'DELETE',
  path: '/api/profile/sessions',
  access: own,
  reply: z.object({ ended: z.number() }),
});

export const disableLoginDisclaimer = defineEndpoint({
  name: 'disableLoginDisclaimer',
  area: 'session-login',
  summary: 'Rejects the terms of service, which disables the account',
  method: 'PUT',
  path: '/api/user/{userId}/disable-login-disclaimer',
  access: beforeSecondFactor,
  params: z.object({ userId: id }),
  reply: z.object({ ok: z.literal(true) }),
});
