import * as z from 'zod/mini';
import { staff } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery } from './envelope.ts';

export const outboxKinds = ['mail', 'sms', 'webhook'] as const;

export const outboxMessage = z.object({
  outboxMessageId: id,
  orgId: z.nullable(id),
  organizationName: z.nullable(z.string()),
  kind: z.enum(outboxKinds),
  recipient: z.string(),
  subject: z.string(),
  /** The keys in its links are removed in lists, and everywhere once it is sent. */
  text: z.string(),
  createdAt: instant,
  sentAt: z.nullable(instant),
  /** When it was given up. */
  failedAt: z.nullable(instant),
  attempts: z.number(),
  error: z.nullable(z.string()),
});
export type OutboxMessage = z.output<typeof outboxMessage>;

export const listOutbox = defineEndpoint({
  name: 'listOutbox',
  area: 'users-roles',
  summary: 'Emails, text messages and calls of webhooks, sent or waiting, newest first',
  method: 'GET',
  path: '/api/outbox',
  access: staff,
  query: z.object({ ...listQuery, state: z.optional(z.enum(['waiting', 'sent', 'failed'])) }),
  reply: z.array(outboxMessage),
  list: true,
});

export const getOutboxMessage = defineEndpoint({
  name: 'getOutboxMessage',
  area: 'users-roles',
  summary: 'One message, as it looks in an email client',
  method: 'GET',
  path: '/api/outbox/{outboxMessageId}',
  access: staff,
  params: z.object({ outboxMessageId: id }),
  reply: z.object({ ...outboxMessage.shape, html: z.nullable(z.string()) }),
});
