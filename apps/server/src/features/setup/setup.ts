import { randomBytes } from 'node:crypto';
import { hashPassword, refuseWeakPassword } from '../../accounts/passwords.ts';
import { Refusal } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { hashToken } from '../../accounts/secrets.ts';
import { addStaff, saveSetupToken, redeemSetupToken, staffExists } from './store.ts';

export interface FirstStaff {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A new one-time token for the link that creates the first staff user, or null if there is one already. */
export async function issueSetupToken(registry: Registry): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  return registry.system(async (tx) => {
    if (await staffExists(tx)) return null;
    await saveSetupToken(tx, hashToken(token));
    return token;
  });
}

/** Whether there is no staff user yet. The last one cannot be removed, so the answer never reverts. */
export function watchSetup(registry: Registry): () => Promise<boolean> {
  let isSetUp = false;
  return async () => {
    isSetUp ||= await registry.system(staffExists);
    return !isSetUp;
  };
}

/** Creates the first staff user; `then` runs in the same transaction. */
export async function createFirstStaff<T>(
  registry: Registry,
  { token, name, email, password }: FirstStaff,
  then: (tx: Transaction, userId: string) => Promise<T>,
): Promise<T> {
  return registry.system(async (tx) => {
    const isOpen = !(await staffExists(tx)) && (await redeemSetupToken(tx, hashToken(token)));
    if (!isOpen) throw new Refusal('forbidden', 'This setup link is not valid, or it was already used.');
    refuseWeakPassword(password, 'password');
    return then(tx, await addStaff(tx, { name, email, passwordHash: await hashPassword(password) }));
  });
}
