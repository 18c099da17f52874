import { isEmail } from '@atrium/rules/email';
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import { invalidField, Refusal } from '../refusal.ts';
import { notification } from '../registry/notifications.ts';
import type { Transaction } from '../registry/registry.ts';
import { outboxMessage } from '../registry/schema/operations.ts';

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
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind} ${recipient}`}, 0))`);
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
  await tx.sql.insert(outboxMessage).values({
    orgId: mail.orgId,
    kind: 'mail',
    recipient: mail.to,
    subject: onOneLine(mail.subject),
    text: mail.text,
    html: mail.html ?? null,
    requestKind,
    createdAt: now,
    nextAttemptAt: now,
  });
  await tx.client.query(notification('outbox', null));
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
