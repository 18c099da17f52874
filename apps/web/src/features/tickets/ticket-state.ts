import { ticketStatuses } from '@atrium/contract/reference-lists';
import { texts } from './texts.ts';

/** A help desk may have statuses of its own. */
export function statusName(status: number): string {
  return ticketStatuses.find(({ id }) => id === status)?.name ?? texts.otherStatus(status);
}

/** What can be chosen, and what is chosen already. */
export function statusChoices(chosen: number) {
  const codes = new Set([...ticketStatuses.map(({ id }) => id), chosen]);
  return [...codes].map((code) => ({ value: String(code), label: statusName(code) }));
}
