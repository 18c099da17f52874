import { isZone } from '@atrium/calendar/zones';
import type { BodyOf, ReplyOf } from '@atrium/contract/endpoint';
import type { activateInvitation, register, registerSso } from '@atrium/contract/registration';
import { recordAudit } from '../../audit/audit.ts';
import type { SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import { hashPassword, refuseWeakPassword } from '../../passwords.ts';
import { invalidField, Refusal, refuseProblems } from '../../refusal.ts';
import { isId } from '../../registry/ids.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type Invitee, lockInvitee, markInvitation, savePerson } from './store.ts';

/** What somebody who was away at a provider had entered before. */
interface Entered {
  readonly invitationId: string;
  readonly name: string;
  readonly phone: string | null;
  readonly timeZone: string;
}

/** From an invitation to an account. */
export interface Registration {
  activate(invitationId: string): Promise<ReplyOf<typeof activateInvitation>>;
  register(entered: BodyOf<typeof register>, caller: Caller): Promise<SignedIn>;
  /** Off to the provider; `complete` follows when they are back. */
  departToRegister(entered: BodyOf<typeof registerSso>): Promise<{ url: string; setCookies: readonly string[] }>;
  /** Without a password, in the transaction of whoever has made sure of the person. */
  complete(tx: Transaction, entered: Entered): Promise<Invitee>;
}

export interface RegistrationParts {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly startSession: (tx: Transaction, person: Invitee, caller: Caller) => Promise<SignedIn>;
  readonly depart: (
    orgId: string,
    trip: { remember: boolean; email: string; registration: Entered },
  ) => Promise<{ url: string; setCookies: readonly string[] }>;
  readonly forget: () => void;
}

export function createRegistration({ registry, clock, startSession, depart, forget }: RegistrationParts): Registration {
  async function complete(
    tx: Transaction,
    { invitationId, name, phone, timeZone }: Entered,
    passwordHash: string | null,
  ): Promise<Invitee> {
    const now = clock();
    const invitee = await existing(tx, invitationId, now);
    if (invitee.usesSingleSignOn !== (passwordHash === null)) throw wrongDoor(invitee);
    const { userId, orgId, email } = invitee;
    await savePerson(tx, userId, { name, phone, timezone: timeZone, passwordHash, expiration: null }, now);
    await markInvitation(tx, invitationId, 'Registered', now);
    const detail = { name, email };
    const entity = { entityType: 'user', entityId: userId };
    await recordAudit(tx, { orgId, at: now, userId, action: 'user-registered', ...entity, detail });
    return { ...invitee, name };
  }

  return {
    activate: (invitationId) =>
      registry.system(async (tx) => {
        const now = clock();
        const invitee = await existing(tx, invitationId, now);
        const { userId, orgId, email, name, organizationName, usesSingleSignOn: isSSO, hasPassword } = invitee;
        await markInvitation(tx, invitationId, hasPassword ? 'Registered' : 'Activated', now);
        if (hasPassword) {
          await savePerson(tx, userId, { expiration: null }, now);
          const entity = { entityType: 'user', entityId: userId, detail: { name, email } };
          await recordAudit(tx, { orgId, at: now, userId, action: 'user-registered', ...entity });
        }
        return { email, organizationName, isSSO, isRegistered: hasPassword };
      }),

    async register({ invitationId, user, timeZone }, caller) {
      refuseUnknownZone(timeZone);
      refuseWeakPassword(user.password, 'user.password');
      // Looked at before the password is hashed, so that made-up invitations cost nothing.
      await registry.system((tx) => existing(tx, invitationId, clock()));
      const passwordHash = await hashPassword(user.password);
      const signedIn = await registry.system(async (tx) => {
        const entered = { invitationId, name: user.name, phone: user.phone ?? null, timeZone };
        return startSession(tx, await complete(tx, entered, passwordHash), caller);
      });
      forget();
      return signedIn;
    },

    async departToRegister({ invitationId, user, timeZone }) {
      refuseUnknownZone(timeZone);
      const invitee = await registry.system((tx) => existing(tx, invitationId, clock()));
      if (!invitee.usesSingleSignOn) throw wrongDoor(invitee);
      const registration = { invitationId, name: user.name, phone: user.phone ?? null, timeZone };
      return depart(invitee.orgId, { remember: false, email: invitee.email, registration });
    },

    complete: (tx, entered) => complete(tx, entered, null),
  };
}

async function existing(tx: Transaction, invitationId: string, now: Date): Promise<Invitee> {
  const found = isId(invitationId) ? await lockInvitee(tx, invitationId, now) : undefined;
  if (!found) throw invalidField('invitationId', 'Invalid or expired invitation');
  return found;
}

function wrongDoor({ organizationName, usesSingleSignOn }: Invitee): Refusal {
  return new Refusal(
    'conflict',
    usesSingleSignOn
      ? `${organizationName} uses Enterprise Single-Sign-On. Please register with it.`
      : `${organizationName} does not use Enterprise Single-Sign-On. Please register with a password.`,
  );
}

export function refuseUnknownZone(timeZone: string): void {
  if (!isZone(timeZone)) refuseProblems([{ path: 'timeZone', message: 'is not a time zone' }]);
}
