import {
  createDeskCompany,
  createLocationContact,
  createTicket,
  deleteTicket,
  getDeskCompany,
  getLocationContact,
  getTicket,
  listDeskGroups,
  listTickets,
  updateTicket,
} from '@atrium/contract/tickets';
import type { Http } from '../../http/server.ts';
import type { Tickets } from './tickets.ts';

export function bindTickets(http: Http, desk: Tickets): void {
  http.bind(getDeskCompany, ({ scope }) => desk.company(scope));
  http.bind(createDeskCompany, ({ scope, body }) => desk.openCompany(scope, body));
  http.bind(getLocationContact, ({ scope, params }) => desk.contact(scope, params.locationId));
  http.bind(createLocationContact, ({ scope, params, body }) => desk.openContact(scope, params.locationId, body));
  http.bind(listDeskGroups, () => desk.groups());

  http.bind(listTickets, async ({ scope, query, reply }) => {
    const { rows, total, remark } = await desk.tickets(scope, query);
    if (remark !== undefined) reply.message(remark);
    reply.total(total);
    return rows;
  });
  http.bind(getTicket, ({ scope, params }) => desk.ticket(scope, params.ticketId));
  http.bind(createTicket, ({ scope, body }) => desk.openTicket(scope, body));
  http.bind(updateTicket, ({ scope, params, body, seenVersion }) =>
    desk.changeTicket(scope, params.ticketId, body, seenVersion),
  );
  http.bind(deleteTicket, async ({ scope, params, seenVersion }) => {
    await desk.removeTicket(scope, params.ticketId, seenVersion);
    return { ok: true } as const;
  });
}
