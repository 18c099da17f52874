import type { FailureCount } from '@atrium/rules/lockout';
import type { Subscriptions } from '@atrium/rules/subscription';
import { and, desc, eq, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { ssoConnection } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { knownDevice, localUser, loginFailure, session } from '../../registry/schema/people.ts';

export interface Account {
  readonly userId: string;
  readonly orgId: string | null;
  readonly isStaff: boolean;
  readonly passwordHash: string | null;
  readonly loginDisabled: boolean;
  readonly homepage: string | null;
  /** Invited or signed up, but not registered yet. */
  readonly isPending: boolean;
  readonly usesSingleSignOn: boolean;
}

/** By lowercase email address, or by id; with `lock`, locked until the transaction ends. */
export async function findAccount(
  { sql: db }: Transaction,
  wanted: { readonly email: string } | { readonly userId: string },
  lock?: 'lock',
): Promise<Account | undefined> {
  const isWanted =
    'email' in wanted ? eq(sql`lower(${localUser.email})`, wanted.email) : eq(localUser.userId, wanted.userId);
  // In a separate statement, so that joined rows are read after the account is locked.
  if (lock) await db.select({ userId: localUser.userId }).from(localUser).where(isWanted).for('update');
  const [row] = await db
    .select({
      userId: localUser.userId,
      orgId: localUser.orgId,
      isStaff: sql<boolean>`${localUser.orgId} is null`,
      passwordHash: localUser.passwordHash,
      loginDisabled: localUser.loginDisabled,
      homepage: localUser.homepage,
      isPending: sql<boolean>`${localUser.expiration} is not null`,
      usesSingleSignOn: sql<boolean>`${ssoConnection.ssoConnectionId} is not null`,
    })
    .from(localUser)
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, localUser.orgId), isNull(ssoConnection.deletedAt)))
    .where(and(isWanted, isNull(localUser.deletedAt)));
  return row;
}

export async function subscriptionsOf({ sql: db }: Transaction, orgId: string): Promise<Subscriptions | undefined> {
  const { subExpiration, headroomExpiration, headroomEnabled } = organization;
  const [row] = await db
    .select({ subExpiration, headroomExpiration, headroomEnabled })
    .from(organization)
    .where(eq(organization.orgId, orgId));
  return row;
}

export interface FailureKey {
  readonly account: string;
  readonly address: string;
}

/** The counts of all keys, locked until the transaction ends. Always in the same order, to avoid deadlocks. */
export async function lockFailures(
  { sql: db }: Transaction,
  keys: readonly FailureKey[],
  now: Date,
): Promise<(FailureKey & FailureCount)[]> {
  return db
    .insert(loginFailure)
    .values(inOrder(keys).map(({ account, address }) => ({ account, address, failures: 0, lastAt: now })))
    .onConflictDoUpdate({ target: failureKey, set: { failures: sql`${loginFailure.failures}` } })
    .returning();
}

export async function saveFailures(
  { sql: db }: Transaction,
  counts: readonly (FailureKey & FailureCount)[],
): Promise<void> {
  const failures = sql`excluded.failures`;
  const lockedUntil = sql`excluded.locked_until`;
  const lastAt = sql`excluded.last_at`;
  await db
    .insert(loginFailure)
    .values(inOrder(counts))
    .onConflictDoUpdate({ target: failureKey, set: { failures, lockedUntil, lastAt } });
}

export async function isKnownDevice({ sql: db }: Transaction, deviceHash: string, userId?: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevice.userId })
    .from(knownDevice)
    .where(
      and(eq(knownDevice.deviceHash, deviceHash), userId === undefined ? undefined : eq(knownDevice.userId, userId)),
    )
    .limit(1);
  return rows.length > 0;
}

/** Each known device has its own password attempts, so their number is limited. */
const maxKnownDevices = 20;

export async function rememberDevice(
  { sql: db }: Transaction,
  deviceHash: string,
  userId: string,
  now: Date,
): Promise<void> {
  await db
    .insert(knownDevice)
    .values({ deviceHash, userId, lastAt: now })
    .onConflictDoUpdate({ target: [knownDevice.deviceHash, knownDevice.userId], set: { lastAt: now } });
  const newest = db
    .select({ deviceHash: knownDevice.deviceHash })
    .from(knownDevice)
    .where(eq(knownDevice.userId, userId))
    .orderBy(desc(knownDevice.lastAt))
    .limit(maxKnownDevices);
  await db.delete(knownDevice).where(and(eq(knownDevice.userId, userId), notInArray(knownDevice.deviceHash, newest)));
}

export async function addSession({ sql: db }: Transaction, row: typeof session.$inferInsert): Promise<void> {
  await db.insert(session).values(row);
  if (row.actingStaffId) return;
  await db.update(localUser).set({ lastSeenAt: row.lastSeenAt }).where(eq(localUser.userId, row.userId));
}

export async function endSessionOfToken({ sql: db }: Transaction, tokenHash: string): Promise<void> {
  await db.delete(session).where(eq(session.tokenHash, tokenHash));
}

export async function endSession({ sql: db }: Transaction, sessionId: string): Promise<void> {
  await db.delete(session).where(eq(session.sessionId, sessionId));
}

/** Records with an account that the lock of an address stops it; its failures stay unchanged. */
export async function showAddressLock(
  { sql: db }: Transaction,
  key: FailureKey,
  until: Date,
  now: Date,
): Promise<void> {
  await db
    .insert(loginFailure)
    .values({ ...key, failures: 0, lockedUntil: until, lastAt: now })
    .onConflictDoUpdate({
      target: failureKey,
      set: { lockedUntil: sql`greatest(${loginFailure.lockedUntil}, excluded.locked_until)` },
    });
}

/** Entries that are no longer needed. */
export async function purge(
  { sql: db }: Transaction,
  before: { sessionsExpired: Date; failuresLast: Date; devicesLast: Date },
): Promise<void> {
  await db.delete(session).where(lte(session.expiresAt, before.sessionsExpired));
  await db
    .delete(loginFailure)
    .where(
      and(
        lt(loginFailure.lastAt, before.failuresLast),
        or(isNull(loginFailure.lockedUntil), lt(loginFailure.lockedUntil, before.failuresLast)),
      ),
    );
  await db.delete(knownDevice).where(lt(knownDevice.lastAt, before.devicesLast));
}

const failureKey = [loginFailure.account, loginFailure.address];

/** All callers lock in the same order. */
function inOrder<Key extends FailureKey>(keys: readonly Key[]): Key[] {
  const placeOf = ({ account, address }: Key) => `${account}\n${address}`;
  return keys.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}
