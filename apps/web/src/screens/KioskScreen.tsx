import { getRouteApi } from '@tanstack/react-router';
import { WallDashboard } from '../features/dashboards/WallDashboard.tsx';
import { KioskPage } from '../features/kiosk-links/screen/KioskPage.tsx';
import type { RenderDashboard } from '../features/kiosk-links/screen/Player.tsx';
import { reloadOnceReachable } from '../features/kiosk-links/screen/reload-once-reachable.ts';

const route = getRouteApi('/kiosk/$secret');

/** Dashboards on an unattended screen. */
export function KioskScreen() {
  const { secret } = route.useParams();
  return <KioskPage key={secret} secret={secret} renderDashboard={renderDashboard} reload={reloadOnceReachable} />;
}

const renderDashboard: RenderDashboard = ({ dashboardId, config }, refreshCount) => (
  <WallDashboard dashboardId={dashboardId} config={config} refreshCount={refreshCount} />
);
