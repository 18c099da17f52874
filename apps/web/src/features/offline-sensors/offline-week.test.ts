import { describe, expect, it } from 'vitest';
import { offlineWeek } from './offline-week.ts';

const now = Date.parse('2026-03-04T12:07:00Z');
const record = (createdAt: string, resolvedDate: string | null) => ({ createdAt, resolvedDate });

describe('[R216] the week of a sensor', () => {
  it('is 672 steps of 15 minutes, the last of which holds now', () => {
    expect(offlineWeek([], now)).toEqual({ start: Date.parse('2026-02-25T12:15:00Z'), runs: [], offline: 0 });
    const open = offlineWeek([record('2026-03-04T11:50:00Z', null)], now);
    expect(open).toMatchObject({ runs: [{ from: 670, to: 672 }], offline: 17 * 60_000 });
  });

  it('holds what reaches into it, and nothing of what was before', () => {
    const { runs, offline } = offlineWeek(
      [record('2026-02-01T00:00:00Z', '2026-02-25T12:16:00Z'), record('2026-02-01T00:00:00Z', '2026-02-25T12:15:00Z')],
      now,
    );
    expect(runs).toEqual([{ from: 0, to: 1 }]);
    expect(offline).toBe(60_000);
  });
});
