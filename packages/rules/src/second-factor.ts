/** Proofs of a sign-in besides the password. */
export const factorKinds = ['passkey', 'authenticator'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** How long after the password the second factor can be entered. */
export const pendingMinutes = 10;
/** A challenge for a passkey, and the secret of an authenticator app that is being added. */
export const challengeMinutes = 10;
/** Changing credentials requires a proof that is not older. */
export const recentProofMinutes = 10;

export const totp = { digits: 6, period: 30, algorithm: 'SHA1' } as const;
/** Steps of 30 seconds before and after the current one, for clocks that are not exact. */
export const totpWindow = 1;

export const maxPasskeys = 20;
export const recoveryCodeCount = 10;
/** Without letters that look like digits. Each of its 32 characters has five bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 120 bits: enough for a plain hash to be safe (ASVS 6.5.2 requires 112). */
export const recoveryCodeLength = 24;

/** One code from random bytes, in groups of four. */
export function recoveryCode(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, recoveryCodeLength), (byte) => alphabet[byte & 31]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

export type EnteredCode = { readonly kind: 'authenticator' | 'recovery'; readonly code: string };

/** Typed or pasted input: six digits of an app, or a recovery code; undefined for anything else. */
export function readCode(text: string): EnteredCode | undefined {
  const plain = text.toLowerCase().replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(plain)) return { kind: 'authenticator', code: plain };
  const code = plain.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{24}$/.test(code) ? { kind: 'recovery', code } : undefined;
}

/** The number of the step that a code belongs to, `delta` steps away from now. */
export function totpStep(now: Date, delta: number): number {
  return Math.floor(now.getTime() / (totp.period * 1000)) + delta;
}

interface Enrolment {
  /** Someone who signs in at a provider uses the provider's own factors. */
  readonly usesSingleSignOn: boolean;
  readonly isRequired: boolean;
  readonly hasFactor: boolean;
}

/** Whether someone must add a second factor before anything else. */
export function owesSecondFactor({ usesSingleSignOn, isRequired, hasFactor }: Enrolment): boolean {
  return isRequired && !usesSingleSignOn && !hasFactor;
}

export function isRecentProof(provenAt: Date | null, now: Date): boolean {
  return provenAt !== null && now.getTime() - provenAt.getTime() <= recentProofMinutes * 60_000;
}
