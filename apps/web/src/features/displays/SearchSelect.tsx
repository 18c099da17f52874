import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { texts } from './texts.ts';

interface Group {
  readonly group: string;
  readonly items: readonly { readonly value: string; readonly label: string }[];
}

interface Props {
  label: string;
  /** What the server found. */
  groups: readonly Group[];
  isGrouped?: boolean;
  isDisabled?: boolean;
  value: string | null;
  /** Of the value, once it is known: it need not be among those found. */
  name: string | undefined;
  onType: (typed: string) => void;
  onChange: (value: string | null) => void;
}

/** What is typed into a field, and what the server is asked for. */
export function useSearchField() {
  const [typed, onType] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  return { onType, search };
}

/** A choice among many, searched on the server. */
export function SearchSelect(props: Props) {
  const { label, groups, isGrouped = false, isDisabled = false, value, name, onType, onChange } = props;
  const found = groups.flatMap(({ items }) => items);
  const isMissing = value !== null && found.every((option) => option.value !== value);
  const own = isMissing ? [{ value, label: name ?? '…' }] : [];
  const shown = (text: string) => [...found, ...own].some((option) => option.label === text && option.value === value);
  return (
    <Select
      label={label}
      placeholder={texts.search}
      searchable
      disabled={isDisabled}
      nothingFoundMessage={texts.nothing}
      data={
        isGrouped ? [...own, ...groups.map(({ group, items }) => ({ group, items: [...items] }))] : [...own, ...found]
      }
      // The server already filters.
      filter={({ options: all }) => all}
      allowDeselect={false}
      value={value}
      // The field shows the name of the value, which nobody has typed.
      onSearchChange={(text) => onType(shown(text) ? '' : text)}
      onChange={onChange}
    />
  );
}
