import type { Space } from '@atrium/contract/spaces';
import { getRouteApi } from '@tanstack/react-router';
import { AttachmentsPanel } from '../features/attachments/AttachmentsPanel.tsx';
import { texts as fileTexts } from '../features/attachments/texts.ts';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';
import { texts as fieldTexts } from '../features/custom-fields/texts.ts';
import { SpacePage } from '../features/spaces/SpacePage.tsx';
import { useEnteredOrganization } from './use-entered-organization.ts';

const route = getRouteApi('/app/org/$orgId/location/$locationId/space/$spaceId');

/** A space with the panels of other features. */
export function SpaceScreen() {
  const { orgId, spaceId } = route.useParams();
  const isHere = useEnteredOrganization(orgId);
  return isHere && <SpacePage key={spaceId} orgId={orgId} spaceId={spaceId} tabsOf={tabsOf} />;
}

function tabsOf({ orgId, spaceId }: Space) {
  const owner = { type: 'space', orgId, entityId: spaceId } as const;
  return [
    { id: 'fields', label: fieldTexts.tab, content: <CustomFieldsPanel owner={owner} /> },
    { id: 'attachments', label: fileTexts.tab, content: <AttachmentsPanel owner={owner} /> },
  ];
}
