import { eq } from 'drizzle-orm';
import type { Transaction } from './registry/registry.ts';
import { resetKey } from './registry/schema/people.ts';
import { hashToken, newToken } from './secrets.ts';

const validMs = 30 * 60 * 1000;

/** The key of a link for choosing a new password: for thirty minutes, once, and only the newest of a person. */
export async function issueResetKey({ sql: db }: Transaction, userId: string, now: Date): Promise<string> {
  const key = newToken();
  await db.delete(resetKey).where(eq(resetKey.userId, userId));
  await db
    .insert(resetKey)
    .values({ keyHash: hashToken(key), userId, createdAt: now, expiresAt: new Date(now.getTime() + validMs) });
  return key;
}
