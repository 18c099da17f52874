import * as desk from '@atrium/contract/tickets';
import { type Entry, entry, type Fresh, type Ids } from './access-entry.ts';

/** The requests of the access matrix about tickets. */
export const deskEntries: readonly Entry[] = [
  entry(desk.createDeskCompany, () => ({ body: {} })),
  entry(desk.getDeskCompany, () => ({})),
  entry(desk.createLocationContact, (ids) => ({ ...ofLocation(ids), body: {} })),
  entry(desk.getLocationContact, ofLocation),
  entry(desk.listDeskGroups, () => ({})),
  entry(desk.listTickets, {
    'of the organization': () => ({ query: { limit: 100 } }),
    'of a location': ({ locationId }) => ({ query: { locationId } }),
  }),
  entry(desk.getTicket, ofTicket),
  entry(desk.createTicket, ({ locationId }) => ({ body: { locationId, subject: 'New' } })),
  entry(desk.updateTicket, {
    'its status': (ids) => ({ ...ofTicket(ids), body: { status: 3 } }),
    'its location': ({ ticketId, locationId }) => ({ params: { ticketId }, body: { locationId } }),
  }),
  entry(desk.deleteTicket, ofTicket, { fresh: aTicket }),
];

function ofLocation({ locationId }: Ids) {
  return { params: { locationId } };
}

function ofTicket({ ticketId }: Ids) {
  return { params: { ticketId } };
}

async function aTicket(...[world, { orgId, locationId }]: Parameters<Fresh>) {
  return { ticketId: (await world.ticket({ orgId, locationId })).ticketId };
}
