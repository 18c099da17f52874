import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { count } from '../../format/numbers.ts';
import { entityChoices, type EntityOption, type SeveralType } from './entity-choices.ts';
import classes from './pickers.module.css';
import { texts } from './texts.ts';
import { useEntityNames } from './use-entity-names.ts';

interface Props {
  /** Defaults to their type. */
  label?: string;
  /** While nothing is chosen; defaults to all of them. */
  placeholder?: string;
  entityType: SeveralType;
  value: readonly string[];
  /** The names of chosen entities, as far as the page knows them already. */
  nameOf?: (entityId: string) => string | undefined;
  onChange: (entityIds: string[]) => void;
}

const shownChoices = 50;

/** Some entities of a type that the user may see, or all of them; searched on the server. */
export function EntityPicker({ label, placeholder, entityType, value, nameOf, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
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
  const known = useKnownLabels(offered, found.isPlaceholderData ? undefined : found.data);
  const [rows, total] = [found.data?.rows.length ?? 0, found.data?.total ?? 0];
  const chosen = value
    .filter((id) => !offered.some((option) => option.value === id))
    .map((id) => ({ value: id, label: known.get(id) ?? nameOf?.(id) }));
  const isUnnamed = found.data !== undefined && chosen.some(({ label: name }) => name === undefined);
  const names = useEntityNames(entityType, isUnnamed);
  const named = chosen.map(({ value: id, label: name }) => ({
    value: id,
    label: name ?? names.get(id) ?? texts.unnamed,
  }));
  return (
    <MultiSelect
      label={label ?? texts.entities[entityType]}
      description={total > rows ? texts.someOf(count(rows), count(total)) : undefined}
      placeholder={value.length === 0 ? (placeholder ?? texts.allOf[entityType]) : ''}
      searchable
      clearable
      hidePickedOptions
      classNames={{ inputField: classes['search'] ?? '' }}
      nothingFoundMessage={texts.noEntity}
      maxDropdownHeight={320}
      data={[...named, ...offered]}
      // The server already filters.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      value={[...value]}
      onChange={onChange}
    />
  );
}

/** The labels of everything that was offered: what is chosen stays named while something else is searched. */
function useKnownLabels(offered: readonly EntityOption[], page: object | undefined): ReadonlyMap<string, string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const [last, setLast] = useState<object>();
  if (page && page !== last) {
    setLast(page);
    setKnown(new Map([...known, ...offered.map(({ value, label }) => [value, label] as const)]));
  }
  return known;
}
