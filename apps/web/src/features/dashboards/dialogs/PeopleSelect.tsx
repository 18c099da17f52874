import { listDashboardPeople } from '@atrium/contract/dashboards';
import { MultiSelect } from '@mantine/core';
import { useList } from '../../../api/use-endpoint.ts';
import { texts } from '../texts.ts';

interface Props {
  dashboardId: string;
  /** These are not offered. */
  without?: readonly string[];
  value: readonly string[];
  error?: string | undefined;
  onChange: (userIds: string[]) => void;
}

/** Other people of the organization. */
export function PeopleSelect({ dashboardId, without = [], value, error, onChange }: Props) {
  const people = usePeople(dashboardId);
  return (
    <MultiSelect
      label={texts.shareDialog.people}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={texts.shareDialog.nobody}
      data={people
        .filter(({ userId }) => !without.includes(userId))
        .map(({ userId, name }) => ({ value: userId, label: name }))}
      value={[...value]}
      error={error}
      onChange={onChange}
    />
  );
}

export function usePeople(dashboardId: string) {
  const request = { params: { dashboardId }, query: { limit: '1000' } };
  return useList(listDashboardPeople, request, { texts: texts.people, fresh: 60_000 }).data?.rows ?? [];
}
