import { listLocations, type Location } from '@atrium/contract/places';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

interface Props {
  value: Location;
  onChange: (locationId: string) => void;
}

/** One of the locations this person may see, searched on the server. */
export function LocationPicker({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  // The field holds the chosen name until somebody types: that is no search.
  const [search] = useDebouncedValue(typed === value.name ? '' : typed, 200);
  const found = useList(listLocations, { query: pickerQuery(search) }, { texts: texts.locations, keep: true });
  const rows = found.data?.rows ?? [];
  const options = rows.some(({ locationId }) => locationId === value.locationId) ? rows : [value, ...rows];
  return (
    <Select
      aria-label={texts.location}
      data={options.map(({ locationId, name }) => ({ value: locationId, label: name }))}
      value={value.locationId}
      onChange={(locationId) => locationId && onChange(locationId)}
      searchable
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      allowDeselect={false}
      nothingFoundMessage={texts.noLocation}
      leftSection={<IconMapPin size={18} aria-hidden />}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** The first page of locations in alphabetical order; shared, so that it is asked for once. */
export function pickerQuery(search: string) {
  return { limit: 50, order: 'name', search };
}
