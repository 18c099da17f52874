/** The folders of an organization, in the order they are listed. */
export const folders = ['incoming', 'processing', 'done', 'failed'] as const;
export type Folder = (typeof folders)[number];

/** The root, a folder, or a file in a folder: there is nothing deeper. */
export interface Place {
  readonly folder: Folder | null;
  readonly name: string | null;
}

const maxNameBytes = 200;

/**
 * Where a path of a client leads; undefined if nothing can be there. `..` never leads above the root, and the result is
 * built from known names only, so that no path leaves the folder of the organization.
 */
export function placeAt(path: string): Place | undefined {
  if (path.length > 1_000) return undefined;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const [first, name = null] = parts;
  if (first === undefined) return { folder: null, name: null };
  const folder = folders.find((each) => each === first);
  if (!folder || parts.length > 2 || (name !== null && !isFileName(name))) return undefined;
  return { folder, name };
}

export function pathOf({ folder, name }: Place): string {
  return `/${[folder, name].filter((part) => part !== null).join('/')}`;
}

/** A longer one has no room for the mark that it gets on its way. */
export function isTooLong(name: string): boolean {
  return Buffer.byteLength(name) > maxNameBytes;
}

/** The nearest name that a client could have given. */
export function plainName(name: string): string {
  let plain = name.replaceAll(/[\p{Cc}\p{Cs}\\/]/gu, '_');
  while (isTooLong(plain)) plain = plain.replace(/.$/su, '');
  return isFileName(plain) ? plain : 'unnamed';
}

function isFileName(name: string): boolean {
  return name !== '' && !isTooLong(name) && !/[\p{Cc}\p{Cs}\\/]/u.test(name) && name !== '.' && name !== '..';
}

/** Names that programs use while they are still writing. */
export function isUnfinishedName(name: string): boolean {
  return name.startsWith('.') || /\.(part|tmp|filepart)$/i.test(name);
}

/** A name in `processing`: when it was picked up or the id of its import, and what the client called it. */
export function processingName(mark: string, name: string): string {
  return `${mark}~${name}`;
}

export function readProcessingName(text: string): { mark: string; name: string; isHandedOver: boolean } | undefined {
  const [, mark, name] = /^(\d{8}T\d{9}Z|[\da-f]{8}-[\da-f-]{27})~(.+)$/s.exec(text) ?? [];
  return mark === undefined || name === undefined ? undefined : { mark, name, isHandedOver: mark.length === 36 };
}

/** `20260304T120000000Z`: sorts by time and is allowed in every file system. */
export function stampOf(at: Date): string {
  return at.toISOString().replaceAll(/[-:.]/g, '');
}

/** Milliseconds; 0 for any other text. */
export function stampedAt(stamp: string): number {
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z');
  return iso === stamp ? 0 : Date.parse(iso) || 0;
}
