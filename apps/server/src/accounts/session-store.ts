import { eq } from 'drizzle-orm';
import { Refusal } from '../refusal.ts';
import type { Transaction } from '../registry/registry.ts';
import { session } from '../registry/schema/people.ts';

export function signInAgain(): Refusal {
  return new Refusal('unauthenticated', 'Please sign in.');
}

/**
 * Locks a session until the transaction ends, and refuses one that has ended in the meantime: a change to an account
 * must not outlive the session that made it. Call this after locking the account.
 */
export async function lockSession(
  { sql: db }: Transaction,
  sessionId: string,
): Promise<{ readonly remember: boolean }> {
  const [row] = await db
    .select({ remember: session.remember })
    .from(session)
    .where(eq(session.sessionId, sessionId))
    .for('update');
  if (!row) throw signInAgain();
  return row;
}
