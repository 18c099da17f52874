import { roleIds } from '@atrium/contract/access';
import { hasPeer } from '../../administrator-store.ts';
import { dropEmailChange } from '../../email-change-store.ts';
import { unlockAccount } from '../../lockout-store.ts';
import { queueMail } from '../../outbox/outbox.ts';
import { passwordResetMail } from '../../outbox/templates/password-reset-mail.ts';
import { Refusal, ssoNoResetAllowed } from '../../refusal.ts';
import { dropResetKeys, issueResetKey } from '../../reset-key-store.ts';
import type { Act, Asking, Deed } from './deeds.ts';
import { endAccounts, endSessions } from './membership-store.ts';
import { savePerson } from './store.ts';

/** What others may do to a person's account. */
export interface AccountControl {
  disable(asking: Asking, userId: string): Promise<void>;
  enable(asking: Asking, userId: string): Promise<void>;
  unlock(asking: Asking, userId: string): Promise<void>;
  remove(asking: Asking, userId: string): Promise<void>;
  sendPasswordReset(asking: Asking, userId: string): Promise<void>;
}

export function createAccountControl(act: Act, publicUrl: () => string): AccountControl {
  return {
    disable: (asking, userId) =>
      act(asking, userId, async (deed) => {
        const { tx, person, now, record } = deed;
        if (person.loginDisabled) return;
        await refuseLast(deed);
        await savePerson(tx, person, { loginDisabled: true }, now);
        await endSessions(tx, [userId]);
        await dropResetKeys(tx, userId);
        await dropEmailChange(tx, userId);
        await record('user-disabled');
      }),

    enable: (asking, userId) =>
      act(asking, userId, async ({ tx, person, now, record }) => {
        if (!person.loginDisabled) return;
        await savePerson(tx, person, { loginDisabled: false }, now);
        await record('user-enabled');
      }),

    unlock: (asking, userId) =>
      act(asking, userId, async ({ tx, person, now, record }) => {
        await unlockAccount(tx, person.email.toLowerCase(), now);
        await record('user-unlocked');
      }),

    remove: (asking, userId) =>
      act(asking, userId, async (deed) => {
        const { tx, person, now, record } = deed;
        await refuseLast(deed);
        await savePerson(tx, person, { deletedAt: now }, now);
        await endAccounts(tx, [userId], now);
        await record('user-deleted');
      }),

    sendPasswordReset: (asking, userId) =>
      act(asking, userId, async ({ tx, person, now, record }) => {
        if (person.isSSOUser) throw ssoNoResetAllowed();
        if (person.expiration)
          throw new Refusal('conflict', `${person.email} has not registered yet. Renew the invitation.`);
        if (person.loginDisabled)
          throw new Refusal('conflict', `The sign-in of ${person.name} is disabled. Enable it first.`);
        const resetKey = await issueResetKey(tx, userId, now);
        const mail = passwordResetMail({ publicUrl: publicUrl(), name: person.name, resetKey });
        await queueMail(tx, { ...mail, orgId: person.orgId, to: person.email }, now);
        await record('password-reset-sent');
      }),
  };
}

/** An organization that nobody can administer any more could only be helped by staff, and staff by nobody. */
export async function refuseLast({ tx, person }: Deed): Promise<void> {
  const inCharge = person.roleId !== roleIds.OrganizationUser && !person.loginDisabled && !person.expiration;
  if (!inCharge || (await hasPeer(tx, person))) return;
  throw new Refusal(
    'conflict',
    person.orgId === null
      ? `${person.name} is the last staff user who can sign in.`
      : `${person.name} is the last administrator of ${person.organizationName}. Make somebody else an administrator first.`,
  );
}
