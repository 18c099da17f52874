import { listLocations } from '@atrium/contract/locations';
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { pickerQuery } from '../../analytics/pickers/LocationPicker.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { connectTexts } from './connect-texts.ts';

const texts = connectTexts.adopt;

interface Props {
  /** Empty while none is chosen. */
  value: string;
  error?: ReactNode;
  onChange: (locationId: string) => void;
}

/** The location of a new site, searched on the server. */
export function LocationSelect({ value, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed, 200);
  const found = useList(listLocations, { query: pickerQuery(search) }, { texts: texts.locations, keep: true });
  const offered = (found.data?.rows ?? []).map(({ locationId, name }) => ({ value: locationId, label: name }));
  const isMissing = chosen !== null && !offered.some((each) => each.value === chosen.value);
  if (found.data?.total === 0 && search === '') {
    return (
      <>
        <Text>{texts.noLocations}</Text>
        <LinkButton variant="default" to="/app/locations" style={{ alignSelf: 'start' }}>
          {texts.openLocations}
        </LinkButton>
      </>
    );
  }
  return (
    <Select
      label={texts.location}
      required
      searchable
      placeholder={texts.chooseLocation}
      nothingFoundMessage={texts.noLocation}
      data={isMissing ? [chosen, ...offered] : offered}
      // The server already filters.
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onSearchChange={setTyped}
      error={error}
      onChange={(id, option) => {
        setChosen(option);
        onChange(id ?? '');
      }}
    />
  );
}
