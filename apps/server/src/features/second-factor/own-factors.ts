import { lockSession } from '../../accounts/session-store.ts';
import type { Attestation, Passkey, SecondFactor } from '@atrium/contract/second-factor';
import {
  challengeMinutes,
  maxPasskeys,
  readCode,
  recoveryCode,
  recoveryCodeCount,
  recoveryCodeLength,
} from '@atrium/rules/second-factor';
import { randomBytes } from 'node:crypto';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import type { PersonActor, SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import type { FactorEvent } from '../../outbox/templates/second-factor-mails.ts';
import { invalidField, notFound, Refusal } from '../../refusal.ts';
import { refuseLoginAs } from '../../accounts/refuse-staff.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { factorsOf, isRequiredOfStaff } from '../../accounts/second-factor-store.ts';
import { hashToken, type Secrets } from '../../accounts/secrets.ts';
import type { Announce } from './announce.ts';
import { appUri, newSecret, stepOf } from './proofs.ts';
import type { RelyingParty } from './relying-party.ts';
import {
  deletePasskey,
  deleteTotp,
  findChallenge,
  findPerson,
  findTotp,
  insertPasskey,
  saveChallenge,
  type PasskeyRow,
  passkeysOf,
  type Person,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  saveTotp,
  takeChallenge,
  updatePasskeyName,
} from './store.ts';

interface Added {
  /** Shown once, with the first factor. */
  readonly recoveryCodes: string[] | null;
  readonly session: SignedIn;
}

/** What people do with their own second factors. Every change ends all other sessions. */
export interface OwnFactors {
  status(actor: PersonActor): Promise<SecondFactor>;
  startAuthenticator(actor: PersonActor): Promise<{ secret: string; uri: string }>;
  finishAuthenticator(actor: PersonActor, code: string, caller: Caller): Promise<Added>;
  removeAuthenticator(actor: PersonActor, caller: Caller): Promise<SignedIn>;
  startPasskey(actor: PersonActor): Promise<{ challenge: string }>;
  addPasskey(actor: PersonActor, wanted: { name: string; answer: Attestation }, caller: Caller): Promise<Added>;
  renamePasskey(actor: PersonActor, passkeyId: string, name: string): Promise<Passkey>;
  removePasskey(actor: PersonActor, passkeyId: string, caller: Caller): Promise<SignedIn>;
  renewRecoveryCodes(actor: PersonActor): Promise<string[]>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  readonly relyingParty: RelyingParty;
  readonly announce: Announce;
  /** Ends every session of the person and begins a new one with the same proof. */
  readonly renewSession: (tx: Transaction, actor: PersonActor, caller: Caller) => Promise<SignedIn>;
  readonly forget: () => void;
}

export function createOwnFactors(dependencies: Dependencies): OwnFactors {
  const { registry, secrets, clock, relyingParty, announce, renewSession, forget } = dependencies;
  const expiresAt = () => new Date(clock().getTime() + challengeMinutes * 60_000);

  /** One change at a time; the caller must be the person and have a password here. */
  async function changing<T>(actor: PersonActor, work: (tx: Transaction, person: Person) => Promise<T>): Promise<T> {
    refuseLoginAs(actor, 'the second factor');
    const result = await registry.system(async (tx) => {
      const person = await findPerson(tx, actor.userId, 'lock');
      if (!person) throw notFound('Your account');
      await lockSession(tx, actor.sessionId);
      if (person.usesSingleSignOn) {
        throw new Refusal('forbidden', 'You sign in with Enterprise Single-Sign-On and use the second factor there.');
      }
      return work(tx, person);
    });
    forget();
    return result;
  }

  async function finish(
    tx: Transaction,
    actor: PersonActor,
    person: Person,
    event: FactorEvent,
    caller: Caller,
  ): Promise<Added> {
    const isFirst = (await recoveryCodesLeft(tx, person.userId)) === 0;
    const recoveryCodes = isFirst ? await newCodes(tx, person.userId) : null;
    await announce(tx, person, actor, event);
    return { recoveryCodes, session: await renewSession(tx, actor, caller) };
  }

  async function newCodes(tx: Transaction, userId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCode(randomBytes(recoveryCodeLength)));
    await replaceRecoveryCodes(tx, userId, codes.map(hashOf), clock());
    return codes;
  }

  /** Where a factor is required the last one stays; with the last one the recovery codes are deleted too. */
  async function afterRemoval(tx: Transaction, person: Person): Promise<void> {
    if ((await factorsOf(tx, [person.userId])).has(person.userId)) return;
    if (await isRequired(tx, person)) {
      throw new Refusal(
        'conflict',
        'A second factor is required for your account. Add another one before you remove this.',
      );
    }
    await replaceRecoveryCodes(tx, person.userId, [], clock());
  }

  return {
    status: (actor) =>
      registry.system(async (tx) => {
        const person = await findPerson(tx, actor.userId);
        if (!person) throw notFound('Your account');
        const app = await findTotp(tx, actor.userId);
        return {
          canEnroll: !person.usesSingleSignOn,
          isRequired: !person.usesSingleSignOn && (await isRequired(tx, person)),
          canUsePasskeys: relyingParty.isPossible(),
          authenticator: app
            ? { createdAt: app.createdAt.toISOString(), lastUsedAt: app.lastUsedAt?.toISOString() ?? null }
            : null,
          passkeys: (await passkeysOf(tx, actor.userId)).map(shown),
          recoveryCodes: await recoveryCodesLeft(tx, actor.userId),
        };
      }),

    startAuthenticator: (actor) =>
      changing(actor, async (tx, person) => {
        const secret = newSecret();
        const value = secrets.seal(secret);
        await saveChallenge(tx, {
          sessionId: actor.sessionId,
          purpose: 'authenticator',
          value,
          expiresAt: expiresAt(),
        });
        return { secret, uri: appUri(secret, person.email) };
      }),

    finishAuthenticator: (actor, code, caller) =>
      changing(actor, async (tx, person) => {
        const now = clock();
        const secretSealed = await findChallenge(tx, actor.sessionId, 'authenticator', now);
        if (secretSealed === undefined) {
          throw new Refusal('conflict', 'This took too long. Start again with a new QR code.');
        }
        const read = readCode(code);
        const step = read?.kind === 'authenticator' ? stepOf(secrets.open(secretSealed), read.code, now) : undefined;
        if (step === undefined) throw invalidField('code', 'This code is wrong. Enter the one that the app shows now.');
        await takeChallenge(tx, actor.sessionId, 'authenticator', now);
        await saveTotp(tx, { userId: actor.userId, secretSealed, lastStep: step, createdAt: now });
        return finish(tx, actor, person, { kind: 'added', what: 'An authenticator app' }, caller);
      }),

    removeAuthenticator: (actor, caller) =>
      changing(actor, async (tx, person) => {
        if (!(await deleteTotp(tx, actor.userId))) throw notFound('The authenticator app');
        await afterRemoval(tx, person);
        await announce(tx, person, actor, { kind: 'removed', what: 'Your authenticator app' });
        return renewSession(tx, actor, caller);
      }),

    startPasskey: (actor) =>
      changing(actor, async (tx, person) => {
        const existing = await passkeysOf(tx, actor.userId);
        if (existing.length >= maxPasskeys) {
          throw new Refusal('conflict', `You have ${maxPasskeys} passkeys. Remove one before you add another.`);
        }
        const options = await relyingParty.creationOptions(person, existing);
        const { challenge: value } = options;
        await saveChallenge(tx, { sessionId: actor.sessionId, purpose: 'passkey', value, expiresAt: expiresAt() });
        return options;
      }),

    async addPasskey(actor, { name, answer }, caller) {
      if (name === '') throw invalidField('name', 'Enter a name for the passkey.');
      // Consumed by the first response, right or wrong.
      const challenge = await registry.system((tx) => takeChallenge(tx, actor.sessionId, 'passkey', clock()));
      const made = challenge === undefined ? undefined : await relyingParty.checkNew(answer, challenge);
      if (!made) throw new Refusal('invalid', 'The passkey was not accepted. Please try again.');
      return changing(actor, async (tx, person) => {
        await insertPasskey(tx, { ...made, userId: actor.userId, name, createdAt: clock() });
        return finish(tx, actor, person, { kind: 'added', what: `The passkey “${name}”` }, caller);
      });
    },

    renamePasskey: (actor, passkeyId, name) =>
      changing(actor, async (tx, person) => {
        if (name === '') throw invalidField('name', 'Enter a name for the passkey.');
        const row = await updatePasskeyName(tx, { userId: actor.userId, passkeyId }, name);
        if (!row) throw notFound('The passkey');
        const entity = { entityType: 'user', entityId: person.userId, detail: { passkey: name } };
        await recordAudit(tx, {
          ...doneBy(actor),
          orgId: person.orgId,
          at: clock(),
          action: 'passkey-renamed',
          ...entity,
        });
        return shown(row);
      }),

    removePasskey: (actor, passkeyId, caller) =>
      changing(actor, async (tx, person) => {
        const row = await deletePasskey(tx, { userId: actor.userId, passkeyId });
        if (!row) throw notFound('The passkey');
        await afterRemoval(tx, person);
        await announce(tx, person, actor, { kind: 'removed', what: `The passkey “${row.name}”` });
        return renewSession(tx, actor, caller);
      }),

    renewRecoveryCodes: (actor) =>
      changing(actor, async (tx, person) => {
        if (!(await factorsOf(tx, [person.userId])).has(person.userId)) {
          throw new Refusal('conflict', 'Add an authenticator app or a passkey first.');
        }
        const codes = await newCodes(tx, person.userId);
        await announce(tx, person, actor, { kind: 'codes-renewed' });
        return codes;
      }),
  };
}

async function isRequired(tx: Transaction, person: Person): Promise<boolean> {
  return person.isStaff ? isRequiredOfStaff(tx) : person.organizationRequires;
}

/** Codes are hashed as they are read, without the hyphens. */
function hashOf(code: string): string {
  return hashToken(code.replaceAll('-', ''));
}

function shown({ passkeyId, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    passkeyId,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
