import { suggestAddresses, type SuggestedAddress } from '@atrium/contract/locations';
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';

interface Props extends AutocompleteProps {
  value: string;
  onChange: (street: string) => void;
  onAddress: (address: SuggestedAddress) => void;
}

const fewest = 3;

/** The street. Complete addresses are suggested while typing, if the installation has a geocoder. */
export function StreetField({ value, onChange, onAddress, ...input }: Props) {
  const [settled, setSettled] = useState(value);
  const [search] = useDebouncedValue(value.trim(), 250);
  const found = useEndpoint(
    suggestAddresses,
    { query: { search } },
    { enabled: search.length >= fewest && search !== settled },
  );
  const offered = new Map((found.data ?? []).map((address) => [labelOf(address), address]));
  const take = (text: string) => {
    const address = offered.get(text);
    if (!address) return onChange(text);
    setSettled(address.street ?? '');
    onAddress(address);
  };
  return (
    <Autocomplete
      {...input}
      value={value}
      data={[...offered.keys()]}
      filter={({ options }) => options}
      onChange={take}
    />
  );
}

function labelOf({ street, postalCode, city, state, country }: SuggestedAddress): string {
  const town = [city, state, postalCode].filter((part) => part !== null).join(' ');
  return [street, town, country].filter((part) => part !== null && part !== '').join(', ');
}
