import type { Operation } from '@atrium/rules/dashboard-edits';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useScope } from '../../../api/scope.tsx';
import { useBoundRequest } from '../../../api/use-endpoint.ts';
import { newId } from '../new-id.ts';
import { DashboardStore, type StoreState } from './dashboard-store.ts';
import { keptEdits } from './kept-edits.ts';
import type { SavedDashboard } from './saved-dashboard.ts';
import { serverTransport } from './server-transport.ts';

/** The document of an open dashboard, saved while it is edited, and when the screen is left or hidden. */
export function useDashboardStore(
  dashboardId: string,
  saved: SavedDashboard,
  onSaved: (operations: readonly Operation[]) => void,
): [DashboardStore, StoreState] {
  const { userId } = useScope();
  const bind = useBoundRequest();
  const report = useEffectEvent(onSaved);
  const [listeners] = useState(() => new Set<(operations: readonly Operation[]) => void>());
  const [store] = useState(
    () =>
      new DashboardStore({
        saved,
        transport: serverTransport(dashboardId, bind),
        kept: keptEdits({
          storage: localStorage,
          key: `atrium.dashboard.${userId}.${dashboardId}`,
          tabId: tabId(),
          now: Date.now,
        }),
        after: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
        newId,
        onSaved: (operations) => listeners.forEach((listener) => listener(operations)),
      }),
  );
  useEffect(() => {
    const listener = (operations: readonly Operation[]) => report(operations);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listeners]);
  useEffect(() => {
    const flush = () => store.flush();
    const open = () => store.open();
    const close = () => store.close();
    const warn = (event: BeforeUnloadEvent) => {
      if (store.state.saveState === 'retrying') event.preventDefault();
    };
    store.open();
    window.addEventListener('pagehide', close);
    // A page that comes back as it was left goes on.
    window.addEventListener('pageshow', open);
    window.addEventListener('online', flush);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('pagehide', close);
      window.removeEventListener('pageshow', open);
      window.removeEventListener('online', flush);
      window.removeEventListener('beforeunload', warn);
      store.close();
    };
  }, [store]);
  useEffect(() => store.receive(saved), [store, saved]);
  return [store, useSyncExternalStore(store.onChange, () => store.state)];
}

/** A reload of the tab has the same. */
function tabId(): string {
  const key = 'atrium.tab';
  const known = sessionStorage.getItem(key) ?? newId();
  sessionStorage.setItem(key, known);
  return known;
}
