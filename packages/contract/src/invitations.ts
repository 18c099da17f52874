import { maxInvitations } from '@atrium/rules/bulk-invitation';
import * as z from 'zod/mini';
import { administrators, administratorsOrAll } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { email, id, instant, listQuery, namedIds, orgBound } from './envelope.ts';
import { organizationRole } from './users.ts';

const area = 'invitations';

export const invitationStatuses = ['Sent', 'Activated', 'Canceled', 'Expired', 'Registered', 'Deleted'] as const;
export const invitation = z.object({
  invitationId: id,
  userId: id,
  inviteeEmail: z.string(),
  inviteRole: z.number(),
  locationIds: z.array(id),
  status: z.enum(invitationStatuses),
  expiration: instant,
  createdAt: instant,
});
export type Invitation = z.output<typeof invitation>;

/** `link` only without a mail server, and only in the reply to sending: it cannot be read later. */
const sentInvitation = z.object({ ...invitation.shape, link: z.optional(z.string()) });
export type SentInvitation = z.output<typeof sentInvitation>;

export const renewInvitation = defineEndpoint({
  name: 'renewInvitation',
  area,
  summary: 'Sends an invitation again, valid for another seven days; returns the refreshed list',
  method: 'POST',
  path: '/api/registration/renew-invitation/{userId}',
  aliases: ['/api/renew-invitation/{userId}', '/renew-invitation/{userId}'],
  access: { ...administratorsOrAll, needsRecentProof: true },
  params: z.object({ userId: id }),
  query: z.object(orgBound),
  reply: z.array(sentInvitation),
});

const ofOrganization = z.object({ orgId: z.string() });

export const listInvitations = defineEndpoint({
  name: 'listInvitations',
  area,
  summary: 'The invitations of an organization, newest first',
  method: 'GET',
  path: '/api/org/{orgId}/invitations',
  aliases: ['/api/org/{orgId}/invitation'],
  access: administrators,
  params: ofOrganization,
  query: z.object({ ...listQuery, status: z.optional(z.enum(invitationStatuses)) }),
  reply: z.array(invitation),
  list: true,
});

export const invite = defineEndpoint({
  name: 'invite',
  area,
  summary: 'Invites someone by email',
  method: 'POST',
  path: '/api/org/{orgId}/invitations',
  aliases: ['/api/org/{orgId}/invitation', '/api/org/{orgId}/user', '/api/org/{orgId}/user/invitation'],
  access: { ...administrators, needsRecentProof: true },
  params: ofOrganization,
  body: z.strictObject({
    inviteeEmail: email,
    inviteRole: organizationRole,
    locationIds: z._default(namedIds, []),
  }),
  reply: sentInvitation,
});

export const inviteMany = defineEndpoint({
  name: 'inviteMany',
  area,
  summary: 'Invites several people; returns the result for each, in the same order',
  method: 'POST',
  path: '/api/org/{orgId}/invitations/bulk',
  access: { ...administrators, needsRecentProof: true },
  params: ofOrganization,
  body: z.strictObject({
    invitations: z
      .array(
        z.strictObject({
          inviteeEmail: z.string().check(z.trim(), z.maxLength(254)),
          inviteRole: organizationRole,
          locations: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)), []),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxInvitations)),
  }),
  reply: z.array(
    z.object({
      inviteeEmail: z.string(),
      invited: z.boolean(),
      message: z.nullable(z.string()),
      link: z.optional(z.string()),
    }),
  ),
});

export const cancelInvitation = defineEndpoint({
  name: 'cancelInvitation',
  area,
  summary: 'Cancels an invitation',
  method: 'POST',
  path: '/api/org/{orgId}/invitations/{invitationId}/cancel',
  aliases: ['/api/org/{orgId}/invitation/{invitationId}/cancel', '/api/org/{orgId}/invitations/{invitationId}'],
  access: administrators,
  params: z.object({ orgId: z.string(), invitationId: id }),
  reply: invitation,
});
