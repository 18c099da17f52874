import { lockAdministrators } from '../../accounts/administrator-store.ts';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { findPerson, lockPerson, type Person } from './store.ts';

/** Who asks, and inside which walls; staff who named no organization have none. */
export interface Asking {
  readonly actor: Actor;
  readonly scope: Scope | null;
}

export interface Deed {
  readonly tx: Transaction;
  readonly person: Person;
  readonly now: Date;
  readonly record: (action: string, detail?: Record<string, unknown>) => Promise<void>;
}

export type Act = <T>(asking: Asking, userId: string, work: (deed: Deed) => Promise<T>) => Promise<T>;

/**
 * What is done to one person: found inside the walls, held until the end, written into the log, in one transaction.
 * Accounts belong to signing in, whose tables know no organization, so the walls are in the statements.
 */
export function createAct(registry: Registry, clock: () => Date): Act {
  return ({ actor, scope }, userId, work) =>
    registry.system(async (tx) => {
      const found = await findPerson(tx, scope, userId);
      if (!found) throw notFound('The user');
      await lockAdministrators(tx, found.orgId);
      const person = await lockPerson(tx, scope, userId);
      if (!person) throw notFound('The user');
      const now = clock();
      const { name, email } = person;
      return work({
        tx,
        person,
        now,
        record: (action, detail) =>
          recordAudit(tx, {
            ...doneBy(actor),
            orgId: person.orgId,
            at: now,
            action,
            entityType: 'user',
            entityId: userId,
            detail: { name, email, ...detail },
          }),
      });
    });
}
