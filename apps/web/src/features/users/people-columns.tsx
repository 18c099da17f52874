import type { User } from '@atrium/contract/users';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Column } from '../../ui/table/column.ts';
import { canLoginAs, LoginAsButton } from './LoginAsButton.tsx';
import { InvitationActions } from './InvitationActions.tsx';
import { roleLabel, type PersonState, stateOf, StateTag } from './person-state.tsx';
import { texts } from './texts.ts';

/** The columns of the lists; the organization where there is more than one, and the way to look as someone for staff. */
export function peopleColumns(
  kind: 'active' | 'invited',
  { everyOrganization, isStaff }: { everyOrganization: boolean; isStaff: boolean },
): readonly Column<User>[] {
  return [
    {
      id: 'name',
      header: kind === 'active' ? texts.columns.name : texts.columns.email,
      kind: 'text',
      width: 160,
      order: kind === 'active' ? 'name' : 'email',
      isRowName: true,
      value: ({ name, email }) => (kind === 'active' ? name : email),
      cell: ({ userId, name, email }) => (
        <RowLink to="/app/user" search={{ userId }}>
          {kind === 'active' ? name : email}
        </RowLink>
      ),
    },
    ...(kind === 'active' ? [email] : []),
    ...(everyOrganization ? [organization] : []),
    role,
    state,
    locations,
    ...(kind === 'active' ? [lastSeen, created] : [expires, actions]),
    ...(kind === 'active' && isStaff ? [visit] : []),
  ];
}

const email: Column<User> = {
  id: 'email',
  header: texts.columns.email,
  kind: 'text',
  width: 180,
  order: 'email',
  from: 'tablet',
  value: (user) => user.email,
};
const organization: Column<User> = {
  id: 'organization',
  header: texts.columns.organization,
  kind: 'text',
  width: 150,
  order: 'organization',
  from: 'tablet',
  value: (user) => user.organization?.name ?? null,
};
const role: Column<User> = {
  id: 'role',
  header: texts.columns.role,
  kind: 'text',
  width: 190,
  order: 'roleId',
  from: 'desktop',
  value: ({ roleId }) => roleLabel(roleId),
};
const words: Record<PersonState, string> = texts.states;
const state: Column<User> = {
  id: 'state',
  header: texts.columns.state,
  kind: 'text',
  width: 100,
  value: (user) => words[stateOf(user, Date.now())],
  cell: (user) => <StateTag user={user} />,
};
const locations: Column<User> = {
  id: 'locations',
  header: texts.columns.locations,
  kind: 'number',
  width: 90,
  from: 'roomy',
  value: ({ roleId, limitedToLocations, locationIds }) =>
    roleId !== 1 || !limitedToLocations ? texts.everyLocation : locationIds.length,
};
const lastSeen: Column<User> = {
  id: 'lastSeen',
  header: texts.columns.lastSeen,
  kind: 'text',
  width: 160,
  order: 'lastSeenAt',
  from: 'tablet',
  value: ({ lastSeenAt }) => longTimestamp(lastSeenAt) || texts.never,
};
const created: Column<User> = {
  id: 'created',
  header: texts.columns.created,
  kind: 'text',
  width: 100,
  order: 'createdAt',
  from: 'roomy',
  value: ({ createdAt }) => longDate(createdAt),
};
const expires: Column<User> = {
  id: 'expires',
  header: texts.columns.expires,
  kind: 'text',
  width: 150,
  order: 'expiration',
  from: 'tablet',
  value: ({ expiration }) => longTimestamp(expiration),
};
const actions: Column<User> = {
  id: 'actions',
  header: texts.columns.actions,
  kind: 'number',
  width: 150,
  from: 'tablet',
  isActions: true,
  value: () => null,
  cell: ({ userId, email: address, orgId }) =>
    orgId !== null && <InvitationActions orgId={orgId} userId={userId} email={address} />,
};
const visit: Column<User> = {
  ...actions,
  id: 'visit',
  width: 90,
  cell: (user) => canLoginAs(user) && <LoginAsButton user={user} />,
};
