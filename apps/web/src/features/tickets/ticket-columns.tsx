import type { Ticket } from '@atrium/contract/tickets';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { longDate, longTimestamp } from '../../analytics/format.ts';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';
import { statusName, StatusTag } from './ticket-state.tsx';

interface Options {
  /** The tickets of more than one location. */
  everyLocation: boolean;
  onOpen: (ticket: Ticket) => void;
  /** Absent for those who may only read. */
  onRemove?: (ticket: Ticket) => void;
}

export function ticketColumns({ everyLocation, onOpen, onRemove }: Options): readonly Column<Ticket>[] {
  const { columns } = texts;
  const location: Column<Ticket> = {
    id: 'location',
    header: columns.location,
    kind: 'text',
    width: 160,
    order: 'locationName',
    from: 'tablet',
    value: ({ locationName }) => locationName,
  };
  const actions: Column<Ticket> = {
    id: 'actions',
    header: columns.actions,
    kind: 'number',
    width: 60,
    isActions: true,
    value: () => null,
    cell: (ticket) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.remove(ticket.subject)}
        onClick={() => onRemove?.(ticket)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    ),
  };
  return [
    {
      id: 'subject',
      header: columns.subject,
      kind: 'text',
      width: 180,
      order: 'subject',
      isRowName: true,
      value: ({ subject }) => subject,
      cell: (ticket) => (
        <RowButton width="44ch" widthOnPhones="18ch" onClick={() => onOpen(ticket)}>
          {ticket.subject}
        </RowButton>
      ),
    },
    {
      id: 'type',
      header: columns.type,
      kind: 'text',
      width: 140,
      order: 'ticketType',
      from: 'tablet',
      value: ({ ticketType }) => ticketType,
    },
    {
      id: 'status',
      header: columns.status,
      kind: 'text',
      width: 100,
      order: 'status',
      value: ({ status }) => statusName(status),
      cell: ({ status }) => <StatusTag status={status} />,
    },
    ...(everyLocation ? [location] : []),
    {
      id: 'created',
      header: columns.created,
      kind: 'text',
      width: 110,
      order: 'createdAt',
      from: 'tablet',
      value: ({ createdAt }) => longDate(createdAt),
    },
    {
      id: 'updated',
      header: columns.updated,
      kind: 'text',
      width: 160,
      order: 'updatedAt',
      from: 'desktop',
      value: ({ updatedAt }) => longTimestamp(updatedAt),
    },
    ...(onRemove ? [actions] : []),
  ];
}
