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
  const isRestored = useRef(false);
  const go = (next: ViewAddress) =>
    void navigate({ search: ({ fullScreen }) => ({ ...next, ...(fullScreen && { fullScreen }) }), replace: true });
  const restore = useEffectEvent((state: Readonly<Record<string, unknown>>) => {
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
    put.mutate({ params: { dashboardId }, body: { state: { ...kept.data?.state, ...cleared, ...next } } });
  };
  return [view, change];
}

const cleared = { dateOverride: null, filter: null };
