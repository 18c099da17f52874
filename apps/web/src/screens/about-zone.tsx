import { getOrganization } from '@atrium/contract/organizations';
import type { Zone } from '@atrium/contract/zones';
import type { ReactNode } from 'react';
import { LiveFacts } from '../analytics/LiveFacts.tsx';
import { useEndpoint } from '../api/use-endpoint.ts';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';
import { Facts } from '../ui/Facts.tsx';

/** What other features know of a zone whose location is in a time zone. */
export function aboutZoneIn(timezone: string): (zone: Zone) => ReactNode {
  return ({ zoneId, sensorId, orgId }) => (
    <>
      <ZoneNow zoneId={zoneId} orgId={orgId} timezone={timezone} />
      <CustomFieldsPanel owner={{ type: 'zone', orgId, entityId: zoneId, sensorId }} />
    </>
  );
}

function ZoneNow({ zoneId, orgId, timezone }: { zoneId: string; orgId: string; timezone: string }) {
  const organization = useEndpoint(getOrganization, { params: { orgId } }, {});
  if (!organization.data?.canViewTraffic) return null;
  return (
    <Facts>
      <LiveFacts entityType="zone" entityId={zoneId} timezone={timezone} />
    </Facts>
  );
}
