import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useScope } from '../../api/scope.tsx';
import { OrganizationScope } from '../../ui/OrganizationScope.tsx';
import { Page } from '../../ui/Page.tsx';
import { OpenRecords } from './OpenRecords.tsx';
import { ResolvedRecords } from './ResolvedRecords.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/app/offline-sensors');

/** Silent sensors: now, and before. Staff may view all organizations at once. */
export function OfflineSensorsPage() {
  const { isStaff, orgId } = useScope();
  const { tab, scope } = route.useSearch();
  const navigate = route.useNavigate();
  const all = isStaff && (scope === 'all' || orgId === null);
  const shown = all ? null : orgId;
  const kind = tab === 'resolved' ? 'resolved' : 'open';
  const show = (next: string | null, everywhere: boolean) =>
    void navigate({
      search: { ...(next === 'resolved' && { tab: next }), ...(everywhere && { scope: 'all' }) },
      replace: true,
    });
  return (
    <Page title={texts.page} text={texts.pageText}>
      {isStaff && orgId !== null && (
        <OrganizationScope label={texts.scope} isEverywhere={all} onChange={(everywhere) => show(kind, everywhere)} />
      )}
      <Tabs value={kind} keepMounted={false} onChange={(value) => show(value, scope === 'all')}>
        <Tabs.List aria-label={texts.tabList} mb="md">
          <Tabs.Tab value="open">{texts.tabs.open}</Tabs.Tab>
          <Tabs.Tab value="resolved">{texts.tabs.resolved}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="open">
          <OpenRecords key={shown} orgId={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="resolved">
          <ResolvedRecords key={shown} orgId={shown} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
