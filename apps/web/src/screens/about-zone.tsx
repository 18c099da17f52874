import type { Zone } from '@atrium/contract/zones';
import type { ReactNode } from 'react';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';

/** What other features know of a zone. */
export function aboutZone({ zoneId, sensorId, orgId }: Zone): ReactNode {
  return <CustomFieldsPanel owner={{ type: 'zone', orgId, entityId: zoneId, sensorId }} />;
}
