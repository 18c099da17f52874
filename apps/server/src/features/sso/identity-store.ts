import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { ssoIdentity } from '../../registry/schema/organization-details.ts';
import { localUser } from '../../registry/schema/people.ts';

export interface Member {
  readonly userId: string;
  readonly orgId: string;
  readonly email: string;
  readonly name: string;
  readonly homepage: string | null;
  readonly loginDisabled: boolean;
}

/** A person's identity at the provider of an organization. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly orgId: string;
}

const { userId, orgId, email, name, homepage, loginDisabled } = localUser;

/** Locked until the transaction ends, like the one found by address below: nobody is disabled while signing in. */
export async function memberWithIdentity(tx: Transaction, identity: ProviderIdentity): Promise<Member | undefined> {
  const [row] = await selectMembers(tx)
    .innerJoin(ssoIdentity, eq(ssoIdentity.userId, userId))
    .where(
      and(
        ofOrganization(identity.orgId),
        eq(ssoIdentity.issuer, identity.issuer),
        eq(ssoIdentity.subject, identity.subject),
      ),
    )
    .for('update', { of: localUser });
  return described(row);
}

/** A registered member without an identity at a provider, by id or by email address. */
export async function unlinkedMember(
  tx: Transaction,
  wanted: string,
  by: { readonly userId: string } | { readonly email: string },
): Promise<Member | undefined> {
  const [row] = await selectMembers(tx)
    .leftJoin(ssoIdentity, eq(ssoIdentity.userId, userId))
    .where(
      and(
        ofOrganization(wanted),
        isNull(ssoIdentity.userId),
        'userId' in by ? eq(userId, by.userId) : eq(sql`lower(${localUser.email})`, by.email.toLowerCase()),
      ),
    )
    .for('update', { of: localUser });
  return described(row);
}

export async function membersOf({ sql: db }: Transaction, wanted: string): Promise<string[]> {
  const rows = await db
    .select({ userId })
    .from(localUser)
    .where(and(eq(orgId, wanted), isNull(localUser.deletedAt)));
  return rows.map((row) => row.userId);
}

export async function isSubjectKnown({ sql: db }: Transaction, identity: ProviderIdentity): Promise<boolean> {
  const rows = await db
    .select({ userId: ssoIdentity.userId })
    .from(ssoIdentity)
    .where(and(eq(ssoIdentity.issuer, identity.issuer), eq(ssoIdentity.subject, identity.subject)));
  return rows.length > 0;
}

export async function link(
  { sql: db }: Transaction,
  identity: ProviderIdentity,
  member: string,
  now: Date,
): Promise<void> {
  await db.insert(ssoIdentity).values({ ...identity, userId: member, createdAt: now });
}

function selectMembers({ sql: db }: Transaction) {
  return db.select({ userId, orgId, email, name, homepage, loginDisabled }).from(localUser).$dynamic();
}

function ofOrganization(wanted: string) {
  return and(eq(orgId, wanted), isNull(localUser.deletedAt), isNull(localUser.expiration));
}

function described(row: (Omit<Member, 'orgId'> & { orgId: string | null }) | undefined): Member | undefined {
  return row && row.orgId !== null ? { ...row, orgId: row.orgId } : undefined;
}
