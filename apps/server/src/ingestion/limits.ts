import { systemLimits } from '@atrium/rules/system-health';
import type { Rate } from '../token-bucket.ts';

/** Ingestion limits. */
export interface Limits {
  readonly device: Rate;
  readonly organization: Rate;
  /** Bytes of a body as sent. */
  readonly sentBytes: number;
  /** Bytes of a body after decompression, and its maximum compression ratio. */
  readonly expandedBytes: number;
  readonly expansion: number;
  /** Bodies of all requests that wait for their commit. */
  readonly waitingBytes: number;
  /** Bodies a day that an unknown device may leave in quarantine. */
  readonly unassignedPerDay: number;
  /** Bodies a day that one device may leave in quarantine because they cannot be read. */
  readonly unreadablePerDay: number;
  /** While the oldest unapplied body is older than this, back-fill stays in the sensor. */
  readonly lagSeconds: number;
  /** Below this share of free disk nothing more is accepted. */
  readonly freeDisk: number;
}

export const defaultLimits: Limits = {
  device: { perSecond: 5, burst: 60 },
  organization: { perSecond: 200, burst: 1000 },
  sentBytes: 1024 * 1024,
  expandedBytes: 8 * 1024 * 1024,
  expansion: 20,
  waitingBytes: 64 * 1024 * 1024,
  unassignedPerDay: 100,
  unreadablePerDay: 5000,
  lagSeconds: 30 * 60,
  freeDisk: systemLimits.fullDisk,
};
