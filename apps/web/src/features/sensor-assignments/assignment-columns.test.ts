import type { SensorAssignment } from '@atrium/contract/sensor-assignments';
import { expect, it } from 'vitest';
import { endColumn, nameOf, organizationColumn, purposeColumn, timezoneColumn } from './assignment-columns.ts';

const assignment: SensorAssignment = {
  sensorAssignmentId: '11111111-1111-4111-8111-111111111111',
  orgId: '22222222-2222-4222-8222-222222222222',
  siteId: '33333333-3333-4333-8333-333333333333',
  locationId: '44444444-4444-4444-8444-444444444444',
  sensorId: '55555555-5555-4555-8555-555555555555',
  macAddress: '006E02AABBCC',
  identifier: '006E02AABBCC',
  nodeSensors: null,
  sensorUseType: 1,
  timezone: 'Europe/Berlin',
  active: true,
  from: '2026-01-01T00:00:00Z',
  to: '9999-12-31T00:00:00Z',
  orgName: 'Acme',
  locationName: 'Flagship',
  site: {
    siteId: '33333333-3333-4333-8333-333333333333',
    locationId: '44444444-4444-4444-8444-444444444444',
    name: 'North door',
  },
  version: 1,
};

it('[R205] has words for an organization and a use that nobody knows', () => {
  expect(organizationColumn.value({ ...assignment, orgName: '' })).toBe('Org Not Found');
  expect(purposeColumn.value({ ...assignment, sensorUseType: 99 })).toBe('N/A');
});

it('[R204] names organization, use and time zone of each', () => {
  expect(organizationColumn.value(assignment)).toBe('Acme');
  expect(purposeColumn.value(assignment)).toBe('Counting');
  expect(timezoneColumn(Date.parse('2026-01-15T00:00:00Z')).value(assignment)).toBe('CET');
});

it('calls a sensor by its name, else by its address, and none of a site that waits', () => {
  expect(nameOf(assignment)).toBe('00:6E:02:AA:BB:CC');
  expect(nameOf({ ...assignment, sensorId: null, macAddress: null, identifier: null })).toBe('None');
});

it('does not write down a day that never comes', () => {
  expect(endColumn.value(assignment)).toBe('Further notice');
});
