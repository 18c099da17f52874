import * as z from 'zod/mini';
import { administratorsOrAll, staff } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

/** Null where nobody did it, or where someone was purged long after. */
const person = z.nullable(z.object({ userId: id, name: z.string(), email: z.string() }));

export const auditEntry = z.object({
  auditEntryId: z.number(),
  at: instant,
  user: person,
  /** The staff user behind a login-as. */
  actingStaff: person,
  action: z.string(),
  entityType: z.nullable(z.string()),
  entityId: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = defineEndpoint({
  name: 'listAudit',
  area: 'users-roles',
  summary: 'Who did what to whom, newest first; dates are UTC days',
  method: 'GET',
  path: '/api/audit',
  access: administratorsOrAll,
  query: z.object({
    ...listQuery,
    ...orgBound,
    action: z.optional(z.string().check(z.maxLength(60))),
    userId: z.optional(z.string().check(z.maxLength(100))),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
  }),
  reply: z.array(auditEntry),
  list: true,
});

export const outboxMessage = z.object({
  outboxMessageId: id,
  orgId: z.nullable(id),
  organizationName: z.nullable(z.string()),
  kind: z.enum(['mail', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  /** The keys in its links are left out in lists, and everywhere once it is sent. */
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
  summary: 'Emails and text messages, sent or waiting, newest first',
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
