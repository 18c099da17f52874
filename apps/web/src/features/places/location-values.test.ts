import type { Location } from '@atrium/contract/locations';
import { locationTexts, newLocation } from '@atrium/rules/location';
import { expect, it } from 'vitest';
import { formOf, formProblems, locationChanges, locationOf } from './location-values.ts';

const stored: Location = {
  ...newLocation,
  locationId: 'l',
  orgId: 'o',
  name: 'Store',
  timezone: 'Europe/Berlin',
  latitude: 52.5,
  longitude: 13.4,
  createFreshDeskContact: false,
  installationOptions: { createInstallationTicket: false, ticketType: 'Installation Event', notes: null },
  version: 3,
};

it('sends changed fields, normalized', () => {
  const before = formOf(stored);
  expect(locationChanges(before, before)).toEqual({});
  expect(locationChanges(before, { ...before, postalCode: '101 17', city: ' ', latitude: '52,6' })).toEqual({
    postalCode: '10117',
    latitude: 52.6,
  });
  expect(locationChanges(before, { ...before, latitude: '', longitude: '' })).toEqual({
    latitude: null,
    longitude: null,
  });
});

it('[R148] [R149] sends a reason only while ACF is disabled', () => {
  const before = formOf(stored);
  const reason = { ...before, acfDisabledReason: 'One door' };
  expect(locationChanges(before, { ...reason, acfEligible: false })).toEqual({
    acfEligible: false,
    acfDisabledReason: 'One door',
  });
  expect(locationChanges(before, reason)).toEqual({});
  expect(formProblems({ ...before, acfEligible: false }, false)).toEqual([
    { path: 'acfDisabledReason', message: locationTexts.acfReason },
  ]);
});

it('leaves the time zone of a new location to its coordinates', () => {
  const form = { ...formOf(undefined), name: 'Store' };
  expect(formProblems(form, true)).toEqual([{ path: 'timezone', message: locationTexts.timezone }]);
  const placed = { ...form, latitude: '30.27', longitude: '-97.74' };
  expect(formProblems(placed, true)).toEqual([]);
  expect(formProblems(placed, false)).toHaveLength(1);
  expect(formProblems({ ...placed, latitude: 'north' }, true)).toEqual([
    { path: 'latitude', message: locationTexts.latitude },
  ]);
  expect(locationOf(placed)).toMatchObject({ latitude: 30.27, longitude: -97.74 });
});
