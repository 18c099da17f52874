/**
 * Fields that contain a secret wherever they occur in a detail. An entry may say that one was set or deleted, but not
 * its value.
 */
const secretFields = new Set([
  'licensekey',
  'masterkey',
  'password',
  'passwordhash',
  'clientsecret',
  'clientsecretsealed',
  'secret',
  'secretsealed',
  'codehash',
  'token',
  'tokenhash',
  'apikey',
  'pushkey',
  'smtpurl',
]);
export const mask = '••••••';

/** The entry with every secret masked, including in the old and the new value of a change. */
export function masked<Entry extends { readonly detail?: Record<string, unknown> }>(entry: Entry): Entry {
  return entry.detail === undefined ? entry : { ...entry, detail: withoutSecrets(entry.detail) as typeof entry.detail };
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      secretFields.has(field.toLowerCase()) ? hidden(inner) : withoutSecrets(inner),
    ]),
  );
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden);
  return value === null || value === undefined || value === '' ? value : mask;
}
