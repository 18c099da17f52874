import { expect, it } from 'vitest';
import { newTicket, normalizedTicket, ticketProblems, ticketTexts, type TicketValues } from './ticket.ts';

const known = { types: ['Test', 'Problem'], statuses: [2, 5] };
const problems = (changes: Partial<TicketValues>, before: Partial<TicketValues> = {}) =>
  ticketProblems({ ...newTicket, subject: 'Door', ...changes }, { ...newTicket, ...before }, known).map(
    ({ path, message }) => `${path}: ${message}`,
  );

it('[R255] a new ticket is open and of type Test', () => {
  expect([newTicket.ticketType, newTicket.status]).toEqual(['Test', 2]);
  expect(problems({})).toEqual([]);
});

it('[R256] a ticket has a type and a status from the lists, or its original ones', () => {
  expect(problems({ ticketType: 'Feature', status: 6 })).toEqual([
    `ticketType: ${ticketTexts.ticketType}`,
    `status: ${ticketTexts.status}`,
  ]);
  expect(problems({ ticketType: 'Feature', status: 6 }, { ticketType: 'Feature', status: 6 })).toEqual([]);
});

it('a ticket needs a subject, and texts have a maximum length', () => {
  expect(problems({ subject: '' })).toEqual([`subject: ${ticketTexts.subject}`]);
  expect(problems({ subject: 'x'.repeat(255), notes: 'x'.repeat(10_000) })).toEqual([]);
  expect(problems({ subject: 'x'.repeat(256), notes: 'x'.repeat(10_001) })).toEqual([
    `subject: ${ticketTexts.subjectLong}`,
    `notes: ${ticketTexts.notesLong}`,
  ]);
});

it('a ticket is stored without whitespace around its texts', () => {
  expect(normalizedTicket({ ...newTicket, subject: '  Door ', notes: ' \n ' })).toMatchObject({
    subject: 'Door',
    notes: null,
  });
  expect(normalizedTicket({ ...newTicket, notes: ' a\nb ' }).notes).toBe('a\nb');
});
