import { createTicket, deleteTicket, listTickets, type Ticket } from '@atrium/contract/tickets';
import { ticketStatuses } from '@atrium/contract/reference-lists';
import { IconSearchOff, IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useLoadAll, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { Column } from '../../ui/Cards.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { AtHelpDesk } from './AtHelpDesk.tsx';
import classes from './tickets.module.css';
import { OpenTicket } from './OpenTicket.tsx';
import { texts } from './texts.ts';
import { ticketCells } from './ticket-cells.tsx';
import { ticketColumns } from './ticket-columns.ts';
import { TicketDialog } from './TicketDialog.tsx';

interface Props {
  orgId: string;
  /** Without one, the tickets of all locations. */
  location?: { readonly locationId: string; readonly name: string };
  /** The default values of a new one. */
  subject?: string;
}

const newestFirst = { column: 'createdAt', direction: 'descending' } as const;

/** The tickets of a location, or of a whole organization. */
export function TicketsPanel({ orgId, location, subject = '' }: Props) {
  const mayEdit = useMay(createTicket);
  const [view, setView, settled] = useListView('tickets', newestFirst, ['status']);
  const status = ticketStatuses.find(({ id }) => String(id) === view.filters.status);
  const where = { orgId, ...(location && { locationId: location.locationId }) };
  const query = { ...listQueryOf(settled), ...where, ...(status && { status: String(status.id) }) };
  const page = useList(listTickets, { query }, { texts: texts.list, keep: true });
  const loadAll = useLoadAll(listTickets, { query });
  const remove = useWrite(deleteTicket, texts.deleted, [listTickets]);
  const [opened, setOpened] = useState<Ticket | 'new'>();

  const askAndRemove = async ({ ticketId, ...ticket }: Ticket) => {
    if (await confirm(texts.deletion(ticket.subject))) remove.mutate({ params: { ticketId }, query: { orgId } });
  };

  const add = mayEdit && location && <AddButton onClick={() => setOpened('new')}>{texts.add}</AddButton>;
  const isNarrowed = settled.search !== '' || status !== undefined;
  return (
    <Column>
      <div className={classes['head']}>
        <AtHelpDesk orgId={orgId} locationId={location?.locationId} mayEdit={mayEdit} />
        {add}
      </div>
      {page.data?.remarks.map((remark) => (
        <output key={remark} className={classes['remark']}>
          {remark}
        </output>
      ))}
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.tab}
          columns={ticketColumns({ everyLocation: !location, mayRemove: mayEdit })}
          cells={ticketCells(setOpened, (ticket) => void askAndRemove(ticket))}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ ticketId }) => ticketId}
          loadAll={loadAll}
          filters={
            <FilterSelect
              label={texts.columns.status}
              any={texts.anyStatus}
              width={150}
              data={ticketStatuses.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={status && String(status.id)}
              onChange={(value) => setView({ filters: withFilter(view.filters, 'status', value) })}
            />
          }
          empty={
            isNarrowed ? (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            ) : (
              <EmptyState icon={IconTicket} {...texts.none} />
            )
          }
        />
      </Card>
      {opened === 'new' && location && (
        <TicketDialog orgId={orgId} location={location} subject={subject} onClose={() => setOpened(undefined)} />
      )}
      {opened !== undefined && opened !== 'new' && (
        <OpenTicket orgId={orgId} ticketId={opened.ticketId} mayEdit={mayEdit} onClose={() => setOpened(undefined)} />
      )}
    </Column>
  );
}
