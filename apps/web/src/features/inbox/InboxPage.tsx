import { listMappings } from '@atrium/contract/mappings';
import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { OrganizationScope } from '../../ui/OrganizationScope.tsx';
import { Page } from '../../ui/Page.tsx';
import { DevicesTable } from './DevicesTable.tsx';
import { GapsTable } from './GapsTable.tsx';
import { QuarantineTable } from './QuarantineTable.tsx';
import { ReceivedTable } from './ReceivedTable.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/app/inbox');
const parts = { received: ReceivedTable, quarantine: QuarantineTable, devices: DevicesTable, gaps: GapsTable };
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** Everything that was received; for staff also in all organizations. */
export function InboxPage() {
  const { isStaff, orgId } = useScope();
  const { tab, scope, replay } = route.useSearch();
  const navigate = route.useNavigate();
  const all = isStaff && (scope === 'all' || orgId === null);
  const shown = names.find((name) => name === tab) ?? 'received';
  const Table = parts[shown];
  const show = (next: string | null, everywhere: boolean) =>
    void navigate({
      search: { ...(next !== null && next !== 'received' && { tab: next }), ...(everywhere && { scope: 'all' }) },
      replace: true,
    });
  return (
    <Page title={texts.page} text={texts.pageText}>
      {isStaff && orgId !== null && (
        <OrganizationScope label={texts.scope} isEverywhere={all} onChange={(everywhere) => show(shown, everywhere)} />
      )}
      <Tabs value={shown} keepMounted={false} onChange={(value) => show(value, scope === 'all')}>
        <Tabs.List aria-label={texts.tabList} mb="md">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Table key={`${shown} ${all}`} orgId={all ? null : orgId} />
        </Tabs.Panel>
      </Tabs>
      {replay !== undefined && orgId !== null && (
        <TaughtReplay vendor={replay} orgId={orgId} onClose={() => show(shown, scope === 'all')} />
      )}
    </Page>
  );
}

/** Counting again what a taught sensor has sent; its page leads here. */
function TaughtReplay({ vendor, orgId, onClose }: { vendor: string; orgId: string; onClose: () => void }) {
  const taught = useList(listMappings, { query: { orgId } }, { texts: texts.taught });
  const found = taught.data?.rows.find((mapping) => mapping.vendor === vendor);
  return found ? <ReplayDialog orgId={orgId} wish={{ vendor, name: found.name }} onClose={onClose} /> : null;
}
