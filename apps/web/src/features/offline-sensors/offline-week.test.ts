import { describe, expect, it } from 'vitest';
import { midnights, offlineWeek } from './offline-week.ts';

const now = Date.parse('2026-03-04T12:07:00Z');
const record = (createdAt: string, resolvedDate: string | null) => ({ createdAt, resolvedDate });

describe('[R216] the week of a sensor', () => {
  it('has 672 steps of 15 minutes; the last one contains now', () => {
    expect(offlineWeek([], now)).toEqual({ start: Date.parse('2026-02-25T12:15:00Z'), runs: [], offline: 0 });
    const open = offlineWeek([record('2026-03-04T11:50:00Z', null)], now);
    expect(open).toMatchObject({ runs: [{ from: 670, to: 672 }], offline: 17 * 60_000 });
  });

  it('contains what overlaps it, and nothing earlier', () => {
    const { runs, offline } = offlineWeek(
      [record('2026-02-01T00:00:00Z', '2026-02-25T12:16:00Z'), record('2026-02-01T00:00:00Z', '2026-02-25T12:15:00Z')],
      now,
    );
    expect(runs).toEqual([{ from: 0, to: 1 }]);
    expect(offline).toBe(60_000);
  });
});

describe('the days of a week', () => {
  it('begin at local midnight, an hour apart where clocks change', () => {
    const start = Date.parse('2026-03-25T12:15:00Z');
    const found = midnights(start, 'Europe/Berlin').map(({ instant }) => new Date(instant).toISOString().slice(5, 16));
    expect(found).toEqual([
      '03-25T23:00',
      '03-26T23:00',
      '03-27T23:00',
      '03-28T23:00',
      '03-29T22:00',
      '03-30T22:00',
      '03-31T22:00',
    ]);
    const [first] = midnights(start, 'Etc/UTC');
    expect(first?.at).toBeCloseTo(11.75 / 168, 6);
  });
});
