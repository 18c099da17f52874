import { newSpace } from '@atrium/rules/space';
import { expect, it } from 'vitest';
import { formOf, spaceChanges } from './space-values.ts';

it('sends only what differs, and nulls for cleared fields', () => {
  const space = { ...newSpace, name: 'Hall', maxCapacity: 120, spaceId: '', orgId: '', locationId: '', version: 1 };
  const form = formOf({ ...space, resetConfig: { ...newSpace.resetConfig, resetTimes: [] } });
  expect(form).toMatchObject({ name: 'Hall', maxCapacity: '120', targetOccupancy: '' });
  expect(spaceChanges(form, { ...form, name: ' Hall ' })).toEqual({});
  expect(spaceChanges(form, { ...form, maxCapacity: ' ', targetOccupancy: '90', disabled: true })).toEqual({
    maxCapacity: null,
    targetOccupancy: 90,
    disabled: true,
  });
  expect(spaceChanges(form, { ...form, countsTowardLocation: false })).toEqual({ countsTowardLocation: false });
});
