import type { Location } from '@atrium/contract/locations';
import { Column } from '../../ui/Cards.tsx';
import { AssignmentsPanel } from './AssignmentsPanel.tsx';
import { ExceptionsPanel } from './ExceptionsPanel.tsx';
import { useMayEditHours } from './use-may-edit-hours.ts';
import { WeekView } from './WeekView.tsx';

/** The opening hours of one location: what is in force, and why. */
export function LocationHours({ location }: { location: Pick<Location, 'locationId' | 'timezone'> }) {
  const mayEdit = useMayEditHours();
  const { locationId, timezone } = location;
  return (
    <Column>
      <WeekView key={locationId} location={location} />
      <AssignmentsPanel key={`assignments ${locationId}`} location={location} mayEdit={mayEdit} />
      <ExceptionsPanel
        key={`exceptions ${locationId}`}
        owner={{ scope: 'location', locationId, timezone }}
        mayEdit={mayEdit}
      />
    </Column>
  );
}
