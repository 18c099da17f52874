import type { SearchResult } from '@atrium/contract/search';

/** Something whose page was opened, as it is remembered on the device. */
export type Recent = Pick<SearchResult, 'type' | 'id' | 'name' | 'detail' | 'orgId' | 'locationId'>;

const maxRecents = 6;

/** The beginning of the name under which the device remembers them; signing out forgets what begins with it. */
export const allRecents = 'recents.';
export const recentsOf = (userId: string) => `${allRecents}${userId}`;

/** The newest first, each once. */
export function withRecent(recents: readonly Recent[], opened: Recent): Recent[] {
  return [opened, ...recents.filter((other) => !isSame(other, opened))].slice(0, maxRecents);
}

export function isSame(one: Pick<Recent, 'type' | 'id'>, other: Pick<Recent, 'type' | 'id'>): boolean {
  return one.type === other.type && one.id === other.id;
}

/** What a device remembers may be anything. */
export function readRecents(text: string | null): Recent[] {
  try {
    const known: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(known) ? known.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  return typeof value === 'object' && value !== null && 'id' in value && 'type' in value && 'name' in value;
}
