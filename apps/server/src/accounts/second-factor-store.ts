import type { FactorKind } from '@atrium/rules/second-factor';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../registry/registry.ts';
import { installation } from '../registry/schema/operations.ts';
import { knownDevice, localUser, session } from '../registry/schema/people.ts';
import { passkey, pendingSignIn, recoveryCode, totpFactor } from '../registry/schema/second-factor.ts';

const staffPolicy = 'staff_second_factor';

/** SQL: whether the person in this column has a second factor. */
export function hasFactor(userId: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`(EXISTS (SELECT FROM ${passkey} WHERE ${passkey.userId} = ${userId})
    OR EXISTS (SELECT FROM ${totpFactor} WHERE ${totpFactor.userId} = ${userId}))`;
}

/** SQL: whether staff must have one. */
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

/** The kinds of second factor that each of these people has; people without one are absent. */
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

/** The staff user with an email address, locked until the transaction ends. */
export async function lockStaffUser({ sql: db }: Transaction, email: string) {
  const isAsked = eq(sql`lower(${localUser.email})`, email.toLowerCase());
  const [person] = await db
    .select({ userId: localUser.userId, name: localUser.name, email: localUser.email })
    .from(localUser)
    .where(and(isAsked, isNull(localUser.orgId), isNull(localUser.deletedAt)))
    .for('update');
  return person;
}

/** Deletes every factor and code of a person. */
export async function removeFactors({ sql: db }: Transaction, userId: string): Promise<void> {
  await db.delete(passkey).where(eq(passkey.userId, userId));
  await db.delete(totpFactor).where(eq(totpFactor.userId, userId));
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
}

/**
 * Signs people out everywhere, including login-as sessions and sign-ins that wait for a factor. Their known devices are
 * forgotten: a stolen one keeps no password attempts of its own.
 */
export async function signOutEverywhere({ sql: db }: Transaction, userIds: string[]): Promise<void> {
  await db.delete(session).where(or(inArray(session.userId, userIds), inArray(session.actingStaffId, userIds)));
  await db.delete(pendingSignIn).where(inArray(pendingSignIn.userId, userIds));
  await db.delete(knownDevice).where(inArray(knownDevice.userId, userIds));
}
