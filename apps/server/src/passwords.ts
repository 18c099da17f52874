import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with the cost OWASP recommends for servers with little memory. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Takes as long without a hash as with one, so that the time does not tell whether an account exists. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await verify(passwordHash ?? (await nobodysHash()), password);
  return right && passwordHash !== null;
}

let nobody: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobody ??= hashPassword('the password of nobody');
  return nobody;
}
