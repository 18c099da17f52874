import type { Operation } from '@atrium/rules/dashboard-edits';
import { useScope } from '../../../api/scope.tsx';
import { useBoundRequest } from '../../../api/use-endpoint.ts';
import type { DashboardStore, StoreState } from './dashboard-store.ts';
import type { SavedDashboard } from './saved-dashboard.ts';
import { serverTransport } from './server-transport.ts';
import { useDocumentStore } from './use-document-store.ts';

/** The document of an open dashboard. */
export function useDashboardStore(
  dashboardId: string,
  saved: SavedDashboard,
  onSaved: (operations: readonly Operation[]) => void,
): [DashboardStore, StoreState] {
  const { userId } = useScope();
  const bind = useBoundRequest();
  const key = `atrium.dashboard.${userId}.${dashboardId}`;
  return useDocumentStore({ key, saved, transport: () => serverTransport(dashboardId, bind), onSaved });
}
