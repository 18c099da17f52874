import type { SecurityLog } from '../../audit/security-log.ts';
import { addressKey } from '../../http/address-key.ts';
import type { Caller } from '../../http/call.ts';
import type { Cookies } from '../../http/cookies.ts';
import { secondFactorAccount } from '../../accounts/lockout-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import { hashToken } from '../../accounts/secrets.ts';
import { isKnownDevice } from './store.ts';
import { countAttempt } from './throttle.ts';

export interface Guarded {
  readonly userId: string;
  readonly orgId: string | null;
  readonly email: string;
}

/** Checks a code and returns the result; a wrong one counts toward a lock. */
export type CodeGuard = <T>(
  person: Guarded,
  caller: Caller,
  check: () => Promise<T | undefined>,
) => Promise<T | undefined>;

interface Dependencies {
  readonly registry: Registry;
  readonly cookies: Cookies;
  readonly clock: () => Date;
  readonly security: Pick<SecurityLog, 'note'>;
}

/**
 * Codes are locked like passwords, with a separate count: only someone who has given the password reaches it, so a
 * stranger can lock nobody out, and a right password does not grant new attempts.
 */
export function createCodeGuard({ registry, cookies, clock, security }: Dependencies): CodeGuard {
  return async ({ userId, orgId, email }, caller, check) => {
    const address = addressKey(caller.address);
    const note = (action: 'second-factor-failed' | 'second-factor-locked') =>
      security.note({ orgId, userId, action, address });
    const device = cookies.deviceToken(caller.cookies);
    const tried = await registry
      .system(async (tx) => {
        const isKnown = device !== undefined && (await isKnownDevice(tx, hashToken(device), userId));
        const account = secondFactorAccount(email.toLowerCase());
        return countAttempt(
          registry,
          tx,
          { account, address, knownDevice: isKnown ? hashToken(device) : undefined },
          clock(),
        );
      })
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'too_many') return error;
        throw error;
      });
    if (tried instanceof Refusal) {
      note('second-factor-locked');
      throw tried;
    }
    const found = await check();
    if (found === undefined) {
      note('second-factor-failed');
      await tried.failed();
    } else {
      await registry.system((tx) => tried.succeeded(tx));
    }
    return found;
  };
}
