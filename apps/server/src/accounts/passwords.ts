import { explainPassword, failedPasswordRules } from '@atrium/rules/password';
import { hash, verify } from '@node-rs/argon2';
import { createFairShares } from '../fair-shares.ts';
import { currentPayer } from '../payer.ts';
import { Refusal } from '../refusal.ts';

/** argon2id (the library's default) with the cost OWASP recommends for servers with little memory. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash takes 19 MB and one of the four threads that Node also uses to read files and compress responses. A caller who
 * sends many passwords waits for their own turn.
 */
const inTurn = createFairShares({
  atOnce: 3,
  perKey: 2,
  waitingPerKey: 500,
  waiting: 5_000,
  message: 'Too many sign-ins are waiting. Try again in a moment.',
});
const myTurn = <T>(work: () => Promise<T>) => inTurn.run(currentPayer()?.key ?? '', work);

export function hashPassword(password: string): Promise<string> {
  return myTurn(() => hash(password, cost));
}

/** Takes the same time with and without a hash, so that the timing does not reveal whether an account exists. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const compared = passwordHash ?? (await nobodysHash());
  const right = await myTurn(() => verify(compared, password));
  return right && passwordHash !== null;
}

let nobody: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobody ??= hashPassword('the password of nobody');
  return nobody;
}

/** Messages for a password that breaks a rule, next to the field it was entered in. */
export function refuseWeakPassword(password: string, path: string): void {
  const failedRules = failedPasswordRules(password);
  if (failedRules.length === 0) return;
  const reason = explainPassword(failedRules);
  throw new Refusal('invalid', reason, {
    details: failedRules.map((message) => ({ path, message })),
    extra: { reason, failedRules },
  });
}
