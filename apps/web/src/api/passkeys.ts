import type { Assertion, Attestation } from '@atrium/contract/second-factor';

/** Whether this browser can use passkeys at this address: over https or on localhost, and not at an IP address. */
export function canUsePasskeys(): boolean {
  const isName = !/^[\d.]+$|^\[/.test(window.location.hostname);
  return isName && window.isSecureContext && typeof window.PublicKeyCredential === 'function';
}

/** Lets the person choose a passkey; rejects when they do not. */
export async function signWithPasskey(options: object): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return { ...(await startAuthentication({ optionsJSON })) } as Assertion;
}

/** Lets the person create a passkey; rejects when they do not. */
export async function createWithPasskey(options: object): Promise<Attestation> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return { ...(await startRegistration({ optionsJSON })) } as Attestation;
}

/** The person dismissed the browser's prompt, or it timed out: not an error. */
export function wasCanceled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** The device already has a passkey for this account. */
export function isKnownAlready(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}
