import type { FactorKind } from '@atrium/rules/second-factor';
import { recordAudit } from '../../audit/audit.ts';
import type { SecurityLog } from '../../audit/security-log.ts';
import type { PersonActor, SignedIn } from '../../http/actor.ts';
import { addressKey } from '../../http/address-key.ts';
import type { Caller } from '../../http/call.ts';
import type { Cookies } from '../../http/cookies.ts';
import { createFairShares } from '../../fair-shares.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { Refusal } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { unlockAccount } from '../../accounts/lockout-store.ts';
import { hashToken } from '../../accounts/secrets.ts';
import { lockSession, signInAgain } from '../../accounts/session-store.ts';
import { createSessionStart, type SessionStart } from './session-start.ts';
import { signOutEverywhere } from '../../accounts/second-factor-store.ts';
import { type CodeGuard, createCodeGuard } from './code-guard.ts';
import { type Account, endSession, findAccount, isKnownDevice, purge } from './store.ts';
import { countAttempt, type CountedAttempt } from './throttle.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

/** The redirect to someone's provider, with the cookie that must come back from there. */
export interface SsoRedirect {
  readonly url: string;
  readonly setCookies: readonly string[];
}

/** What password sign-in needs to know about single sign-on. */
export interface SingleSignOn {
  /** The organization with single sign-on for the domain of this address. */
  organizationOf(email: string): Promise<string | undefined>;
  begin(
    orgId: string,
    request: { readonly remember: boolean; readonly email: string; readonly provenUserId?: string },
  ): Promise<SsoRedirect>;
}

/** The password was right, and one of these factors must be proved now. */
export interface SecondStep {
  readonly secondFactor: FactorKind[];
  readonly setCookies: readonly string[];
}

export interface Sessions {
  signIn(credentials: Credentials, caller: Caller): Promise<SignedIn | SecondStep | SsoRedirect>;
  /** A new session in the transaction of a caller that has verified the person. */
  readonly start: SessionStart;
  /** Whether this is the person's password; counted like a sign-in. */
  confirm(email: string, password: string, caller: Caller): Promise<boolean>;
  /** Counts attempts at the codes of someone whose password was right. */
  readonly guardCode: CodeGuard;
  /** Ends every session of the person and begins a new one for the actor, proven now by default. */
  renew(tx: Transaction, actor: PersonActor, caller: Caller, provenAt?: Date | null): Promise<SignedIn>;
  /** After the owner proved their identity in another way: ends all sessions and clears all locks. */
  reclaim(tx: Transaction, person: { readonly userId: string; readonly email: string }): Promise<void>;
  /** Returns the `Set-Cookie` that removes the cookie. */
  signOut(actor: PersonActor): Promise<string>;
  /** Removes what has expired; call it regularly. */
  purge(): Promise<void>;
}

/** Bounds how much concurrent attempts can exceed the limit of an address. */
const tries = {
  atOnce: Infinity,
  perKey: 8,
  waitingPerKey: 500,
  waiting: 5_000,
  message: 'Too many people are signing in from your address. Try again in a moment.',
};

interface Dependencies {
  readonly registry: Registry;
  readonly cookies: Cookies;
  readonly clock: () => Date;
  /** Makes this node reload its sessions. */
  readonly forget: () => void;
  readonly singleSignOn: SingleSignOn;
  /** Undefined for someone without a second factor. */
  readonly secondStep: (tx: Transaction, userId: string, remember: boolean) => Promise<SecondStep | undefined>;
  readonly security: Pick<SecurityLog, 'note'>;
}

export function createSessions(dependencies: Dependencies): Sessions {
  const { registry, cookies, clock, forget, singleSignOn, secondStep, security } = dependencies;
  const inTurn = createFairShares(tries);
  const start = createSessionStart({ cookies, clock });

  /** Checks a password, in the same time for known and unknown addresses. */
  const tryPassword = (email: string, password: string, caller: Caller): Promise<TriedPassword> => {
    const address = addressKey(caller.address);
    return inTurn.run(address, async () => {
      const device = cookies.deviceToken(caller.cookies);
      let account: Account | undefined;
      const note = (action: 'sign-in-failed' | 'sign-in-locked') =>
        security.note({ orgId: account?.orgId ?? null, userId: account?.userId ?? null, action, address });
      const tried = await registry
        .system(async (tx) => {
          account = await findAccount(tx, { email });
          const isKnown =
            account && device !== undefined && (await isKnownDevice(tx, hashToken(device), account.userId));
          const knownDevice = isKnown ? hashToken(device) : undefined;
          return countAttempt(registry, tx, { account: email, address, knownDevice }, clock());
        })
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.code === 'too_many') return error;
          throw error;
        });
      if (tried instanceof Refusal) {
        note('sign-in-locked');
        throw tried;
      }
      const right = await isPassword(password, account?.passwordHash ?? null);
      const owner = right && account && !account.isPending ? account : undefined;
      if (!owner) {
        note('sign-in-failed');
        await tried.failed();
      }
      return { owner, tried };
    });
  };

  return {
    start,
    guardCode: createCodeGuard({ registry, cookies, clock, security }),

    async signIn({ username, password, remember }, caller) {
      const email = username.trim().toLowerCase();
      const { owner, tried } = await tryPassword(email, password, caller);
      if (!owner) {
        const orgId = await singleSignOn.organizationOf(email);
        if (orgId === undefined) throw wrongPassword();
        return singleSignOn.begin(orgId, { remember, email });
      }
      const { userId } = owner;
      const outcome = await registry.system(async (tx) => {
        const person = await findAccount(tx, { userId }, 'lock');
        // The password may have been changed or removed while it was being checked.
        if (person?.passwordHash !== owner.passwordHash) return 'outdated';
        await tried.succeeded(tx);
        if (person.usesSingleSignOn && person.orgId !== null) return { elsewhere: person.orgId };
        if (person.loginDisabled) return 'disabled';
        return (await secondStep(tx, userId, remember)) ?? start(tx, person, { remember }, caller);
      });
      if (outcome === 'outdated') throw wrongPassword();
      if (outcome === 'disabled') throw loginDisabled();
      if ('elsewhere' in outcome) {
        return singleSignOn.begin(outcome.elsewhere, { remember, email, provenUserId: userId });
      }
      // The session this one replaces ends at once.
      forget();
      return outcome;
    },

    async confirm(email, password, caller) {
      const { owner, tried } = await tryPassword(email.toLowerCase(), password, caller);
      if (owner) await registry.system((tx) => tried.succeeded(tx));
      return owner !== undefined;
    },

    async renew(tx, actor, caller, provenAt) {
      const person = await findAccount(tx, actor, 'lock');
      if (!person) throw signInAgain();
      // A session that has ended in the meantime does not start a new one.
      const session = await lockSession(tx, actor.sessionId);
      await signOutEverywhere(tx, [actor.userId]);
      return start(tx, person, { ...session, ...(provenAt !== undefined && { provenAt }) }, caller);
    },

    async reclaim(tx, { userId, email }) {
      await signOutEverywhere(tx, [userId]);
      await unlockAccount(tx, email.toLowerCase(), clock());
    },

    async signOut(actor) {
      await registry.system(async (tx) => {
        await endSession(tx, actor.sessionId);
        await recordAudit(tx, {
          orgId: actor.organization?.orgId ?? null,
          at: clock(),
          userId: actor.userId,
          actingStaffId: actor.actingStaffId,
          action: 'signed-out',
        });
      });
      forget();
      return cookies.clearSession();
    },

    async purge() {
      const now = clock();
      await registry.system((tx) =>
        purge(tx, { sessionsExpired: now, failuresLast: daysBefore(now, 2), devicesLast: daysBefore(now, 400) }),
      );
    },
  };
}

interface TriedPassword {
  /** The owner of the password. */
  readonly owner: Account | undefined;
  readonly tried: CountedAttempt;
}

function wrongPassword(): Refusal {
  return new Refusal('unauthenticated', 'The email address or the password is wrong.');
}

export function loginDisabled(): Refusal {
  return new Refusal('forbidden', 'Sign-in is disabled for this account. Ask your administrator.');
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
}
