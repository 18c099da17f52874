import type { AuditAction } from '@atrium/contract/audit';
import { roleIds } from '@atrium/contract/access';
import { hasPeer, lockAdministrators, staffToNotify } from '../../accounts/administrator-store.ts';
import { dropEmailChange } from '../../accounts/email-change-store.ts';
import { dropResetKeys } from '../../accounts/reset-key-store.ts';
import { signOutEverywhere } from '../../accounts/second-factor-store.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { PersonActor, ActorOrganization } from '../../http/actor.ts';
import { queueMail } from '../../outbox/outbox.ts';
import { noAdministratorMail } from '../../outbox/templates/no-administrator-mail.ts';
import { notFound, Refusal, ignoreTooMany } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { refuseLoginAs } from '../../accounts/refuse-staff.ts';
import { lockPerson, type Person, recordAcceptance, savePerson } from './store.ts';
import { termsOfService } from './terms-of-service.ts';

/** The answer to the terms of service, which only the person can give. */
export interface Terms {
  accept(actor: PersonActor, version: string, address: string): Promise<void>;
  /** Disables the account after a second confirmation. Staff are notified if no administrator is left. */
  reject(actor: PersonActor, userId: string): Promise<void>;
}

export function createTerms({
  registry,
  clock,
  publicUrl,
  forget,
}: {
  registry: Registry;
  clock: () => Date;
  publicUrl: () => string;
  forget: () => void;
}): Terms {
  const record = (tx: Transaction, actor: PersonActor, action: AuditAction, detail: Record<string, unknown> = {}) =>
    recordAudit(tx, {
      orgId: actor.organization?.orgId ?? null,
      at: clock(),
      userId: actor.userId,
      action,
      entityType: 'user',
      entityId: actor.userId,
      detail: { version: termsOfService.version, ...detail },
    });

  async function tellStaff(tx: Transaction, { name, email }: Person, { orgId, ...organization }: ActorOrganization) {
    const mail = noAdministratorMail({
      publicUrl: publicUrl(),
      orgId,
      organizationName: organization.name,
      name,
      email,
    });
    for (const staff of await staffToNotify(tx)) {
      // A recipient who reached the daily email limit must not block a person who wants to leave.
      await queueMail(tx, { ...mail, orgId: null, to: staff.email }, clock()).catch(ignoreTooMany);
    }
  }

  return {
    async accept(actor, version, address) {
      refuseLoginAs(actor, 'this');
      if (version !== termsOfService.version) {
        throw new Refusal('conflict', 'There are newer terms of service. Please read them first.');
      }
      await registry.system(async (tx) => {
        const person = await lockPerson(tx, actor.userId);
        if (!person) throw notFound('Your account');
        const acceptedAt = clock();
        await recordAcceptance(tx, { userId: actor.userId, termsVersion: version, acceptedAt, address });
        if (!person.firstLogin) return;
        await savePerson(tx, person, { firstLogin: false }, acceptedAt);
        await record(tx, actor, 'terms-accepted');
      });
      forget();
    },

    async reject(actor, userId) {
      if (userId.toLowerCase() !== actor.userId) throw notFound('The user');
      refuseLoginAs(actor, 'this');
      await registry.system(async (tx) => {
        await lockAdministrators(tx, actor.organization?.orgId ?? null);
        const person = await lockPerson(tx, actor.userId);
        if (!person) throw notFound('Your account');
        const isInCharge = actor.role !== 'OrganizationUser';
        const isLast = isInCharge && !(await hasPeer(tx, { ...person, roleId: roleIds[actor.role] }));
        if (isLast && !actor.organization) {
          throw new Refusal('conflict', 'You are the last staff user who can sign in.');
        }
        await savePerson(tx, person, { loginDisabled: true }, clock());
        await signOutEverywhere(tx, [actor.userId]);
        await dropResetKeys(tx, actor.userId);
        await dropEmailChange(tx, actor.userId);
        await record(tx, actor, 'terms-rejected', isLast ? { lastAdministrator: true } : {});
        if (isLast && actor.organization) await tellStaff(tx, person, actor.organization);
      });
      forget();
    },
  };
}
