import type { SidebarItem } from '@atrium/contract/sidebar';
import type { SearchResult } from '@atrium/contract/search';

/** Something to do from the palette. */
export interface Command {
  id: string;
  name: string;
  kind: 'page' | 'action';
  run: () => void;
}

/** Something that was opened from the palette, as it is remembered on the device. */
export type Recent = Pick<SearchResult, 'type' | 'id' | 'name' | 'detail' | 'orgId' | 'locationId'>;

const mostRecents = 6;

/** Those whose name has every word that was typed; none for a search by tag. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 || typed.includes('::')) return [];
  return commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

/** The pages of the menu, with those below them. */
export function pagesOf(menu: readonly SidebarItem[], open: (path: string) => void): Command[] {
  return menu
    .flatMap(({ submenu = [], ...entry }) => [entry, ...submenu])
    .map(({ text, sref }) => ({ id: sref, name: text, kind: 'page', run: () => open(sref) }));
}

/** The newest first, each once. */
export function withRecent(recents: readonly Recent[], opened: Recent): Recent[] {
  const others = recents.filter(({ type, id }) => type !== opened.type || id !== opened.id);
  return [opened, ...others].slice(0, mostRecents);
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
