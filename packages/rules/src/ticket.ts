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

/** What a ticket is about, unless someone says otherwise. */
export const defaultTicketType = 'Test';
/** The same for the ticket that comes with a new location. */
export const installationTicketType = 'Installation Event';
/** The code of a ticket that nobody has worked on. */
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

/** The codes of the reference lists. A help desk may know more than they name, so what a ticket had it may keep. */
export interface KnownTicketCodes {
  readonly types: readonly string[];
  readonly statuses: readonly number[];
}

/** As it is stored: no whitespace around texts. */
export function normalizedTicket(ticket: TicketValues): TicketValues {
  return { ...ticket, subject: ticket.subject.trim(), notes: ticket.notes?.trim() || null };
}

/** What is wrong with a settled ticket that was another one before. */
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
