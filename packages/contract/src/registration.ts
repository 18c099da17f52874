import * as z from 'zod/mini';
import { administrators, isPublic } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, orgBound } from './envelope.ts';

const area = 'registration-recovery';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const password = z.string().check(z.maxLength(200));
const phone = z.optional(z.nullable(z.string().check(z.maxLength(40))));
const timeZone = z.string().check(z.maxLength(64));
const invitationId = z.string().check(z.minLength(1), z.maxLength(100));

const signedIn = z.object({ userId: id, landing: z.string() });

export const sendPasswordReset = defineEndpoint({
  name: 'sendPasswordReset',
  area,
  summary: 'Mails a link for choosing a new password; answers alike for every address without single sign-on',
  method: 'POST',
  path: '/api/reset-password/send-request',
  access: isPublic,
  body: z.strictObject({ email: z.email().check(z.maxLength(254)) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  area,
  summary: 'Sets a new password with the key from the mail, and ends all sessions',
  method: 'POST',
  path: '/api/reset-password',
  access: isPublic,
  body: z.strictObject({ resetKey: z.string().check(z.minLength(1), z.maxLength(100)), newPassword: password }),
  reply: z.object({ ok: z.literal(true) }),
});

export const activateInvitation = defineEndpoint({
  name: 'activateInvitation',
  area,
  summary: 'Opening the link of an invitation; says whom it invites where',
  method: 'POST',
  path: '/api/registration/activate-invitation',
  access: isPublic,
  body: z.strictObject({ invitationId }),
  reply: z.object({ email: z.string(), organizationName: z.string(), isSSO: z.boolean() }),
});

export const register = defineEndpoint({
  name: 'register',
  area,
  summary: 'Turns an invitation into an account and signs in',
  method: 'POST',
  path: '/api/registration',
  access: isPublic,
  body: z.strictObject({ invitationId, user: z.strictObject({ name, password, phone }), timeZone }),
  reply: signedIn,
});

export const registerSso = defineEndpoint({
  name: 'registerSso',
  area,
  summary: 'Turns an invitation into an account of single sign-on; the provider proves who it is',
  method: 'POST',
  path: '/api/registration/sso',
  access: isPublic,
  body: z.strictObject({ invitationId, user: z.strictObject({ name, phone }), timeZone }),
  reply: z.object({ url: z.string() }),
});

export const selfSignUp = defineEndpoint({
  name: 'selfSignUp',
  area,
  summary: 'Opens a trial of the occupancy product: an organization and its administrator',
  method: 'POST',
  path: '/api/registration/self-sign-up/{product}',
  aliases: ['/self-sign-up/{product}'],
  access: isPublic,
  params: z.object({ product: z.string() }),
  body: z.strictObject({
    name,
    email: z.email().check(z.maxLength(254)),
    organizationName: name,
    refcode: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    password,
    timeZone,
  }),
  reply: z.object({ email: z.string() }),
});

export const renewInvitation = defineEndpoint({
  name: 'renewInvitation',
  area: 'invitations',
  summary: 'Sends an invitation again, valid for another seven days; answers the refreshed list',
  method: 'POST',
  path: '/api/registration/renew-invitation/{userId}',
  aliases: ['/renew-invitation/{userId}'],
  access: administrators,
  params: z.object({ userId: z.string() }),
  query: z.object(orgBound),
  reply: z.array(z.lazy(() => invitation)),
});

export const invitationStatuses = ['Sent', 'Activated', 'Canceled', 'Expired', 'Registered', 'Deleted'] as const;
export const invitation = z.object({
  invitationId: id,
  userId: id,
  inviteeEmail: z.string(),
  inviteRole: z.number(),
  locationIds: z.array(id),
  status: z.enum(invitationStatuses),
  expiration: z.string(),
  createdAt: z.string(),
});
export type Invitation = z.output<typeof invitation>;

const ofOrganization = z.object({ orgId: z.string() });

export const listInvitations = defineEndpoint({
  name: 'listInvitations',
  area: 'invitations',
  summary: 'The invitations of an organization, newest first',
  method: 'GET',
  path: '/api/org/{orgId}/invitations',
  aliases: ['/api/org/{orgId}/invitation'],
  access: administrators,
  params: ofOrganization,
  reply: z.array(invitation),
});

export const invite = defineEndpoint({
  name: 'invite',
  area: 'invitations',
  summary: 'Invites somebody by mail',
  method: 'POST',
  path: '/api/org/{orgId}/invitations',
  aliases: ['/api/org/{orgId}/invitation', '/api/org/{orgId}/user'],
  access: administrators,
  params: ofOrganization,
  body: z.strictObject({
    inviteeEmail: z.email().check(z.maxLength(254)),
    inviteRole: z.number().check(z.int()),
    locationIds: z._default(z.array(id).check(z.maxLength(2_000)), []),
  }),
  reply: invitation,
});

export const cancelInvitation = defineEndpoint({
  name: 'cancelInvitation',
  area: 'invitations',
  summary: 'Takes an invitation back',
  method: 'POST',
  path: '/api/org/{orgId}/invitations/{invitationId}/cancel',
  aliases: ['/api/org/{orgId}/invitation/{invitationId}/cancel'],
  access: administrators,
  params: z.object({ orgId: z.string(), invitationId: z.string() }),
  reply: invitation,
});
