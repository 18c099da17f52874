import { organizationScope } from '@atrium/contract/access';
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { invitation, ssoConnection } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';

/** Someone who is invited and has not registered yet. */
export interface Invitee {
  readonly invitationId: string;
  readonly userId: string;
  readonly orgId: string;
  readonly organizationName: string;
  readonly email: string;
  readonly name: string;
  readonly homepage: string | null;
  readonly usesSingleSignOn: boolean;
}

/** By the token of a valid invitation; locked until the transaction ends. */
export async function lockInvitee({ sql: db }: Transaction, hash: string, now: Date): Promise<Invitee | undefined> {
  const [row] = await db
    .select({
      invitationId: invitation.invitationId,
      userId: localUser.userId,
      orgId: organization.orgId,
      organizationName: organization.name,
      email: localUser.email,
      name: localUser.name,
      homepage: localUser.homepage,
      usesSingleSignOn: sql<boolean>`${ssoConnection.ssoConnectionId} is not null`,
    })
    .from(invitation)
    .innerJoin(localUser, eq(localUser.userId, invitation.userId))
    .innerJoin(organization, eq(organization.orgId, invitation.orgId))
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, organization.orgId), isNull(ssoConnection.deletedAt)))
    .where(
      and(
        eq(invitation.tokenHash, hash),
        inArray(invitation.status, ['Sent', 'Activated']),
        gt(invitation.expiration, now),
        isNotNull(localUser.expiration),
        isNull(localUser.deletedAt),
        eq(localUser.loginDisabled, false),
        eq(organization.isEnabled, true),
        isNull(organization.deletedAt),
      ),
    )
    .for('update', { of: localUser });
  return row;
}

export async function markInvitation(
  { sql: db }: Transaction,
  wanted: string,
  status: 'Activated' | 'Registered',
  now: Date,
): Promise<void> {
  const spent = status === 'Registered' ? { tokenHash: null } : {};
  await db
    .update(invitation)
    .set({ status, updatedAt: now, ...spent })
    .where(eq(invitation.invitationId, wanted));
}

/** A registered member of an organization. */
export async function addPerson(
  { sql: db }: Transaction,
  person: Required<Pick<typeof localUser.$inferInsert, 'orgId' | 'roleId' | 'email' | 'name'>> &
    Pick<typeof localUser.$inferInsert, 'phone' | 'timezone' | 'passwordHash'>,
  now: Date,
): Promise<string> {
  const [row] = await db
    .insert(localUser)
    .values({ ...person, scope: organizationScope, createdAt: now, updatedAt: now })
    .returning({ userId: localUser.userId });
  if (!row) throw new Error('The person was not stored.');
  return row.userId;
}

/** What the person entered about themselves; without an expiration they are registered. */
export async function savePerson(
  { sql: db }: Transaction,
  userId: string,
  changes: {
    name?: string;
    phone?: string | null;
    timezone?: string;
    passwordHash?: string | null;
    expiration?: null;
  },
  now: Date,
): Promise<void> {
  await db
    .update(localUser)
    .set({ ...changes, updatedAt: now, version: sql`${localUser.version} + 1` })
    .where(eq(localUser.userId, userId));
}

export interface Holder {
  readonly userId: string;
  readonly orgId: string | null;
  readonly email: string;
  readonly name: string;
  readonly loginDisabled: boolean;
  readonly isPending: boolean;
  readonly usesSingleSignOn: boolean;
}

/** The account of a person, by lowercase email address or by id. */
export async function findHolder(
  { sql: db }: Transaction,
  wanted: { readonly email: string } | { readonly userId: string },
  lock?: 'lock',
): Promise<Holder | undefined> {
  const { userId, orgId, email, name, loginDisabled } = localUser;
  const isWanted = 'email' in wanted ? eq(sql`lower(${email})`, wanted.email) : eq(userId, wanted.userId);
  // In a separate statement, so that joined rows are read after the account is locked.
  if (lock) await db.select({ userId }).from(localUser).where(isWanted).for('update');
  const [row] = await db
    .select({
      userId,
      orgId,
      email,
      name,
      loginDisabled,
      isPending: sql<boolean>`${localUser.expiration} is not null`,
      usesSingleSignOn: sql<boolean>`${ssoConnection.ssoConnectionId} is not null`,
    })
    .from(localUser)
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, orgId), isNull(ssoConnection.deletedAt)))
    .where(and(isWanted, isNull(localUser.deletedAt)));
  return row;
}
