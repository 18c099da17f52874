import { getDashboard, listDashboards } from '@atrium/contract/dashboards';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useEndpoint, useList } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

export interface ChosenDashboard {
  readonly dashboardId: string;
  /** Null until it is known. */
  readonly name: string | null;
}

interface Props {
  label: string;
  chosen: ChosenDashboard;
  onChoose: (chosen: ChosenDashboard) => void;
  className: string;
}

/** One of the dashboards that the person sees, searched on the server. */
export function DashboardSelect({ label, chosen, onChoose, className }: Props) {
  const { dashboardId, name } = chosen;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === name ? '' : typed, 200);
  const query = { order: 'name', limit: 50, search };
  const dashboards = useList(listDashboards, { query }, { texts: texts.dashboards, keep: true, fresh: 60_000 });
  const found = dashboards.data?.rows ?? [];
  // Someone who came from a dashboard has chosen it by its id.
  const isUnnamed = dashboardId !== '' && name === null;
  const unnamed = useEndpoint(getDashboard, { params: { dashboardId } }, { enabled: isUnnamed });
  const known = unnamed.data?.name;
  useEffect(() => {
    if (isUnnamed && known !== undefined) onChoose({ dashboardId, name: known });
  }, [isUnnamed, known, dashboardId, onChoose]);
  const options = found.map((each) => ({ value: each.dashboardId, label: each.name }));
  const isMissing = name !== null && !found.some((each) => each.dashboardId === dashboardId);
  return (
    <Select
      aria-label={label}
      className={className}
      placeholder={texts.fields.search}
      searchable
      allowDeselect={false}
      nothingFoundMessage={texts.fields.nothing}
      data={isMissing ? [{ value: dashboardId, label: name }, ...options] : options}
      // The server already filters.
      filter={({ options: shown }) => shown}
      value={dashboardId === '' ? null : dashboardId}
      onSearchChange={setTyped}
      onChange={(id) => {
        const next = found.find((each) => each.dashboardId === id);
        if (next) onChoose({ dashboardId: next.dashboardId, name: next.name });
      }}
    />
  );
}
