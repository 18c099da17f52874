import { NotPublicError } from '../../outgoing/outgoing-error.ts';

/** Why a connection failed or a message was not accepted, for the people who set it up. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers on this port. Check the host and the port.',
  ENOTFOUND: 'This host name does not exist.',
  EAI_AGAIN: 'This host name cannot be resolved right now.',
  EHOSTUNREACH: 'The broker cannot be reached from this server.',
  ENETUNREACH: 'The broker cannot be reached from this server.',
  ECONNRESET: 'The broker closed the connection. Check whether this port uses TLS.',
  EPIPE: 'The broker closed the connection.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the broker is not trusted. Add the CA certificate that signed it.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the broker is not trusted. Add the CA certificate that signed it.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate of the broker is not trusted. Add the CA certificate that signed it.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The certificate of the broker is not trusted. Add the CA certificate that signed it.',
  CERT_HAS_EXPIRED: 'The certificate of the broker has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the broker belongs to another host name.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'This port does not use TLS.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'This port does not use TLS.',
  EPROTO: 'This port does not use TLS, or not a version that is secure.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'The broker requires a client certificate.',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'The broker refused the TLS connection. It may require a client certificate.',
};

/** Return codes of MQTT 3.1.1, section 3.2.2.3. */
const byReturnCode: Readonly<Record<number, string>> = {
  1: 'The broker does not speak MQTT 3.1.1.',
  2: 'The broker refused the client ID.',
  3: 'The broker is unavailable.',
  4: 'The broker refused the user name or the password.',
  5: 'The broker refused the user name or the password.',
};

export const linkTexts = {
  private: 'The host is in a private network. Staff must approve it.',
  slow: 'The broker did not answer in time. Check the host, the port and the firewall.',
  closed: 'The broker closed the connection.',
  cannotStore: 'The server cannot store messages right now. The broker keeps them until it can.',
  tooLarge: (topic: string, bytes: number) =>
    `A message of ${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB on ${quoted(topic)} was discarded; the limit is 1,024 KB.`,
  refusedTopic: (filter: string) => `The broker does not allow subscribing to ${quoted(filter)}.`,
  noReader: (topic: string) => `A message on ${quoted(topic)} was discarded because its kind of sensor was retired.`,
  tooManyRecords: (topic: string) => `A message on ${quoted(topic)} was discarded because it has too many records.`,
  otherDevice: (topic: string) =>
    `A message on ${quoted(topic)} was discarded because it names another device than its topic.`,
  blocked: (topic: string) => `A message on ${quoted(topic)} was discarded because its device is blocked.`,
  quarantineFull: (topic: string) =>
    `A message on ${quoted(topic)} was discarded because too many from this device could not be counted today.`,
} as const;

export function wordsFor(error: unknown): string {
  if (error instanceof LinkError) return error.message;
  if (error instanceof NotPublicError) return linkTexts.private;
  if (!(error instanceof Error)) return linkTexts.closed;
  const { code } = error as { code?: unknown };
  if (code === 'ETIMEDOUT' || error.message === 'connack timeout') return linkTexts.slow;
  const known = typeof code === 'number' ? byReturnCode[code] : byCode[String(code)];
  if (known !== undefined) return known;
  // Of an attempt at several addresses, the first says enough.
  if (error instanceof AggregateError && error.errors.length > 0) return wordsFor(error.errors[0]);
  return `Unable to connect: ${printable(error.message, 200)}`;
}

function quoted(text: string): string {
  return `“${printable(text, 80)}”`;
}

/** Comes from strangers. */
function printable(text: string, most: number): string {
  const clean = text.replaceAll(/\p{C}/gu, ' ').trim();
  return clean.length > most ? `${clean.slice(0, most)}…` : clean;
}
