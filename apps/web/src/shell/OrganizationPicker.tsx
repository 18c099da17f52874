import { getOrganization, listOrganizations } from '@atrium/contract/organizations';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { useScope } from '../api/scope.tsx';
import { useEndpoint, useList } from '../api/use-endpoint.ts';
import { SearchPicker } from '../ui/SearchPicker.tsx';
import { texts } from './texts.ts';

/** Staff choose an organization. Searched on the server: there may be thousands. */
export function OrganizationPicker() {
  const { orgId, chooseOrganization } = useScope();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const query = { search, limit: 50, order: 'name' };
  const found = useList(listOrganizations, { query }, { texts: texts.organizations, keep: true });
  const options = (found.data?.rows ?? []).map(({ orgId: value, name, isEnabled }) => ({
    value,
    label: name,
    ...(!isEnabled && { note: texts.disabledOrganization }),
  }));
  const listed = options.find(({ value }) => value === orgId)?.label;
  // The list contains the first ones, or the matches; the chosen one may be missing.
  const isElsewhere = orgId !== null && found.data !== undefined && listed === undefined;
  const chosen = useEndpoint(getOrganization, { params: { orgId: orgId ?? '' } }, { enabled: isElsewhere });
  return (
    <SearchPicker
      label={texts.organization}
      variant="field"
      icon={IconBuilding}
      value={orgId}
      text={orgId === null ? texts.chooseOrganization : (listed ?? chosen.data?.name ?? '…')}
      options={options}
      search={typed}
      onSearch={setTyped}
      onChoose={chooseOrganization}
      searchText={texts.searchOrganizations}
      nothingFound={texts.noOrganization}
    />
  );
}
