import type { AuditAction } from '@atrium/contract/audit';
import { recordAudit } from '../../audit/audit.ts';
import { dropEmailChange } from '../../accounts/email-change-store.ts';
import { queueRequestedMail, wasJustRequested } from '../../outbox/outbox.ts';
import { passwordResetMail } from '../../outbox/templates/password-reset-mail.ts';
import { hashPassword, refuseWeakPassword } from '../../accounts/passwords.ts';
import { Refusal, ssoNoResetAllowed } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import {
  dropResetKeys,
  holderOfResetKey,
  hasResetKey,
  issueResetKey,
  redeemResetKey,
} from '../../accounts/reset-key-store.ts';
import { findHolder, type Holder, savePerson } from './store.ts';

/** A forgotten password. */
export interface Recovery {
  /** Emails a link if the account exists; the reply does not reveal whether it does. */
  request(email: string): Promise<void>;
  reset(resetKey: string, newPassword: string): Promise<void>;
}

export function createRecovery({
  registry,
  clock,
  publicUrl,
  organizationOf,
  reclaim,
}: {
  registry: Registry;
  clock: () => Date;
  publicUrl: () => string;
  /** The organization with single sign-on for the domain of this address. */
  organizationOf: (email: string) => Promise<string | undefined>;
  /** Signs the person out everywhere and unlocks the account. */
  reclaim: (tx: Transaction, person: Holder) => Promise<void>;
}): Recovery {
  const send = (holder: Holder) =>
    registry.system(async (tx) => {
      const now = clock();
      // The link sent a moment ago still works; a flood of requests neither replaces nor consumes it.
      const isWaiting = await wasJustRequested(tx, 'password-reset', holder.email, now);
      if (isWaiting && (await hasResetKey(tx, holder.userId, now))) return;
      const resetKey = await issueResetKey(tx, holder.userId, now);
      const mail = passwordResetMail({ publicUrl: publicUrl(), name: holder.name, resetKey });
      await queueRequestedMail(tx, 'password-reset', { ...mail, orgId: holder.orgId, to: holder.email }, now);
      await record(tx, holder, 'password-reset-requested', now);
    });

  return {
    async request(email) {
      if ((await organizationOf(email)) !== undefined) throw ssoNoResetAllowed();
      const holder = await registry.system((tx) => findHolder(tx, { email: email.toLowerCase() }));
      if (!holder || holder.isPending || holder.loginDisabled || holder.usesSingleSignOn) return;
      await send(holder);
    },

    async reset(resetKey, newPassword) {
      const userId = await registry.system((tx) => holderOfResetKey(tx, resetKey, clock()));
      // A wrong key costs no hashing, and a weak password does not consume the key.
      if (userId === undefined) throw spent();
      refuseWeakPassword(newPassword, 'newPassword');
      const passwordHash = await hashPassword(newPassword);
      await registry.system(async (tx) => {
        const now = clock();
        const holder = await findHolder(tx, { userId }, 'lock');
        const isValid = (await redeemResetKey(tx, resetKey, now)) === userId;
        if (!isValid || !holder || holder.isPending || holder.loginDisabled) throw spent();
        if (holder.usesSingleSignOn) throw ssoNoResetAllowed();
        await savePerson(tx, userId, { passwordHash }, now);
        await dropResetKeys(tx, userId);
        await dropEmailChange(tx, userId);
        await reclaim(tx, holder);
        await record(tx, holder, 'password-reset', now);
      });
    },
  };
}

function record(tx: Transaction, { userId, orgId, name, email }: Holder, action: AuditAction, at: Date): Promise<void> {
  const entity = { entityType: 'user', entityId: userId };
  return recordAudit(tx, { orgId, at, userId, action, ...entity, detail: { name, email } });
}

function spent(): Refusal {
  return new Refusal('invalid', 'This link was already used, or it is more than 30 minutes old. Ask for a new one.');
}
