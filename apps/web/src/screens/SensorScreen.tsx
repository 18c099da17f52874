import type { SensorDetail, SensorStatus } from '@atrium/contract/sensors';
import { getSensorClock } from '@atrium/contract/clock-shifts';
import { getRouteApi } from '@tanstack/react-router';
import { viewerTimezone } from '../format/zones.ts';
import { AssignmentHistory } from '../features/sensor-assignments/AssignmentHistory.tsx';
import { texts as assignmentTexts } from '../features/sensor-assignments/texts.ts';
import { useMay } from '../api/use-may.ts';
import { AttachmentsPanel } from '../features/attachments/AttachmentsPanel.tsx';
import { texts as fileTexts } from '../features/attachments/texts.ts';
import { ClockPanel } from '../features/clock-shifts/ClockPanel.tsx';
import { texts as clockTexts } from '../features/clock-shifts/texts.ts';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';
import { texts as fieldTexts } from '../features/custom-fields/texts.ts';
import { texts as deskTexts } from '../features/tickets/texts.ts';
import { TicketsPanel } from '../features/tickets/TicketsPanel.tsx';
import { LicensesPanel } from '../features/vendor-licenses/LicensesPanel.tsx';
import { texts as licenseTexts } from '../features/vendor-licenses/texts.ts';
import { readingColumns } from '../features/sensors/reading-columns.ts';
import { SensorPage } from '../features/sensors/SensorPage.tsx';
import { texts as zoneTexts } from '../features/zones/texts.ts';
import { ZonesTable } from '../features/zones/ZonesTable.tsx';
import type { PageTab } from '../ui/PageTabs.tsx';
import { aboutZoneIn } from './about-zone.tsx';

const route = getRouteApi('/app/sensor/$sensorId');

/** A sensor with the panels of other features. */
export function SensorScreen() {
  const { sensorId } = route.useParams();
  const mayMove = useMay(getSensorClock);
  return (
    <SensorPage
      key={sensorId}
      sensorId={sensorId}
      tabsOf={(sensor, status) => [...tabsOf(sensor, status), ...(mayMove ? [clockTab(sensor)] : [])]}
    />
  );
}

function clockTab(sensor: SensorDetail): PageTab {
  const timezone = sensor.locationTimezone ?? viewerTimezone;
  return { id: 'clock', label: clockTexts.tab, content: <ClockPanel sensor={sensor} timezone={timezone} /> };
}

function tabsOf(sensor: SensorDetail, status: SensorStatus | undefined): readonly PageTab[] {
  const { orgId, sensorId, name, zones, locationId, locationName } = sensor;
  const timezone = sensor.locationTimezone ?? viewerTimezone;
  const owner = { type: 'sensor', orgId, entityId: sensorId } as const;
  // Someone visits the location to service the sensor.
  const tickets = locationId !== null && {
    id: 'tickets',
    label: deskTexts.tab,
    content: <TicketsPanel orgId={orgId} location={{ locationId, name: locationName ?? '' }} subject={`${name}: `} />,
  };
  return [
    {
      id: 'zones',
      label: zoneTexts.tab,
      content: (
        <ZonesTable zones={zones} columns={readingColumns(status, timezone)} aboutZone={aboutZoneIn(timezone)} />
      ),
    },
    {
      id: 'assignments',
      label: assignmentTexts.tab,
      content: <AssignmentHistory orgId={orgId} of={{ sensorId }} />,
    },
    { id: 'licenses', label: licenseTexts.tab, content: <LicensesPanel sensors={[sensor]} /> },
    { id: 'fields', label: fieldTexts.tab, content: <CustomFieldsPanel owner={owner} /> },
    { id: 'attachments', label: fileTexts.tab, content: <AttachmentsPanel owner={owner} /> },
    ...(tickets ? [tickets] : []),
  ];
}
