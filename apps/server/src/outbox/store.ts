import type { OutboxMessage } from '@atrium/contract/mail';
import { and, count, eq, inArray, isNotNull, isNull, lt, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { contains, type ListQuery, orderTerms } from '../registry/list-query.ts';
import type { Transaction } from '../registry/registry.ts';
import { outboxMessage } from '../registry/schema/operations.ts';
import { organization } from '../registry/schema/organizations.ts';

export type Claimed = typeof outboxMessage.$inferSelect;

const { outboxMessageId, orgId, kind, recipient, subject, text, createdAt, sentAt, failedAt, attempts, error } =
  outboxMessage;
const shown = {
  outboxMessageId,
  orgId,
  organizationName: organization.name,
  kind,
  recipient,
  subject,
  text,
  createdAt,
  sentAt,
  failedAt,
  attempts,
  error,
};
const isWaiting = and(isNull(sentAt), isNull(failedAt));

/**
 * Claims the next due message of a kind until the lease ends: then its sender must have died. Those of the passed
 * organizations wait.
 */
export async function claimMessage(
  { sql: db }: Transaction,
  wanted: Claimed['kind'],
  now: Date,
  leaseUntil: Date,
  passed: readonly string[] = [],
): Promise<Claimed | undefined> {
  const due = db
    .select({ outboxMessageId })
    .from(outboxMessage)
    .where(
      and(
        eq(kind, wanted),
        isWaiting,
        lte(outboxMessage.nextAttemptAt, now),
        passed.length > 0 ? notInArray(orgId, [...passed]) : undefined,
      ),
    )
    .orderBy(outboxMessage.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(outboxMessage)
    .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: leaseUntil })
    .where(inArray(outboxMessageId, due))
    .returning();
  return row;
}

export async function saveMessage(
  { sql: db }: Transaction,
  id: string,
  values: Partial<Omit<Claimed, 'outboxMessageId'>>,
): Promise<void> {
  await db.update(outboxMessage).set(values).where(eq(outboxMessageId, id));
}

const states: Record<'waiting' | 'sent' | 'failed', SQL | undefined> = {
  waiting: isWaiting,
  sent: isNotNull(sentAt),
  failed: isNotNull(failedAt),
};

/** Without the keys in links. Opening the message shows them and writes an audit entry. */
export async function messagePage(
  { sql: db }: Transaction,
  query: ListQuery & { state?: keyof typeof states | undefined },
): Promise<{ rows: OutboxMessage[]; total: number }> {
  const wanted = and(query.state && states[query.state], contains(query.search, recipient, subject));
  const rows = await db
    .select(shown)
    .from(outboxMessage)
    .leftJoin(organization, eq(organization.orgId, orgId))
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? '-createdAt', { createdAt, sentAt, recipient, subject }, outboxMessageId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(outboxMessage).where(wanted);
  return { total: counted?.total ?? 0, rows: rows.map((row) => ({ ...describe(row), text: withoutKeys(row.text) })) };
}

/** With its HTML, which is deleted once it is sent. */
export async function findMessage(
  { sql: db }: Transaction,
  wanted: string,
): Promise<(OutboxMessage & { html: string | null }) | undefined> {
  const [row] = await db
    .select({ ...shown, html: outboxMessage.html })
    .from(outboxMessage)
    .leftJoin(organization, eq(organization.orgId, orgId))
    .where(eq(outboxMessageId, wanted));
  return row && describe(row);
}

/** Sent and given-up emails are kept for 90 days. */
export async function purgeMessages({ sql: db }: Transaction, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 90 * 24 * 60 * 60 * 1000);
  await db.delete(outboxMessage).where(and(lt(createdAt, before), sql`not (${isWaiting})`));
}

/** A text with disabled links. */
export function withoutKeys(written: string): string {
  return written.replaceAll(/([?&](?:resetKey|invitationId|emailKey)=)[^\s&]+/g, '$1…');
}

function describe<Row extends Pick<Claimed, 'createdAt' | 'sentAt' | 'failedAt'>>(row: Row) {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    failedAt: row.failedAt?.toISOString() ?? null,
  };
}
