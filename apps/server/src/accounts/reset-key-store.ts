import { and, eq, gt, lte } from 'drizzle-orm';
import type { Transaction } from '../registry/registry.ts';
import { resetKey } from '../registry/schema/people.ts';
import { hashToken, newToken } from './secrets.ts';

const validMs = 30 * 60 * 1000;

/** The key of a link for choosing a new password: valid for thirty minutes, once, and only the newest of a person. */
export async function issueResetKey(tx: Transaction, userId: string, now: Date): Promise<string> {
  const key = newToken();
  await dropResetKeys(tx, userId);
  await tx.sql
    .insert(resetKey)
    .values({ keyHash: hashToken(key), userId, createdAt: now, expiresAt: new Date(now.getTime() + validMs) });
  return key;
}

/** The owner of the key, for locking the account before the key is consumed. */
export async function holderOfResetKey({ sql: db }: Transaction, key: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: resetKey.userId })
    .from(resetKey)
    .where(and(eq(resetKey.keyHash, hashToken(key)), gt(resetKey.expiresAt, now)));
  return row?.userId;
}

/** The owner of the key. Deletes the row, so of two concurrent callers only one succeeds. */
export async function redeemResetKey({ sql: db }: Transaction, key: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .delete(resetKey)
    .where(and(eq(resetKey.keyHash, hashToken(key)), gt(resetKey.expiresAt, now)))
    .returning({ userId: resetKey.userId });
  return row?.userId;
}

export async function hasResetKey({ sql: db }: Transaction, userId: string, now: Date): Promise<boolean> {
  return (await db.$count(resetKey, and(eq(resetKey.userId, userId), gt(resetKey.expiresAt, now)))) > 0;
}

export async function dropResetKeys({ sql: db }: Transaction, userId: string): Promise<void> {
  await db.delete(resetKey).where(eq(resetKey.userId, userId));
}

export async function purgeResetKeys({ sql: db }: Transaction, now: Date): Promise<void> {
  await db.delete(resetKey).where(lte(resetKey.expiresAt, now));
}
