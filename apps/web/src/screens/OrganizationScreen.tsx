import type { Organization } from '@atrium/contract/organizations';
import { setSsoConnection } from '@atrium/contract/sso';
import { useMay } from '../api/use-may.ts';
import { AttachmentsPanel } from '../features/attachments/AttachmentsPanel.tsx';
import { texts as fileTexts } from '../features/attachments/texts.ts';
import { CustomFieldsPanel } from '../features/custom-fields/CustomFieldsPanel.tsx';
import { texts as fieldTexts } from '../features/custom-fields/texts.ts';
import { TicketsPanel } from '../features/tickets/TicketsPanel.tsx';
import { texts as deskTexts } from '../features/tickets/texts.ts';
import { EstateFilePanel } from '../features/estate-files/EstateFilePanel.tsx';
import { texts as estateTexts } from '../features/estate-files/texts.ts';
import { OrganizationPage, type OrganizationTabs } from '../features/organizations/OrganizationPage.tsx';
import { OrganizationSchedules } from '../features/schedules/OrganizationSchedules.tsx';
import { texts as hourTexts } from '../features/schedules/texts.ts';
import { SsoTab } from '../features/sso/SsoTab.tsx';
import { texts as ssoTexts } from '../features/sso/texts.ts';
import { OrganizationInvitations, OrganizationUsers } from '../features/users/OrganizationPeople.tsx';
import { texts } from '../features/users/texts.ts';

/** An organization with the panels of other features. */
export function OrganizationScreen() {
  const mayConnect = useMay(setSsoConnection);
  return <OrganizationPage tabsOf={(organization) => tabsOf(organization, mayConnect)} />;
}

function tabsOf({ orgId }: Organization, mayConnect: boolean): OrganizationTabs {
  const sso = { id: 'sso', label: ssoTexts.tab, keepMounted: true, content: <SsoTab orgId={orgId} /> };
  return {
    people: [
      { id: 'users', label: texts.tabs.active, content: <OrganizationUsers orgId={orgId} /> },
      { id: 'invitations', label: texts.tabs.invited, content: <OrganizationInvitations orgId={orgId} /> },
    ],
    places: [
      { id: 'schedules', label: hourTexts.tabs.schedules, content: <OrganizationSchedules orgId={orgId} /> },
      { id: 'estate', label: estateTexts.tab, content: <EstateFilePanel orgId={orgId} /> },
    ],
    records: [
      { id: 'fields', label: fieldTexts.tab, content: <CustomFieldsPanel owner={ownerOf(orgId)} /> },
      { id: 'attachments', label: fileTexts.tab, content: <AttachmentsPanel owner={ownerOf(orgId)} /> },
      { id: 'tickets', label: deskTexts.tab, content: <TicketsPanel orgId={orgId} /> },
    ],
    settings: mayConnect ? [sso] : [],
  };
}

/** The custom fields and files of the organization itself. */
function ownerOf(orgId: string) {
  return { type: 'org', orgId, entityId: orgId } as const;
}
