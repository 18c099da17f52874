import { screen } from './screen.ts';

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
  ...setupOf(
    '/expected-wait-display',
    '/expected-wait-display/$orgId/$locationId/$spaceId',
    'Expected wait time display setup',
    'ExpectedWaitDisplayScreen',
  ),
] as const;
