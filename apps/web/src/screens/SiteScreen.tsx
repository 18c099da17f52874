import type { SiteWithIncludes } from '@atrium/contract/sites';
import { getRouteApi } from '@tanstack/react-router';
import { useScope } from '../api/scope.tsx';
import { AttachmentsPanel } from '../features/attachments/AttachmentsPanel.tsx';
import { texts as fileTexts } from '../features/attachments/texts.ts';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';
import { texts as fieldTexts } from '../features/custom-fields/texts.ts';
import { SitePage } from '../features/places/SitePage.tsx';
import { useEnteredOrganization } from './use-entered-organization.ts';

const route = getRouteApi('/app/org/$orgId/location/$locationId/site/$siteId');

/** A site with what other features know of it. */
export function SiteScreen() {
  const { isStaff } = useScope();
  const { orgId, siteId } = route.useParams();
  const isHere = useEnteredOrganization(orgId);
  return isHere && <SitePage key={siteId} orgId={orgId} siteId={siteId} tabsOf={(site) => tabsOf(site, isStaff)} />;
}

function tabsOf({ orgId, siteId }: SiteWithIncludes, isStaff: boolean) {
  const owner = { type: 'site', orgId, entityId: siteId } as const;
  const files = { id: 'attachments', label: fileTexts.tab, content: <AttachmentsPanel owner={owner} /> };
  return [
    { id: 'fields', label: fieldTexts.tab, content: <CustomFieldsPanel owner={owner} /> },
    // How a door is wired is the installers' business.
    ...(isStaff ? [files] : []),
  ];
}
