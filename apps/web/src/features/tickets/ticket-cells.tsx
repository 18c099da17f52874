import type { Ticket } from '@atrium/contract/tickets';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { StatusTag } from './StatusTag.tsx';
import { texts } from './texts.ts';

type OnTicket = (ticket: Ticket) => void;

export function ticketCells(onOpen: OnTicket, onRemove: OnTicket): Cells<Ticket> {
  return {
    actions: (ticket) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.remove(ticket.subject)}
        onClick={() => onRemove(ticket)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    ),
    subject: (ticket) => (
      <RowButton width="44ch" widthOnPhones="18ch" onClick={() => onOpen(ticket)}>
        {ticket.subject}
      </RowButton>
    ),
    status: ({ status }) => <StatusTag status={status} />,
  };
}
