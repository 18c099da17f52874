import type { QueryOf } from '@atrium/contract/endpoint';
import type { listUsers } from '@atrium/contract/users';
import type { FailureCount } from '@atrium/rules/lockout';
import { and, asc, count, eq, exists, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { hasFactor } from '../../accounts/second-factor-store.ts';
import { ofOrganization } from '../../registry/directory/entity-lookup.ts';
import { contains, orderTerms } from '../../registry/list-query.ts';
import { asSystem, type Transaction } from '../../registry/registry.ts';
import { ssoConnection } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser, locationAssignment, loginFailure } from '../../registry/schema/people.ts';
import type { EveryOrganization, Scope } from '../../scope.ts';

const {
  userId,
  name,
  email,
  phone,
  orgId,
  scope: reach,
  roleId,
  expiration,
  loginDisabled,
  firstLogin,
  limitedToLocations,
  homepage,
  lastSeenAt,
  createdAt,
  version,
} = localUser;

const columns = {
  userId,
  name,
  email,
  phone,
  orgId,
  scope: reach,
  roleId,
  expiration,
  loginDisabled,
  firstLogin,
  limitedToLocations,
  homepage,
  lastSeenAt,
  createdAt,
  version,
  organizationName: organization.name,
  isSSOUser: sql<boolean>`${ssoConnection.ssoConnectionId} is not null`,
  locationIds: sql<string[]>`array(
    SELECT ${locationAssignment.locationId}::text FROM ${locationAssignment}
    WHERE ${locationAssignment.userId} = ${localUser.userId} ORDER BY 1)`,
};
const ordered = {
  name,
  email,
  roleId,
  loginDisabled,
  expiration,
  lastSeenAt,
  createdAt,
  organization: organization.name,
};

export type Person = Awaited<ReturnType<typeof selectPeople>>[number];
type ScopeOrAll = Pick<Scope, 'orgId'> | EveryOrganization;

export async function personPage(
  tx: Transaction,
  scope: ScopeOrAll,
  query: QueryOf<typeof listUsers>,
): Promise<{ rows: Person[]; total: number }> {
  const wanted = and(
    inside(scope),
    contains(query.search, name, email),
    query.kind === undefined ? undefined : query.kind === 'invited' ? isNotNull(expiration) : isNull(expiration),
    query.roleId === undefined ? undefined : eq(roleId, Number(query.roleId)),
    query.loginDisabled === undefined ? undefined : eq(loginDisabled, query.loginDisabled === 'true'),
    query.secondFactor === undefined
      ? undefined
      : query.secondFactor === 'true'
        ? hasFactor(userId)
        : not(hasFactor(userId)),
  );
  const read = async () => {
    const rows = await selectPeople(tx)
      .where(wanted)
      .orderBy(...orderTerms(query.order ?? 'name', ordered, userId))
      .limit(query.limit)
      .offset(query.offset);
    const [counted] = await tx.sql.select({ total: count() }).from(localUser).where(wanted);
    return { rows, total: counted?.total ?? 0 };
  };
  // Requests have no access to second factors; `inside` names the organization.
  return query.secondFactor === undefined ? read() : asSystem(tx, read);
}

export async function findPerson(tx: Transaction, scope: ScopeOrAll, wanted: string): Promise<Person | undefined> {
  const [row] = await selectPeople(tx).where(and(inside(scope), eq(userId, wanted)));
  return row;
}

/** Locked until the transaction ends. */
export async function lockPerson(tx: Transaction, scope: ScopeOrAll, wanted: string): Promise<Person | undefined> {
  const [row] = await selectPeople(tx)
    .where(and(inside(scope), eq(userId, wanted)))
    .for('update', { of: localUser });
  return row;
}

export async function savePerson(
  { sql: db }: Transaction,
  person: Person,
  changes: { roleId?: number; loginDisabled?: boolean; deletedAt?: Date },
  now: Date,
): Promise<void> {
  await db
    .update(localUser)
    .set({ ...changes, updatedAt: now, version: person.version + 1 })
    .where(eq(userId, person.userId));
}

/** Failed sign-ins of accounts, by lowercase email address. */
export async function failuresOf(
  { sql: db }: Transaction,
  accounts: string[],
): Promise<(FailureCount & { account: string })[]> {
  return db.select().from(loginFailure).where(inArray(loginFailure.account, accounts));
}

/** People who can receive email: those who have registered. */
export async function addressBook(tx: Transaction, scope: Scope, emails: string[] | undefined) {
  return tx.sql
    .select({ userId, email, name })
    .from(localUser)
    .where(
      and(inside(scope), isNull(expiration), isKnownTo(tx, scope), emails && inArray(sql`lower(${email})`, emails)),
    )
    .orderBy(asc(sql`lower(${email})`));
}

/** A person limited to locations sees the people limited to one of these, and nobody else. */
function isKnownTo({ sql: db }: Transaction, scope: Scope): SQL | undefined {
  if (scope.locationIds === 'all') return undefined;
  const shared = db
    .select({ userId: locationAssignment.userId })
    .from(locationAssignment)
    .where(
      and(
        eq(locationAssignment.userId, userId),
        eq(locationAssignment.orgId, scope.orgId),
        inArray(locationAssignment.locationId, [...scope.locationIds]),
      ),
    );
  return or(eq(userId, scope.userId), exists(shared));
}

function selectPeople({ sql: db }: Transaction) {
  return db
    .select(columns)
    .from(localUser)
    .leftJoin(organization, eq(organization.orgId, orgId))
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, orgId), isNull(ssoConnection.deletedAt)))
    .$dynamic();
}

function inside(scope: ScopeOrAll): SQL | undefined {
  return and(isNull(localUser.deletedAt), ofOrganization(scope, orgId));
}
