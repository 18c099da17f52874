import { createRoute, redirect } from '@tanstack/react-router';
import { app, list, screen } from './screen.ts';

const under = { title: 'Displays', pathname: '/app/displays' };
const load = () => import('./screens/DisplaySetupScreen.tsx');

/** A page to choose what is shown, and that of what was chosen. */
function setupOf<Path extends string, Named extends string>(
  path: Path,
  named: Named,
  title: string,
  component: keyof Awaited<ReturnType<typeof load>>,
) {
  return [
    screen(path, { title, organization: true, under }, load, component),
    screen(named, { title, under }, load, component),
  ] as const;
}

const expectedWait = 'Expected wait time display setup';

/** Each kind of display is set up on a page of its own, with and without ids in its address. */
export const displaySetup = [
  ...setupOf(
    '/manual-occupancy-view',
    '/manual-occupancy-view/$orgId/$locationId/$spaceId',
    'Live Occupancy',
    'LiveOccupancyScreen',
  ),
  ...setupOf('/face-mask', '/face-mask/$orgId/$locationId/$zoneId', 'Face mask display setup', 'FaceMaskScreen'),
  ...setupOf(
    '/queue-optimizer',
    '/queue-optimizer/$orgId/$locationId/$spaceId',
    'Queue optimizer display setup',
    'QueueOptimizerScreen',
  ),
  list(
    '/expected-wait-time',
    { title: expectedWait, organization: true, reads: ['spaceId'] },
    load,
    'ExpectedWaitScreen',
  ),
  screen(
    '/expected-wait-time/$orgId/$locationId/$spaceId',
    { title: expectedWait, under: { title: expectedWait, pathname: '/app/expected-wait-time' } },
    load,
    'ExpectedWaitScreen',
  ),
  createRoute({
    getParentRoute: () => app,
    path: '/expected-wait-display',
    beforeLoad: () => {
      throw redirect({ to: '/app/expected-wait-time', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/expected-wait-display/$orgId/$locationId/$spaceId',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/app/expected-wait-time/$orgId/$locationId/$spaceId', params, replace: true });
    },
  }),
] as const;
