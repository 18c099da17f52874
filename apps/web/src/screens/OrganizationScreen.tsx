import type { Organization } from '@atrium/contract/organizations';
import { useScope } from '../api/scope.tsx';
import { OrganizationPage, type OrganizationTab } from '../features/organizations/OrganizationPage.tsx';
import { SsoTab } from '../features/sso/SsoTab.tsx';
import { texts as ssoTexts } from '../features/sso/texts.ts';
import { OrganizationInvitations, OrganizationUsers } from '../features/users/OrganizationPeople.tsx';
import { texts } from '../features/users/texts.ts';

/** An organization with what other features know of it. */
export function OrganizationScreen() {
  const { isStaff } = useScope();
  return <OrganizationPage tabsOf={(organization) => tabsOf(organization, isStaff)} />;
}

function tabsOf({ orgId }: Organization, isStaff: boolean): readonly OrganizationTab[] {
  const sso = { id: 'sso', label: ssoTexts.tab, keepMounted: true, content: <SsoTab orgId={orgId} /> };
  return [
    { id: 'users', label: texts.tabs.active, content: <OrganizationUsers orgId={orgId} /> },
    { id: 'invitations', label: texts.tabs.invited, content: <OrganizationInvitations orgId={orgId} /> },
    ...(isStaff ? [sso] : []),
  ];
}
