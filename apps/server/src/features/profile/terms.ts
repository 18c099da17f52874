import { recordAudit } from '../../audit/audit.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { refuseStaffBehind } from './own-account.ts';
import { endAllSessions, hasOtherStaff, lockPerson, recordAcceptance, savePerson } from './store.ts';
import { termsOfService } from './terms-of-service.ts';

/** The answer to the terms of service, which only the person can give. */
export interface Terms {
  accept(actor: Actor, version: string, address: string): Promise<void>;
  /** Shuts the person out; they have been asked twice. */
  reject(actor: Actor, userId: string): Promise<void>;
}

export function createTerms(registry: Registry, clock: () => Date, forget: () => void): Terms {
  const record = (tx: Transaction, actor: Actor, action: string) =>
    recordAudit(tx, {
      orgId: actor.organization?.orgId ?? null,
      at: clock(),
      userId: actor.userId,
      action,
      entityType: 'user',
      entityId: actor.userId,
      detail: { version: termsOfService.version },
    });

  return {
    async accept(actor, version, address) {
      refuseStaffBehind(actor, 'this');
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
    },

    async reject(actor, userId) {
      if (userId.toLowerCase() !== actor.userId) throw notFound('The user');
      refuseStaffBehind(actor, 'this');
      await registry.system(async (tx) => {
        const person = await lockPerson(tx, actor.userId);
        if (!person) throw notFound('Your account');
        if (person.orgId === null && !(await hasOtherStaff(tx, userId))) {
          throw new Refusal('conflict', 'You are the last staff user who can sign in.');
        }
        await savePerson(tx, person, { loginDisabled: true }, clock());
        await endAllSessions(tx, actor.userId);
        await record(tx, actor, 'terms-rejected');
      });
      forget();
    },
  };
}
