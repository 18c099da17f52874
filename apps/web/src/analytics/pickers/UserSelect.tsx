import { listUsers } from '@atrium/contract/users';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

interface Chosen {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

interface Props extends Omit<SelectProps, 'data'> {
  /** Offered even where the search does not find it. */
  chosen: Chosen | null;
}

/** One of the enabled users of the organization, searched on the server. */
export function UserSelect({ chosen, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(chosen && typed === labelOf(chosen) ? '' : typed.replace(/ \(.*\)$/, ''), 200);
  // The list shows staff all organizations unless they name one.
  const { isStaff, orgId } = useScope();
  const ofOrganization = isStaff && orgId !== null ? { orgId } : {};
  const enabled = { kind: 'active', loginDisabled: 'false' } as const;
  const query = { ...ofOrganization, ...enabled, order: 'name', limit: 50, search };
  const users = useList(listUsers, { query }, { texts: texts.users, keep: true });
  const found: readonly Chosen[] = users.data?.rows ?? [];
  const isMissing = chosen && !found.some(({ userId }) => userId === chosen.userId);
  return (
    <Select
      searchable
      nothingFoundMessage={texts.nobody}
      data={(isMissing ? [chosen, ...found] : found).map((user) => ({ value: user.userId, label: labelOf(user) }))}
      // The server already filters.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      {...rest}
    />
  );
}

/** People may have the same name. */
function labelOf({ name, email }: Chosen): string {
  return `${name} (${email})`;
}
