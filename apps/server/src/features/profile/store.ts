import { capabilities } from '@atrium/contract/access';
import type { OwnSession } from '@atrium/contract/account';
import type { Profile } from '@atrium/contract/profile';
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { ssoConnection } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser, session, termsAcceptance } from '../../registry/schema/people.ts';

export type Person = Omit<
  Profile,
  'roles' | 'limitedToLocations' | 'actingStaff' | 'owesSecondFactor' | 'org' | 'roleassignment' | 'pendingEmail'
> & {
  readonly version: number;
};

const { userId, name, email, phone, orgId, scope, timezone, homepage, firstLogin, version } = localUser;

export async function findPerson(tx: Transaction, wanted: string): Promise<Person | undefined> {
  const [row] = await selectPeople(tx).where(eq(userId, wanted));
  return row;
}

/** Locked until the transaction ends, so that of two edits the second sees the first. */
export async function lockPerson(tx: Transaction, wanted: string): Promise<Person | undefined> {
  const [row] = await selectPeople(tx)
    .where(and(eq(userId, wanted), isNull(localUser.deletedAt)))
    .for('update', { of: localUser });
  return row;
}

export async function savePerson(
  { sql: db }: Transaction,
  person: Person,
  changes: Partial<Omit<typeof localUser.$inferInsert, 'userId' | 'version'>>,
  now: Date,
): Promise<void> {
  await db
    .update(localUser)
    .set({ ...changes, updatedAt: now, version: person.version + 1 })
    .where(eq(userId, person.userId));
}

/** Whether someone else has this address. */
export async function isAddressTaken({ sql: db }: Transaction, address: string, own: string): Promise<boolean> {
  const isSame = eq(sql`lower(${email})`, address.toLowerCase());
  return (await db.$count(localUser, and(isSame, ne(userId, own), isNull(localUser.deletedAt)))) > 0;
}

/** The fields of an organization that members may see: its name, its expiration and its features. */
export async function findOwnOrganization(
  { sql: db }: Transaction,
  wanted: string,
): Promise<NonNullable<Profile['org']> | undefined> {
  const { isEnabled, subExpiration, headroomExpiration, isHeadroomLite, sftpPublicKey } = organization;
  const flags = Object.fromEntries(capabilities.map((flag) => [flag, organization[flag]])) as Pick<
    typeof organization,
    (typeof capabilities)[number]
  >;
  const own = { isEnabled, subExpiration, headroomExpiration, isHeadroomLite, sftpPublicKey };
  const [row] = await db
    .select({ orgId: organization.orgId, name: organization.name, ...own, ...flags })
    .from(organization)
    .where(eq(organization.orgId, wanted));
  return row;
}

/** Without those of staff in a login-as. */
export async function sessionsOf(
  { sql: db }: Transaction,
  wanted: string,
  now: Date,
): Promise<Omit<OwnSession, 'current'>[]> {
  const rows = await db
    .select()
    .from(session)
    .where(and(ownSessions(wanted), gt(session.expiresAt, now)))
    .orderBy(desc(session.lastSeenAt), desc(session.createdAt));
  return rows.map((row) => ({
    sessionId: row.sessionId,
    address: row.address,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    remember: row.remember,
  }));
}

export async function endSession({ sql: db }: Transaction, wanted: string, sessionId: string): Promise<boolean> {
  const rows = await db
    .delete(session)
    .where(and(ownSessions(wanted), eq(session.sessionId, sessionId)))
    .returning({ sessionId: session.sessionId });
  return rows.length > 0;
}

/** Includes the login-as sessions of a staff user. */
export async function endOtherSessions({ sql: db }: Transaction, wanted: string, current: string): Promise<number> {
  await db.delete(session).where(eq(session.actingStaffId, wanted));
  const rows = await db
    .delete(session)
    .where(and(ownSessions(wanted), ne(session.sessionId, current)))
    .returning({ sessionId: session.sessionId });
  return rows.length;
}

export async function recordAcceptance(
  { sql: db }: Transaction,
  values: typeof termsAcceptance.$inferInsert,
): Promise<void> {
  await db.insert(termsAcceptance).values(values).onConflictDoNothing();
}

function ownSessions(wanted: string) {
  return and(eq(session.userId, wanted), isNull(session.actingStaffId));
}

function selectPeople({ sql: db }: Transaction) {
  const isSSOUser = sql<boolean>`${ssoConnection.ssoConnectionId} is not null`;
  const own = { userId, userName: email, name, email, phone, orgId, scope, timezone, homepage, firstLogin, version };
  return db
    .select({ ...own, isSSOUser })
    .from(localUser)
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, orgId), isNull(ssoConnection.deletedAt)))
    .$dynamic();
}
