import * as z from 'zod/mini';
import { isPublic, staffOfOrganization } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, line } from './envelope.ts';

/** The callback for the provider; a redirect, so not an endpoint of the contract. */
export const ssoCallbackPath = '/sso/callback';

export const getSsoLoginUrl = defineEndpoint({
  name: 'getSsoLoginUrl',
  area: 'session-login',
  summary: 'The URL where a person with this email address signs in at the provider of their organization',
  method: 'POST',
  path: '/sso/get-login-url',
  aliases: ['/api/sso/get-login-url'],
  access: isPublic,
  body: z.strictObject({
    email: z.string().check(z.minLength(1), z.maxLength(254)),
    remember: z._default(z.boolean(), false),
  }),
  reply: z.object({ url: z.string() }),
});

/** Connections are set by staff. The client secret is written, never read. */
export const ssoConnection = z.object({
  ssoConnectionId: id,
  issuer: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  domains: z.array(z.string()),
  /** Must be entered at the provider. */
  redirectUri: z.string(),
});
export type SsoConnection = z.output<typeof ssoConnection>;

const ofOrganization = z.object({ orgId: z.string() });

export const getSsoConnection = defineEndpoint({
  name: 'getSsoConnection',
  area: 'organizations',
  summary: 'The single sign-on connection of an organization, or null',
  method: 'GET',
  path: '/api/org/{orgId}/sso-connection',
  access: staffOfOrganization,
  params: ofOrganization,
  reply: z.nullable(ssoConnection),
});

export const setSsoConnection = defineEndpoint({
  name: 'setSsoConnection',
  area: 'organizations',
  summary: 'Sets the single sign-on connection of an organization',
  method: 'PUT',
  path: '/api/org/{orgId}/sso-connection',
  access: { ...staffOfOrganization, needsRecentProof: true },
  params: ofOrganization,
  body: z.strictObject({
    issuer: line(500),
    clientId: line(200).check(z.minLength(1)),
    /** Unchanged when absent. */
    clientSecret: z.optional(z.string().check(z.maxLength(500))),
    domains: z.array(line(253)).check(z.minLength(1), z.maxLength(20)),
  }),
  reply: ssoConnection,
});

export const deleteSsoConnection = defineEndpoint({
  name: 'deleteSsoConnection',
  area: 'organizations',
  summary: 'Removes single sign-on from an organization; its users sign in with passwords again',
  method: 'DELETE',
  path: '/api/org/{orgId}/sso-connection',
  access: { ...staffOfOrganization, needsRecentProof: true },
  params: ofOrganization,
  reply: z.object({ ok: z.literal(true) }),
});
