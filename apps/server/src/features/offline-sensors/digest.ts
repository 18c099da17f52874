import { isExpired } from '@atrium/rules/subscription';
import { queueMail } from '../../outbox/outbox.ts';
import { offlineDigestMail } from '../../outbox/templates/offline-digest-mail.ts';
import { Refusal } from '../../refusal.ts';
import type { Transaction } from '../../registry/registry.ts';
import { type DigestRecipient, markNotified, organizationsToNotify, readNews } from './digest-store.ts';

/**
 * A restarting router takes its sensors offline for some minutes, one after another: that results in one email, or
 * none.
 */
const settlesIn = 5 * 60_000;
const leastBetween = 60 * 60_000;
const maxNamed = 20;

/** One email to each address of an organization when sensors have gone offline, at most one an hour. */
export async function sendDigests(tx: Transaction, now: Date, publicUrl: string): Promise<void> {
  const at = now.getTime();
  const organizations = await organizationsToNotify(tx, new Date(at - settlesIn), new Date(at - leastBetween));
  for (const addressed of organizations) {
    if (!isExpired(addressed.subExpiration, now)) await tell(tx, addressed, now, publicUrl);
  }
}

async function tell(
  tx: Transaction,
  { orgId, name, emails }: DigestRecipient,
  now: Date,
  publicUrl: string,
): Promise<void> {
  const { news, total } = await readNews(tx, orgId, now, maxNamed);
  const letter = offlineDigestMail({ publicUrl, organizationName: name, news, total });
  for (const to of new Set(emails)) await queueMail(tx, { orgId, to, ...letter }, now).catch(unlessRefused);
  await markNotified(tx, orgId, now);
}

/** An address that reached its limit, or is invalid, must not block the mail of others. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
