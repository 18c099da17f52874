import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useScope } from '../../api/scope.tsx';
import { OrganizationScope } from '../../ui/OrganizationScope.tsx';
import { Page } from '../../ui/Page.tsx';
import { InviteButton } from './InviteButton.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/app/users');

/** Everyone in the organization; for staff also in all of them. */
export function UsersPage() {
  const { isStaff, orgId } = useScope();
  const { tab, scope } = route.useSearch();
  const navigate = useNavigate({ from: '/app/users' });
  const all = isStaff && (scope === 'all' || orgId === null);
  const shown = all ? null : orgId;
  const kind = tab === 'invitations' ? 'invited' : 'active';
  const show = (next: string | null, everywhere: boolean) =>
    void navigate({
      search: { ...(next === 'invited' && { tab: 'invitations' }), ...(everywhere && { scope: 'all' }) },
      replace: true,
    });
  return (
    <Page title={texts.page} text={texts.pageText} actions={orgId !== null && <InviteButton orgId={orgId} />}>
      {isStaff && orgId !== null && (
        <OrganizationScope label={texts.scope} isEverywhere={all} onChange={(everywhere) => show(kind, everywhere)} />
      )}
      <Tabs value={kind} keepMounted={false} onChange={(value) => show(value, scope === 'all')}>
        <Tabs.List aria-label={texts.tabList} mb="md">
          <Tabs.Tab value="active">{texts.tabs.active}</Tabs.Tab>
          <Tabs.Tab value="invited">{texts.tabs.invited}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={kind}>
          <PeopleTable key={`${kind} ${shown}`} kind={kind} orgId={shown} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
