import { useEffect, useSyncExternalStore } from 'react';

/** A parent page. Without a path it is only named. */
export interface Crumb {
  text: string;
  to?: string;
  params?: Readonly<Record<string, string>>;
}

let trail: readonly Crumb[] | null = null;
const listeners = new Set<() => void>();

function change(next: readonly Crumb[] | null): void {
  trail = next;
  for (const listener of listeners) listener();
}

/** The names of the current page and its parents, outermost first; null if no page has set any. */
export function useTrail(): readonly Crumb[] | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => trail,
  );
}

/** As long as a page is shown. */
export function useNamedTrail(crumbs: readonly Crumb[] | null): void {
  const written = JSON.stringify(crumbs);
  useEffect(() => {
    const own = JSON.parse(written) as readonly Crumb[] | null;
    if (own === null) return undefined;
    change(own);
    return () => {
      // The next page may already have set its own.
      if (trail === own) change(null);
    };
  }, [written]);
}
