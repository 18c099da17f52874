import { Column } from '../../ui/Cards.tsx';
import { InvitationsTable } from './InvitationsTable.tsx';
import { InviteButton } from './InviteButton.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import classes from './users.module.css';

/** The people of one organization, on its page. */
export function OrganizationUsers({ orgId }: { orgId: string }) {
  return <PeopleTable kind="active" orgId={orgId} invites />;
}

export function OrganizationInvitations({ orgId }: { orgId: string }) {
  return (
    <Column>
      <div className={classes['actions']}>
        <InviteButton orgId={orgId} />
      </div>
      <InvitationsTable orgId={orgId} />
    </Column>
  );
}
