import { listOrganizations } from '@atrium/contract/organizations';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { useScope } from '../api/scope.tsx';
import { useList } from '../api/use-endpoint.ts';
import { texts } from './texts.ts';

/** Staff choose whose figures they see. Searched on the server: there may be thousands. */
export function OrganizationPicker({ label }: { label?: string }) {
  const { orgId, chooseOrganization } = useScope();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const found = useList(
    listOrganizations,
    { query: { search, limit: 50, order: 'name' } },
    { texts: texts.organizations, keep: true },
  );
  const options = (found.data?.rows ?? []).map(({ orgId: value, name, isEnabled }) => ({
    value,
    label: isEnabled ? name : `${name} (${texts.disabledOrganization})`,
  }));
  return (
    <Select
      {...(label ? { label } : { 'aria-label': texts.organization })}
      placeholder={texts.chooseOrganization}
      data={options}
      value={orgId}
      onChange={(value) => value && chooseOrganization(value)}
      searchable
      onSearchChange={setTyped}
      // The server has searched already; a chosen name in the field must not hide the others.
      filter={({ options: all }) => all}
      allowDeselect={false}
      nothingFoundMessage={texts.noOrganization}
      leftSection={<IconBuilding size={18} aria-hidden />}
      comboboxProps={{ shadow: 'md' }}
      w={label ? '100%' : 'clamp(9rem, 24vw, 16rem)'}
    />
  );
}
