import type { Zone } from '@atrium/contract/zones';
import { zoneTexts } from '@atrium/rules/zone-settings';
import { expect, it } from 'vitest';
import { draftOf, formOf, formProblems, zoneChanges } from './zone-values.ts';

const zone: Zone = {
  zoneId: '11111111-1111-4111-8111-111111111111',
  orgId: '22222222-2222-4222-8222-222222222222',
  sensorId: '33333333-3333-4333-8333-333333333333',
  name: 'Main door',
  deviceId: '1',
  countType: 1,
  needsReview: false,
  scaleFactor: 1.05,
  countFilter: 0,
  countApplication: 1,
  perimeter: true,
  disabled: false,
  minDwell: null,
  maxDwell: null,
  waitTimes: 'sums',
  counterReset: null,
  counterMode: 'cumulative',
  counterDirection: 'ins',
  settings: {},
};

it('reads what it wrote, and sends only what changed', () => {
  const form = formOf(zone);
  expect(draftOf(form)).toMatchObject({ scaleFactor: 1.05, countFilter: 0, perimeter: true, minDwell: null });
  expect(zoneChanges(form, { ...form, name: ' Main door ' }, false)).toEqual({});
  expect(zoneChanges(form, { ...form, scaleFactor: '1,1', disabled: 'true', minDwell: '5' }, false)).toEqual({
    scaleFactor: 1.1,
    disabled: true,
    minDwell: 5,
  });
});

it('marks an automatically created zone as reviewed, changed or not', () => {
  expect(zoneChanges(formOf(zone), formOf(zone), true)).toEqual({ needsReview: false });
});

it('[R174] [R175] [R176] [R177] [R178] requires everything a zone needs', () => {
  const empty = {
    ...formOf(zone),
    scaleFactor: '',
    countFilter: '',
    countApplication: '',
    perimeter: '',
    disabled: '',
  };
  expect(formProblems(empty, 1).map(({ message }) => message)).toEqual([
    zoneTexts.scaleFactor,
    zoneTexts.countFilter,
    zoneTexts.countApplication,
    zoneTexts.perimeter,
    zoneTexts.disabled,
  ]);
  expect(formProblems({ ...formOf(zone), scaleFactor: 'x' }, 1)).toEqual([
    { path: 'scaleFactor', message: 'Scale factor must be a decimal number' },
  ]);
  expect(formProblems({ ...formOf(zone), minDwell: '10', maxDwell: '10' }, 5)).toEqual([
    { path: 'maxDwell', message: 'Max dwell must be greater than min dwell' },
  ]);
});
