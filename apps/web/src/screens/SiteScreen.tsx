import { attachmentCalls } from '@atrium/contract/attachments';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import { getRouteApi } from '@tanstack/react-router';
import { viewerTimezone } from '../format/zones.ts';
import { useMay } from '../api/use-may.ts';
import { AssignButtons } from '../features/sensor-assignments/AssignButtons.tsx';
import { AssignmentHistory } from '../features/sensor-assignments/AssignmentHistory.tsx';
import { texts as assignmentTexts } from '../features/sensor-assignments/texts.ts';
import { AttachmentsPanel } from '../features/attachments/AttachmentsPanel.tsx';
import { texts as fileTexts } from '../features/attachments/texts.ts';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';
import { texts as fieldTexts } from '../features/custom-fields/texts.ts';
import { LicensesPanel } from '../features/vendor-licenses/LicensesPanel.tsx';
import { texts as licenseTexts } from '../features/vendor-licenses/texts.ts';
import { SiteOfflineRecords } from '../features/offline-sensors/SiteOfflineRecords.tsx';
import { SitePage } from '../features/places/SitePage.tsx';
import { SiteSensors } from '../features/sensors/SiteSensors.tsx';
import { texts as sensorTexts } from '../features/sensors/texts.ts';
import { texts as zoneTexts } from '../features/zones/texts.ts';
import { ZonesTable } from '../features/zones/ZonesTable.tsx';
import type { PageTab } from '../ui/PageTabs.tsx';
import { aboutZoneIn } from './about-zone.tsx';
import { useEnteredOrganization } from './use-entered-organization.ts';

const route = getRouteApi('/app/org/$orgId/location/$locationId/site/$siteId');

/** A site with the panels of other features. */
export function SiteScreen() {
  const seesFiles = useMay(attachmentCalls.site.list);
  const { orgId, siteId } = route.useParams();
  const isHere = useEnteredOrganization(orgId);
  return (
    isHere && (
      <SitePage
        key={siteId}
        orgId={orgId}
        siteId={siteId}
        tabsOf={(site, own) => tabsOf(site, own, seesFiles)}
        pastOf={pastOf}
      />
    )
  );
}

function pastOf(site: SiteWithIncludes) {
  return <SiteOfflineRecords site={site} />;
}

function tabsOf(site: SiteWithIncludes, own: readonly PageTab[], seesFiles: boolean): readonly PageTab[] {
  const { orgId, siteId, sensor = [] } = site;
  const timezone = site.location?.timezone ?? viewerTimezone;
  const zones = sensor.flatMap(({ name, zone = [] }) => zone.map((each) => ({ ...each, sensorName: name })));
  const owner = { type: 'site', orgId, entityId: siteId } as const;
  const files = { id: 'attachments', label: fileTexts.tab, content: <AttachmentsPanel owner={owner} /> };
  return [
    {
      id: 'sensors',
      label: sensorTexts.tab,
      content: <SiteSensors sensors={sensor} actions={<AssignButtons site={site} />} />,
    },
    { id: 'zones', label: zoneTexts.tab, content: <ZonesTable zones={zones} aboutZone={aboutZoneIn(timezone)} /> },
    { id: 'assignments', label: assignmentTexts.tab, content: <AssignmentHistory orgId={orgId} of={{ siteId }} /> },
    { id: 'licenses', label: licenseTexts.tab, content: <LicensesPanel sensors={sensor} /> },
    ...own,
    { id: 'fields', label: fieldTexts.tab, content: <CustomFieldsPanel owner={owner} /> },
    ...(seesFiles ? [files] : []),
  ];
}
