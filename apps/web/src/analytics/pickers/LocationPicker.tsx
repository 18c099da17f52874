import { listLocations, type Location } from '@atrium/contract/locations';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { SearchPicker } from '../../ui/SearchPicker.tsx';
import { texts } from './texts.ts';

interface Props {
  /** Its label, if it is not simply the location. */
  label?: string;
  /** Looks like a heading, or like a field. */
  variant?: 'heading' | 'field';
  value: Location;
  onChange: (locationId: string) => void;
}

/** One of the locations the user may see, searched on the server. */
export function LocationPicker({ label = texts.location, variant = 'heading', value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const found = useList(listLocations, { query: pickerQuery(search) }, { texts: texts.locations, keep: true });
  return (
    <SearchPicker
      label={label}
      variant={variant}
      value={value.locationId}
      text={value.name}
      options={(found.data?.rows ?? []).map(({ locationId, name, city }) => ({
        value: locationId,
        label: name,
        ...(city && { note: city }),
      }))}
      search={typed}
      onSearch={setTyped}
      onChoose={onChange}
      searchText={texts.searchLocations}
      nothingFound={texts.noLocation}
    />
  );
}

/** The first page of locations in alphabetical order; shared, so that it is requested once. */
export function pickerQuery(search: string) {
  return { limit: 50, order: 'name', search };
}
