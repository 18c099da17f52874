import * as z from 'zod/mini';
import { administratorsOrAll } from './access.ts';
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
