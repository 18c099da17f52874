import { type Assertion, signInExpired } from '@atrium/contract/second-factor';
import { pendingMinutes } from '@atrium/rules/second-factor';
import { randomBytes } from 'node:crypto';
import type { SecurityLog } from '../../audit/security-log.ts';
import type { SignedIn } from '../../http/actor.ts';
import { addressKey } from '../../http/address-key.ts';
import type { Caller } from '../../http/call.ts';
import type { Cookies } from '../../http/cookies.ts';
import { Refusal } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { factorsOf } from '../../accounts/second-factor-store.ts';
import { hashToken } from '../../accounts/secrets.ts';
import type { Proof, Proofs } from './proofs.ts';
import type { RelyingParty } from './relying-party.ts';
import {
  deletePending,
  findPasskey,
  findPending,
  findPerson,
  insertPending,
  passkeysOf,
  type Person,
  setPendingChallenge,
  takePendingChallenge,
} from './store.ts';

type StartSession = (
  tx: Transaction,
  person: Person,
  kind: { remember: boolean; with: string },
  caller: Caller,
) => Promise<SignedIn>;

export type GuardCode = <T>(
  person: Pick<Person, 'userId' | 'orgId' | 'email'>,
  caller: Caller,
  check: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/** From the password to the session, or directly with a passkey. */
export interface SignInSteps {
  code(entered: string, caller: Caller): Promise<SignedIn>;
  startPasskey(
    asked: { step: 'first' | 'second'; remember: boolean },
    caller: Caller,
  ): Promise<{ options: { challenge: string }; setCookies: string[] }>;
  finishPasskey(answer: Assertion, caller: Caller): Promise<SignedIn>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly cookies: Cookies;
  readonly clock: () => Date;
  readonly proofs: Proofs;
  readonly relyingParty: RelyingParty;
  readonly startSession: StartSession;
  readonly guardCode: GuardCode;
  readonly forget: () => void;
  readonly security: Pick<SecurityLog, 'note'>;
}

interface ProvenStep {
  readonly tokenHash: string;
  readonly remember: boolean;
  readonly userId: string;
  readonly proof: Proof;
  /** The passkey that proved it. */
  readonly credentialId?: string;
}

export function createSignInSteps(dependencies: Dependencies): SignInSteps {
  const { registry, cookies, clock, proofs, relyingParty, startSession, guardCode, security } = dependencies;
  const tokenOf = (caller: Caller) => {
    const token = cookies.pendingToken(caller.cookies);
    if (token === undefined) throw expired();
    return hashToken(token);
  };

  /** The pending sign-in becomes a session, once, unless its proof was removed in the meantime. */
  async function enter({ tokenHash, remember, userId, proof, credentialId }: ProvenStep, caller: Caller) {
    const signedIn = await registry.system(async (tx) => {
      const person = await findPerson(tx, userId, 'lock');
      if (!person || !(await deletePending(tx, tokenHash))) throw expired();
      if (credentialId !== undefined && !(await findPasskey(tx, credentialId))) throw expired();
      if (person.usesSingleSignOn) {
        throw new Refusal('forbidden', 'Your organization uses Enterprise Single-Sign-On. Please sign in there.');
      }
      if (person.loginDisabled) {
        throw new Refusal('forbidden', 'Sign-in is disabled for this account. Ask your administrator.');
      }
      return startSession(tx, person, { remember, with: proof }, caller);
    });
    dependencies.forget();
    return { ...signedIn, setCookies: [...signedIn.setCookies, cookies.clearPending()] };
  }

  return {
    async code(entered, caller) {
      const tokenHash = tokenOf(caller);
      const { pending, person } = await registry.system(async (tx) => {
        const found = await findPending(tx, tokenHash, clock());
        return { pending: found, person: found?.userId ? await findPerson(tx, found.userId) : undefined };
      });
      if (!pending || !person) throw expired();
      const proof = await guardCode(person, caller, () => proofs.code(person, entered));
      if (!proof) throw new Refusal('unauthenticated', 'This code is wrong, or it has been used already.');
      return enter({ tokenHash, remember: pending.remember, userId: person.userId, proof }, caller);
    },

    async startPasskey({ step, remember }, caller) {
      if (step === 'first') {
        const options = await relyingParty.requestOptions(undefined);
        const { token, row } = newPending(null, remember, clock());
        await registry.system((tx) => insertPending(tx, { ...row, challenge: options.challenge }));
        return { options, setCookies: [cookies.setPending(token, pendingMinutes * 60)] };
      }
      const tokenHash = tokenOf(caller);
      return registry.system(async (tx) => {
        const pending = await findPending(tx, tokenHash, clock());
        if (!pending?.userId) throw expired();
        const options = await relyingParty.requestOptions(await passkeysOf(tx, pending.userId));
        await setPendingChallenge(tx, tokenHash, options.challenge);
        return { options, setCookies: [] };
      });
    },

    async finishPasskey(answer, caller) {
      const tokenHash = tokenOf(caller);
      const pending = await registry.system((tx) => takePendingChallenge(tx, tokenHash, clock()));
      if (!pending) throw expired();
      const person = await proofs.passkey(answer, pending.challenge, pending.userId);
      if (!person) {
        const { userId } = pending;
        const address = addressKey(caller.address);
        security.note({ orgId: null, userId, action: 'second-factor-failed', address });
        throw new Refusal('unauthenticated', 'This passkey was not accepted. Use another one, or sign in another way.');
      }
      const { remember } = pending;
      const step = { tokenHash, remember, userId: person.userId, proof: 'passkey', credentialId: answer.id } as const;
      return enter(step, caller);
    },
  };
}

/**
 * After the right password: the factors to prove, and the cookie for the next step. Undefined for someone without any.
 */
export function createSecondStep({ cookies, clock }: { cookies: Cookies; clock: () => Date }) {
  return async (tx: Transaction, userId: string, remember: boolean) => {
    const secondFactor = (await factorsOf(tx, [userId])).get(userId);
    if (!secondFactor) return undefined;
    const { token, row } = newPending(userId, remember, clock());
    await insertPending(tx, row);
    return { secondFactor, setCookies: [cookies.setPending(token, pendingMinutes * 60)] };
  };
}

function newPending(userId: string | null, remember: boolean, now: Date) {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + pendingMinutes * 60_000);
  return { token, row: { tokenHash: hashToken(token), userId, remember, expiresAt } };
}

function expired(): Refusal {
  return new Refusal('unauthenticated', 'This sign-in took too long. Please start again.', {
    extra: { status: signInExpired },
  });
}
