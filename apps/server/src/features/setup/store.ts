import { roleIds, systemScope } from '@atrium/contract/access';
import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { installation } from '../../registry/schema/operations.ts';
import { localUser } from '../../registry/schema/people.ts';

const key = 'setup_token_hash';

export async function staffExists({ sql: db }: Transaction): Promise<boolean> {
  const rows = await db
    .select({ userId: localUser.userId })
    .from(localUser)
    .where(and(eq(localUser.scope, systemScope), isNull(localUser.deletedAt)))
    .limit(1);
  return rows.length > 0;
}

export async function saveSetupToken({ sql: db }: Transaction, value: string): Promise<void> {
  await db.insert(installation).values({ key, value }).onConflictDoUpdate({ target: installation.key, set: { value } });
}

/** Deletes the row, so of two concurrent callers only one succeeds. */
export async function redeemSetupToken({ sql: db }: Transaction, value: string): Promise<boolean> {
  const rows = await db
    .delete(installation)
    .where(and(eq(installation.key, key), eq(installation.value, value)))
    .returning();
  return rows.length > 0;
}

export async function addStaff(
  { sql: db }: Transaction,
  person: { name: string; email: string; passwordHash: string },
): Promise<string> {
  const [row] = await db
    .insert(localUser)
    .values({ ...person, scope: systemScope, roleId: roleIds.SenSourceUser })
    .returning({ userId: localUser.userId });
  if (!row) throw new Error('The staff user was not stored.');
  return row.userId;
}
