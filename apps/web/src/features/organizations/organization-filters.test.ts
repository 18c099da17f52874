import { expect, it } from 'vitest';
import { toChosenFilters, filtersOf, readFilters } from './organization-filters.ts';

it('[R111] [R112] survive a round trip through the address', () => {
  const filters = { subExpiration: '<=2026-12-31', createdAt: '>=2026-01-01', flags: 'canViewPOS,!isEnabled' };
  const chosen = toChosenFilters(filters);
  expect(chosen).toEqual({
    dates: {
      subExpiration: { operator: '<=', date: '2026-12-31' },
      createdAt: { operator: '>=', date: '2026-01-01' },
    },
    on: ['canViewPOS'],
    off: ['isEnabled'],
  });
  expect(filtersOf(chosen)).toEqual(filters);
  expect(filtersOf(toChosenFilters({}))).toEqual({});
});

it('drops what an address cannot contain', () => {
  expect(readFilters({ subExpiration: '2026-12-31', flags: 'canFly', createdAt: '=soon', other: '1' })).toEqual({});
  expect(readFilters({ headroomExpiration: '=2026-12-31', flags: '!canViewPOS' })).toEqual({
    headroomExpiration: '=2026-12-31',
    flags: '!canViewPOS',
  });
});
