import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';

/** The name that an organization signs in with. */
export function sftpUser(orgId: string): string {
  return `org-${orgId.slice(0, 8)}`;
}

/** Organizations that may send files under this user name, `org-` and the first eight digits of their id. */
export async function keysOf({ sql: db }: Transaction, user: string): Promise<{ orgId: string; publicKey: string }[]> {
  const [, prefix] = /^org-([\da-f]{8})$/.exec(user) ?? [];
  if (prefix === undefined) return [];
  const rows = await db
    .select({ orgId: organization.orgId, publicKey: organization.sftpPublicKey })
    .from(organization)
    .where(
      and(
        sql`left(${organization.orgId}::text, 8) = ${prefix}`,
        eq(organization.sftpEnabled, true),
        eq(organization.isEnabled, true),
        isNotNull(organization.sftpPublicKey),
        isNull(organization.deletedAt),
      ),
    );
  return rows.map(({ orgId, publicKey }) => ({ orgId, publicKey: publicKey ?? '' }));
}
