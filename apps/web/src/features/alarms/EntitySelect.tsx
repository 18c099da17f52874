import type { Alarmable } from '@atrium/rules/alarm-settings';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { entityChoices } from '../../analytics/pickers/entity-choices.ts';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

interface Props extends Omit<SelectProps, 'data'> {
  alarmable: Alarmable;
  /** The name of the chosen one, where the search does not find it. */
  chosenName: string | undefined;
}

const shownChoices = 50;

/** A space, a location or a zone, searched on the server. */
export function EntitySelect({ alarmable, chosenName, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<string>();
  const [search] = useDebouncedValue(typed === (picked ?? chosenName) ? '' : typed, 200);
  const { list, query, texts: words, options } = entityChoices[alarmable];
  const { isStaff, orgId } = useScope();
  const ofOrganization = isStaff && orgId !== null ? { orgId } : {};
  const asked = { ...query, ...ofOrganization, limit: String(shownChoices), order: 'name', search };
  const found = useList(list, { query: asked }, { texts: words, keep: true });
  const offered = (found.data?.rows ?? []).flatMap(options);
  const { value } = rest;
  const isMissing = typeof value === 'string' && !offered.some((option) => option.value === value);
  const chosen = isMissing ? [{ value, label: picked ?? chosenName ?? '' }] : [];
  return (
    <Select
      label={texts.fields.entity[alarmable]}
      required
      searchable
      nothingFoundMessage={texts.fields.nothing}
      data={[...chosen, ...offered]}
      // The server already filters.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      {...rest}
      onChange={(next, option) => {
        setPicked(option?.label);
        rest.onChange?.(next, option);
      }}
    />
  );
}
