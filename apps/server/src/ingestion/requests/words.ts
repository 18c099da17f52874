import { OutgoingTimeout } from '../../outgoing/guarded-fetch.ts';
import { NotPublicError } from '../../outgoing/outgoing-error.ts';

/** A sensor does not do it, and would not do it a minute later either. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
}

export const requestWords = {
  password: 'The sensor refused the user name or the password.',
  noPassword: 'No password of the sensor is stored.',
  forbidden: 'This user of the sensor is not allowed to ask for data.',
  unknown: 'The sensor does not know this agent, or cannot send packages again.',
  refused: (status: number) => `The sensor refused the request (HTTP ${status}).`,
  redirect: 'The sensor answered with a redirect, which is not followed.',
  nonsense: 'The answer is not that of a Xovis sensor with firmware 5.',
  agent: 'Packages of this agent cannot be asked for.',
  error: (status: number) => `The sensor answered with an error (HTTP ${status}).`,
  slow: 'The sensor did not answer in time.',
  tooLarge: 'The answer of the sensor is too large.',
  private: 'The host is in a private network. Staff must approve it.',
  plain: 'Without TLS, only an approved address in a private network is asked. Staff must approve it.',
  certificate:
    'The certificate of the sensor is not trusted. Add it on the page of the sensor, under Missing packages.',
  otherName: 'The certificate of the sensor belongs to another host name. Add the certificate of the sensor itself.',
  expired: 'The certificate of the sensor has expired.',
  unreachable: 'The sensor cannot be reached from this server.',
} as const;

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at this address. Check the host and the port.',
  ENOTFOUND: 'This host name does not exist.',
  EAI_AGAIN: 'This host name cannot be resolved right now.',
  EPROTO: 'This port does not use TLS.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'This port does not use TLS.',
};

/** Why a sensor was not asked, and whether another attempt makes sense. */
export function failureOf(error: unknown, { tls }: { readonly tls: boolean }): { reason: string; isFinal: boolean } {
  if (error instanceof RequestRefused) return { reason: error.message, isFinal: true };
  if (error instanceof NotPublicError)
    return { reason: tls ? requestWords.private : requestWords.plain, isFinal: true };
  return { reason: reasonOf(error), isFinal: false };
}

function reasonOf(error: unknown): string {
  if (error instanceof OutgoingTimeout) return requestWords.slow;
  if (!(error instanceof Error)) return requestWords.unreachable;
  if (error.message.startsWith('The sensor answered')) return error.message;
  if (error.message.includes('too large')) return requestWords.tooLarge;
  const code = String((error as { code?: unknown }).code);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return requestWords.otherName;
  if (code === 'CERT_HAS_EXPIRED') return requestWords.expired;
  if (/CERT|SIGNATURE/.test(code)) return requestWords.certificate;
  return byCode[code] ?? requestWords.unreachable;
}
