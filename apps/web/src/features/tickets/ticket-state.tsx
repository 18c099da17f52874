import { ticketStatuses } from '@atrium/contract/reference-lists';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';

const tones: Readonly<Record<number, Tone>> = { 2: 'warning', 3: 'warning', 4: 'success' };

/** A help desk may have statuses of its own. */
export function statusName(status: number): string {
  return ticketStatuses.find(({ id }) => id === status)?.name ?? texts.otherStatus(status);
}

export function StatusTag({ status }: { status: number }) {
  return <Tag tone={tones[status] ?? 'neutral'}>{statusName(status)}</Tag>;
}

/** What can be chosen, and what is chosen already. */
export function statusChoices(chosen: number) {
  const codes = new Set([...ticketStatuses.map(({ id }) => id), chosen]);
  return [...codes].map((code) => ({ value: String(code), label: statusName(code) }));
}
