import { getTicket, type Ticket } from '@atrium/contract/tickets';
import { longTimestamp } from '../../format/dates.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { ReadDialog } from '../../ui/dialogs/ReadDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import classes from './tickets.module.css';
import { texts } from './texts.ts';
import { StatusTag } from './StatusTag.tsx';
import { TicketDialog } from './TicketDialog.tsx';

interface Props {
  orgId: string;
  ticketId: string;
  mayEdit: boolean;
  onClose: () => void;
}

/** The current ticket: editable with permission, otherwise read-only. */
export function OpenTicket({ orgId, ticketId, mayEdit, onClose }: Props) {
  const { data: ticket } = useEndpoint(getTicket, { params: { ticketId }, query: { orgId } }, { texts: texts.read });
  if (!ticket) return null;
  if (!mayEdit) return <ReadTicket ticket={ticket} onClose={onClose} />;
  const location = { locationId: ticket.locationId ?? '', name: ticket.locationName ?? '' };
  return <TicketDialog orgId={orgId} location={location} ticket={ticket} onClose={onClose} />;
}

function ReadTicket({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const words = texts.form;
  return (
    <ReadDialog title={ticket.subject} onClose={onClose}>
      <Facts roomy>
        <dt>{words.status}</dt>
        <dd>
          <StatusTag status={ticket.status} />
        </dd>
        <dt>{words.type}</dt>
        <dd>{ticket.ticketType}</dd>
        <dt>{words.location}</dt>
        <dd>{ticket.locationName}</dd>
        <dt>{words.created}</dt>
        <dd>{longTimestamp(ticket.createdAt)}</dd>
        <dt>{words.notes}</dt>
        <dd className={classes['notes']}>{ticket.notes ?? texts.noNotes}</dd>
      </Facts>
    </ReadDialog>
  );
}
