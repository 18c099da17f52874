import type { LocationWithIncludes } from '@atrium/contract/locations';
import { getRouteApi } from '@tanstack/react-router';
import { AttachmentsPanel } from '../features/attachments/AttachmentsPanel.tsx';
import { texts as fileTexts } from '../features/attachments/texts.ts';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';
import { texts as fieldTexts } from '../features/custom-fields/texts.ts';
import { TicketsPanel } from '../features/tickets/TicketsPanel.tsx';
import { texts as deskTexts } from '../features/tickets/texts.ts';
import { LocationSilence } from '../features/offline-sensors/LocationSilence.tsx';
import { LocationPage } from '../features/places/LocationPage.tsx';
import { LocationHours } from '../features/schedules/LocationHours.tsx';
import { texts as hourTexts } from '../features/schedules/texts.ts';
import { SpacesPanel } from '../features/spaces/SpacesPanel.tsx';
import { texts as spaceTexts } from '../features/spaces/texts.ts';
import { LocationWeather } from '../features/weather/LocationWeather.tsx';
import { useEnteredOrganization } from './use-entered-organization.ts';

const route = getRouteApi('/app/org/$orgId/location/$locationId');

/** A location with the panels of other features. */
export function LocationScreen() {
  const { orgId, locationId } = route.useParams();
  const isHere = useEnteredOrganization(orgId);
  return (
    isHere && (
      <LocationPage
        key={locationId}
        orgId={orgId}
        locationId={locationId}
        tabsOf={tabsOf}
        silenceOf={silenceOf}
        weatherOf={weatherOf}
      />
    )
  );
}

function silenceOf({ locationId, timezone }: LocationWithIncludes) {
  return <LocationSilence locationId={locationId} timezone={timezone} />;
}

function weatherOf(location: LocationWithIncludes) {
  return <LocationWeather location={location} />;
}

function tabsOf(location: LocationWithIncludes) {
  const owner = { type: 'location', orgId: location.orgId, entityId: location.locationId } as const;
  const { space } = location;
  // Absent if the organization may not see occupancy.
  const spaces = space && {
    id: 'spaces',
    label: spaceTexts.tab,
    content: <SpacesPanel location={location} spaces={space} />,
  };
  return [
    ...(spaces ? [spaces] : []),
    { id: 'hours', label: hourTexts.page, content: <LocationHours location={location} /> },
    { id: 'fields', label: fieldTexts.tab, content: <CustomFieldsPanel owner={owner} /> },
    { id: 'attachments', label: fileTexts.tab, content: <AttachmentsPanel owner={owner} /> },
    { id: 'tickets', label: deskTexts.tab, content: <TicketsPanel orgId={location.orgId} location={location} /> },
  ];
}
