import * as z from 'zod/mini';
import { type Access, administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'alarms';
const managed = { ...administrators, capability: 'alarmsEnabled' } as const satisfies Access;
/** Its reply contains the secret. */
const proven = { ...managed, needsRecentProof: true } as const satisfies Access;

/** An address that is called whenever an alarm of the organization has something to tell. The secret is never shown again. */
const webhook = {
  webhookId: id,
  orgId: id,
  url: z.string(),
  isEnabled: z.boolean(),
  /** Attempts in a row that failed. */
  failures: z.number(),
  /** When it was switched off because of them. */
  failedAt: z.nullable(instant),
  lastSentAt: z.nullable(instant),
  createdAt: instant,
  version: z.number(),
};
export const webhookReply = z.object(webhook);
export type Webhook = z.output<typeof webhookReply>;
const withSecret = z.object({ ...webhook, secret: z.string() });
export type WebhookWithSecret = z.output<typeof withSecret>;

const path = '/api/webhook/{webhookId}';
const params = z.object({ webhookId: z.string().check(z.maxLength(100)) });
const url = z.optional(z.nullable(z.string().check(z.maxLength(10_000))));

export const listWebhooks = defineEndpoint({
  name: 'listWebhooks',
  area,
  summary: 'The webhooks of an organization, never their secrets',
  method: 'GET',
  path: '/api/webhook',
  access: managed,
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(webhookReply),
  list: true,
});

export const getWebhook = defineEndpoint({
  name: 'getWebhook',
  area,
  summary: 'A webhook',
  method: 'GET',
  path,
  access: managed,
  params,
  query: z.object(orgBound),
  reply: webhookReply,
});

export const createWebhook = defineEndpoint({
  name: 'createWebhook',
  area,
  summary: 'A new webhook; only this reply contains the secret that signs its calls',
  method: 'POST',
  path: '/api/webhook',
  access: proven,
  query: z.object(orgBound),
  body: z.strictObject({ ...orgBound, url }),
  reply: withSecret,
});

export const updateWebhook = defineEndpoint({
  name: 'updateWebhook',
  area,
  summary: 'Changes a webhook, or switches it on or off; one that is switched on starts without failures',
  method: 'PUT',
  path,
  access: managed,
  params,
  query: z.object(orgBound),
  body: z.strictObject({ ...orgBound, url, isEnabled: z.optional(z.boolean()) }),
  reply: webhookReply,
});

export const renewWebhookSecret = defineEndpoint({
  name: 'renewWebhookSecret',
  area,
  summary: 'A new secret for a webhook, in this reply only; the old one no longer signs anything',
  method: 'POST',
  path: `${path}/secret`,
  access: proven,
  params,
  query: z.object(orgBound),
  reply: withSecret,
});

export const deleteWebhook = defineEndpoint({
  name: 'deleteWebhook',
  area,
  summary: 'Deletes a webhook; calls that wait are not made',
  method: 'DELETE',
  path,
  access: managed,
  params,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});

export const testWebhook = defineEndpoint({
  name: 'testWebhook',
  area,
  summary: 'Calls a webhook with a test event',
  method: 'POST',
  path: `${path}/test`,
  access: managed,
  params,
  query: z.object(orgBound),
  reply: z.object({ deliveryId: id }),
});

export const listWebhookDeliveries = defineEndpoint({
  name: 'listWebhookDeliveries',
  area,
  summary: 'The calls of a webhook of the last 90 days, newest first',
  method: 'GET',
  path: `${path}/deliveries`,
  access: managed,
  params,
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(
    z.object({
      /** Sent with every attempt, so that a repetition is recognized. */
      deliveryId: id,
      event: z.string(),
      body: z.string(),
      createdAt: instant,
      sentAt: z.nullable(instant),
      /** When it was given up. */
      failedAt: z.nullable(instant),
      attempts: z.number(),
      /** When it is tried again; null once it is sent or given up. */
      nextAttemptAt: z.nullable(instant),
      error: z.nullable(z.string()),
    }),
  ),
  list: true,
});
export type WebhookDelivery = z.output<typeof listWebhookDeliveries.reply>[number];
