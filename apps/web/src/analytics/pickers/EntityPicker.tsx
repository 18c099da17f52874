import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { entityChoices, type EntityOption, type SeveralType } from './entity-choices.ts';
import classes from './pickers.module.css';
import { texts } from './texts.ts';

interface Props {
  /** Defaults to their type. */
  label?: string;
  /** While nothing is chosen; defaults to all of them. */
  placeholder?: string;
  entityType: SeveralType;
  value: readonly string[];
  /** The names of chosen entities that the list has not loaded. */
  nameOf: (entityId: string) => string | undefined;
  onChange: (entityIds: string[]) => void;
}

const shownChoices = 50;

/** Some entities of a type that the user may see, or all of them; searched on the server. */
export function EntityPicker({ label, placeholder, entityType, value, nameOf, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const { list, query, texts: words, options } = entityChoices[entityType];
  // Some lists show staff all organizations unless they name one.
  const { isStaff, orgId } = useScope();
  const ofOrganization = isStaff && orgId !== null ? { orgId } : {};
  const found = useList(
    list,
    { query: { ...query, ...ofOrganization, limit: String(shownChoices), order: 'name', search } },
    { texts: words, keep: true },
  );
  const offered: EntityOption[] = (found.data?.rows ?? []).flatMap(options);
  const chosen = value
    .filter((id) => !offered.some((option) => option.value === id))
    .map((id) => ({ value: id, label: known.get(id) ?? nameOf(id) ?? texts.unnamed }));
  return (
    <MultiSelect
      label={label ?? texts.entities[entityType]}
      placeholder={value.length === 0 ? (placeholder ?? texts.allOf[entityType]) : ''}
      searchable
      clearable
      hidePickedOptions
      classNames={{ inputField: classes['search'] ?? '' }}
      nothingFoundMessage={texts.noEntity}
      maxDropdownHeight={320}
      data={[...chosen, ...offered]}
      // The server already filters.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      value={[...value]}
      onChange={(ids) => {
        setKnown(new Map([...known, ...offered.map((option) => [option.value, option.label] as const)]));
        onChange(ids);
      }}
    />
  );
}
