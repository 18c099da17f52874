import { bucketEdges } from '@atrium/calendar/groupings';
import { localDayStart, zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { bucketAt, runsOf } from './edges.ts';
import { sql } from './literals.ts';

const berlin = zoneOf('Europe/Berlin');
const at = (day: string) => localDayStart(berlin, Date.parse(`${day}T12:00Z`) / 1000);

describe('edges', () => {
  it('are few runs of equal steps, split where clocks change', () => {
    const runs = runsOf(bucketEdges(berlin, at('2025-03-01'), at('2025-11-01'), 'day'));
    expect(runs.map(({ step, count, first }) => [step / 3600, count, first])).toEqual([
      [24, 29, 0],
      [23, 1, 29],
      [24, 209, 30],
      [25, 1, 239],
      [24, 5, 240],
    ]);
    expect(runsOf(bucketEdges(berlin, at('2025-03-01'), at('2025-04-01'), 'hour'))).toHaveLength(1);
  });

  it('restore every bucket they were made of', () => {
    for (const edges of [
      bucketEdges(berlin, at('2025-03-29'), at('2025-04-01'), 'hour', 7),
      bucketEdges(zoneOf('Australia/Lord_Howe'), at('2025-04-04'), at('2025-04-08'), 'minute', 45),
      [0, 60, 180, 240, 3600],
    ]) {
      const starts = runsOf(edges).flatMap(({ start, step, count, first }) =>
        Array.from({ length: count }, (_, index) => [first + index, start + index * step]),
      );
      expect(starts).toEqual(edges.slice(0, -1).map((edge, index) => [index, edge]));
    }
  });

  it('within a minute take effect at the next one, and may leave a bucket empty', () => {
    expect(runsOf([10, 50, 130, 180])).toEqual([{ start: 60, step: 120, count: 1, first: 1 }]);
  });

  it('become arithmetic, and a search when the runs are many', () => {
    expect(bucketAt(runsOf([120, 180, 240]), sql`t`).text).toBe('toUInt32(intDiv(t - 120, 60))');
    expect(bucketAt(runsOf([0, 60, 120, 300]), sql`t`).text).toBe('toUInt32(multiIf(t < 120, intDiv(t - 0, 60), 2))');
    const growing = Array.from({ length: 20 }, (_, index) => index * index * 60);
    expect(bucketAt(runsOf(growing), sql`t`).text).toMatch(/^toUInt32\(transform\(roundDown\(t, \[0, 60, 240/);
  });
});
