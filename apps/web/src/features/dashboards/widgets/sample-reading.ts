import type { LiveReading } from '@atrium/contract/live-traffic';

const id = '00000000-0000-4000-8000-000000000001';

/** A space in the middle of its day, for the gallery. */
export const sampleReading: LiveReading = {
  entityType: 'space',
  entityId: id,
  ins: 1284,
  outs: 1206,
  minute: null,
  lastReadingAt: null,
  isOpen: true,
  completeness: 1,
  occupancy: 78,
  maxCapacity: 120,
  percent: 65,
  stopped: false,
  asOf: '2026-03-02T20:00:00.000Z',
};
