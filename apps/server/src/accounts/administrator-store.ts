import { roleIds } from '@atrium/contract/access';
import { and, asc, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { lockByName } from '../registry/lock-by-name.ts';
import type { Transaction } from '../registry/registry.ts';
import { localUser } from '../registry/schema/people.ts';

const { userId, orgId, roleId, email, name, createdAt } = localUser;

/**
 * Serializes decisions about the administrators of an organization, or about staff (null). Lock this before any of
 * their rows: two administrators who remove each other must not both find the other one left.
 */
export async function lockAdministrators(tx: Transaction, organizationId: string | null): Promise<void> {
  await lockByName(tx, `administrators ${organizationId ?? 'staff'}`);
}

interface Member {
  readonly userId: string;
  readonly orgId: string | null;
  readonly roleId: number;
}

/** Whether someone else with the same organization and role can sign in. */
export async function hasPeer({ sql: db }: Transaction, person: Member): Promise<boolean> {
  const rows = await db
    .select({ userId })
    .from(localUser)
    .where(
      and(
        person.orgId === null ? isNull(orgId) : eq(orgId, person.orgId),
        eq(roleId, person.roleId),
        ne(userId, person.userId),
        canSignIn(),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Staff users who receive notices: only the first few, to limit the number of emails. */
export async function staffToNotify({ sql: db }: Transaction): Promise<{ email: string; name: string }[]> {
  return db
    .select({ email, name })
    .from(localUser)
    .where(and(isNull(orgId), eq(roleId, roleIds.SenSourceUser), canSignIn()))
    .orderBy(asc(createdAt), asc(userId))
    .limit(10);
}

function canSignIn(): SQL | undefined {
  return and(eq(localUser.loginDisabled, false), isNull(localUser.expiration), isNull(localUser.deletedAt));
}
