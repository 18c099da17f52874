import { type Problem, problemIf } from './problem.ts';

export const ticketTexts = {
  ticketType: 'Ticket type must be one from the list',
  subject: 'Subject is required',
  subjectLong: 'Subject must have at most 255 characters',
  notesLong: 'Notes must have at most 10,000 characters',
  status: 'Status must be one from the list',
  group: 'Group must be one from the list',
  location: 'Location is required',
} as const;

/** The default type of a ticket. */
export const defaultTicketType = 'Test';
/** The same for the ticket that comes with a new location. */
export const installationTicketType = 'Installation Event';
/** The code of an open ticket. */
export const openStatus = 2;

export interface TicketValues {
  readonly ticketType: string;
  readonly group_id: number | null;
  readonly subject: string;
  readonly notes: string | null;
  readonly status: number;
}

export const newTicket: TicketValues = {
  ticketType: defaultTicketType,
  group_id: null,
  subject: '',
  notes: null,
  status: openStatus,
};

/** The codes of the reference lists. A help desk may have more, so a ticket may keep its original ones. */
export interface KnownTicketCodes {
  readonly types: readonly string[];
  readonly statuses: readonly number[];
}

/** Normalized: texts are trimmed. */
export function normalizedTicket(ticket: TicketValues): TicketValues {
  return { ...ticket, subject: ticket.subject.trim(), notes: ticket.notes?.trim() || null };
}

/** The problems of a normalized ticket, given its previous state. */
export function ticketProblems(ticket: TicketValues, before: TicketValues, known: KnownTicketCodes): Problem[] {
  const { ticketType, subject, notes, status } = ticket;
  return [
    ...typeProblems(ticketType, [...known.types, before.ticketType]),
    ...problemIf(subject === '', 'subject', ticketTexts.subject),
    ...problemIf(subject.length > 255, 'subject', ticketTexts.subjectLong),
    ...problemIf((notes ?? '').length > 10_000, 'notes', ticketTexts.notesLong),
    ...problemIf(![...known.statuses, before.status].includes(status), 'status', ticketTexts.status),
  ];
}

export function typeProblems(ticketType: string, known: readonly string[]): Problem[] {
  return problemIf(!known.includes(ticketType), 'ticketType', ticketTexts.ticketType);
}
