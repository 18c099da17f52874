import { and, eq, gt, lte } from 'drizzle-orm';
import type { Transaction } from '../registry/registry.ts';
import { emailChange } from '../registry/schema/people.ts';
import { hashToken, newToken } from './secrets.ts';

const validMs = 60 * 60 * 1000;
const { userId, newEmail, keyHash, expiresAt } = emailChange;

/** The key of a link that confirms a new address: valid for an hour, once, and only the newest of a person. */
export async function issueEmailKey(
  { sql: db }: Transaction,
  person: string,
  email: string,
  now: Date,
): Promise<string> {
  const key = newToken();
  const change = {
    newEmail: email,
    keyHash: hashToken(key),
    createdAt: now,
    expiresAt: new Date(now.getTime() + validMs),
  };
  await db
    .insert(emailChange)
    .values({ userId: person, ...change })
    .onConflictDoUpdate({ target: userId, set: change });
  return key;
}

/** The address that is waiting for confirmation. */
export async function pendingEmail({ sql: db }: Transaction, person: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ newEmail })
    .from(emailChange)
    .where(and(eq(userId, person), gt(expiresAt, now)));
  return row?.newEmail ?? null;
}

/** The owner of the key, for locking the account before the key is consumed. */
export async function holderOfEmailKey({ sql: db }: Transaction, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId })
    .from(emailChange)
    .where(eq(keyHash, hashToken(key)));
  return row?.userId;
}

/** Consumes the key; undefined if it is unknown, used or expired. */
export async function redeemEmailKey({ sql: db }: Transaction, key: string, now: Date) {
  const [row] = await db
    .delete(emailChange)
    .where(and(eq(keyHash, hashToken(key)), gt(expiresAt, now)))
    .returning({ userId, newEmail });
  return row;
}

export async function dropEmailChange({ sql: db }: Transaction, person: string): Promise<boolean> {
  const rows = await db.delete(emailChange).where(eq(userId, person)).returning({ userId });
  return rows.length > 0;
}

export async function purgeEmailChanges({ sql: db }: Transaction, now: Date): Promise<void> {
  await db.delete(emailChange).where(lte(expiresAt, now));
}
