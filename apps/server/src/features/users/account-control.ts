import { roleIds } from '@atrium/contract/access';
import { hasPeer } from '../../accounts/administrator-store.ts';
import { dropEmailChange } from '../../accounts/email-change-store.ts';
import type { UserActor } from '../../http/actor.ts';
import { secondFactorAccount, unlockAccount } from '../../accounts/lockout-store.ts';
import { queueMail, queueNotice } from '../../outbox/outbox.ts';
import { passwordResetLink, passwordResetMail } from '../../outbox/templates/password-reset-mail.ts';
import { secondFactorMail } from '../../outbox/templates/second-factor-mails.ts';
import { Refusal, ssoNoResetAllowed } from '../../refusal.ts';
import type { Transaction } from '../../registry/registry.ts';
import { dropResetKeys, issueResetKey } from '../../accounts/reset-key-store.ts';
import { factorsOf, removeFactors, signOutEverywhere } from '../../accounts/second-factor-store.ts';
import type { ChangePerson, Requester, PersonChange } from './person-changes.ts';
import { endAccounts } from './membership-store.ts';
import { type Person, savePerson } from './store.ts';

/** What others may do to a person's account. */
export interface AccountControl {
  disable(requester: Requester, userId: string): Promise<void>;
  enable(requester: Requester, userId: string): Promise<void>;
  unlock(requester: Requester, userId: string): Promise<void>;
  remove(requester: Requester, userId: string): Promise<void>;
  /** For a lost device: the person signs in with the password alone, once, and adds a new factor. */
  resetSecondFactor(requester: Requester, userId: string): Promise<void>;
  /** Without a mail server staff get the link to pass on; nobody else ever sees someone's link. */
  sendPasswordReset(requester: Requester, userId: string): Promise<{ link?: string }>;
}

interface Dependencies {
  readonly changePerson: ChangePerson;
  readonly publicUrl: () => string;
  readonly hasMailServer: boolean;
  readonly onRemoved: OnRemoved;
}

/** What a removed person owned is left to others, or deleted. */
export type OnRemoved = (tx: Transaction, userId: string, actor: UserActor | null, now: Date) => Promise<void>;

export function createAccountControl(dependencies: Dependencies): AccountControl {
  const { changePerson, publicUrl, hasMailServer, onRemoved } = dependencies;
  return {
    disable: (requester, userId) =>
      changePerson(requester, userId, async (change) => {
        const { tx, person, now, record } = change;
        if (person.loginDisabled) return;
        await refuseLast(change);
        await savePerson(tx, person, { loginDisabled: true }, now);
        await signOutEverywhere(tx, [userId]);
        await dropResetKeys(tx, userId);
        await dropEmailChange(tx, userId);
        await record('user-disabled');
      }),

    enable: (requester, userId) =>
      changePerson(requester, userId, async ({ tx, person, now, record }) => {
        if (!person.loginDisabled) return;
        await savePerson(tx, person, { loginDisabled: false }, now);
        await record('user-enabled');
      }),

    unlock: (requester, userId) =>
      changePerson(requester, userId, async ({ tx, person, now, record }) => {
        const { actor } = requester;
        // Otherwise a stolen session could guess its owner's password or code forever.
        if (userId === actor.userId || userId === actor.actingStaffId) {
          throw new Refusal('conflict', 'You cannot unlock your own account. Ask another administrator.');
        }
        const account = person.email.toLowerCase();
        await unlockAccount(tx, account, now);
        if (mayResetFactor(actor, person)) await unlockAccount(tx, secondFactorAccount(account), now);
        await record('user-unlocked');
      }),

    resetSecondFactor: (requester, userId) =>
      changePerson(requester, userId, async ({ tx, person, now, record }) => {
        const { actor } = requester;
        if (userId === actor.userId) {
          throw new Refusal('conflict', 'Change your own second factor in your profile.');
        }
        if (!mayResetFactor(actor, person)) {
          throw new Refusal('forbidden', 'Only staff can reset the second factor of an administrator.');
        }
        if (!(await factorsOf(tx, [userId])).has(userId)) return;
        await removeFactors(tx, userId);
        await unlockAccount(tx, secondFactorAccount(person.email.toLowerCase()), now);
        await signOutEverywhere(tx, [userId]);
        await record('second-factor-reset');
        const mail = secondFactorMail({ publicUrl: publicUrl(), name: person.name, event: { kind: 'reset' } });
        await queueNotice(tx, { ...mail, orgId: person.orgId, to: person.email }, now);
      }),

    remove: (requester, userId) =>
      changePerson(requester, userId, async (change) => {
        const { tx, person, now, record } = change;
        await refuseLast(change);
        await savePerson(tx, person, { deletedAt: now }, now);
        await endAccounts(tx, [userId], now);
        await record('user-deleted');
        await onRemoved(tx, userId, requester.actor, now);
      }),

    sendPasswordReset: (requester, userId) =>
      changePerson(requester, userId, async ({ tx, person, now, record }) => {
        if (person.isSSOUser) throw ssoNoResetAllowed();
        if (person.expiration)
          throw new Refusal('conflict', `${person.email} has not registered yet. Renew the invitation.`);
        if (person.loginDisabled)
          throw new Refusal('conflict', `Sign-in is disabled for ${person.name}. Enable it first.`);
        const resetKey = await issueResetKey(tx, userId, now);
        const letter = { publicUrl: publicUrl(), name: person.name, resetKey };
        const mail = passwordResetMail(letter);
        await queueMail(tx, { ...mail, orgId: person.orgId, to: person.email }, now);
        await record('password-reset-sent');
        const isHandedOver = !hasMailServer && requester.actor.role === 'SenSourceUser';
        return isHandedOver ? { link: passwordResetLink(letter) } : {};
      }),
  };
}

/** Administrators help the users of their organization; staff help administrators. */
function mayResetFactor(actor: UserActor, person: Person): boolean {
  return person.roleId === roleIds.OrganizationUser || actor.role === 'SenSourceUser';
}

/** An organization without an administrator could only be helped by staff, and staff by nobody. */
export async function refuseLast({ tx, person }: PersonChange): Promise<void> {
  const inCharge = person.roleId !== roleIds.OrganizationUser && !person.loginDisabled && !person.expiration;
  if (!inCharge || (await hasPeer(tx, person))) return;
  throw new Refusal(
    'conflict',
    person.orgId === null
      ? `${person.name} is the last staff user who can sign in.`
      : `${person.name} is the last administrator of ${person.organizationName}. Make someone else an administrator first.`,
  );
}
