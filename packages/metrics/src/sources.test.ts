import { folds, groupings } from '@atrium/calendar/groupings';
import { describe, expect, it } from 'vitest';
import { groupingOf, offeredEntityTypes, relativeDatesOf, type Source, sourceNames, sources } from './sources.ts';

const byDay: Source = { ...sources.traffic, label: 'Visits', groupings: ['day', 'weekday'], finestSeconds: 900 };

describe('a source', () => {
  it('accepts the groupings it lists, and no bucket shorter than its finest', () => {
    expect(groupingOf(byDay, 'weekday')).toMatchObject({ fold: 'weekday' });
    expect(() => groupingOf(byDay, 'weekday,hour')).toThrow('Visits can be grouped by day, weekday.');
    const byQuarter: Source = { ...byDay, groupings: ['minute'] };
    expect(groupingOf(byQuarter, 'minute(15)')).toEqual({ grouping: 'minute', step: 15 });
    expect(() => groupingOf(byQuarter, 'minute(14)')).toThrow('Visits has no buckets shorter than 15 minutes.');
  });

  it.each(sourceNames)('%s takes the groupings that it lists, and refuses the others', (name) => {
    const source: Source = sources[name];
    for (const text of [...groupings, ...folds]) {
      const asked = () => groupingOf(source, text);
      if (source.groupings.includes(text)) expect(asked().fold ?? asked().grouping).toBe(text);
      else expect(asked).toThrow(`${source.label} can be grouped by`);
    }
  });

  it('[R359] offers some entity types to jobs only', () => {
    const occupancy: Source = {
      ...sources.traffic,
      entityTypes: ['organization', 'location', 'space'],
      jobEntityTypes: ['location'],
    };
    expect(offeredEntityTypes(occupancy, false)).toEqual(['organization', 'space']);
    expect(offeredEntityTypes(occupancy, true)).toEqual(['organization', 'location', 'space']);
    expect(offeredEntityTypes(sources.traffic, false)).toEqual(sources.traffic.entityTypes);
  });

  it('includes future days only where it extends that far', () => {
    expect(relativeDatesOf(sources.traffic)).not.toContain('tomorrow');
    expect(relativeDatesOf({ futureDays: 28 })).toEqual(expect.arrayContaining(['today', 'tomorrow', 'custom']));
  });
});
