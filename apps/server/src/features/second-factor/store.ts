import { and, asc, count, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { ssoConnection } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser, session } from '../../registry/schema/people.ts';
import {
  passkey,
  pendingSignIn,
  recoveryCode,
  sessionChallenge,
  totpFactor,
} from '../../registry/schema/second-factor.ts';

export interface Person {
  readonly userId: string;
  readonly orgId: string | null;
  readonly isStaff: boolean;
  readonly name: string;
  readonly email: string;
  readonly homepage: string | null;
  readonly loginDisabled: boolean;
  readonly usesSingleSignOn: boolean;
  readonly organizationRequires: boolean;
}

/** Someone who has registered; with `lock`, locked until the transaction ends. */
export async function findPerson({ sql: db }: Transaction, wanted: string, lock?: 'lock'): Promise<Person | undefined> {
  // In a separate statement, so that joined rows are read after the account is locked.
  if (lock)
    await db.select({ userId: localUser.userId }).from(localUser).where(eq(localUser.userId, wanted)).for('update');
  const [row] = await db
    .select({
      userId: localUser.userId,
      orgId: localUser.orgId,
      isStaff: sql<boolean>`${localUser.orgId} is null`,
      name: localUser.name,
      email: localUser.email,
      homepage: localUser.homepage,
      loginDisabled: localUser.loginDisabled,
      usesSingleSignOn: sql<boolean>`${ssoConnection.ssoConnectionId} is not null`,
      organizationRequires: sql<boolean>`coalesce(${organization.requireSecondFactor}, false)`,
    })
    .from(localUser)
    .leftJoin(organization, eq(organization.orgId, localUser.orgId))
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, localUser.orgId), isNull(ssoConnection.deletedAt)))
    .where(and(eq(localUser.userId, wanted), isNull(localUser.deletedAt), isNull(localUser.expiration)));
  return row;
}

export async function findTotp({ sql: db }: Transaction, userId: string) {
  const [row] = await db.select().from(totpFactor).where(eq(totpFactor.userId, userId));
  return row;
}

export async function saveTotp({ sql: db }: Transaction, row: typeof totpFactor.$inferInsert): Promise<void> {
  await db.delete(totpFactor).where(eq(totpFactor.userId, row.userId));
  await db.insert(totpFactor).values(row);
}

/** Whether this step is newer than any accepted one; of two concurrent attempts only one succeeds. */
export async function takeStep({ sql: db }: Transaction, userId: string, step: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(totpFactor)
    .set({ lastStep: step, lastUsedAt: now })
    .where(and(eq(totpFactor.userId, userId), lt(totpFactor.lastStep, step)))
    .returning({ userId: totpFactor.userId });
  return rows.length > 0;
}

export async function deleteTotp({ sql: db }: Transaction, userId: string): Promise<boolean> {
  const rows = await db
    .delete(totpFactor)
    .where(eq(totpFactor.userId, userId))
    .returning({ userId: totpFactor.userId });
  return rows.length > 0;
}

export type PasskeyRow = typeof passkey.$inferSelect;

export async function passkeysOf({ sql: db }: Transaction, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkey).where(eq(passkey.userId, userId)).orderBy(asc(passkey.createdAt), asc(passkey.name));
}

export async function findPasskey({ sql: db }: Transaction, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkey).where(eq(passkey.credentialId, credentialId));
  return row;
}

export async function insertPasskey({ sql: db }: Transaction, row: typeof passkey.$inferInsert): Promise<void> {
  await db.insert(passkey).values(row);
}

/** Whether the counter went up since it was read. Authenticators without a counter always send 0. */
export async function usePasskey(
  { sql: db }: Transaction,
  { passkeyId, counter }: Pick<PasskeyRow, 'passkeyId' | 'counter'>,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(passkey)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkey.passkeyId, passkeyId), or(lt(passkey.counter, counter), sql`${counter} = 0`)))
    .returning({ passkeyId: passkey.passkeyId });
  return rows.length > 0;
}

export async function updatePasskeyName(
  { sql: db }: Transaction,
  own: { userId: string; passkeyId: string },
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.update(passkey).set({ name }).where(isOwn(own)).returning();
  return row;
}

export async function deletePasskey(
  { sql: db }: Transaction,
  own: { userId: string; passkeyId: string },
): Promise<PasskeyRow | undefined> {
  const [row] = await db.delete(passkey).where(isOwn(own)).returning();
  return row;
}

function isOwn({ userId, passkeyId }: { userId: string; passkeyId: string }) {
  return and(eq(passkey.passkeyId, passkeyId), eq(passkey.userId, userId));
}

export async function recoveryCodesLeft({ sql: db }: Transaction, userId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.userId, userId));
  return row?.left ?? 0;
}

export async function replaceRecoveryCodes(
  { sql: db }: Transaction,
  userId: string,
  hashes: readonly string[],
  createdAt: Date,
): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  if (hashes.length > 0)
    await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt })));
}

/** A code works once: the row is deleted, even when two requests use it at the same time. */
export async function redeemRecoveryCode({ sql: db }: Transaction, userId: string, codeHash: string): Promise<boolean> {
  const rows = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, codeHash)))
    .returning({ userId: recoveryCode.userId });
  return rows.length > 0;
}

export type Pending = typeof pendingSignIn.$inferSelect;

export async function insertPending({ sql: db }: Transaction, row: typeof pendingSignIn.$inferInsert): Promise<void> {
  await db.insert(pendingSignIn).values(row);
}

export async function findPending(
  { sql: db }: Transaction,
  tokenHash: string,
  now: Date,
): Promise<Pending | undefined> {
  const [row] = await db
    .select()
    .from(pendingSignIn)
    .where(and(eq(pendingSignIn.tokenHash, tokenHash), gt(pendingSignIn.expiresAt, now)));
  return row;
}

export async function setPendingChallenge(
  { sql: db }: Transaction,
  tokenHash: string,
  challenge: string,
): Promise<void> {
  await db.update(pendingSignIn).set({ challenge }).where(eq(pendingSignIn.tokenHash, tokenHash));
}

/** The pending sign-in with its challenge, which can be read only once. */
export async function takePendingChallenge(
  { sql: db }: Transaction,
  tokenHash: string,
  now: Date,
): Promise<(Pending & { challenge: string }) | undefined> {
  const [row] = await db
    .select()
    .from(pendingSignIn)
    .where(
      and(eq(pendingSignIn.tokenHash, tokenHash), gt(pendingSignIn.expiresAt, now), isNotNull(pendingSignIn.challenge)),
    )
    .for('update');
  if (!row || row.challenge === null) return undefined;
  await db.update(pendingSignIn).set({ challenge: null }).where(eq(pendingSignIn.tokenHash, tokenHash));
  return { ...row, challenge: row.challenge };
}

/** Whether it still existed: it becomes a session once. */
export async function deletePending({ sql: db }: Transaction, tokenHash: string): Promise<boolean> {
  const rows = await db
    .delete(pendingSignIn)
    .where(eq(pendingSignIn.tokenHash, tokenHash))
    .returning({ tokenHash: pendingSignIn.tokenHash });
  return rows.length > 0;
}

type Purpose = (typeof sessionChallenge.$inferSelect)['purpose'];

export async function saveChallenge(
  { sql: db }: Transaction,
  row: { sessionId: string; purpose: Purpose; value: string; expiresAt: Date },
): Promise<void> {
  await db
    .insert(sessionChallenge)
    .values(row)
    .onConflictDoUpdate({
      target: [sessionChallenge.sessionId, sessionChallenge.purpose],
      set: { value: row.value, expiresAt: row.expiresAt },
    });
}

export async function findChallenge(
  { sql: db }: Transaction,
  sessionId: string,
  purpose: Purpose,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select()
    .from(sessionChallenge)
    .where(isOpen(sessionId, purpose, now));
  return row?.value;
}

/** A challenge works once: the row is deleted. */
export async function takeChallenge(
  { sql: db }: Transaction,
  sessionId: string,
  purpose: Purpose,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .delete(sessionChallenge)
    .where(isOpen(sessionId, purpose, now))
    .returning();
  return row?.value;
}

function isOpen(sessionId: string, purpose: Purpose, now: Date) {
  return and(
    eq(sessionChallenge.sessionId, sessionId),
    eq(sessionChallenge.purpose, purpose),
    gt(sessionChallenge.expiresAt, now),
  );
}

export async function markProven({ sql: db }: Transaction, sessionId: string, provenAt: Date): Promise<void> {
  await db.update(session).set({ provenAt }).where(eq(session.sessionId, sessionId));
}

export async function purgeChallenges({ sql: db }: Transaction, now: Date): Promise<void> {
  await db.delete(pendingSignIn).where(lte(pendingSignIn.expiresAt, now));
  await db.delete(sessionChallenge).where(lte(sessionChallenge.expiresAt, now));
}
