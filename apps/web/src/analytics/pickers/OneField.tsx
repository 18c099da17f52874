import { getLocation } from '@atrium/contract/locations';
import { getSensor, listImageCapableSensors } from '@atrium/contract/sensors';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint, useList } from '../../api/use-endpoint.ts';
import { entityChoices, type EntityOption } from './entity-choices.ts';
import { texts } from './texts.ts';

interface Props {
  label: string;
  placeholder?: string;
  clearable?: boolean;
  error?: ReactNode;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

const shownChoices = 50;

/** One location of a form, searched on the server. */
export function LocationField(props: Props) {
  const { value } = props;
  const [search, setSearch] = useSearch();
  const { list, texts: words, options } = entityChoices.location;
  // The list shows staff all organizations unless they name one.
  const { isStaff, orgId } = useScope();
  const ofOrganization = isStaff && orgId !== null ? { orgId } : {};
  const found = useList(
    list,
    { query: { ...ofOrganization, limit: String(shownChoices), order: 'name', search } },
    { texts: words, keep: true },
  );
  const chosen = useEndpoint(getLocation, { params: { locationId: value ?? '' } }, { enabled: value !== undefined });
  const offered = (found.data?.rows ?? []).flatMap(options);
  return <OneField {...props} offered={offered} chosenName={chosen.data?.name} onSearch={setSearch} />;
}

/** One sensor that can deliver images, searched on the server. */
export function ImageSensorField(props: Props) {
  const { value } = props;
  const [search, setSearch] = useSearch();
  const found = useList(
    listImageCapableSensors,
    { query: { limit: shownChoices, order: 'name', search } },
    { texts: texts.imageSensors, keep: true },
  );
  const chosen = useEndpoint(getSensor, { params: { sensorId: value ?? '' } }, { enabled: value !== undefined });
  const offered = (found.data?.rows ?? []).map(({ sensorId, name }) => ({ value: sensorId, label: name }));
  return <OneField {...props} offered={offered} chosenName={chosen.data?.name} onSearch={setSearch} />;
}

function useSearch() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  return [search, setTyped] as const;
}

interface FieldProps extends Props {
  offered: readonly EntityOption[];
  chosenName: string | undefined;
  onSearch: (text: string) => void;
}

function OneField({ value, onChange, offered, chosenName, onSearch, ...rest }: FieldProps) {
  const [picked, setPicked] = useState<string>();
  const isMissing = value !== undefined && !offered.some((option) => option.value === value);
  const chosen = isMissing ? [{ value, label: chosenName ?? picked ?? texts.unnamed }] : [];
  const known = [...chosen, ...offered];
  const select: SelectProps = {
    ...rest,
    searchable: true,
    nothingFoundMessage: texts.noEntity,
    data: known,
    // The server already filters.
    filter: ({ options: all }) => all,
    value: value ?? null,
    // What a field writes about its own choice is not searched for.
    onSearchChange: (text) => onSearch(known.some(({ label }) => label === text) ? '' : text),
    onChange: (next, option) => {
      setPicked(option?.label);
      onChange(next ?? undefined);
    },
  };
  return <Select {...select} />;
}
