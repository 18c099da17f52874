import type { SidebarItem } from '@atrium/contract/sidebar';

/** An action in the palette. */
export interface Command {
  id: string;
  name: string;
  kind: 'page' | 'action';
  run: () => void;
}

/** Commands whose name contains every typed word; none for a search by tag. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 || typed.includes('::')) return [];
  return commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

/** The pages of the menu, including those below them. */
export function pagesOf(menu: readonly SidebarItem[], open: (path: string) => void): Command[] {
  return menu
    .flatMap(({ submenu = [], ...entry }) => [entry, ...submenu])
    .map(({ text, sref }) => ({ id: sref, name: text, kind: 'page', run: () => open(sref) }));
}
