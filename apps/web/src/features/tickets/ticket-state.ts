import { ticketStatuses } from '@atrium/contract/reference-lists';
import { texts } from './texts.ts';

/** A help desk may have its own statuses. */
export function statusName(status: number): string {
  return ticketStatuses.find(({ id }) => id === status)?.name ?? texts.otherStatus(status);
}

/** The options, including the current value. */
export function statusChoices(chosen: number) {
  const codes = new Set([...ticketStatuses.map(({ id }) => id), chosen]);
  return [...codes].map((code) => ({ value: String(code), label: statusName(code) }));
}
