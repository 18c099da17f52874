import type { Operation } from '@atrium/rules/dashboard-edits';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { newId } from '../../../api/new-id.ts';
import { DashboardStore, type StoreState } from './dashboard-store.ts';
import { keptEdits } from './kept-edits.ts';
import type { SavedDashboard } from './saved-dashboard.ts';
import type { Transport } from './transport.ts';

interface Options {
  /** Of a person and what they edit. */
  readonly key: string;
  readonly saved: SavedDashboard;
  /** Called once. */
  readonly transport: () => Transport;
  readonly onSaved?: (operations: readonly Operation[]) => void;
}

const nothing = () => undefined;

/** Cards on a grid, saved while they are edited, and when the screen is left or hidden. */
export function useDocumentStore({ key, saved, transport, onSaved = nothing }: Options): [DashboardStore, StoreState] {
  const report = useEffectEvent(onSaved);
  const [listeners] = useState(() => new Set<(operations: readonly Operation[]) => void>());
  const [store] = useState(
    () =>
      new DashboardStore({
        saved,
        transport: transport(),
        kept: keptEdits({ storage: localStorage, key, tabId: tabId(), now: Date.now }),
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
