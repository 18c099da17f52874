import { describe, expect, it } from 'vitest';
import { type SystemFigures, systemWarnings } from './system-health.ts';

const at = '2026-03-04T12:00:00.000Z';
const ago = (seconds: number) => new Date(Date.parse(at) - seconds * 1000).toISOString();
const day = 86_400;

const well: SystemFigures = {
  at,
  server: { startedAt: ago(60), restarts: 0 },
  disk: { freeBytes: 10, totalBytes: 100 },
  stalledSeconds: 0,
  tracks: [
    { track: 'live', lagSeconds: 60 },
    { track: 'backfill', lagSeconds: 600 },
  ],
  engines: [
    { engine: 'postgres', isUp: true, restartedAt: null },
    { engine: 'clickhouse', isUp: true, restartedAt: ago(3600) },
  ],
  damage: [
    { foundAt: ago(day), rebuiltAt: ago(60) },
    { foundAt: ago(30 * day), rebuiltAt: null },
  ],
  queues: [
    { queue: 'jobs', failed: 3 },
    { queue: 'mails', failed: 0 },
  ],
  backup: { scheduledSince: ago(9 * day), last: { at: ago(26 * 3600) }, failed: null },
};

describe('[R542] warnings', () => {
  it('are absent at the limits, and for unknown values', () => {
    expect(systemWarnings(well)).toEqual([]);
    expect(
      systemWarnings({ ...well, disk: null, tracks: [], queues: [], server: { startedAt: ago(1), restarts: null } }),
    ).toEqual([]);
    const unscheduled = { scheduledSince: null, last: { at: ago(90 * day) }, failed: { at: ago(60) } };
    for (const backup of [null, unscheduled, { scheduledSince: ago(26 * 3600), last: null, failed: null }]) {
      expect(systemWarnings({ ...well, backup })).toEqual([]);
    }
  });

  const [postgres, clickhouse] = well.engines;
  it.each<[Partial<SystemFigures>, string, boolean]>([
    [{ disk: { freeBytes: 9.9, totalBytes: 100 } }, 'disk-low', false],
    [{ disk: { freeBytes: 5, totalBytes: 100 } }, 'disk-low', false],
    [{ disk: { freeBytes: 4.9, totalBytes: 100 } }, 'disk-full', true],
    [{ stalledSeconds: 31 }, 'facts-stalled', true],
    [{ tracks: [{ track: 'live', lagSeconds: 61 }] }, 'lag live', false],
    [{ tracks: [{ track: 'backfill', lagSeconds: 601 }] }, 'lag backfill', false],
    [{ engines: [postgres!, { ...clickhouse!, isUp: false }] }, 'engine-down clickhouse', true],
    [{ engines: [{ ...postgres!, restartedAt: ago(3599) }] }, 'engine-restarted postgres', false],
    [{ server: { startedAt: ago(3599), restarts: 1 } }, 'server-restarted', false],
    [{ damage: [{ foundAt: ago(29 * day), rebuiltAt: null }] }, 'damage', false],
    [{ backup: { ...well.backup!, failed: { at: ago(60) } } }, 'backup-failed', false],
    [{ backup: { ...well.backup!, last: { at: ago(26 * 3600 + 1) } } }, 'backup-overdue', false],
    [{ backup: { ...well.backup!, scheduledSince: ago(27 * 3600), last: null } }, 'backup-overdue', false],
    [{ queues: [{ queue: 'mails', failed: 1 }] }, 'mails-failed', false],
  ])('for %j: %s', (figures, name, isCritical) => {
    const found = systemWarnings({ ...well, ...figures });
    expect(found.map(({ kind, subject }) => (subject ? `${kind} ${subject}` : kind))).toEqual([name]);
    expect(found[0]?.isCritical).toBe(isCritical);
  });
});
