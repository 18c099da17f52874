import { isEmail } from '@atrium/rules/email';
import { dailyCalls } from '@atrium/rules/webhook';
import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { invalidField, Refusal } from '../refusal.ts';
import { lockByName } from '../registry/lock-by-name.ts';
import { notification } from '../registry/notifications.ts';
import type { Transaction } from '../registry/registry.ts';
import { outboxMessage } from '../registry/schema/operations.ts';
import type { Claimed } from './store.ts';

export interface Mail {
  readonly orgId: string | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Limits on how many emails the product can be made to send. */
export const dailyEmailLimits = { organization: 1_000, recipient: 20 };
const dayMs = 24 * 60 * 60 * 1000;
/** The pause between two emails of one kind that anonymous requests cause for one address. */
const requestPauseMs = 5 * 60 * 1000;

/**
 * Writes an email in the caller's transaction: it is sent if, and only if, that commits. Refuses beyond the daily
 * limit.
 */
export async function queueMail(tx: Transaction, mail: Mail, now: Date): Promise<void> {
  await refuseTooMany(tx, mail, new Date(now.getTime() - dayMs));
  await insertMail(tx, mail, null, now);
}

/** A security notice about something that has happened: never refused, whatever was sent before. */
export async function queueNotice(tx: Transaction, mail: Mail, now: Date): Promise<void> {
  await insertMail(tx, mail, null, now);
}

/** Messages of alarms to one recipient in a day; more would only be a flood. */
export const dailyAlarmLimit = 200;

/** A row of the outbox. Beyond the limit of a day it is recorded as failed, so that people see what was not sent. */
export interface Queued {
  readonly id: string;
  readonly isOverLimit: boolean;
}

/** What was over a limit does not count toward it: otherwise a flood would never end. */
const countsTowardLimit = or(isNull(outboxMessage.failedAt), gt(outboxMessage.attempts, 0));

/** A message of an alarm. It counts toward no other limit, so that a restless alarm does not stop invitations. */
export async function queueAlarmMessage(
  tx: Transaction,
  message: Mail & { readonly kind: 'mail' | 'sms' },
  now: Date,
): Promise<Queued> {
  const { kind, orgId, to } = message;
  const [sent] = await tx.sql
    .select({ today: count() })
    .from(outboxMessage)
    .where(
      and(
        eq(sql`lower(${outboxMessage.recipient})`, to.toLowerCase()),
        orgId === null ? isNull(outboxMessage.orgId) : eq(outboxMessage.orgId, orgId),
        eq(outboxMessage.requestKind, 'alarm'),
        gt(outboxMessage.createdAt, new Date(now.getTime() - dayMs)),
        countsTowardLimit,
      ),
    );
  const isOverLimit = (sent?.today ?? 0) >= dailyAlarmLimit;
  const error = isOverLimit ? `limit of ${dailyAlarmLimit} messages a day` : null;
  return { id: await insertMessage(tx, kind, message, 'alarm', now, { error }), isOverLimit };
}

interface WebhookCall {
  readonly orgId: string;
  readonly webhookId: string;
  readonly host: string;
  readonly event: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A call of a webhook. It counts toward no limit of emails. */
export async function queueWebhookCall(
  tx: Transaction,
  { orgId, webhookId, host, event, body }: WebhookCall,
  now: Date,
): Promise<Queued> {
  const since = new Date(now.getTime() - dayMs);
  const [made] = await tx.sql
    .select({ today: count() })
    .from(outboxMessage)
    .where(and(eq(outboxMessage.webhookId, webhookId), gt(outboxMessage.createdAt, since), countsTowardLimit));
  const isOverLimit = (made?.today ?? 0) >= dailyCalls;
  const error = isOverLimit ? `limit of ${dailyCalls.toLocaleString('en-US')} calls a day` : null;
  const call = { orgId, to: host, subject: event, text: JSON.stringify({ event, at: now.toISOString(), ...body }) };
  return { id: await insertMessage(tx, 'webhook', call, 'alarm', now, { webhookId, error }), isOverLimit };
}

export type RequestKind = 'password-reset' | 'sign-up';

/**
 * An email that anyone can cause without signing in. A stranger could use up a daily limit, so there is a short pause
 * instead, and these emails do not count toward the limits of others.
 */
export async function queueRequestedMail(tx: Transaction, kind: RequestKind, mail: Mail, now: Date): Promise<void> {
  await insertMail(tx, mail, kind, now);
}

/** Whether this address just got such an email. Blocks concurrent requests until the transaction ends. */
export async function wasJustRequested(tx: Transaction, kind: RequestKind, to: string, now: Date): Promise<boolean> {
  const recipient = to.toLowerCase();
  await lockByName(tx, `${kind} ${recipient}`);
  const rows = await tx.sql
    .select({ outboxMessageId: outboxMessage.outboxMessageId })
    .from(outboxMessage)
    .where(
      and(
        eq(sql`lower(${outboxMessage.recipient})`, recipient),
        eq(outboxMessage.requestKind, kind),
        gt(outboxMessage.createdAt, new Date(now.getTime() - requestPauseMs)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

async function insertMail(tx: Transaction, mail: Mail, requestKind: RequestKind | null, now: Date): Promise<void> {
  if (!isEmail(mail.to)) throw invalidField('email', `${mail.to} is not an email address.`);
  await insertMessage(tx, 'mail', mail, requestKind, now);
}

async function insertMessage(
  tx: Transaction,
  kind: Claimed['kind'],
  { orgId, to, subject, text, html }: Mail,
  requestKind: RequestKind | 'alarm' | null,
  now: Date,
  { webhookId = null, error = null }: { readonly webhookId?: string | null; readonly error?: string | null } = {},
): Promise<string> {
  const [row] = await tx.sql
    .insert(outboxMessage)
    .values({
      orgId,
      kind,
      recipient: to,
      subject: onOneLine(subject),
      text,
      html: error === null ? (html ?? null) : null,
      requestKind,
      webhookId,
      createdAt: now,
      nextAttemptAt: now,
      error,
      failedAt: error === null ? null : now,
    })
    .returning({ id: outboxMessage.outboxMessageId });
  await tx.client.query(notification('outbox', null));
  return row!.id;
}

async function refuseTooMany({ sql: db }: Transaction, { orgId, to }: Mail, since: Date): Promise<void> {
  const ofOrganization = orgId === null ? isNull(outboxMessage.orgId) : eq(outboxMessage.orgId, orgId);
  const recent = and(gt(outboxMessage.createdAt, since), isNull(outboxMessage.requestKind));
  const isSame = eq(sql`lower(${outboxMessage.recipient})`, to.toLowerCase());
  const [toSame] = await db
    .select({ sent: count() })
    .from(outboxMessage)
    .where(and(isSame, ofOrganization, recent));
  if ((toSame?.sent ?? 0) >= dailyEmailLimits.recipient) {
    throw new Refusal(
      'too_many',
      `${to} has already been sent ${dailyEmailLimits.recipient} emails today. Try again tomorrow.`,
    );
  }
  if (orgId === null) return;
  const [inAll] = await db.select({ sent: count() }).from(outboxMessage).where(and(ofOrganization, recent));
  if ((inAll?.sent ?? 0) >= dailyEmailLimits.organization) {
    const most = dailyEmailLimits.organization.toLocaleString('en-US');
    throw new Refusal('too_many', `The organization has already sent ${most} emails today. Try again tomorrow.`);
  }
}

function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
