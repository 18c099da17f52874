import { organizationScope } from '@atrium/contract/access';
import type { Invitation, invitationStatuses } from '@atrium/contract/invitations';
import { and, count, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { invitation, ssoConnection } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser, locationAssignment } from '../../registry/schema/people.ts';

type Status = (typeof invitationStatuses)[number];
const open: Status[] = ['Sent', 'Activated'];

const { invitationId, userId, orgId, inviteeEmail, inviteRole, expiration, createdAt } = invitation;

/** A lapsed invitation is expired even before the job has marked it. */
const statusAt = (now: Date) =>
  sql<Status>`CASE WHEN ${inArray(invitation.status, open)} AND ${lte(expiration, now)} THEN 'Expired' ELSE ${invitation.status} END`;

export async function invitationPage(
  tx: Transaction,
  wanted: string,
  query: ListQuery & { status?: Status | undefined },
  now: Date,
): Promise<{ rows: Invitation[]; total: number }> {
  const matching = and(
    eq(orgId, wanted),
    contains(query.search, inviteeEmail),
    query.status && eq(statusAt(now), query.status),
  );
  const rows = await selectInvitations(tx, now)
    .where(matching)
    .orderBy(
      ...orderTerms(query.order ?? '-createdAt', { createdAt, expiration, inviteeEmail, inviteRole }, invitationId),
    )
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql.select({ total: count() }).from(invitation).where(matching);
  return { rows: rows.map(describe), total: counted?.total ?? 0 };
}

export async function findInvitation(
  tx: Transaction,
  wanted: { readonly orgId: string; readonly invitationId: string },
  now: Date,
): Promise<Invitation | undefined> {
  const [row] = await selectInvitations(tx, now).where(
    and(eq(orgId, wanted.orgId), eq(invitationId, wanted.invitationId)),
  );
  return row && describe(row);
}

export async function newestInvitation(tx: Transaction, person: string, now: Date): Promise<Invitation | undefined> {
  const [row] = await selectInvitations(tx, now)
    .where(eq(userId, person))
    .orderBy(desc(createdAt), desc(invitationId))
    .limit(1);
  return row && describe(row);
}

/** The invitation and the pending person: both have an id from the start. */
export async function addInvitation(
  { sql: db }: Transaction,
  values: {
    readonly orgId: string;
    readonly email: string;
    readonly roleId: number;
    readonly invitedBy: string;
    readonly expiration: Date;
    readonly tokenHash: string;
    readonly now: Date;
  },
): Promise<{ invitationId: string; userId: string }> {
  const { email, now } = values;
  const stamps = { createdAt: now, updatedAt: now };
  const [person] = await db
    .insert(localUser)
    .values({
      ...stamps,
      orgId: values.orgId,
      scope: organizationScope,
      roleId: values.roleId,
      email,
      // Until they enter their name.
      name: email,
      expiration: values.expiration,
    })
    .returning({ userId: localUser.userId });
  if (!person) throw new Error('The invited person was not stored.');
  const [row] = await db
    .insert(invitation)
    .values({
      ...stamps,
      ...person,
      orgId: values.orgId,
      inviteeEmail: email,
      inviteRole: values.roleId,
      invitedBy: values.invitedBy,
      expiration: values.expiration,
      tokenHash: values.tokenHash,
      status: 'Sent',
    })
    .returning({ invitationId });
  if (!row) throw new Error('The invitation was not stored.');
  return { ...row, ...person };
}

/** The invitation and the pending person expire together. The former token no longer works. */
export async function renew(
  { sql: db }: Transaction,
  { invitationId: id, userId: person }: Pick<Invitation, 'invitationId' | 'userId'>,
  { until, tokenHash }: { until: Date; tokenHash: string },
  now: Date,
): Promise<void> {
  const renewed = { status: 'Sent' as const, expiration: until, tokenHash, updatedAt: now };
  await db.update(invitation).set(renewed).where(eq(invitationId, id));
  await db.update(localUser).set({ expiration: until, updatedAt: now }).where(eq(localUser.userId, person));
}

/** Deletes the pending person too, so that the address is free again. */
export async function withdraw(
  { sql: db }: Transaction,
  invitations: readonly Pick<Invitation, 'invitationId' | 'userId'>[],
  status: Extract<Status, 'Canceled' | 'Deleted'>,
  now: Date,
): Promise<void> {
  const ids = invitations.map((one) => one.invitationId);
  const people = invitations.map((one) => one.userId);
  await db.update(invitation).set({ status, tokenHash: null, updatedAt: now }).where(inArray(invitationId, ids));
  await db
    .update(localUser)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(inArray(localUser.userId, people), isNotNull(localUser.expiration), isNull(localUser.deletedAt)));
}

export async function markExpired({ sql: db }: Transaction, now: Date): Promise<void> {
  await db
    .update(invitation)
    .set({ status: 'Expired', updatedAt: now })
    .where(and(inArray(invitation.status, open), lte(expiration, now)));
}

export async function expiredBefore({ sql: db }: Transaction, before: Date) {
  return db
    .select({ invitationId, userId })
    .from(invitation)
    .where(and(eq(invitation.status, 'Expired'), lte(expiration, before)))
    .limit(1_000);
}

export async function peopleIn({ sql: db }: Transaction, wanted: string): Promise<number> {
  return db.$count(localUser, and(eq(localUser.orgId, wanted), isNull(localUser.deletedAt)));
}

/** The person of the organization with this address. */
export async function personWith({ sql: db }: Transaction, wanted: string, email: string) {
  const [row] = await db
    .select({ expiration: localUser.expiration })
    .from(localUser)
    .where(
      and(
        eq(localUser.orgId, wanted),
        eq(sql`lower(${localUser.email})`, email.toLowerCase()),
        isNull(localUser.deletedAt),
      ),
    );
  return row;
}

export async function findInvitingOrganization({ sql: db }: Transaction, wanted: string) {
  const [row] = await db
    .select({ name: organization.name, ssoConnectionId: ssoConnection.ssoConnectionId })
    .from(organization)
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, organization.orgId), isNull(ssoConnection.deletedAt)))
    .where(eq(organization.orgId, wanted));
  return row && { name: row.name, usesSingleSignOn: row.ssoConnectionId !== null };
}

function selectInvitations({ sql: db }: Transaction, now: Date) {
  return (
    db
      .select({
        invitationId,
        userId,
        inviteeEmail,
        inviteRole,
        status: statusAt(now),
        expiration,
        createdAt,
        locationIds: locationsOf(userId),
      })
      .from(invitation)
      // With a second table, columns are qualified with their table, which the inner statement needs.
      .innerJoin(localUser, eq(localUser.userId, userId))
      .$dynamic()
  );
}

function locationsOf(person: typeof userId): SQL<string[]> {
  return sql<string[]>`array(
    SELECT ${locationAssignment.locationId}::text FROM ${locationAssignment}
    WHERE ${locationAssignment.userId} = ${person} ORDER BY 1)`;
}

function describe(row: Awaited<ReturnType<typeof selectInvitations>>[number]): Invitation {
  return { ...row, expiration: row.expiration.toISOString(), createdAt: row.createdAt.toISOString() };
}
