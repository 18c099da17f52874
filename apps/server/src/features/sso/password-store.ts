import { and, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { ssoIdentity } from '../../registry/schema/organization-details.ts';
import { emailChange, localUser, resetKey } from '../../registry/schema/people.ts';

/**
 * Deletes the passwords that single sign-on replaces: of people whom the provider already knows or will recognize by
 * the domain of their address. Others keep theirs as proof for their first visit; it does not sign them in. Links for a
 * new password or address become invalid for everyone.
 */
export async function deletePasswords({ sql: db }: Transaction, orgId: string, domains: string[], now: Date) {
  const members = db.select({ userId: localUser.userId }).from(localUser).where(eq(localUser.orgId, orgId));
  await db.delete(resetKey).where(inArray(resetKey.userId, members));
  await db.delete(emailChange).where(inArray(emailChange.userId, members));
  const identity = db.select().from(ssoIdentity).where(eq(ssoIdentity.userId, localUser.userId));
  const isRecognized = inArray(sql`lower(split_part(${localUser.email}, '@', 2))`, domains);
  await forget(db, and(eq(localUser.orgId, orgId), or(isRecognized, exists(identity))), now);
}

/** The provider vouches for this person from now on. */
export async function deletePasswordOf({ sql: db }: Transaction, userId: string, now: Date): Promise<void> {
  await db.delete(resetKey).where(eq(resetKey.userId, userId));
  await forget(db, eq(localUser.userId, userId), now);
}

async function forget(db: Transaction['sql'], whose: ReturnType<typeof and>, now: Date): Promise<void> {
  await db
    .update(localUser)
    .set({ passwordHash: null, updatedAt: now, version: sql`${localUser.version} + 1` })
    .where(and(whose, isNotNull(localUser.passwordHash)));
}
