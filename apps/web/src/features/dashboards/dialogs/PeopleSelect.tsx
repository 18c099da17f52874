import { listDashboardPeople } from '@atrium/contract/dashboards';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList, useLists } from '../../../api/use-endpoint.ts';
import { count } from '../../../format/numbers.ts';
import { texts } from '../texts.ts';
import { askedAtOnce, inParts } from './people-parts.ts';

interface Props {
  dashboardId: string;
  /** These are not offered. */
  without?: readonly string[];
  value: readonly string[];
  error?: string | undefined;
  onChange: (userIds: string[]) => void;
}

interface Person {
  readonly userId: string;
  readonly name: string;
}

const shownChoices = 50;
const maxAtOnce = 1000;

/** Other people of the organization, searched on the server. */
export function PeopleSelect({ dashboardId, without = [], value, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const [picked, setPicked] = useState<readonly Person[]>([]);
  // People who are not offered must not take up places of others.
  const limit = Math.min(shownChoices + without.length + value.length, maxAtOnce);
  const request = { params: { dashboardId }, query: { limit, search } };
  const found = useList(listDashboardPeople, request, { texts: texts.people, fresh: 60_000, keep: true });
  const { rows, total } = found.data ?? { rows: [], total: 0 };
  const nameOf = useNames(dashboardId, value, picked);
  const chosen = value.map((userId) => ({ userId, name: nameOf(userId) }));
  const offered = rows.filter(({ userId }) => !without.includes(userId) && !value.includes(userId));
  const choose = (userIds: string[]) => {
    setPicked([...picked, ...rows.filter(({ userId }) => userIds.includes(userId))]);
    onChange(userIds);
  };
  return (
    <MultiSelect
      label={texts.shareDialog.people}
      description={total > rows.length ? texts.shareDialog.someOf(count(rows.length), count(total)) : undefined}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={texts.shareDialog.nobody}
      data={[...chosen, ...offered].map(({ userId, name }) => ({ value: userId, label: name }))}
      // The server already filters.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={[...value]}
      error={error}
      onChange={choose}
    />
  );
}

/** The names of those who were chosen before, asked for by their ids, and of those who are chosen now. */
function useNames(dashboardId: string, value: readonly string[], picked: readonly Person[]) {
  const [before] = useState(value);
  const requests = inParts(before).map((userIds) => ({
    params: { dashboardId },
    query: { limit: askedAtOnce, userIds: userIds.join() },
  }));
  const known = useLists(listDashboardPeople, requests, { texts: texts.people, fresh: 60_000 });
  const names = new Map([...known.rows, ...picked].map(({ userId, name }) => [userId, name]));
  return (userId: string) => names.get(userId) ?? (known.isComplete ? texts.shareDialog.unknownPerson : '…');
}
