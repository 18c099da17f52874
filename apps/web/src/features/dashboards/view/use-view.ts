import { getDashboardView, putDashboardView } from '@atrium/contract/dashboards';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { texts } from '../texts.ts';
import { readView, type ViewAddress } from './view-address.ts';

const route = getRouteApi('/app/dashboard/$id');

/**
 * The date and the filter of the whole dashboard. The address wins, so that a link shows the same to everyone; without
 * any, the user continues with their last ones.
 */
export function useView(dashboardId: string): [ViewAddress, (next: ViewAddress) => void] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { dateOverride, filter } = search;
  const view = useMemo(() => readView({ dateOverride, filter }), [dateOverride, filter]);
  const kept = useEndpoint(getDashboardView, { params: { dashboardId } }, { fresh: Infinity });
  const put = useWrite(putDashboardView, texts.viewed, [], [getDashboardView]);
  const save = useSaveInOrder((state) => put.mutateAsync({ params: { dashboardId }, body: { state } }));
  const isRestored = useRef(false);
  const go = (next: ViewAddress) =>
    void navigate({ search: ({ fullScreen }) => ({ ...next, ...(fullScreen && { fullScreen }) }), replace: true });
  const restore = useEffectEvent((state: State) => {
    const last = readView(state);
    const isBare = Object.keys(view).length === 0;
    if (isBare && Object.keys(last).length > 0) go(last);
  });
  useEffect(() => {
    // What an earlier visit loaded may be outdated.
    if (!kept.data || kept.isFetching || isRestored.current) return;
    isRestored.current = true;
    restore(kept.data.state);
  }, [kept.data, kept.isFetching]);
  const change = (next: ViewAddress) => {
    isRestored.current = true;
    go(next);
    void save({ ...kept.data?.state, ...cleared, ...next });
  };
  return [view, change];
}

/** Saves one after another, so that the last one wins; those overtaken meanwhile are left out. */
function useSaveInOrder(put: (state: State) => Promise<unknown>): (state: State) => Promise<void> {
  const next = useRef<State>(undefined);
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

type State = Readonly<Record<string, unknown>>;

const cleared = { dateOverride: null, filter: null };
