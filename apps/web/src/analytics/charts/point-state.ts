import type { TrafficRow } from '@atrium/contract/data';
import { columnsOf } from '@atrium/metrics/catalog';
import type { ChartPoint } from './model.ts';

/** The state between two moments. Nothing received is a gap only where data was due. */
export function pointState(start: number, end: number, row: TrafficRow | undefined, now: number): ChartPoint['state'] {
  if (start > now) return 'ahead';
  if (end > now) return 'open';
  const isReceived = columnsOf('traffic').some((column) => typeof row?.[column] === 'number');
  return !isReceived && row?.completeness != null ? 'missing' : 'done';
}
