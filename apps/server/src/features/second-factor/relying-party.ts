import type { Assertion, Attestation } from '@atrium/contract/second-factor';
import { mainProduct } from '@atrium/contract/product';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isIP } from 'node:net';
import { Refusal } from '../../refusal.ts';
import type { PasskeyRow } from './store.ts';

/** Signature algorithms of passkeys: EdDSA, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];
const timeout = 5 * 60 * 1000;

export interface NewPasskey extends Pick<
  PasskeyRow,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'
> {}

/** What passkeys are created for and checked against: the public address, never one from a request. */
export interface RelyingParty {
  /** Passkeys belong to a name; an IP address cannot have any. */
  readonly isPossible: () => boolean;
  creationOptions(
    person: { userId: string; email: string; name: string },
    existing: readonly PasskeyRow[],
  ): Promise<{ challenge: string }>;
  /** With no passkeys the browser offers every one it has for this site. */
  requestOptions(allowed: readonly PasskeyRow[] | undefined): Promise<{ challenge: string }>;
  /** Undefined unless the browser created it for this challenge and origin, with user verification. */
  checkNew(answer: Attestation, challenge: string): Promise<NewPasskey | undefined>;
  /** The new counter; undefined unless the passkey signed this challenge for this origin, with user verification. */
  check(answer: Assertion, challenge: string, known: PasskeyRow): Promise<number | undefined>;
}

export function createRelyingParty(publicUrl: () => string): RelyingParty {
  const site = () => {
    const { hostname, origin } = new URL(publicUrl());
    return { rpID: hostname, origin, isPossible: isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 };
  };
  const possible = () => {
    const { rpID, origin, isPossible } = site();
    if (!isPossible) {
      throw new Refusal('conflict', 'Passkeys need a host name. This server is reached only by its IP address.');
    }
    return { rpID, origin };
  };

  return {
    isPossible: () => site().isPossible,

    creationOptions: ({ userId, email, name }, existing) =>
      generateRegistrationOptions({
        rpName: mainProduct.name,
        rpID: possible().rpID,
        userID: new Uint8Array(Buffer.from(userId)),
        userName: email,
        userDisplayName: name,
        timeout,
        attestationType: 'none',
        excludeCredentials: descriptors(existing),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs,
      }),

    requestOptions: (allowed) =>
      generateAuthenticationOptions({
        rpID: possible().rpID,
        timeout,
        userVerification: 'required',
        ...(allowed && { allowCredentials: descriptors(allowed) }),
      }),

    async checkNew(answer, challenge) {
      const { rpID, origin } = possible();
      const checked = await verifyRegistrationResponse({
        response: { clientExtensionResults: {}, ...answer } as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).catch(() => undefined);
      if (!checked?.verified) return undefined;
      const { credential, credentialBackedUp } = checked.registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
        isSynced: credentialBackedUp,
      };
    },

    async check(answer, challenge, known) {
      const { rpID, origin } = possible();
      const checked = await verifyAuthenticationResponse({
        response: { clientExtensionResults: {}, ...answer } as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: known.credentialId,
          publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
          counter: known.counter,
          transports: known.transports,
        },
        // Whatever the library finds wrong, the answer is that it was not accepted.
      }).catch(() => undefined);
      return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
    },
  };
}

function descriptors(rows: readonly PasskeyRow[]) {
  return rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
}
