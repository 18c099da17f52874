import { hash, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { isSecretKey, SettingError } from '../config.ts';
import { deleteValue, installationValue, generateOnce } from '../registry/installation.ts';
import type { Registry } from '../registry/registry.ts';
import { createSecrets, type Secrets } from './secrets.ts';

/** Where the key is kept: never in the database whose columns it seals. */
export interface KeyPlace {
  /** The setting ATRIUM_SECRET_KEY. */
  readonly key?: string | undefined;
  /** Used without the setting, and created at the first start. */
  readonly file?: string | undefined;
}

export const keyFileName = 'secret.key';
const fingerprintName = 'secret-fingerprint';

/**
 * The database stores a fingerprint of the key, so that a different key is detected at startup. Earlier versions stored
 * the key itself there: it is moved out.
 */
export async function openSecrets(registry: Registry, place: KeyPlace): Promise<Secrets> {
  const inDatabase = await installationValue(registry, 'secret');
  const own = place.key ?? (await keyIn(place.file));
  if (inDatabase !== undefined && own !== undefined && own !== inDatabase) throw otherKey(place);
  if (inDatabase === undefined && own === undefined && (await installationValue(registry, fingerprintName))) {
    throw missingKey(place);
  }
  const key = own ?? inDatabase ?? randomBytes(32).toString('base64');
  if (own === undefined) await keep(place.file, key);
  const fingerprint = fingerprintOf(key);
  if ((await generateOnce(registry, fingerprintName, () => fingerprint)) !== fingerprint) throw otherKey(place);
  if (inDatabase !== undefined) await deleteValue(registry, 'secret');
  return createSecrets(key);
}

/** The key in use, for a backup: nothing is created or moved. Undefined before the first start. */
export async function keyInUse(registry: Registry, place: KeyPlace): Promise<string | undefined> {
  const fingerprint = await installationValue(registry, fingerprintName);
  const key = place.key ?? (await keyIn(place.file)) ?? (await installationValue(registry, 'secret'));
  if (fingerprint === undefined) return key;
  if (key === undefined) throw missingKey(place);
  if (fingerprintOf(key) !== fingerprint) throw otherKey(place);
  return key;
}

/** The key of a restored registry, in its file unless it is the one that is set. */
export async function restoreKey(place: KeyPlace, key: string): Promise<void> {
  if ((place.key ?? (await keyIn(place.file))) !== key) await keep(place.file, key);
}

/** Another key than that of a backup is already here. */
export async function hasOtherKey(place: KeyPlace, key: string): Promise<boolean> {
  return ![key, undefined].includes(place.key ?? (await keyIn(place.file)));
}

function fingerprintOf(key: string): string {
  return hash('sha256', `atrium secret ${key}`, 'hex');
}

function missingKey({ file }: KeyPlace): SettingError {
  return new SettingError(
    `The key that seals passwords and push keys is missing. Put ${file ?? keyFileName} back from a backup or from another node, or set ATRIUM_SECRET_KEY to what is in it.`,
  );
}

function otherKey({ key, file }: KeyPlace): SettingError {
  const source = key === undefined ? `The key in ${file ?? keyFileName}` : 'ATRIUM_SECRET_KEY';
  return new SettingError(
    `${source} is not the key that sealed the passwords and push keys in this database. Use the ${keyFileName} of the node that was started first.`,
  );
}

async function keyIn(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const key = text?.trim();
  if (key !== undefined && !isSecretKey(key))
    throw new SettingError(`${file} does not contain a key: 32 bytes in base64.`);
  return key;
}

/** Written to disk completely before anything is sealed with it or the database deletes it. */
async function keep(file: string | undefined, key: string): Promise<void> {
  if (file === undefined) throw new Error('There is no place for the key.');
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}
