import type { FactorKind } from '@atrium/rules/second-factor';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../registry/registry.ts';
import { installation } from '../registry/schema/operations.ts';
import { knownDevice, localUser, session } from '../registry/schema/people.ts';
import { passkey, pendingSignIn, recoveryCode, totpFactor } from '../registry/schema/second-factor.ts';

const staffPolicy = 'staff_second_factor';

/** Whether the person in this column has a second factor, as part of a statement. */
export function hasFactor(userId: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`(EXISTS (SELECT FROM ${passkey} WHERE ${passkey.userId} = ${userId})
    OR EXISTS (SELECT FROM ${totpFactor} WHERE ${totpFactor.userId} = ${userId}))`;
}

/** Whether staff must have one, as part of a statement. */
export function staffMustHaveFactor(): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM ${installation} WHERE ${installation.key} = ${staffPolicy})`;
}

export async function isRequiredOfStaff({ sql: db }: Transaction): Promise<boolean> {
  return (await db.$count(installation, eq(installation.key, staffPolicy))) > 0;
}

export async function requireOfStaff({ sql: db }: Transaction, isRequired: boolean): Promise<void> {
  if (isRequired) await db.insert(installation).values({ key: staffPolicy, value: 'required' }).onConflictDoNothing();
  else await db.delete(installation).where(eq(installation.key, staffPolicy));
}

/** The kinds of second factor that each of these people has; nobody without one. */
export async function factorsOf(
  { sql: db }: Transaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, FactorKind[]>> {
  const wanted = [...userIds];
  const keys = await db.selectDistinct({ userId: passkey.userId }).from(passkey).where(inArray(passkey.userId, wanted));
  const apps = await db
    .select({ userId: totpFactor.userId })
    .from(totpFactor)
    .where(inArray(totpFactor.userId, wanted));
  const factors = new Map<string, FactorKind[]>();
  for (const { userId } of keys) factors.set(userId, ['passkey']);
  for (const { userId } of apps) factors.set(userId, [...(factors.get(userId) ?? []), 'authenticator']);
  return factors;
}

/** The staff user with an email address, held until the transaction ends. */
export async function lockStaffUser({ sql: db }: Transaction, email: string) {
  const isAsked = eq(sql`lower(${localUser.email})`, email.toLowerCase());
  const [person] = await db
    .select({ userId: localUser.userId, name: localUser.name, email: localUser.email })
    .from(localUser)
    .where(and(isAsked, isNull(localUser.orgId), isNull(localUser.deletedAt)))
    .for('update');
  return person;
}

/** Every factor and code of a person. */
export async function removeFactors({ sql: db }: Transaction, userId: string): Promise<void> {
  await db.delete(passkey).where(eq(passkey.userId, userId));
  await db.delete(totpFactor).where(eq(totpFactor.userId, userId));
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
}

/**
 * Signs people out everywhere, also of what they do as someone else and of sign-ins that wait for a factor. Their
 * devices are known no longer: one that was stolen keeps no tries of its own at the password.
 */
export async function signOutEverywhere({ sql: db }: Transaction, userIds: string[]): Promise<void> {
  await db.delete(session).where(or(inArray(session.userId, userIds), inArray(session.actingStaffId, userIds)));
  await db.delete(pendingSignIn).where(inArray(pendingSignIn.userId, userIds));
  await db.delete(knownDevice).where(inArray(knownDevice.userId, userIds));
}
