import { mainProduct } from '@atrium/contract/product';
import type { Assertion } from '@atrium/contract/second-factor';
import { readCode, totp, totpStep, totpWindow } from '@atrium/rules/second-factor';
import { Secret, TOTP } from 'otpauth';
import type { Registry } from '../../registry/registry.ts';
import { hashToken, type Secrets } from '../../accounts/secrets.ts';
import type { Announce } from './announce.ts';
import type { RelyingParty } from './relying-party.ts';
import {
  findPasskey,
  findPerson,
  findTotp,
  type PasskeyRow,
  type Person,
  recoveryCodesLeft,
  redeemRecoveryCode,
  takeStep,
  usePasskey,
} from './store.ts';

/** How someone proved their identity, as worded in the log. */
export type Proof = 'authenticator' | 'recovery code' | 'passkey';

/** Checks codes and passkeys. Everything it accepts is consumed. */
export interface Proofs {
  /** A code from the person's app or one of their recovery codes. */
  code(person: Person, entered: string): Promise<Proof | undefined>;
  /** The owner of the passkey that signed the challenge; must be the expected person, if any. */
  passkey(answer: Assertion, challenge: string, expectedUserId: string | null): Promise<Person | undefined>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  readonly relyingParty: RelyingParty;
  readonly announce: Announce;
}

export function createProofs({ registry, secrets, clock, relyingParty, announce }: Dependencies): Proofs {
  return {
    code(person, entered) {
      const read = readCode(entered);
      if (!read) return Promise.resolve(undefined);
      return registry.system(async (tx) => {
        const now = clock();
        const { userId } = person;
        if (read.kind === 'authenticator') {
          const factor = await findTotp(tx, userId);
          const step = factor && stepOf(secrets.open(factor.secretSealed), read.code, now);
          const isFresh = step !== undefined && (await takeStep(tx, userId, step, now));
          return isFresh ? 'authenticator' : undefined;
        }
        if (!(await redeemRecoveryCode(tx, userId, hashToken(read.code)))) return undefined;
        const left = await recoveryCodesLeft(tx, userId);
        await announce(tx, person, { userId }, { kind: 'code-used', left });
        return 'recovery code';
      });
    },

    async passkey(answer, challenge, expectedUserId) {
      const known = await registry.system((tx) => findPasskey(tx, answer.id));
      if (!known || (expectedUserId !== null && known.userId !== expectedUserId)) return undefined;
      if (expectedUserId === null && !isHandleOf(known, answer)) return undefined;
      const counter = await relyingParty.check(answer, challenge, known);
      if (counter === undefined) return undefined;
      return registry.system(async (tx) => {
        const isFresh = await usePasskey(tx, { passkeyId: known.passkeyId, counter }, clock());
        return isFresh ? findPerson(tx, known.userId) : undefined;
      });
    },
  };
}

/** The step a code belongs to, if it is one of the current steps of this secret; compared in constant time. */
export function stepOf(secret: string, token: string, now: Date): number | undefined {
  const delta = appFor(secret, '').validate({ token, timestamp: now.getTime(), window: totpWindow });
  return delta === null ? undefined : totpStep(now, delta);
}

export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of the QR code for an authenticator app. */
export function appUri(secret: string, email: string): string {
  return appFor(secret, email).toString();
}

function appFor(secret: string, label: string): TOTP {
  return new TOTP({ issuer: mainProduct.name, label, secret: Secret.fromBase32(secret), ...totp });
}

/** A passkey that identifies someone must name the owner it was created for. */
function isHandleOf({ userId }: PasskeyRow, { response }: Assertion): boolean {
  return response.userHandle === Buffer.from(userId).toString('base64url');
}
