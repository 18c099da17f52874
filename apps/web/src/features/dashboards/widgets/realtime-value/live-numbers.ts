import type { LiveReading } from '@atrium/contract/live-traffic';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { type Written, writtenIn } from '../../../../format/numbers.ts';
import type { PlaceReading } from '../values.ts';

/** The numbers that a live reading has, by the names that `metrics` of a card may have. */
export const liveNumbers = {
  ins: { label: 'Ins today', format: 'integer' },
  outs: { label: 'Outs today', format: 'integer' },
  occupancy: { label: 'People inside', format: 'integer' },
  queueLength: { label: 'People in line', format: 'integer' },
  avgQueueWaitTime: { label: 'Average wait', format: 'duration' },
  maxQueueWaitTime: { label: 'Longest wait', format: 'duration' },
  expectedQueueWaitTime: { label: 'Expected wait', format: 'duration' },
  totalNumberServed: { label: 'Served today', format: 'integer' },
  occupiedTime: { label: 'Occupied today', format: 'duration' },
} as const satisfies Partial<Record<keyof LiveReading, { label: string; format: string }>>;
export type LiveNumber = keyof typeof liveNumbers;
export const liveNumberNames = Object.keys(liveNumbers) as LiveNumber[];

/** The number that a card shows: the chosen one, otherwise the one that its kind of place has. */
export function liveNumberOf({ dataOptions }: Pick<Widget, 'dataOptions'>): LiveNumber {
  const { metrics, entityType } = dataOptions;
  const [first]: readonly unknown[] = Array.isArray(metrics) ? metrics : [metrics];
  const chosen = liveNumberNames.find((name) => name.toLowerCase() === String(first).toLowerCase());
  return chosen ?? (entityType === 'space' ? 'occupancy' : 'ins');
}

/** The format that a card has chosen, or that of its number. */
export function liveFormatOf({ clientOptions }: Pick<Widget, 'clientOptions'>, name: LiveNumber): string {
  return widgetOptionsOf(clientOptions).valueFormat ?? liveNumbers[name].format;
}

/** How the number of a card is written. */
export function writtenLive(
  widget: Pick<Widget, 'clientOptions'>,
  name: LiveNumber,
  { currency }: Pick<PlaceReading, 'currency'>,
): Written {
  return writtenIn(liveFormatOf(widget, name), currency === undefined ? {} : { currency });
}

/** Whether the number of a card is a time, in seconds. */
export function isTime(name: LiveNumber): boolean {
  return liveNumbers[name].format === 'duration';
}
