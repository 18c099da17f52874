import type { MqttBrokerBody } from '@atrium/contract/mqtt';
import { mqttLimits, mqttTexts } from '@atrium/rules/mqtt';
import { type Problem, problemIf } from '@atrium/rules/problem';
import type { Secrets } from '../../accounts/secrets.ts';
import { isUsablePem } from '../../outgoing/pem.ts';
import type { BrokerRow } from './broker-store.ts';

const fields = ['password', 'caCertificate', 'clientCertificate', 'clientKey'] as const;
type SecretField = (typeof fields)[number];
/** The plain values; null where there is none. */
export type SecretValues = Readonly<Record<SecretField, string | null>>;
export type SealedValues = Pick<BrokerRow, `${SecretField}Sealed`>;

/** Given ones replace stored ones; null or an empty text removes one. */
export function mergedSecrets(secrets: Secrets, before: SealedValues | undefined, body: MqttBrokerBody): SecretValues {
  const read = (field: SecretField): string | null => {
    const given = body[field];
    const sealed = before?.[`${field}Sealed`] ?? null;
    if (given === undefined) return sealed === null ? null : secrets.open(sealed);
    const text = field === 'password' ? given : given?.trim();
    return text || null;
  };
  return {
    password: read('password'),
    caCertificate: read('caCertificate'),
    clientCertificate: read('clientCertificate'),
    clientKey: read('clientKey'),
  };
}

export function sealedSecrets(secrets: Secrets, values: SecretValues): SealedValues {
  const seal = (text: string | null) => (text === null ? null : secrets.seal(text));
  return {
    passwordSealed: seal(values.password),
    caCertificateSealed: seal(values.caCertificate),
    clientCertificateSealed: seal(values.clientCertificate),
    clientKeySealed: seal(values.clientKey),
  };
}

/** The secrets that a change sets or removes, for its audit entry: the names only. */
export function changedSecrets(body: MqttBrokerBody): SecretField[] {
  return fields.filter((field) => body[field] !== undefined);
}

/**
 * An administrator who may edit a broker must not be able to send its stored secrets somewhere else: with another host or port, or
 * without TLS, they are entered again.
 */
export function movedSecretProblems(
  before: Pick<BrokerRow, 'host' | 'port' | 'tls'> & SealedValues,
  after: { readonly host: string; readonly port: number | null; readonly tls: boolean },
  body: MqttBrokerBody,
): Problem[] {
  const isMoved = before.host !== after.host || before.port !== after.port || (before.tls && !after.tls);
  if (!isMoved) return [];
  return (['password', 'clientKey'] as const).flatMap((field) =>
    problemIf(before[`${field}Sealed`] !== null && body[field] === undefined, field, mqttTexts.secretsAgain),
  );
}

export function secretProblems(values: SecretValues, username: string | null): Problem[] {
  const { password, caCertificate, clientCertificate, clientKey } = values;
  const isLong = password !== null && (password.length > mqttLimits.password || /\p{Cc}/u.test(password));
  return [
    ...problemIf(isLong, 'password', mqttTexts.password),
    ...problemIf(password !== null && username === null, 'username', 'A password needs a user name'),
    ...problemIf(!isUsablePem({ ca: caCertificate }), 'caCertificate', 'This is not a certificate in PEM format'),
    ...problemIf(
      (clientCertificate === null) !== (clientKey === null),
      clientCertificate === null ? 'clientCertificate' : 'clientKey',
      'A client certificate and its key belong together',
    ),
    ...problemIf(
      clientCertificate !== null && !isUsablePem({ cert: clientCertificate }),
      'clientCertificate',
      'This is not a certificate in PEM format',
    ),
    ...problemIf(
      clientKey !== null && !isUsablePem({ cert: clientCertificate, key: clientKey }),
      'clientKey',
      'This is not the key of the certificate, in PEM format and without a password',
    ),
  ];
}
