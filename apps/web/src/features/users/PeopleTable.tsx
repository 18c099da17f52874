import { listUsers, type User } from '@atrium/contract/users';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMailOpened, IconSearchOff, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { callList } from '../../api/client.ts';
import { useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { peopleColumns } from './people-columns.tsx';
import { texts } from './texts.ts';
import { useRoles } from './use-roles.ts';
import classes from './users.module.css';

interface Props {
  /** Registered people, or those who have not registered yet. */
  kind: 'active' | 'invited';
  /** Null for everybody of all organizations. */
  orgId: string | null;
}

type RoleFilter = '1' | '2' | '3';

export function PeopleTable({ kind, orgId }: Props) {
  const [view, setView] = useListView(`users.${kind}`, { column: 'name', direction: 'ascending' });
  const [settled] = useDebouncedValue(view, 200);
  const [roleId, setRoleId] = useState<RoleFilter>();
  const [loginDisabled, setLoginDisabled] = useState<'true' | 'false'>();
  const filters = {
    kind,
    include: 'organization',
    ...(orgId !== null && { orgId }),
    ...(roleId && { roleId }),
    ...(loginDisabled && { loginDisabled }),
  };
  const query = { ...listQueryOf(settled), ...filters };
  const page = useList(listUsers, { query }, { texts: texts.list, keep: true });
  const roles = useRoles();
  const columns = peopleColumns(kind, orgId === null);

  const loadAll = async (): Promise<User[]> => {
    const rows: User[] = [];
    for (let total = 1; rows.length < total;) {
      const part = await callList(listUsers, { query: { ...query, limit: 1000, offset: rows.length } });
      if (part.rows.length === 0) break;
      rows.push(...part.rows);
      total = part.total;
    }
    return rows;
  };

  const narrowed = settled.search !== '' || roleId !== undefined || loginDisabled !== undefined;
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={kind === 'active' ? texts.tabs.active : texts.tabs.invited}
        columns={columns}
        view={view}
        onView={setView}
        rows={page.data?.rows}
        total={page.data?.total ?? 0}
        keyOf={({ userId }) => userId}
        loadAll={loadAll}
        filters={
          <>
            <Select
              aria-label={texts.filters.role}
              placeholder={texts.filters.anyRole}
              clearable
              className={classes['filter'] ?? ''}
              data={roles.map(({ roleId: id, label }) => ({ value: String(id), label }))}
              value={roleId ?? null}
              onChange={(value) => {
                setRoleId(roleFilters.find((role) => role === value));
                setView({ page: 0 });
              }}
            />
            {kind === 'active' && (
              <Select
                aria-label={texts.filters.state}
                placeholder={texts.filters.anyState}
                clearable
                className={classes['filter'] ?? ''}
                data={[
                  { value: 'false', label: texts.states.enabled },
                  { value: 'true', label: texts.states.disabled },
                ]}
                value={loginDisabled ?? null}
                onChange={(value) => {
                  setLoginDisabled(value === 'true' || value === 'false' ? value : undefined);
                  setView({ page: 0 });
                }}
              />
            )}
          </>
        }
        empty={
          narrowed ? (
            <EmptyState icon={IconSearchOff} {...texts.noMatch} />
          ) : kind === 'active' ? (
            <EmptyState icon={IconUserPlus} {...texts.nobody} />
          ) : (
            <EmptyState icon={IconMailOpened} {...texts.noInvitation} />
          )
        }
        error={
          page.error && !page.data && <ErrorState message={page.error.message} onRetry={() => void page.refetch()} />
        }
      />
    </Card>
  );
}

const roleFilters: readonly RoleFilter[] = ['1', '2', '3'];
