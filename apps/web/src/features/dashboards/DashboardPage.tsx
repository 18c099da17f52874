import { getDashboard } from '@atrium/contract/dashboards';
import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useScope } from '../../api/scope.tsx';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';
import { savedDashboard } from './document/saved-dashboard.ts';
import { NewDashboard } from './NewDashboard.tsx';
import { texts } from './texts.ts';
import { useForgetOnLeave } from './use-forget-on-leave.ts';

const route = getRouteApi('/app/dashboard/$id');

export function DashboardPage() {
  const { id } = route.useParams();
  return id === 'new' ? <NewDashboard /> : <Opened key={id} dashboardId={id} />;
}

function Opened({ dashboardId }: { dashboardId: string }) {
  const { userId } = useScope();
  const found = useEndpoint(getDashboard, { params: { dashboardId } }, { texts: texts.load });
  useForgetOnLeave(getDashboard, dashboardId);
  const dashboard = found.data;
  const saved = useMemo(() => dashboard && savedDashboard(dashboard), [dashboard]);
  const error = blockingError(found);
  if (error) return <PageFailure error={error} onRetry={() => void found.refetch()} />;
  if (!dashboard || !saved) return <Loading />;
  return <DashboardScreen dashboard={dashboard} saved={saved} isOwner={dashboard.userId === userId} />;
}

function Loading() {
  return (
    <Page title={texts.page}>
      <Skeleton height={180} radius="lg" />
      <Skeleton height={420} radius="lg" />
    </Page>
  );
}
