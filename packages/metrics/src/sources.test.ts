import { describe, expect, it } from 'vitest';
import { groupingOf, relativeDatesOf, type Source, sources } from './sources.ts';

const byDay: Source = { ...sources.traffic, label: 'Visits', groupings: ['day', 'weekday'], finestSeconds: 900 };

describe('a source', () => {
  it('accepts the groupings it lists, and no bucket shorter than its finest', () => {
    expect(groupingOf(byDay, 'weekday')).toMatchObject({ fold: 'weekday' });
    expect(() => groupingOf(byDay, 'weekday,hour')).toThrow('Visits can be grouped by day, weekday.');
    const byQuarter: Source = { ...byDay, groupings: ['minute'] };
    expect(groupingOf(byQuarter, 'minute(15)')).toEqual({ grouping: 'minute', step: 15 });
    expect(() => groupingOf(byQuarter, 'minute(14)')).toThrow('Visits has no buckets shorter than 15 minutes.');
  });

  it('includes future days only where it extends that far', () => {
    expect(relativeDatesOf(sources.traffic)).not.toContain('tomorrow');
    expect(relativeDatesOf({ futureDays: 28 })).toEqual(expect.arrayContaining(['today', 'tomorrow', 'custom']));
  });
});
