import { getTraffic } from '@atrium/contract/data';
import type { Zone } from '@atrium/contract/zones';
import type { ReactNode } from 'react';
import { LiveFacts } from '../analytics/LiveFacts.tsx';
import { useMay } from '../api/use-may.ts';
import { CorrectionsPanel } from '../features/corrections/CorrectionsPanel.tsx';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';
import { Facts } from '../ui/Facts.tsx';

/** Panels of other features about a zone, in the time zone of its location. */
export function aboutZoneIn(timezone: string): (zone: Zone) => ReactNode {
  return ({ zoneId, sensorId, orgId, name }) => (
    <>
      <ZoneNow zoneId={zoneId} timezone={timezone} />
      <CorrectionsPanel zone={{ zoneId, orgId, name }} timezone={timezone} />
      <CustomFieldsPanel owner={{ type: 'zone', orgId, entityId: zoneId, sensorId }} />
    </>
  );
}

function ZoneNow({ zoneId, timezone }: { zoneId: string; timezone: string }) {
  const seesCounts = useMay(getTraffic);
  if (!seesCounts) return null;
  return (
    <Facts>
      <LiveFacts entityType="zone" entityId={zoneId} timezone={timezone} />
    </Facts>
  );
}
