import type { Ticket } from '@atrium/contract/tickets';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';
import { statusName } from './ticket-state.ts';

interface Options {
  /** For tickets of more than one location. */
  everyLocation: boolean;
  mayRemove: boolean;
}

export function ticketColumns({ everyLocation, mayRemove }: Options): readonly Column<Ticket>[] {
  const { columns } = texts;
  const location: Column<Ticket> = {
    key: 'location',
    label: columns.location,
    kind: 'text',
    width: 160,
    order: 'locationName',
    from: 'tablet',
    value: ({ locationName }) => locationName,
  };
  return [
    {
      key: 'subject',
      label: columns.subject,
      kind: 'text',
      width: 180,
      order: 'subject',
      isRowName: true,
      value: ({ subject }) => subject,
    },
    {
      key: 'type',
      label: columns.type,
      kind: 'text',
      width: 140,
      order: 'ticketType',
      from: 'tablet',
      value: ({ ticketType }) => ticketType,
    },
    {
      key: 'status',
      label: columns.status,
      kind: 'text',
      width: 100,
      order: 'status',
      value: ({ status }) => statusName(status),
    },
    ...(everyLocation ? [location] : []),
    {
      key: 'created',
      label: columns.created,
      kind: 'text',
      width: 110,
      order: 'createdAt',
      from: 'tablet',
      value: ({ createdAt }) => longDate(createdAt),
    },
    {
      key: 'updated',
      label: columns.updated,
      kind: 'text',
      width: 160,
      order: 'updatedAt',
      from: 'desktop',
      value: ({ updatedAt }) => longTimestamp(updatedAt),
    },
    ...(mayRemove ? [{ ...actionsColumn, label: columns.actions, width: 60 }] : []),
  ];
}
