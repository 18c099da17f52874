import type { BodyOf, ReplyOf } from '@atrium/contract/endpoint';
import type { activateInvitation, register, registerSso } from '@atrium/contract/registration';
import { recordAudit } from '../../audit/audit.ts';
import type { SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import { hashPassword, refuseWeakPassword } from '../../accounts/passwords.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { hashToken } from '../../accounts/secrets.ts';
import { refuseUnknownZone } from './refuse-zone.ts';
import type { SignUps } from './sign-up.ts';
import { type Invitee, lockInvitee, markInvitation, savePerson } from './store.ts';

/** What someone entered before going to a provider. */
interface Entered {
  readonly token: string;
  readonly name: string;
  readonly phone: string | null;
  readonly timeZone: string;
}

type Newcomer = Pick<Invitee, 'userId' | 'orgId' | 'homepage'>;

/** From an invitation, or a confirmed sign-up, to an account. */
export interface Registration {
  activate(token: string): Promise<ReplyOf<typeof activateInvitation>>;
  register(entered: BodyOf<typeof register>, caller: Caller): Promise<SignedIn>;
  /** Redirects to the provider; `complete` follows when they return. */
  beginToRegister(entered: BodyOf<typeof registerSso>): Promise<{ url: string; setCookies: readonly string[] }>;
  /** Registers without a password, in the transaction of a caller that has verified the person. */
  complete(tx: Transaction, entered: Entered): Promise<Invitee>;
}

export interface RegistrationParts {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly signUps: Pick<SignUps, 'find' | 'confirm'>;
  readonly startSession: (tx: Transaction, person: Newcomer, caller: Caller) => Promise<SignedIn>;
  readonly begin: (
    orgId: string,
    request: { remember: boolean; email: string; registration: Entered },
  ) => Promise<{ url: string; setCookies: readonly string[] }>;
  readonly forget: () => void;
}

export function createRegistration(parts: RegistrationParts): Registration {
  const { registry, clock, signUps, startSession, begin, forget } = parts;

  async function complete(
    tx: Transaction,
    { token, name, phone, timeZone }: Entered,
    passwordHash: string | null,
  ): Promise<Invitee> {
    const now = clock();
    const invitee = existing(await invited(tx, token));
    if (invitee.usesSingleSignOn !== (passwordHash === null)) throw wrongDoor(invitee);
    const { userId, orgId, email, invitationId } = invitee;
    await savePerson(tx, userId, { name, phone, timezone: timeZone, passwordHash, expiration: null }, now);
    await markInvitation(tx, invitationId, 'Registered', now);
    await record(tx, { userId, orgId, name, email });
    return { ...invitee, name };
  }

  async function confirmSignUp(tx: Transaction, { token, ...entered }: Entered, passwordHash: string) {
    const administrator = existing(await signUps.confirm(tx, token, { ...entered, passwordHash }));
    await record(tx, { ...administrator, name: entered.name });
    return { ...administrator, homepage: null };
  }

  const invited = (tx: Transaction, token: string) => lockInvitee(tx, hashToken(token), clock());

  function record(
    tx: Transaction,
    { userId, orgId, name, email }: Pick<Invitee, 'userId' | 'orgId' | 'name' | 'email'>,
  ) {
    const entity = { entityType: 'user', entityId: userId, detail: { name, email } };
    return recordAudit(tx, { orgId, at: clock(), userId, action: 'user-registered', ...entity });
  }

  return {
    activate: (token) =>
      registry.system(async (tx) => {
        const invitee = await invited(tx, token);
        if (!invitee) {
          const { email, organizationName, name } = existing(await signUps.find(tx, token));
          return { email, organizationName, name, isSSO: false, isSignUp: true };
        }
        await markInvitation(tx, invitee.invitationId, 'Activated', clock());
        const { email, organizationName, usesSingleSignOn: isSSO } = invitee;
        return { email, organizationName, name: null, isSSO, isSignUp: false };
      }),

    async register({ invitationId: token, user, timeZone }, caller) {
      refuseUnknownZone(timeZone);
      refuseWeakPassword(user.password, 'user.password');
      // Checked before the password is hashed, so that made-up invitations cost nothing.
      const isInvited = await registry.system(async (tx) => {
        const invitee = await invited(tx, token);
        if (!invitee) existing(await signUps.find(tx, token));
        return invitee !== undefined;
      });
      const passwordHash = await hashPassword(user.password);
      const entered = { token, name: user.name, phone: user.phone ?? null, timeZone };
      const signedIn = await registry.system(async (tx) => {
        const newcomer = await (isInvited ? complete : confirmSignUp)(tx, entered, passwordHash);
        return startSession(tx, newcomer, caller);
      });
      forget();
      return signedIn;
    },

    async beginToRegister({ invitationId: token, user, timeZone }) {
      refuseUnknownZone(timeZone);
      const invitee = existing(await registry.system((tx) => invited(tx, token)));
      if (!invitee.usesSingleSignOn) throw wrongDoor(invitee);
      const registration = { token, name: user.name, phone: user.phone ?? null, timeZone };
      return begin(invitee.orgId, { remember: false, email: invitee.email, registration });
    },

    complete: (tx, entered) => complete(tx, entered, null),
  };
}

function existing<T>(found: T | undefined): T {
  if (found === undefined) throw invalidField('invitationId', 'Invalid or expired invitation');
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
