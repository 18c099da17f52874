import { expect, it } from 'vitest';
import { readFilter, readView } from './view-address.ts';

it('[R976] reads date and filter of an address, and drops what it cannot read', () => {
  expect(readView({ dateOverride: '2026-03-02', filter: 'location:a,b', tab: 'x' })).toEqual({
    dateOverride: '2026-03-02',
    filter: 'location:a,b',
  });
  expect(readView({ dateOverride: 'yesterday', filter: 'planet:a' })).toEqual({});
  expect(readView({ dateOverride: '0202-03-02' })).toEqual({});
  expect(readView({ dateOverride: 7, filter: 'location:' })).toEqual({});
  expect(readFilter('space:a')).toEqual({ entityType: 'space', entityIds: ['a'] });
});
