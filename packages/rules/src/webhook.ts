import { type Problem, problemIf } from './problem.ts';

export const maxWebhooks = 10;
/** Attempts in a row, over all calls: then it is switched off until a person switches it on. */
export const maxFailures = 20;
/** Calls of one webhook in a day; more would only be a flood. */
export const dailyCalls = 10_000;
/** A call that is signed for a different time than this far from now may be a repetition by a stranger. Seconds. */
export const signatureTolerance = 300;

export const signatureHeader = 'atrium-signature';
export const deliveryHeader = 'atrium-delivery';
export const eventHeader = 'atrium-event';

export const webhookTexts = {
  required: 'is required',
  url: 'Enter an address that begins with https://',
  credentials: 'An address must not hold a user name or a password',
  long: 'An address has at most 2,000 characters',
  tooMany: `An organization has at most ${maxWebhooks} webhooks`,
} as const;

const maxUrl = 2_000;

/** `isInternal`: a host that the operator listed; it may be called without TLS. */
export function webhookProblems(url: string, isInternal: (url: URL) => boolean = () => false): Problem[] {
  if (url === '') return [{ path: 'url', message: webhookTexts.required }];
  if (url.length > maxUrl) return [{ path: 'url', message: webhookTexts.long }];
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isOpen = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isInternal(parsed));
  if (!parsed || !isOpen) return [{ path: 'url', message: webhookTexts.url }];
  return problemIf(parsed.username !== '' || parsed.password !== '', 'url', webhookTexts.credentials);
}

/** What is signed: the time, so that a call cannot be repeated later, and the body. */
export function signedText(at: number, body: string): string {
  return `${at}.${body}`;
}

/** `t` is in epoch seconds, `v1` the HMAC-SHA256 of the signed text in hex. */
export function signatureOf(at: number, hmac: string): string {
  return `t=${at},v1=${hmac}`;
}
