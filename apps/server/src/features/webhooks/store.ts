import type { Webhook, WebhookDelivery } from '@atrium/contract/webhooks';
import { and, count, eq, isNull } from 'drizzle-orm';
import { sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import type { Transaction } from '../../registry/registry.ts';
import { outboxMessage } from '../../registry/schema/operations.ts';
import { webhook } from '../../registry/schema/webhooks.ts';

export type WebhookRow = typeof webhook.$inferSelect;

const { webhookId, orgId, url, createdAt, deletedAt } = webhook;
const ofOrganization = (id: string) => and(eq(orgId, id), isNull(deletedAt));

export async function webhookPage(
  { sql: db }: Transaction,
  organizationId: string,
  query: ListQuery,
): Promise<{ rows: WebhookRow[]; total: number }> {
  const wanted = and(ofOrganization(organizationId), contains(query.search, url));
  const rows = await db
    .select()
    .from(webhook)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'createdAt', { url, createdAt }, webhookId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(webhook).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findWebhook(
  { sql: db }: Transaction,
  organizationId: string,
  id: string,
  lock = false,
): Promise<WebhookRow | undefined> {
  const found = db
    .select()
    .from(webhook)
    .where(and(ofOrganization(organizationId), sameId(webhookId, id)));
  const [row] = await (lock ? found.for('update') : found);
  return row;
}

/** Locks until the transaction ends, so that two new ones do not pass the limit together. */
export async function lockAndCountWebhooks(tx: Transaction, organizationId: string): Promise<number> {
  await lockByName(tx, `webhooks ${organizationId}`);
  const [counted] = await tx.sql.select({ total: count() }).from(webhook).where(ofOrganization(organizationId));
  return counted?.total ?? 0;
}

export async function addWebhook({ sql: db }: Transaction, values: typeof webhook.$inferInsert): Promise<WebhookRow> {
  const [row] = await db.insert(webhook).values(values).returning();
  return row!;
}

export async function saveWebhook(
  { sql: db }: Transaction,
  before: Pick<WebhookRow, 'webhookId' | 'version'>,
  changes: Partial<WebhookRow>,
  now: Date,
): Promise<WebhookRow> {
  const [row] = await db
    .update(webhook)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(webhookId, before.webhookId))
    .returning();
  return row!;
}

/** Those of an organization that are called. */
export function enabledWebhooks({ sql: db }: Transaction, organizationId: string): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhook)
    .where(and(ofOrganization(organizationId), eq(webhook.isEnabled, true)))
    .orderBy(createdAt);
}

/** The address to call now; undefined once it is switched off or deleted. */
export async function findTarget({ sql: db }: Transaction, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db
    .select()
    .from(webhook)
    .where(and(sameId(webhookId, id), eq(webhook.isEnabled, true), isNull(deletedAt)));
  return row;
}

/** Locks one that is switched on, to count what became of a call. */
export async function lockTarget({ sql: db }: Transaction, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db
    .select()
    .from(webhook)
    .where(and(sameId(webhookId, id), eq(webhook.isEnabled, true), isNull(deletedAt)))
    .for('update');
  return row;
}

/** What became of calls is no edit: the version stays. */
export async function saveHealth(
  { sql: db }: Transaction,
  id: string,
  values: Partial<Pick<WebhookRow, 'failures' | 'failedAt' | 'lastSentAt' | 'isEnabled'>>,
): Promise<void> {
  await db.update(webhook).set(values).where(eq(webhookId, id));
}

export async function deliveryPage(
  { sql: db }: Transaction,
  id: string,
  query: ListQuery,
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  const wanted = eq(outboxMessage.webhookId, id);
  const { outboxMessageId } = outboxMessage;
  const rows = await db
    .select()
    .from(outboxMessage)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? '-createdAt', { createdAt: outboxMessage.createdAt }, outboxMessageId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(outboxMessage).where(wanted);
  return { rows: rows.map(shownDelivery), total: counted?.total ?? 0 };
}

function shownDelivery(row: typeof outboxMessage.$inferSelect): WebhookDelivery {
  const { outboxMessageId: deliveryId, subject: event, text: body, sentAt, failedAt, attempts, error } = row;
  const isOver = sentAt !== null || failedAt !== null;
  return {
    deliveryId,
    event,
    body,
    createdAt: row.createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    attempts,
    nextAttemptAt: isOver ? null : row.nextAttemptAt.toISOString(),
    error,
  };
}

/** Never the secret. */
export function shownWebhook(row: WebhookRow): Webhook {
  return {
    webhookId: row.webhookId,
    orgId: row.orgId,
    url: row.url,
    isEnabled: row.isEnabled,
    failures: row.failures,
    failedAt: row.failedAt?.toISOString() ?? null,
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}
