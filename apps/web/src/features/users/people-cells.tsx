import type { User } from '@atrium/contract/users';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { InvitationActions } from './InvitationActions.tsx';
import { canLoginAs, LoginAsButton } from './LoginAsButton.tsx';
import { StateTag } from './StateTag.tsx';

export function peopleCells(kind: 'active' | 'invited'): Cells<User> {
  return {
    name: ({ userId, name, email }) => (
      <RowLink to="/app/user" search={{ userId }}>
        {kind === 'active' ? name : email}
      </RowLink>
    ),
    state: (user) => <StateTag user={user} />,
    actions: ({ userId, email: address, orgId }) =>
      orgId !== null && <InvitationActions orgId={orgId} userId={userId} email={address} />,
    visit: (user) => canLoginAs(user) && <LoginAsButton user={user} />,
  };
}
