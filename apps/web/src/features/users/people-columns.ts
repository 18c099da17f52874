import type { User } from '@atrium/contract/users';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { actionsColumn, type Column, columnsFor } from '../../ui/table/column.ts';
import { roleLabel, type PersonState, stateOf } from './person-state.ts';
import { texts } from './texts.ts';

/** The columns of the lists; the organization where there is more than one, and the login-as button for staff. */
export function peopleColumns(
  kind: 'active' | 'invited',
  { everyOrganization, isStaff }: { everyOrganization: boolean; isStaff: boolean },
): readonly Column<User>[] {
  const columns: Column<User>[] = [
    {
      key: 'name',
      label: kind === 'active' ? texts.columns.name : texts.columns.email,
      kind: 'text',
      width: 160,
      order: kind === 'active' ? 'name' : 'email',
      isRowName: true,
      value: ({ name, email }) => (kind === 'active' ? name : email),
    },
    ...(kind === 'active' ? [email] : []),
    ...(everyOrganization ? [organization] : []),
    role,
    state,
    locations,
    ...(kind === 'active' ? [lastSeen, created, visit] : [expires, actions]),
  ];
  return columnsFor(columns, { isStaff });
}

const email: Column<User> = {
  key: 'email',
  label: texts.columns.email,
  kind: 'text',
  width: 180,
  order: 'email',
  from: 'tablet',
  value: (user) => user.email,
};
const organization: Column<User> = {
  key: 'organization',
  label: texts.columns.organization,
  kind: 'text',
  width: 150,
  order: 'organization',
  from: 'tablet',
  value: (user) => user.organization?.name ?? null,
};
const role: Column<User> = {
  key: 'role',
  label: texts.columns.role,
  kind: 'text',
  width: 190,
  order: 'roleId',
  from: 'desktop',
  value: ({ roleId }) => roleLabel(roleId),
};
const words: Record<PersonState, string> = texts.states;
const state: Column<User> = {
  key: 'state',
  label: texts.columns.state,
  kind: 'text',
  width: 100,
  value: (user) => words[stateOf(user, Date.now())],
};
const locations: Column<User> = {
  key: 'locations',
  label: texts.columns.locations,
  kind: 'number',
  width: 90,
  from: 'roomy',
  value: ({ roleId, limitedToLocations, locationIds }) =>
    roleId !== 1 || !limitedToLocations ? texts.everyLocation : locationIds.length,
};
const lastSeen: Column<User> = {
  key: 'lastSeen',
  label: texts.columns.lastSeen,
  kind: 'text',
  width: 160,
  order: 'lastSeenAt',
  from: 'tablet',
  value: ({ lastSeenAt }) => longTimestamp(lastSeenAt) || texts.never,
};
const created: Column<User> = {
  key: 'created',
  label: texts.columns.created,
  kind: 'text',
  width: 100,
  order: 'createdAt',
  from: 'roomy',
  value: ({ createdAt }) => longDate(createdAt),
};
const expires: Column<User> = {
  key: 'expires',
  label: texts.columns.expires,
  kind: 'text',
  width: 150,
  order: 'expiration',
  from: 'tablet',
  value: ({ expiration }) => longTimestamp(expiration),
};
const actions: Column<User> = {
  ...actionsColumn,
  label: texts.columns.actions,
  width: 150,
  from: 'tablet',
};
const visit: Column<User> = {
  ...actions,
  key: 'visit',
  staffOnly: true,
  width: 90,
};
