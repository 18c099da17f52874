import { type Invitation, invitationStatuses, listInvitations } from '@atrium/contract/invitations';
import { IconMailOpened, IconSearchOff } from '@tabler/icons-react';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { InvitationActions } from './InvitationActions.tsx';
import { roleLabel } from './person-state.ts';
import { texts } from './texts.ts';
import classes from './users.module.css';

type Status = Invitation['status'];
const newestFirst = { column: 'createdAt', direction: 'descending' } as const;

/** Every invitation of an organization, including past ones. */
export function InvitationsTable({ orgId }: { orgId: string }) {
  const words = texts.invitation;
  const [view, setView, settled] = useListView('invitations', newestFirst, ['status']);
  const status = invitationStatuses.find((known) => known === view.filters.status);
  const query = { ...listQueryOf(settled), ...(status && { status }) };
  const page = useList(listInvitations, { params: { orgId }, query }, { texts: words.list, keep: true });
  const loadAll = useLoadAll(listInvitations, { params: { orgId }, query });
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={texts.tabs.invited}
        columns={columns}
        cells={cellsOf(orgId)}
        view={view}
        onView={setView}
        page={page}
        keyOf={({ invitationId }) => invitationId}
        loadAll={loadAll}
        filters={
          <FilterSelect
            label={words.status}
            any={words.anyStatus}
            width={190}
            data={[...invitationStatuses]}
            value={status}
            onChange={(value) => setView({ filters: withFilter(view.filters, 'status', value) })}
          />
        }
        empty={
          settled.search !== '' || status ? (
            <EmptyState icon={IconSearchOff} {...texts.noMatch} />
          ) : (
            <EmptyState icon={IconMailOpened} {...words.none} />
          )
        }
      />
    </Card>
  );
}

const tones: Record<Status, Tone> = {
  Sent: 'warning',
  Activated: 'warning',
  Registered: 'success',
  Expired: 'danger',
  Canceled: 'neutral',
  Deleted: 'neutral',
};
const open: readonly Status[] = ['Sent', 'Activated', 'Expired'];

const columns: readonly Column<Invitation>[] = [
  {
    key: 'email',
    label: texts.columns.email,
    kind: 'text',
    width: 180,
    order: 'inviteeEmail',
    isRowName: true,
    value: ({ inviteeEmail }) => inviteeEmail,
  },
  {
    key: 'role',
    label: texts.columns.role,
    kind: 'text',
    width: 190,
    order: 'inviteRole',
    from: 'desktop',
    value: ({ inviteRole }) => roleLabel(inviteRole),
  },
  {
    key: 'status',
    label: texts.invitation.status,
    kind: 'text',
    width: 110,
    value: ({ status }) => status,
  },
  {
    key: 'sent',
    label: texts.columns.sent,
    kind: 'text',
    width: 100,
    order: 'createdAt',
    from: 'tablet',
    value: ({ createdAt }) => longDate(createdAt),
  },
  {
    key: 'expires',
    label: texts.columns.expires,
    kind: 'text',
    width: 160,
    order: 'expiration',
    from: 'tablet',
    value: ({ expiration }) => longTimestamp(expiration),
  },
  {
    ...actionsColumn,
    label: texts.columns.actions,
    width: 150,
    from: 'tablet',
  },
];

function cellsOf(orgId: string): Cells<Invitation> {
  return {
    email: ({ userId, inviteeEmail, status }) =>
      status === 'Canceled' || status === 'Deleted' ? (
        inviteeEmail
      ) : (
        <RowLink to="/app/user" search={{ userId }}>
          {inviteeEmail}
        </RowLink>
      ),
    status: ({ status }) => <Tag tone={tones[status]}>{status}</Tag>,
    actions: ({ invitationId, userId, inviteeEmail, status }) =>
      open.includes(status) && (
        <InvitationActions orgId={orgId} userId={userId} email={inviteeEmail} invitationId={invitationId} />
      ),
  };
}
