import type { SearchResult } from '@atrium/contract/search';

/** A recently opened page, as stored on the device. */
export type Recent = Pick<SearchResult, 'type' | 'id' | 'name' | 'detail' | 'orgId' | 'locationId'>;

const maxRecents = 6;

/** The prefix of their storage keys; signing out deletes everything with it. */
export const allRecents = 'recents.';
export const recentsOf = (userId: string) => `${allRecents}${userId}`;

/** Newest first, without duplicates. */
export function withRecent(recents: readonly Recent[], opened: Recent): Recent[] {
  return [opened, ...recents.filter((other) => !isSame(other, opened))].slice(0, maxRecents);
}

export function isSame(one: Pick<Recent, 'type' | 'id'>, other: Pick<Recent, 'type' | 'id'>): boolean {
  return one.type === other.type && one.id === other.id;
}

/** The content of device storage can be anything. */
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
