import type { LiveRow } from '@atrium/contract/live-wall';
import { describe, expect, it } from 'vitest';
import { countUrgent, needOf, wallOf } from './attention.ts';

const now = Date.parse('2026-03-04T12:00:30Z');
const base: LiveRow = {
  entityType: 'location',
  entityId: 'a',
  locationId: 'a',
  name: 'A',
  isOpen: true,
  lastReadingAt: '2026-03-04T11:59:00Z',
  offline: 0,
  alarms: 0,
  trend: [],
};
const location = (name: string, values: Partial<LiveRow> = {}): LiveRow => ({
  ...base,
  entityId: name,
  locationId: name,
  name,
  ...values,
});
const space = (locationId: string, name: string, values: Partial<LiveRow> = {}): LiveRow => ({
  ...base,
  entityType: 'space',
  entityId: name,
  locationId,
  name,
  ...values,
});
const namesOf = (rows: readonly LiveRow[], search = '', filter?: Parameters<typeof wallOf>[1]['filter']) =>
  wallOf(rows, { search, filter }, now).map(({ row }) => row.name);
const long = '2026-03-04T10:00:00Z';

describe('what a row of the wall needs', () => {
  it.each([
    ['alarm', { alarms: 1, percent: 120, isOpen: false }],
    ['full', { percent: 100 }],
    ['full', { percent: 130, isOpen: false }],
    ['offline', { offline: 1, lastReadingAt: long }],
    ['silent', { lastReadingAt: long }],
    ['none', { lastReadingAt: null }],
    ['busy', { percent: 80 }],
    ['stopped', { stopped: true, percent: 79 }],
    ['none', {}],
    ['closed', { isOpen: false, lastReadingAt: long, offline: 1 }],
  ] as const)('[R851] is %s with %o', (need, values) => {
    expect(needOf(location('A', values), now)).toBe(need);
  });
});

describe('the order of the wall', () => {
  const rows = [
    location('Store 10'),
    location('Store 9'),
    space('Store 9', 'Hall'),
    location('Closed', { isOpen: false }),
    location('Quiet', { lastReadingAt: long }),
    location('Mall'),
    space('Mall', 'Food court', { percent: 100 }),
    space('Mall', 'Atrium'),
    location('Loud', { alarms: 2 }),
  ];

  it('[R851] begins with what needs attention, and keeps spaces with their location', () => {
    expect(namesOf(rows)).toEqual([
      'Loud',
      'Mall',
      'Atrium',
      'Food court',
      'Quiet',
      'Store 9',
      'Hall',
      'Store 10',
      'Closed',
    ]);
    expect(countUrgent(rows, now)).toBe(3);
  });

  it('[R852] finds locations with all of their spaces, and spaces with their location', () => {
    expect(namesOf(rows, ' mall ')).toEqual(['Mall', 'Atrium', 'Food court']);
    expect(namesOf(rows, 'food')).toEqual(['Mall', 'Food court']);
    expect(namesOf(rows, 'nothing')).toEqual([]);
  });

  it('[R852] filters by what is needed', () => {
    expect(namesOf(rows, '', 'attention')).toEqual(['Loud', 'Mall', 'Food court', 'Quiet']);
    expect(namesOf(rows, '', 'alarm')).toEqual(['Loud']);
    expect(namesOf(rows, '', 'full')).toEqual(['Mall', 'Food court']);
    expect(namesOf(rows, '', 'offline')).toEqual(['Quiet']);
    expect(namesOf(rows, 'atrium', 'full')).toEqual([]);
  });
});
