import * as z from 'zod/mini';
import { type Access, administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'api-clients';

/** Where a client exchanges its id and secret for an access token (RFC 6749, section 4.4). */
export const tokenPath = '/oauth/token';
export const tokenPaths = [tokenPath, '/api/oauth/token'] as const;
export const clientCredentials = 'client_credentials';

export const tokenReply = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.number(),
});
export type TokenReply = z.output<typeof tokenReply>;

export const tokenErrors = [
  'invalid_request',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
] as const;
export type TokenError = (typeof tokenErrors)[number];
/** `err` repeats the description, as in every other refusal. */
export const tokenRefusal = z.object({
  error: z.enum(tokenErrors),
  error_description: z.string(),
  err: z.string(),
});
export type TokenRefusal = z.output<typeof tokenRefusal>;

/** A program that calls the API on behalf of a user of the organization. The secret is never shown again. */
export const apiClient = z.object({
  clientId: id,
  name: z.string(),
  userId: id,
  /** Null once the user is deleted or belongs to another organization. */
  localuser: z.nullable(z.object({ userId: id, name: z.string(), email: z.string() })),
  /** False while the user is deleted, disabled or in another organization: the client gets no tokens. */
  isActive: z.boolean(),
  createdAt: instant,
  /** Both a few seconds behind. */
  lastUsedAt: z.nullable(instant),
  requestCount: z.number(),
  version: z.number(),
});
export type ApiClient = z.output<typeof apiClient>;

export const apiClientWithSecret = z.object({ ...apiClient.shape, clientSecret: z.string() });
export type ApiClientWithSecret = z.output<typeof apiClientWithSecret>;

/** A client cannot manage clients. */
const managed = { ...administrators, capability: 'apiClientsEnabled', clients: false } as const satisfies Access;
const params = z.object({ clientId: z.string() });
const query = z.object(orgBound);
/** Every reply contains `localuser`. */
const include = { include: z.optional(z.string().check(z.maxLength(100))) };
/** Validated by `packages/rules/src/api-client.ts`. */
const values = {
  orgId: z.optional(z.string()),
  name: z.optional(z.nullable(z.string().check(z.maxLength(1_000)))),
  userId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
};

export const listApiClients = defineEndpoint({
  name: 'listApiClients',
  area,
  summary: 'The API clients of an organization with their users and when they were used last, never their secrets',
  method: 'GET',
  path: '/api/client',
  access: managed,
  query: z.object({ ...listQuery, ...orgBound, ...include }),
  reply: z.array(apiClient),
  list: true,
});

export const getApiClient = defineEndpoint({
  name: 'getApiClient',
  area,
  summary: 'An API client',
  method: 'GET',
  path: '/api/client/{clientId}',
  access: managed,
  params,
  query: z.object({ ...orgBound, ...include }),
  reply: apiClient,
});

export const createApiClient = defineEndpoint({
  name: 'createApiClient',
  area,
  summary: 'Creates an API client for an enabled user of the organization; only this reply contains its secret',
  method: 'POST',
  path: '/api/client',
  access: { ...managed, needsRecentProof: true },
  query,
  body: z.strictObject(values),
  reply: apiClientWithSecret,
});

export const updateApiClient = defineEndpoint({
  name: 'updateApiClient',
  area,
  summary:
    'Renames an API client or links it to another user; with `regenerateSecret=true`, in the query or the body, the ' +
    'reply contains a new secret, and the old one and all tokens end',
  method: 'PUT',
  path: '/api/client/{clientId}',
  access: managed,
  params,
  query: z.object({ ...orgBound, regenerateSecret: z.optional(z.enum(['true', 'false'])) }),
  body: z.optional(z.strictObject({ ...values, regenerateSecret: z.optional(z.boolean()) })),
  reply: z.object({ ...apiClient.shape, clientSecret: z.optional(z.string()) }),
});

export const deleteApiClient = defineEndpoint({
  name: 'deleteApiClient',
  area,
  summary: 'Deletes an API client; its secret and its tokens end at once',
  method: 'DELETE',
  path: '/api/client/{clientId}',
  access: managed,
  params,
  query,
  reply: z.object({ ok: z.literal(true) }),
});
