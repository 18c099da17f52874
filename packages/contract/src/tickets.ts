import * as z from 'zod/mini';
import { administrators, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'tickets';

/** The URL of a record in the help desk itself; null for the built-in one. */
const url = z.nullable(z.string());

/** An organization as a customer of the help desk. */
export const deskCompany = z.object({ companyId: id, orgId: id, name: z.string(), url });
export type DeskCompany = z.output<typeof deskCompany>;

/** A location as a ticket requester. */
export const deskContact = z.object({
  contactId: id,
  orgId: id,
  locationId: id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  url,
});
export type DeskContact = z.output<typeof deskContact>;

/** A team of the help desk that tickets can be assigned to. */
export const deskGroup = z.object({ group_id: z.number(), name: z.string() });
export type DeskGroup = z.output<typeof deskGroup>;

export const ticket = z.object({
  ticketId: id,
  orgId: id,
  /** Null for one that was created in the help desk for the organization as a whole. */
  locationId: z.nullable(id),
  locationName: z.nullable(z.string()),
  ticketType: z.string(),
  group_id: z.nullable(z.number()),
  subject: z.string(),
  notes: z.nullable(z.string()),
  /** A code of the reference list `ticket-status`; a help desk may have additional ones. */
  status: z.number(),
  url,
  createdAt: instant,
  updatedAt: instant,
  version: z.number(),
});
export type Ticket = z.output<typeof ticket>;

/** Values are validated by `packages/rules/src/ticket.ts`; only their types are defined here. */
const text = (most: number) => z.optional(z.nullable(z.string().check(z.maxLength(most))));
const ticketBody = z.strictObject({
  locationId: text(100),
  ticketType: text(200),
  group_id: z.optional(z.nullable(z.number())),
  subject: text(1_000),
  notes: text(20_000),
  status: z.optional(z.number()),
});
export type TicketBody = z.output<typeof ticketBody>;

const query = z.object(orgBound);
const ofLocation = z.object({ locationId: id });
const oneTicket = z.object({ ticketId: id });

export const getDeskCompany = defineEndpoint({
  name: 'getDeskCompany',
  area,
  summary: 'The organization as a company in the help desk; null if there is none',
  method: 'GET',
  path: '/api/desk/company',
  access: members,
  query,
  reply: z.nullable(deskCompany),
});

export const createDeskCompany = defineEndpoint({
  name: 'createDeskCompany',
  area,
  summary:
    'Adds the organization to the help desk as a company, under its own name by default; does nothing if it exists',
  method: 'POST',
  path: '/api/desk/company',
  access: administrators,
  query,
  body: z.strictObject({ name: text(1_000), ...orgBound }),
  reply: deskCompany,
});

export const getLocationContact = defineEndpoint({
  name: 'getLocationContact',
  area,
  summary: 'The contact of a location in the help desk; null if there is none',
  method: 'GET',
  path: '/api/desk/location-contact/{locationId}',
  access: members,
  params: ofLocation,
  query,
  reply: z.nullable(deskContact),
});

export const createLocationContact = defineEndpoint({
  name: 'createLocationContact',
  area,
  summary: 'Adds a location to the help desk as a contact, under its own name by default; does nothing if it exists',
  method: 'POST',
  path: '/api/desk/location-contact/{locationId}',
  access: administrators,
  params: ofLocation,
  query,
  body: z.strictObject({ name: text(1_000), email: text(1_000), phone: text(1_000) }),
  reply: deskContact,
});

export const listDeskGroups = defineEndpoint({
  name: 'listDeskGroups',
  area,
  summary: 'The teams of the help desk',
  method: 'GET',
  path: '/api/desk/group',
  access: members,
  query,
  reply: z.array(deskGroup),
});

export const listTickets = defineEndpoint({
  name: 'listTickets',
  area,
  summary: 'The tickets of an organization or of one location, newest first',
  method: 'GET',
  path: '/api/desk/ticket',
  access: members,
  query: z.object({
    ...listQuery,
    ...orgBound,
    locationId: z.optional(z.string()),
    status: z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'must be the code of a status'))),
    ticketType: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.array(ticket),
  list: true,
});

export const getTicket = defineEndpoint({
  name: 'getTicket',
  area,
  summary: 'One ticket in its current state',
  method: 'GET',
  path: '/api/desk/ticket/{ticketId}',
  access: members,
  params: oneTicket,
  query,
  reply: ticket,
});

export const createTicket = defineEndpoint({
  name: 'createTicket',
  area,
  summary: 'Creates a ticket for a location; the default type is Test',
  method: 'POST',
  path: '/api/desk/ticket',
  access: administrators,
  query,
  body: ticketBody,
  reply: ticket,
});

export const updateTicket = defineEndpoint({
  name: 'updateTicket',
  area,
  summary: 'Changes a ticket',
  method: 'PUT',
  path: '/api/desk/ticket/{ticketId}',
  access: administrators,
  params: oneTicket,
  query,
  body: ticketBody,
  reply: ticket,
});

export const deleteTicket = defineEndpoint({
  name: 'deleteTicket',
  area,
  summary: 'Deletes a ticket',
  method: 'DELETE',
  path: '/api/desk/ticket/{ticketId}',
  access: administrators,
  params: oneTicket,
  query,
  reply: z.object({ ok: z.literal(true) }),
});
