import type { LiveReading } from '@atrium/contract/live-traffic';
import { gaugeMax } from '../gauge/scale.ts';
import type { LiveNumber } from '../realtime-value/live-numbers.ts';

/** Where a ring is full: at the goal of the card, else at the capacity of the space, else where a gauge ends. */
export function ringMax(reading: LiveReading, number: LiveNumber, goal: number | undefined): number {
  if (goal !== undefined && goal > 0) return goal;
  const { maxCapacity } = reading;
  if (number === 'occupancy' && typeof maxCapacity === 'number' && maxCapacity > 0) return maxCapacity;
  return gaugeMax(reading[number]);
}
