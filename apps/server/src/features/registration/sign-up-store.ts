import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { signUp } from '../../registry/schema/people.ts';

const { tokenHash, email, name, organizationName, refcode, expiresAt } = signUp;
const columns = { email, name, organizationName, refcode };

export interface Applicant {
  readonly email: string;
  readonly name: string;
  readonly organizationName: string;
  readonly refcode: string | null;
}

export async function addApplicant({ sql: db }: Transaction, row: typeof signUp.$inferInsert): Promise<void> {
  await db.insert(signUp).values(row);
}

export async function findApplicant({ sql: db }: Transaction, hash: string, now: Date): Promise<Applicant | undefined> {
  const [row] = await db
    .select(columns)
    .from(signUp)
    .where(and(eq(tokenHash, hash), gt(expiresAt, now)));
  return row;
}

/** Consumes the token, and every other one for the same address. */
export async function redeemSignUp({ sql: db }: Transaction, hash: string, now: Date): Promise<Applicant | undefined> {
  const [row] = await db
    .delete(signUp)
    .where(and(eq(tokenHash, hash), gt(expiresAt, now)))
    .returning(columns);
  if (row) await db.delete(signUp).where(eq(sql`lower(${email})`, row.email.toLowerCase()));
  return row;
}

export async function purgeSignUps({ sql: db }: Transaction, now: Date): Promise<void> {
  await db.delete(signUp).where(lte(expiresAt, now));
}
