import { getRouteApi, Navigate } from '@tanstack/react-router';
import { CounterPage } from '../features/manual-occupancy/CounterPage.tsx';
import { lastCounterPath } from '../features/manual-occupancy/last-counter.ts';
import { useEnteredOrganization } from './use-entered-organization.ts';

const route = getRouteApi('/app/manual-occupancy/$orgId/$locationId/$spaceId');

/** Counting by hand, without anything around it. */
export function CounterScreen() {
  const { orgId, locationId, spaceId } = route.useParams();
  const isHere = useEnteredOrganization(orgId);
  const path = `/app/manual-occupancy/${orgId}/${locationId}/${spaceId}`;
  return isHere && <CounterPage key={spaceId} orgId={orgId} spaceId={spaceId} path={path} />;
}

/** Where an installed counter starts. */
export function CounterStart() {
  return <Navigate to={lastCounterPath() ?? '/app/live'} replace />;
}
