import { screenExists } from '@atrium/contract/screens';
import { landingPage } from '@atrium/rules/landing';
import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/audit.ts';
import type { Actor, SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import type { Cookies } from '../../http/cookies.ts';
import { idleExpiry, longestMs } from '../../http/session-lifetime.ts';
import { isPassword } from '../../passwords.ts';
import { Refusal } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { hashToken } from '../../secrets.ts';
import { addressKey } from './address-key.ts';
import {
  type Account,
  addSession,
  endSession,
  endSessionOfToken,
  findAccount,
  isKnownDevice,
  purge,
  rememberDevice,
} from './store.ts';
import { countTry } from './throttle.ts';
import { createTurnstile } from './turnstile.ts';

type Person = Pick<Account, 'userId' | 'orgId' | 'isStaff' | 'homepage'>;

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

export interface Sessions {
  signIn(credentials: Credentials, caller: Caller): Promise<SignedIn>;
  /** A fresh session in a transaction of somebody else, who has made sure of the person. */
  start(tx: Transaction, person: Person, remember: boolean, caller: Caller): Promise<SignedIn>;
  /** Answers the `Set-Cookie` that removes the cookie. */
  signOut(actor: Actor): Promise<string>;
  /** Removes what has expired; to be called now and then. */
  purge(): Promise<void>;
}

/** Bounds by how much tries at the same moment can overrun the limit of an address, and the memory of the hashing. */
const triesAtOnce = 8;

export function createSessions({
  registry,
  cookies,
  clock,
  forget,
}: {
  registry: Registry;
  cookies: Cookies;
  clock: () => Date;
  /** Makes this node look up its sessions again. */
  forget: () => void;
}): Sessions {
  const oneOfFew = createTurnstile(triesAtOnce);

  async function start(tx: Transaction, person: Person, remember: boolean, caller: Caller): Promise<SignedIn> {
    const now = clock();
    const former = cookies.sessionToken(caller.cookies);
    if (former !== undefined) await endSessionOfToken(tx, hashToken(former));
    const token = newSecret();
    await addSession(tx, {
      tokenHash: hashToken(token),
      userId: person.userId,
      remember,
      address: caller.address,
      userAgent: caller.userAgent,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: idleExpiry({ createdAt: now, remember, now }),
    });
    const device = await ownDevice(tx, cookies.deviceToken(caller.cookies));
    await rememberDevice(tx, hashToken(device), person.userId, now);
    await recordAudit(tx, {
      orgId: person.orgId,
      at: now,
      userId: person.userId,
      action: 'signed-in',
      detail: { address: caller.address },
    });
    return {
      userId: person.userId,
      landing: landingPage(person, screenExists),
      setCookies: [cookies.setSession(token, remember ? longestMs / 1000 : undefined), cookies.setDevice(device)],
    };
  }

  async function signIn({ username, password, remember }: Credentials, address: string, caller: Caller) {
    const email = username.trim().toLowerCase();
    const device = cookies.deviceToken(caller.cookies);
    const { account, tried } = await registry.system(async (tx) => {
      const found = await findAccount(tx, email);
      const isKnown = found && device !== undefined && (await isKnownDevice(tx, hashToken(device), found.userId));
      const knownDevice = isKnown ? hashToken(device) : undefined;
      const counted = await countTry(registry, tx, { account: email, address, knownDevice }, clock());
      return { account: found, tried: counted };
    });
    const right = await isPassword(password, account?.passwordHash ?? null);
    if (!account || !right) {
      await tried.failed();
      throw new Refusal('unauthenticated', 'The e-mail address or the password is wrong.');
    }
    const signedIn = await registry.system(async (tx) => {
      await tried.succeeded(tx);
      return account.loginDisabled ? undefined : start(tx, account, remember, caller);
    });
    if (!signedIn) throw new Refusal('forbidden', 'This sign-in is disabled. Please ask your administrator.');
    // The session this one replaces is over at once.
    forget();
    return signedIn;
  }

  return {
    start,

    signIn(credentials, caller) {
      const address = addressKey(caller.address);
      return oneOfFew(address, () => signIn(credentials, address, caller));
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

/** A device keeps its token. One we never gave out may have been planted, so it is replaced. */
async function ownDevice(tx: Transaction, token: string | undefined): Promise<string> {
  return token !== undefined && (await isKnownDevice(tx, hashToken(token))) ? token : newSecret();
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
