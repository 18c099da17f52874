import { listUsers } from '@atrium/contract/users';
import { IconMailOpened, IconSearchOff, IconUserPlus } from '@tabler/icons-react';
import { useScope } from '../../api/scope.tsx';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { InviteButton } from './InviteButton.tsx';
import { peopleCells } from './people-cells.tsx';
import { peopleColumns } from './people-columns.ts';
import { texts } from './texts.ts';
import { useRoles } from './use-roles.ts';
import classes from './users.module.css';

interface Props {
  /** Registered people, or those who have not registered yet. */
  kind: 'active' | 'invited';
  /** Null for everyone in all organizations. */
  orgId: string | null;
  /** The page has no other button for inviting someone. */
  invites?: true;
}

export function PeopleTable({ kind, orgId, invites }: Props) {
  const { isStaff } = useScope();
  const [view, setView, settled] = useListView(`users.${kind}`, orders[kind], [
    'roleId',
    'loginDisabled',
    'secondFactor',
  ]);
  const roleId = roleFilters.find((role) => role === view.filters.roleId);
  const loginDisabled = kind === 'active' ? answers.find((value) => value === view.filters.loginDisabled) : undefined;
  const secondFactor = kind === 'active' ? answers.find((value) => value === view.filters.secondFactor) : undefined;
  const filters = {
    kind,
    include: 'organization',
    ...(orgId !== null && { orgId }),
    ...(roleId && { roleId }),
    ...(loginDisabled && { loginDisabled }),
    ...(secondFactor && { secondFactor }),
  };
  const query = { ...listQueryOf(settled), ...filters };
  const page = useList(listUsers, { query }, { texts: texts.list, keep: true });
  const loadAll = useLoadAll(listUsers, { query });
  const roles = useRoles();
  const columns = peopleColumns(kind, { everyOrganization: orgId === null, isStaff });

  const invite = invites && orgId !== null && <InviteButton orgId={orgId} />;
  const add = orgId === null ? <LinkButton to="/app/orgs">{texts.openOrganizations}</LinkButton> : invite;
  const narrowed =
    settled.search !== '' || roleId !== undefined || loginDisabled !== undefined || secondFactor !== undefined;
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={kind === 'active' ? texts.tabs.active : texts.tabs.invited}
        columns={columns}
        cells={peopleCells(kind)}
        view={view}
        onView={setView}
        page={page}
        keyOf={({ userId }) => userId}
        loadAll={loadAll}
        filters={
          <>
            <FilterSelect
              label={texts.filters.role}
              any={texts.filters.anyRole}
              width={190}
              data={roles.map(({ roleId: id, label }) => ({ value: String(id), label }))}
              value={roleId}
              onChange={(value) => setView({ filters: withFilter(view.filters, 'roleId', value) })}
            />
            {kind === 'active' && (
              <>
                <FilterSelect
                  label={texts.filters.state}
                  any={texts.filters.anyState}
                  width={130}
                  data={[
                    { value: 'false', label: texts.states.enabled },
                    { value: 'true', label: texts.states.disabled },
                  ]}
                  value={loginDisabled}
                  onChange={(value) => setView({ filters: withFilter(view.filters, 'loginDisabled', value) })}
                />
                <FilterSelect
                  label={texts.filters.secondFactor}
                  any={texts.filters.anySecondFactor}
                  width={190}
                  data={[
                    { value: 'true', label: texts.filters.withSecondFactor },
                    { value: 'false', label: texts.filters.withoutSecondFactor },
                  ]}
                  value={secondFactor}
                  onChange={(value) => setView({ filters: withFilter(view.filters, 'secondFactor', value) })}
                />
              </>
            )}
          </>
        }
        empty={
          narrowed ? (
            <EmptyState icon={IconSearchOff} {...texts.noMatch} />
          ) : kind === 'active' ? (
            <EmptyState icon={IconUserPlus} {...(orgId === null ? texts.nobodyAnywhere : texts.nobody)} action={add} />
          ) : (
            <EmptyState icon={IconMailOpened} {...texts.noInvitation} action={add} />
          )
        }
      />
    </Card>
  );
}

const orders = {
  active: { column: 'name', direction: 'ascending' },
  invited: { column: 'email', direction: 'ascending' },
} as const;
const roleFilters = ['1', '2', '3'] as const;
const answers = ['true', 'false'] as const;
