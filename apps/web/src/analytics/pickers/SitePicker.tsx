import { listSites, type SiteWithIncludes } from '@atrium/contract/sites';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

interface Props {
  label: string;
  /** Null while none is chosen. */
  value: SiteWithIncludes | null;
  /** Limits which sites can be chosen. */
  isOffered: (site: SiteWithIncludes) => boolean;
  error?: ReactNode;
  onChange: (site: SiteWithIncludes | null) => void;
}

/** One of the sites the user may see, searched on the server, with the location next to the name. */
export function SitePicker({ label, value, isOffered, error, onChange }: Props) {
  const [typed, setTyped] = useState(value ? labelOf(value) : '');
  // The text of the chosen item is not a search.
  const [search] = useDebouncedValue(value && typed === labelOf(value) ? '' : typed, 200);
  const query = { limit: 100, order: 'name', search, include: 'location,sensor' };
  const found = useList(listSites, { query }, { texts: texts.sites, keep: true });
  const offered = (found.data?.rows ?? []).filter(isOffered);
  const sites = value && !offered.some(({ siteId }) => siteId === value.siteId) ? [value, ...offered] : offered;
  return (
    <Select
      label={label}
      required
      searchable
      clearable
      placeholder={texts.chooseSite}
      nothingFoundMessage={texts.noSite}
      data={sites.map((site) => ({ value: site.siteId, label: labelOf(site) }))}
      // The server already filters.
      filter={({ options }) => options}
      value={value?.siteId ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      onChange={(chosen) => onChange(sites.find(({ siteId }) => siteId === chosen) ?? null)}
    />
  );
}

function labelOf({ name, location }: SiteWithIncludes): string {
  return location ? `${name}, ${location.name}` : name;
}
