import { type Dashboard, listDashboards } from '@atrium/contract/dashboards';
import { readConfig } from '@atrium/rules/dashboard-config';
import { withRoles } from '@atrium/rules/template-cards';
import { Select } from '@mantine/core';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { Quiet } from '../../ui/Quiet.tsx';
import { newId } from '../../api/new-id.ts';
import { texts } from './texts.ts';

/** Takes the cards of a dashboard of the chosen organization. */
export function LoadCards({ onLoad }: { onLoad: (config: string) => void }) {
  const { orgId } = useScope();
  const found = useList(listDashboards, { query: { limit: 1000, order: 'name' } }, { texts: texts.dashboards });
  if (orgId === null) return <Quiet>{texts.loadNone}</Quiet>;
  const dashboards = found.data?.rows ?? [];
  if (found.data && dashboards.length === 0) return <Quiet>{texts.loadNothing}</Quiet>;
  const load = (id: string | null) => {
    const chosen = dashboards.find(({ dashboardId }) => dashboardId === id);
    if (chosen) onLoad(cardsOf(chosen));
  };
  return (
    <Select
      label={texts.load}
      description={texts.loadHelp}
      searchable
      value={null}
      data={dashboards.map(({ dashboardId, name }) => ({ value: dashboardId, label: name }))}
      onChange={load}
    />
  );
}

function cardsOf({ config }: Dashboard): string {
  const read = readConfig(config, newId);
  return JSON.stringify(withRoles(read.problems ? [] : read.widgets), null, 2);
}
