import { factorKinds } from '@atrium/rules/second-factor';
import * as z from 'zod/mini';
import { administratorsOrAll, isPublic, oneself, staff } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, line, orgBound } from './envelope.ts';
import { signedIn } from './session.ts';
import { user } from './users.ts';

/** Refusals that the whole web app reacts to, by their `status`. */
export const secondFactorRequired = 'secondFactorRequired';
export const proofRequired = 'proofRequired';
/** The time to enter the second factor has expired: back to the password. */
export const signInExpired = 'signInExpired';

const own = { ...oneself, alwaysOpen: true } as const;
const enrolling = { ...own, beforeSecondFactor: true } as const;
const credentials = { ...enrolling, needsRecentProof: true } as const;
const done = z.object({ ok: z.literal(true) });

const code = z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(100)) });
/** Options for the browser, and its responses, have the format of the Web Authentication standard. */
const options = z.looseObject({ challenge: z.string() });
const text = z.string().check(z.maxLength(20_000));
const extensions = z.optional(z.record(z.string(), z.unknown()));
const credential = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(text)),
  clientExtensionResults: extensions,
};
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.optional(z.nullable(text)),
  }),
});
export type Assertion = z.output<typeof assertion>;
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.optional(z.array(text).check(z.maxLength(10))),
  }),
});
export type Attestation = z.output<typeof attestation>;

export const enterCode = defineEndpoint({
  name: 'enterCode',
  area: 'session-login',
  summary: 'The second step of a sign-in, with a code from the authenticator app or a recovery code',
  method: 'POST',
  path: '/login/code',
  access: isPublic,
  body: code,
  reply: signedIn,
});

export const startPasskeySignIn = defineEndpoint({
  name: 'startPasskeySignIn',
  area: 'session-login',
  summary: 'The challenge for a passkey, as the second step of a sign-in or instead of a password',
  method: 'POST',
  path: '/login/passkey',
  access: isPublic,
  body: z.strictObject({ step: z.enum(['first', 'second']), remember: z._default(z.boolean(), false) }),
  reply: options,
});

export const finishPasskeySignIn = defineEndpoint({
  name: 'finishPasskeySignIn',
  area: 'session-login',
  summary: 'Signs in with the response of a passkey',
  method: 'POST',
  path: '/login/passkey/answer',
  access: isPublic,
  body: z.strictObject({ answer: assertion }),
  reply: signedIn,
});

export const passkey = z.object({
  passkeyId: id,
  name: z.string(),
  /** Synced to several devices through a platform account. */
  isSynced: z.boolean(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.output<typeof passkey>;

const secondFactor = z.object({
  /** False for people who sign in at a provider. */
  canEnroll: z.boolean(),
  isRequired: z.boolean(),
  /** False if the address of the server is an IP address: passkeys need a host name. */
  canUsePasskeys: z.boolean(),
  authenticator: z.nullable(z.object({ createdAt: instant, lastUsedAt: z.nullable(instant) })),
  passkeys: z.array(passkey),
  recoveryCodes: z.number(),
});
export type SecondFactor = z.output<typeof secondFactor>;

export const getSecondFactor = defineEndpoint({
  name: 'getSecondFactor',
  area: 'profile',
  summary: 'Your authenticator app, your passkeys and how many recovery codes are left',
  method: 'GET',
  path: '/api/profile/second-factor',
  access: enrolling,
  reply: secondFactor,
});

export const startAuthenticator = defineEndpoint({
  name: 'startAuthenticator',
  area: 'profile',
  summary: 'A new secret for an authenticator app; takes effect once one of its codes is entered',
  method: 'POST',
  path: '/api/profile/authenticator',
  access: credentials,
  reply: z.object({ secret: z.string(), uri: z.string() }),
});

/** The recovery codes are returned when the first factor is added, and never again. */
const added = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });

export const finishAuthenticator = defineEndpoint({
  name: 'finishAuthenticator',
  area: 'profile',
  summary: 'Adds the authenticator app with one of its codes; replaces the previous one and ends all other sessions',
  method: 'PUT',
  path: '/api/profile/authenticator',
  access: enrolling,
  body: code,
  reply: added,
});

export const removeAuthenticator = defineEndpoint({
  name: 'removeAuthenticator',
  area: 'profile',
  summary: 'Removes the authenticator app and ends all other sessions',
  method: 'DELETE',
  path: '/api/profile/authenticator',
  access: credentials,
  reply: done,
});

export const startPasskey = defineEndpoint({
  name: 'startPasskey',
  area: 'profile',
  summary: 'What the browser needs to create a passkey',
  method: 'POST',
  path: '/api/profile/passkey/options',
  access: credentials,
  reply: options,
});

export const addPasskey = defineEndpoint({
  name: 'addPasskey',
  area: 'profile',
  summary: 'Adds a passkey that the browser created and ends all other sessions',
  method: 'POST',
  path: '/api/profile/passkey',
  access: enrolling,
  body: z.strictObject({ name: line(60), answer: attestation }),
  reply: added,
});

const onePasskey = z.object({ passkeyId: id });

export const renamePasskey = defineEndpoint({
  name: 'renamePasskey',
  area: 'profile',
  summary: 'Renames a passkey',
  method: 'PUT',
  path: '/api/profile/passkey/{passkeyId}',
  access: own,
  params: onePasskey,
  body: z.strictObject({ name: line(60) }),
  reply: passkey,
});

export const removePasskey = defineEndpoint({
  name: 'removePasskey',
  area: 'profile',
  summary: 'Removes a passkey and ends all other sessions',
  method: 'DELETE',
  path: '/api/profile/passkey/{passkeyId}',
  access: credentials,
  params: onePasskey,
  reply: done,
});

export const renewRecoveryCodes = defineEndpoint({
  name: 'renewRecoveryCodes',
  area: 'profile',
  summary: 'New recovery codes; the previous ones no longer work',
  method: 'POST',
  path: '/api/profile/recovery-codes',
  access: { ...own, needsRecentProof: true },
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const startProof = defineEndpoint({
  name: 'startProof',
  area: 'profile',
  summary: 'How you can prove your identity, and the challenge for a passkey',
  method: 'POST',
  path: '/api/profile/proof/options',
  access: enrolling,
  reply: z.object({ factors: z.array(z.enum(factorKinds)), passkey: z.nullable(options) }),
});

export const prove = defineEndpoint({
  name: 'prove',
  area: 'profile',
  summary: 'Proves your identity with the password, a code or a passkey; credentials can be changed for ten minutes',
  method: 'POST',
  path: '/api/profile/proof',
  access: enrolling,
  body: z.union([
    z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(200)) }),
    code,
    z.strictObject({ answer: assertion }),
  ]),
  reply: done,
});

export const resetSecondFactor = defineEndpoint({
  name: 'resetSecondFactor',
  area: 'users-roles',
  summary:
    'Removes every second factor of a person and signs them out everywhere; only staff can do this for administrators',
  method: 'PUT',
  path: '/api/user/{userId}/reset-second-factor',
  access: { ...administratorsOrAll, needsRecentProof: true },
  params: z.object({ userId: id }),
  query: z.object(orgBound),
  reply: user,
});

const staffPolicy = z.object({ requireSecondFactor: z.boolean() });

export const getStaffPolicy = defineEndpoint({
  name: 'getStaffPolicy',
  area: 'users-roles',
  summary: 'Whether staff must have a second factor',
  method: 'GET',
  path: '/api/staff-policy',
  access: staff,
  reply: staffPolicy,
});

export const setStaffPolicy = defineEndpoint({
  name: 'setStaffPolicy',
  area: 'users-roles',
  summary: 'Turns the required second factor for staff on or off',
  method: 'PUT',
  path: '/api/staff-policy',
  access: { ...staff, needsRecentProof: true },
  body: z.strictObject({ requireSecondFactor: z.boolean() }),
  reply: staffPolicy,
});
