import type { AuditAction } from '@atrium/contract/audit';
import { lockAdministrators } from '../../accounts/administrator-store.ts';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import type { UserActor } from '../../http/actor.ts';
import { notFound } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { AnyScope } from '../../scope.ts';
import { findPerson, lockPerson, type Person } from './store.ts';

/** The caller and the organization; staff who named none have no scope. */
export interface Requester {
  readonly actor: UserActor;
  readonly scope: AnyScope;
}

export interface PersonChange {
  readonly tx: Transaction;
  readonly person: Person;
  readonly now: Date;
  readonly record: (action: AuditAction, detail?: Record<string, unknown>) => Promise<void>;
}

export type ChangePerson = <T>(
  requester: Requester,
  userId: string,
  work: (change: PersonChange) => Promise<T>,
) => Promise<T>;

/**
 * Changes one person in one transaction: found within the scope, locked, written to the audit log.
 * Accounts are shared by all organizations, so the statements check the scope themselves.
 */
export function createChangePerson(registry: Registry, clock: () => Date): ChangePerson {
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
