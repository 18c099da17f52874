import type { Assertion } from '@atrium/contract/second-factor';
import { challengeMinutes, type FactorKind } from '@atrium/rules/second-factor';
import type { SecurityLog } from '../../audit/security-log.ts';
import type { PersonActor } from '../../http/actor.ts';
import { addressKey } from '../../http/address-key.ts';
import type { Caller } from '../../http/call.ts';
import { invalidField, notFound, Refusal } from '../../refusal.ts';
import { announceAccess } from '../../registry/notifications.ts';
import type { Registry } from '../../registry/registry.ts';
import { factorsOf } from '../../accounts/second-factor-store.ts';
import type { Proofs } from './proofs.ts';
import type { RelyingParty } from './relying-party.ts';
import type { GuardCode } from './sign-in-steps.ts';
import { findPerson, saveChallenge, markProven, passkeysOf, type Person, takeChallenge } from './store.ts';

export type Given = { readonly password: string } | { readonly code: string } | { readonly answer: Assertion };

/** A signed-in person proves their identity again before credentials change. Staff in a login-as prove their own. */
export interface RecentProof {
  options(actor: PersonActor): Promise<{ factors: FactorKind[]; passkey: { challenge: string } | null }>;
  prove(actor: PersonActor, given: Given, caller: Caller): Promise<void>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly proofs: Proofs;
  readonly relyingParty: RelyingParty;
  readonly guardCode: GuardCode;
  /** Whether this is the password of the address; counted like a sign-in. */
  readonly confirm: (email: string, password: string, caller: Caller) => Promise<boolean>;
  readonly forget: () => void;
  readonly security: Pick<SecurityLog, 'note'>;
}

export function createRecentProof(dependencies: Dependencies): RecentProof {
  const { registry, clock, proofs, relyingParty, guardCode, confirm, forget, security } = dependencies;
  const proverOf = async (actor: PersonActor): Promise<Person> => {
    const person = await registry.system((tx) => findPerson(tx, actor.actingStaffId ?? actor.userId));
    if (!person) throw notFound('Your account');
    return person;
  };

  async function check(actor: PersonActor, person: Person, given: Given, caller: Caller): Promise<void> {
    if ('password' in given) {
      if (!(await confirm(person.email, given.password, caller)))
        throw invalidField('password', 'The password is wrong.');
    } else if ('code' in given) {
      const proof = await guardCode(person, caller, () => proofs.code(person, given.code));
      if (!proof) throw invalidField('code', 'This code is wrong, or it has been used already.');
    } else {
      const challenge = await registry.system((tx) => takeChallenge(tx, actor.sessionId, 'proof', clock()));
      const proven = challenge && (await proofs.passkey(given.answer, challenge, person.userId));
      if (!proven) {
        const { userId, orgId } = person;
        security.note({ userId, orgId, action: 'second-factor-failed', address: addressKey(caller.address) });
        throw new Refusal('invalid', 'This passkey was not accepted. Please try again.');
      }
    }
  }

  return {
    async options(actor) {
      const { userId } = await proverOf(actor);
      return registry.system(async (tx) => {
        const factors = (await factorsOf(tx, [userId])).get(userId) ?? [];
        if (!factors.includes('passkey') || !relyingParty.isPossible()) return { factors, passkey: null };
        const passkey = await relyingParty.requestOptions(await passkeysOf(tx, userId));
        const expiresAt = new Date(clock().getTime() + challengeMinutes * 60_000);
        await saveChallenge(tx, { sessionId: actor.sessionId, purpose: 'proof', value: passkey.challenge, expiresAt });
        return { factors, passkey };
      });
    },

    async prove(actor, given, caller) {
      await check(actor, await proverOf(actor), given, caller);
      await registry.system(async (tx) => {
        await markProven(tx, actor.sessionId, clock());
        await announceAccess(tx, actor.userId);
      });
      forget();
    },
  };
}
