import type { LiveReading } from '@atrium/contract/live-traffic';
import type { Widget } from '@atrium/rules/dashboard';

/** The numbers that a live reading has, by the names that `metrics` of a card may have. */
export const liveNumbers = {
  ins: { label: 'Ins today', format: 'integer' },
  outs: { label: 'Outs today', format: 'integer' },
  occupancy: { label: 'People inside', format: 'integer' },
  queueLength: { label: 'People in line', format: 'integer' },
  avgQueueWaitTime: { label: 'Average wait', format: 'time' },
  maxQueueWaitTime: { label: 'Longest wait', format: 'time' },
  expectedQueueWaitTime: { label: 'Expected wait', format: 'time' },
  totalNumberServed: { label: 'Served today', format: 'integer' },
  occupiedTime: { label: 'Occupied today', format: 'time' },
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
