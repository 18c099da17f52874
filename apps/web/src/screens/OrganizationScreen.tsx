import type { Organization } from '@atrium/contract/organizations';
import { OrganizationPage, type OrganizationTab } from '../features/organizations/OrganizationPage.tsx';
import { OrganizationInvitations, OrganizationUsers } from '../features/users/OrganizationPeople.tsx';
import { texts } from '../features/users/texts.ts';

/** An organization with what other features know of it. */
export function OrganizationScreen() {
  return <OrganizationPage tabsOf={tabsOf} />;
}

function tabsOf({ orgId }: Organization): readonly OrganizationTab[] {
  return [
    { id: 'users', label: texts.tabs.active, content: <OrganizationUsers orgId={orgId} /> },
    { id: 'invitations', label: texts.tabs.invited, content: <OrganizationInvitations orgId={orgId} /> },
  ];
}
