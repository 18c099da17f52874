import { lockSession, signInAgain } from '../../accounts/session-store.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { PersonActor, SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { SessionStart } from './session-start.ts';
import { endSession, findAccount } from './store.ts';

/** Staff see the product as one of its users. Every action is logged with both identities. */
export interface LoginAs {
  enter(actor: PersonActor, username: string, caller: Caller): Promise<SignedIn>;
  /** Returns to a session of the staff user's own. */
  leave(actor: PersonActor, caller: Caller): Promise<SignedIn>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly start: SessionStart;
  readonly forget: () => void;
}

export function createLoginAs({ registry, clock, start, forget }: Dependencies): LoginAs {
  return {
    async enter(actor, username, caller) {
      const signedIn = await registry.system(async (tx) => {
        const person = await findAccount(tx, { email: username.trim().toLowerCase() });
        if (!person) throw notFound('The user');
        if (person.isStaff) throw new Refusal('forbidden', 'You cannot sign in as another staff user.');
        if (person.isPending) throw new Refusal('conflict', 'This person has not registered yet.');
        if (person.loginDisabled) throw new Refusal('conflict', 'Sign-in is disabled for this person.');
        await findAccount(tx, actor, 'lock');
        await lockSession(tx, actor.sessionId);
        const { provenAt, userId: actingStaffId } = actor;
        const kind = { remember: false, actingStaffId, action: 'login-as-started' as const, provenAt };
        return start(tx, person, kind, caller);
      });
      forget();
      return signedIn;
    },

    async leave(actor, caller) {
      const { actingStaffId } = actor;
      if (actingStaffId === null) throw new Refusal('conflict', 'You are not signed in as someone else.');
      const signedIn = await registry.system(async (tx) => {
        const staff = await findAccount(tx, { userId: actingStaffId }, 'lock');
        if (!staff?.isStaff) throw signInAgain();
        await lockSession(tx, actor.sessionId);
        await endSession(tx, actor.sessionId);
        await recordAudit(tx, {
          orgId: actor.organization?.orgId ?? null,
          at: clock(),
          userId: actor.userId,
          actingStaffId,
          action: 'login-as-ended',
        });
        return start(tx, staff, { remember: false, provenAt: actor.provenAt }, caller);
      });
      forget();
      return signedIn;
    },
  };
}
