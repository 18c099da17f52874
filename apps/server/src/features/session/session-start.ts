import type { AuditAction } from '@atrium/contract/audit';
import { screenExists } from '@atrium/contract/screens';
import { landingPage } from '@atrium/rules/landing';
import { hasHeadroomEnded } from '@atrium/rules/subscription';
import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/audit.ts';
import type { SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import type { Cookies } from '../../http/cookies.ts';
import { idleExpiry, maxMs } from '../../http/session-lifetime.ts';
import type { Transaction } from '../../registry/registry.ts';
import { hashToken } from '../../accounts/secrets.ts';
import {
  type Account,
  addSession,
  endSessionOfToken,
  isKnownDevice,
  rememberDevice,
  subscriptionsOf,
} from './store.ts';

export type Person = Pick<Account, 'userId' | 'orgId' | 'isStaff' | 'homepage'>;

export interface SessionKind {
  readonly remember: boolean;
  /** The staff user behind a login-as. */
  readonly actingStaffId?: string;
  /** The action in the log; `signed-in` when absent. */
  readonly action?: AuditAction;
  /** What the person proved besides or instead of the password. */
  readonly with?: string;
  /** When the person proved their identity; now when absent. */
  readonly provenAt?: Date | null;
}

export type SessionStart = (tx: Transaction, person: Person, kind: SessionKind, caller: Caller) => Promise<SignedIn>;

/** Every session begins here: with a new token, and the end of the browser's previous session. */
export function createSessionStart({ cookies, clock }: { cookies: Cookies; clock: () => Date }): SessionStart {
  return async (tx, person, { remember, actingStaffId, action = 'signed-in', ...kind }, caller) => {
    const now = clock();
    const { userId, orgId } = person;
    const former = cookies.sessionToken(caller.cookies);
    if (former !== undefined) await endSessionOfToken(tx, hashToken(former));
    const token = newSecret();
    await addSession(tx, {
      tokenHash: hashToken(token),
      userId,
      ...(actingStaffId !== undefined && { actingStaffId }),
      remember,
      address: caller.address,
      userAgent: caller.userAgent,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: idleExpiry({ createdAt: now, remember, now }),
      provenAt: kind.provenAt === undefined ? now : kind.provenAt,
    });
    const detail = { address: caller.address, ...(kind.with !== undefined && { with: kind.with }) };
    await recordAudit(tx, { orgId, at: now, userId, actingStaffId: actingStaffId ?? null, action, detail });
    const subscriptions = orgId === null ? undefined : await subscriptionsOf(tx, orgId);
    const ended = subscriptions !== undefined && hasHeadroomEnded(subscriptions, now);
    const setCookies = [cookies.setSession(token, remember ? maxMs / 1000 : undefined)];
    // A login-as does not make the device of staff a known device of the person.
    if (actingStaffId === undefined) {
      const device = await ownDevice(tx, cookies.deviceToken(caller.cookies));
      await rememberDevice(tx, hashToken(device), userId, now);
      setCookies.push(cookies.setDevice(device));
    }
    return { userId, landing: landingPage({ ...person, hasHeadroomEnded: ended }, screenExists), setCookies };
  };
}

/** A device keeps its token. An unknown token may have been planted, so it is replaced. */
async function ownDevice(tx: Transaction, token: string | undefined): Promise<string> {
  return token !== undefined && (await isKnownDevice(tx, hashToken(token))) ? token : newSecret();
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
