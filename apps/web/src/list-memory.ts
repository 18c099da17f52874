import { redirect } from '@tanstack/react-router';

/** The last state of each list, as long as the tab is open. */
const left = new Map<string, Readonly<Record<string, string>>>();

interface Entry {
  readonly cause: 'enter' | 'stay' | 'preload';
  readonly location: { readonly pathname: string; readonly searchStr: string };
  readonly context: { readonly userId: string };
}

/**
 * Page, order, search and filters of a list are in its URL. A link without any leads to the user's last state of the
 * list; followed on the list itself it leads back to its beginning.
 */
export function restoreListState({ cause, location, context }: Entry): void {
  if (cause === 'preload') return;
  const { pathname } = location;
  const key = `${context.userId} ${pathname}`;
  const search = Object.fromEntries(new URLSearchParams(location.searchStr));
  const isBare = Object.keys(search).length === 0;
  const known = left.get(key);
  if (cause === 'enter' && isBare && known) throw redirect({ to: pathname, search: known, replace: true });
  if (isBare) left.delete(key);
  else left.set(key, search);
}
