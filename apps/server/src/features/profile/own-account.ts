import type { AuditAction } from '@atrium/contract/audit';
import { isZone } from '@atrium/calendar/zones';
import type { updateProfile } from '@atrium/contract/account';
import type { BodyOf } from '@atrium/contract/endpoint';
import { isEmail } from '@atrium/rules/email';
import { isScreen } from '@atrium/rules/landing';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import type { PersonActor, SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import { hashPassword, refuseWeakPassword } from '../../accounts/passwords.ts';
import { notFound, Refusal, refuseProblems } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { lockSession } from '../../accounts/session-store.ts';
import { dropEmailChange } from '../../accounts/email-change-store.ts';
import { dropResetKeys } from '../../accounts/reset-key-store.ts';
import type { EmailChanges } from './email-changes.ts';
import { refuseLoginAs } from '../../accounts/refuse-staff.ts';
import { findPerson, lockPerson, type Person, savePerson } from './store.ts';

/** What people change about themselves. */
export interface OwnAccount {
  update(actor: PersonActor, changes: BodyOf<typeof updateProfile>, caller: Caller): Promise<void>;
  /** Ends all sessions but a fresh one for the caller. */
  changePassword(actor: PersonActor, change: PasswordChange, caller: Caller): Promise<SignedIn>;
  setHomepage(actor: PersonActor, homepage: string | null): Promise<string | null>;
}

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export interface OwnAccountParts {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  /** Whether this is the password of the address; counted like a sign-in. */
  readonly confirm: (email: string, password: string, caller: Caller) => Promise<boolean>;
  readonly renewSession: (tx: Transaction, actor: PersonActor, caller: Caller) => Promise<SignedIn>;
  readonly forget: () => void;
}

export function createOwnAccount(parts: OwnAccountParts, emailChanges: Pick<EmailChanges, 'request'>): OwnAccount {
  const { registry, clock, confirm, renewSession, forget } = parts;

  async function confirmed(actor: PersonActor, currentPassword: string | undefined, caller: Caller): Promise<void> {
    const { email } = existing(await registry.system((tx) => findPerson(tx, actor.userId)));
    const isRight = currentPassword !== undefined && (await confirm(email, currentPassword, caller));
    if (!isRight) {
      const message = currentPassword === undefined ? 'is required to change the email address' : 'is wrong';
      refuseProblems([{ path: 'currentPassword', message: `The current password ${message}.` }]);
    }
  }

  return {
    async update(actor, { currentPassword, ...changes }, caller) {
      refuseProblems(problemsWith(changes));
      const { email } = changes;
      const movesTo = email != null && (await isOther(actor, email)) ? email : undefined;
      if (movesTo !== undefined) {
        refuseLoginAs(actor, 'the email address');
        if (await usesSingleSignOn(actor)) {
          throw new Refusal('forbidden', 'Your organization decides which email address you sign in with.');
        }
        await confirmed(actor, currentPassword, caller);
      }
      await registry.system(async (tx) => {
        const before = existing(await lockPerson(tx, actor.userId));
        const changed = differences(before, changes);
        if (Object.keys(changed).length > 0) {
          await savePerson(tx, before, changed, clock());
          await record(tx, actor, 'profile-changed', { changed });
        }
        if (movesTo === undefined) return;
        await lockSession(tx, actor.sessionId);
        await emailChanges.request(tx, actor, before, movesTo);
      });
    },

    async changePassword(actor, { currentPassword, newPassword }, caller) {
      refuseLoginAs(actor, 'the password');
      if (await usesSingleSignOn(actor)) {
        throw new Refusal(
          'forbidden',
          'You sign in with Enterprise Single-Sign-On, so there is no password to change.',
        );
      }
      refuseWeakPassword(newPassword, 'newPassword');
      await confirmed(actor, currentPassword, caller);
      const passwordHash = await hashPassword(newPassword);
      const signedIn = await registry.system(async (tx) => {
        await savePerson(tx, existing(await lockPerson(tx, actor.userId)), { passwordHash }, clock());
        await dropResetKeys(tx, actor.userId);
        await dropEmailChange(tx, actor.userId);
        await record(tx, actor, 'password-changed');
        return renewSession(tx, actor, caller);
      });
      forget();
      return signedIn;
    },

    async setHomepage(actor, homepage) {
      if (homepage !== null && !isScreen(homepage)) {
        refuseProblems([{ path: 'homepage', message: 'must be a page of this application' }]);
      }
      await registry.system(async (tx) => {
        await savePerson(tx, existing(await lockPerson(tx, actor.userId)), { homepage }, clock());
        await record(tx, actor, 'homepage-changed', { homepage });
      });
      return homepage;
    },
  };

  async function isOther(actor: PersonActor, email: string): Promise<boolean> {
    return existing(await registry.system((tx) => findPerson(tx, actor.userId))).email !== email;
  }

  async function usesSingleSignOn(actor: PersonActor): Promise<boolean> {
    return existing(await registry.system((tx) => findPerson(tx, actor.userId))).isSSOUser;
  }

  function record(
    tx: Transaction,
    actor: PersonActor,
    action: AuditAction,
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    return recordAudit(tx, {
      ...doneBy(actor),
      orgId: actor.organization?.orgId ?? null,
      at: clock(),
      action,
      entityType: 'user',
      entityId: actor.userId,
      detail,
    });
  }
}

type Details = Omit<BodyOf<typeof updateProfile>, 'currentPassword'>;

function problemsWith({ name, email, timezone }: Details) {
  const problems: { path: string; message: string }[] = [];
  if (name === null || name === '') problems.push({ path: 'name', message: 'Name is required' });
  if (email === null || (email !== undefined && !isEmail(email))) {
    problems.push({ path: 'email', message: 'Valid email is required' });
  }
  if (timezone != null && !isZone(timezone)) problems.push({ path: 'timezone', message: 'is not a time zone' });
  return problems;
}

/** The changed fields; an empty phone number becomes null. */
function differences(before: Person, { name, phone, timezone }: Details) {
  return {
    ...(name != null && name !== before.name && { name }),
    ...(phone !== undefined && (phone || null) !== before.phone && { phone: phone || null }),
    ...(timezone !== undefined && timezone !== before.timezone && { timezone }),
  };
}

function existing(person: Person | undefined): Person {
  if (!person) throw notFound('Your account');
  return person;
}
