import type { Transaction } from '../registry/registry.ts';
import { outboxMessage } from '../registry/schema/operations.ts';

export interface Mail {
  readonly orgId: string | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Writes a mail in the caller's transaction: it is sent if, and only if, that commits. */
export async function queueMail({ sql }: Transaction, mail: Mail): Promise<void> {
  await sql.insert(outboxMessage).values({
    orgId: mail.orgId,
    kind: 'mail',
    recipient: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html ?? null,
  });
}

export async function queueSms({ sql }: Transaction, sms: { orgId: string; to: string; text: string }): Promise<void> {
  await sql.insert(outboxMessage).values({ orgId: sms.orgId, kind: 'sms', recipient: sms.to, text: sms.text });
}
