import { getDashboardView, putDashboardView } from '@atrium/contract/dashboards';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { texts } from '../texts.ts';
import { readSorts, type Sorts } from './sorts.ts';
import { readView, type ViewAddress } from './view-address.ts';
import { noChanges, type ViewChanges, type ViewState, withChanges } from './view-changes.ts';

const route = getRouteApi('/app/dashboard/$id');

/**
 * The date and the filter of the whole dashboard. The address wins, so that a link shows the same to everyone; without
 * any, the user continues with their last ones.
 */
export function useView(dashboardId: string): View {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { dateOverride, filter } = search;
  const view = useMemo(() => readView({ dateOverride, filter }), [dateOverride, filter]);
  const kept = useEndpoint(getDashboardView, { params: { dashboardId } }, { fresh: Infinity });
  const put = useWrite(putDashboardView, texts.viewed, [], [getDashboardView]);
  const save = useSaveInOrder((state) => put.mutateAsync({ params: { dashboardId }, body: { state } }));
  const isRestored = useRef(false);
  const [changes, setChanges] = useState(noChanges);
  /** Changes that are not saved yet, because what they belong to is not known. */
  const isWaiting = useRef(false);
  // What an earlier visit loaded may be outdated.
  const state = kept.isFetching ? undefined : kept.data?.state;
  const keep = (next: ViewChanges) => {
    setChanges(next);
    isWaiting.current = state === undefined;
    if (state) void save(withChanges(state, next));
  };
  const go = (next: ViewAddress) =>
    void navigate({ search: ({ fullScreen }) => ({ ...next, ...(fullScreen && { fullScreen }) }), replace: true });
  const restore = useEffectEvent((last: ViewAddress) => {
    const isBare = Object.keys(view).length === 0;
    if (isBare && Object.keys(last).length > 0) go(last);
  });
  const saveWaiting = useEffectEvent((last: ViewState) => void save(withChanges(last, changes)));
  useEffect(() => {
    if (!state) return;
    if (isWaiting.current) saveWaiting(state);
    isWaiting.current = false;
    if (isRestored.current) return;
    isRestored.current = true;
    restore(readView(state));
  }, [state]);
  const change = (next: ViewAddress) => {
    isRestored.current = true;
    go(next);
    keep({ ...changes, view: { ...cleared, ...next } });
  };
  const sorts = readSorts(withChanges(kept.data?.state ?? {}, changes)['sorts']);
  const onSort: Sorts['onSort'] = (widgetId, sorting) => {
    if (state && !sorting && !sorts[widgetId]) return;
    keep({ ...changes, sorts: { ...changes.sorts, [widgetId]: sorting } });
  };
  return { view, setView: change, sorts: { sorts, onSort } };
}

interface View {
  readonly view: ViewAddress;
  readonly setView: (next: ViewAddress) => void;
  readonly sorts: Sorts;
}

/** Saves one after another, so that the last one wins; those overtaken meanwhile are left out. */
function useSaveInOrder(put: (state: ViewState) => Promise<unknown>): (state: ViewState) => Promise<void> {
  const next = useRef<ViewState>(undefined);
  const isSaving = useRef(false);
  return async (state) => {
    next.current = state;
    if (isSaving.current) return;
    isSaving.current = true;
    while (next.current) {
      const saved = next.current;
      next.current = undefined;
      // A toast reports a failure.
      await put(saved).catch(() => undefined);
    }
    isSaving.current = false;
  };
}

const cleared = { dateOverride: null, filter: null };
