import type { OwnSession } from '@atrium/contract/account';
import { recordAudit } from '../../audit/audit.ts';
import type { PersonActor } from '../../http/actor.ts';
import { notFound } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { refuseLoginAs } from '../../accounts/refuse-staff.ts';
import { endOtherSessions, endSession, sessionsOf } from './store.ts';

/** The sessions of a person. */
export interface OwnSessions {
  list(actor: PersonActor): Promise<OwnSession[]>;
  end(actor: PersonActor, sessionId: string): Promise<void>;
  endOthers(actor: PersonActor): Promise<number>;
}

export function createOwnSessions(registry: Registry, clock: () => Date, forget: () => void): OwnSessions {
  const record = (tx: Transaction, actor: PersonActor, detail: Record<string, unknown>) =>
    recordAudit(tx, {
      orgId: actor.organization?.orgId ?? null,
      at: clock(),
      userId: actor.userId,
      action: 'sessions-ended',
      entityType: 'user',
      entityId: actor.userId,
      detail,
    });

  return {
    async list(actor) {
      const rows = await registry.system((tx) => sessionsOf(tx, actor.userId, clock()));
      return rows.map((row) => ({ ...row, current: row.sessionId === actor.sessionId }));
    },

    async end(actor, sessionId) {
      refuseLoginAs(actor, 'where they are signed in');
      await registry.system(async (tx) => {
        if (!(await endSession(tx, actor.userId, sessionId))) throw notFound('The session');
        await record(tx, actor, { ended: 1 });
      });
      forget();
    },

    async endOthers(actor) {
      refuseLoginAs(actor, 'where they are signed in');
      const ended = await registry.system(async (tx) => {
        const count = await endOtherSessions(tx, actor.userId, actor.sessionId);
        await record(tx, actor, { ended: count });
        return count;
      });
      forget();
      return ended;
    },
  };
}
