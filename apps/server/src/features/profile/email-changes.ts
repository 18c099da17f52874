import type { AuditAction } from '@atrium/contract/audit';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import {
  dropEmailChange,
  holderOfEmailKey,
  issueEmailKey,
  pendingEmail,
  redeemEmailKey,
} from '../../accounts/email-change-store.ts';
import type { PersonActor } from '../../http/actor.ts';
import { queueMail, queueNotice } from '../../outbox/outbox.ts';
import { addressChangedMail } from '../../outbox/templates/address-changed-mail.ts';
import { confirmEmailMail, emailChangeNotice } from '../../outbox/templates/email-change-mails.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { type Registry, type Transaction, violatedConstraint } from '../../registry/registry.ts';
import { dropResetKeys } from '../../accounts/reset-key-store.ts';
import { refuseLoginAs } from '../../accounts/refuse-staff.ts';
import { isAddressTaken, lockPerson, type Person, savePerson } from './store.ts';

/** A new email address takes effect once the link sent there is opened. Until then the former one stays in use. */
export interface EmailChanges {
  request(tx: Transaction, actor: PersonActor, person: Person, newEmail: string): Promise<void>;
  pending(userId: string): Promise<string | null>;
  resend(actor: PersonActor): Promise<void>;
  cancel(actor: PersonActor): Promise<void>;
  /** Returns the address in use from now on. */
  confirm(emailKey: string): Promise<string>;
}

export function createEmailChanges({
  registry,
  clock,
  publicUrl,
}: {
  registry: Registry;
  clock: () => Date;
  publicUrl: () => string;
}): EmailChanges {
  async function send(tx: Transaction, { userId, orgId, name }: Person, newEmail: string): Promise<void> {
    const now = clock();
    const emailKey = await issueEmailKey(tx, userId, newEmail, now);
    const mail = confirmEmailMail({ publicUrl: publicUrl(), name, emailKey });
    await queueMail(tx, { ...mail, orgId, to: newEmail }, now);
  }

  return {
    async request(tx, actor, person, newEmail) {
      if (await isAddressTaken(tx, newEmail, person.userId)) throw inUse();
      await send(tx, person, newEmail);
      const notice = emailChangeNotice({ publicUrl: publicUrl(), name: person.name, newEmail });
      await queueNotice(tx, { ...notice, orgId: person.orgId, to: person.email }, clock());
      await record(tx, doneBy(actor), person, 'email-change-requested', { newEmail });
    },

    pending: (userId) => registry.system((tx) => pendingEmail(tx, userId, clock())),

    resend(actor) {
      refuseLoginAs(actor, 'the email address');
      return registry.system(async (tx) => {
        const person = await lockPerson(tx, actor.userId);
        const newEmail = await pendingEmail(tx, actor.userId, clock());
        if (!person || newEmail === null) throw notFound('The change of your email address');
        await send(tx, person, newEmail);
      });
    },

    cancel(actor) {
      refuseLoginAs(actor, 'the email address');
      return registry.system(async (tx) => {
        const person = await lockPerson(tx, actor.userId);
        if (!person || !(await dropEmailChange(tx, actor.userId))) return;
        await record(tx, doneBy(actor), person, 'email-change-canceled');
      });
    },

    async confirm(emailKey) {
      try {
        return await registry.system((tx) => move(tx, emailKey));
      } catch (error) {
        throw violatedConstraint(error) === 'local_user_email' ? inUse() : error;
      }
    },
  };

  async function move(tx: Transaction, emailKey: string): Promise<string> {
    const now = clock();
    const holder = await holderOfEmailKey(tx, emailKey);
    const person = holder === undefined ? undefined : await lockPerson(tx, holder);
    const change = await redeemEmailKey(tx, emailKey, now);
    if (!change || !person || person.isSSOUser) throw spent();
    const { newEmail } = change;
    await savePerson(tx, person, { email: newEmail }, now);
    await dropResetKeys(tx, person.userId);
    await record(tx, { userId: person.userId }, person, 'email-changed', { newEmail });
    const notice = addressChangedMail({ publicUrl: publicUrl(), name: person.name, newEmail });
    await queueNotice(tx, { ...notice, orgId: person.orgId, to: person.email }, now);
    return newEmail;
  }

  function record(
    tx: Transaction,
    by: ReturnType<typeof doneBy> | { userId: string },
    { userId: entityId, orgId, name, email }: Person,
    action: AuditAction,
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    const entity = { entityType: 'user', entityId, detail: { name, email, ...detail } };
    return recordAudit(tx, { ...by, orgId, at: clock(), action, ...entity });
  }
}

function inUse(): Refusal {
  const message = 'This email address is already in use.';
  return new Refusal('conflict', message, { details: [{ path: 'email', message }] });
}

function spent(): Refusal {
  return new Refusal(
    'invalid',
    'This link was already used or replaced, or it is more than one hour old. Ask for a new one in your profile.',
  );
}
