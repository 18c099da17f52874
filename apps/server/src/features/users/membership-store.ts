import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { invitation, ssoDomain, ssoIdentity } from '../../registry/schema/organization-details.ts';
import { emailChange, localUser, resetKey } from '../../registry/schema/people.ts';
import { signOutEverywhere } from '../../accounts/second-factor-store.ts';

/** Ends everyone's account in an organization; their addresses and email domains are free again. */
export async function removePeople(tx: Transaction, orgId: string, now: Date): Promise<void> {
  const { sql: db } = tx;
  const people = await db
    .update(localUser)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(eq(localUser.orgId, orgId), isNull(localUser.deletedAt)))
    .returning({ userId: localUser.userId });
  await endAccounts(
    tx,
    people.map(({ userId }) => userId),
    now,
  );
  await db.delete(ssoDomain).where(eq(ssoDomain.orgId, orgId));
}

/** Deletes what must not outlive an account: sessions, emailed links, and the identity at a provider. */
export async function endAccounts(tx: Transaction, userIds: string[], now: Date): Promise<void> {
  const { sql: db } = tx;
  await signOutEverywhere(tx, userIds);
  await db.delete(resetKey).where(inArray(resetKey.userId, userIds));
  await db.delete(emailChange).where(inArray(emailChange.userId, userIds));
  await db.delete(ssoIdentity).where(inArray(ssoIdentity.userId, userIds));
  await db
    .update(invitation)
    .set({ status: 'Deleted', tokenHash: null, updatedAt: now })
    .where(and(inArray(invitation.userId, userIds), inArray(invitation.status, ['Sent', 'Activated', 'Expired'])));
}
