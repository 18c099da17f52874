import { listOutbox, type OutboxMessage } from '@atrium/contract/mail';
import { IconMail, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { longTimestamp } from '../../format/dates.ts';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import { Page } from '../../ui/Page.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import classes from './mail.module.css';
import { MessageDrawer } from './MessageDrawer.tsx';
import { texts } from './texts.ts';

type State = keyof typeof texts.states;
const states: readonly State[] = ['waiting', 'sent', 'failed'];
const newestFirst = { column: 'createdAt', direction: 'descending' } as const;

/** Sent and waiting messages; without a mail server, this is where new users follow invitations. */
export function OutboxPage() {
  const [view, setView, settled] = useListView('outbox', newestFirst, ['state']);
  const state = states.find((known) => known === view.filters.state);
  const [opened, setOpened] = useState<string>();
  const query = { ...listQueryOf(settled), ...(state && { state }) };
  const page = useList(listOutbox, { query }, { texts: texts.read, keep: true, every: 15_000 });
  const loadAll = useLoadAll(listOutbox, { query });
  return (
    <Page title={texts.page} text={texts.pageText}>
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={columns}
          cells={cellsOf(setOpened)}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ outboxMessageId }) => outboxMessageId}
          isCurrent={({ outboxMessageId }) => outboxMessageId === opened}
          loadAll={loadAll}
          filters={
            <FilterSelect
              label={texts.filter}
              any={texts.any}
              width={170}
              data={states.map((value) => ({ value, label: texts.states[value] }))}
              value={state}
              onChange={(value) => setView({ filters: withFilter(view.filters, 'state', value) })}
            />
          }
          empty={
            settled.search !== '' || state ? (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            ) : (
              <EmptyState icon={IconMail} {...texts.none} />
            )
          }
        />
      </Card>
      {opened !== undefined && <MessageDrawer outboxMessageId={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

const tones: Record<State, Tone> = { waiting: 'warning', sent: 'success', failed: 'danger' };

function stateOf({ sentAt, failedAt }: OutboxMessage): State {
  if (sentAt !== null) return 'sent';
  return failedAt === null ? 'waiting' : 'failed';
}

const columns: readonly Column<OutboxMessage>[] = [
  {
    key: 'subject',
    label: texts.columns.subject,
    kind: 'text',
    width: 180,
    order: 'subject',
    isRowName: true,
    value: ({ subject }) => subject,
  },
  {
    key: 'recipient',
    label: texts.columns.recipient,
    kind: 'text',
    width: 180,
    order: 'recipient',
    from: 'tablet',
    value: ({ recipient }) => recipient,
  },
  {
    key: 'organization',
    label: texts.columns.organization,
    kind: 'text',
    width: 150,
    from: 'desktop',
    value: ({ organizationName }) => organizationName,
  },
  {
    key: 'state',
    label: texts.columns.state,
    kind: 'text',
    width: 100,
    value: (message) => texts.states[stateOf(message)],
  },
  {
    key: 'created',
    label: texts.columns.created,
    kind: 'text',
    width: 160,
    order: 'createdAt',
    from: 'tablet',
    value: ({ createdAt }) => longTimestamp(createdAt),
  },
];

function cellsOf(onOpen: (outboxMessageId: string) => void): Cells<OutboxMessage> {
  return {
    subject: ({ outboxMessageId, subject, recipient }) => (
      <RowButton width="44ch" widthOnPhones="52vw" onClick={() => onOpen(outboxMessageId)}>
        {subject || recipient}
      </RowButton>
    ),
    state: (message) => <Tag tone={tones[stateOf(message)]}>{texts.states[stateOf(message)]}</Tag>,
  };
}
