import type { SensorDetail } from '@atrium/contract/sensors';
import { nodeTexts } from '@atrium/rules/node-sensors';
import { expect, it } from 'vitest';
import { formOf, formProblems, sensorChanges } from './sensor-values.ts';

const sensor: SensorDetail = {
  sensorId: '11111111-1111-4111-8111-111111111111',
  orgId: '22222222-2222-4222-8222-222222222222',
  name: 'Main door',
  sensorType: 'xovis5',
  macAddress: '006E02AABBCC',
  identifier: '006E02AABBCC',
  ipAddress: null,
  active: true,
  periodicUse: false,
  timeZone: null,
  updatedAt: '2026-03-01T00:00:00Z',
  commissionedDate: null,
  commissionedBy: null,
  nodeSensors: null,
  deviceId: null,
  firmware: null,
  vendor: 'Xovis',
  siteId: null,
  siteName: null,
  locationId: null,
  locationName: null,
  locationTimezone: null,
  lastHeardAt: null,
  online: null,
  zoneCount: 0,
  zonesToReview: 0,
  version: 1,
  zones: [],
  masterNode: false,
  hasPassword: true,
  masterKey: 'k',
  passwordSet: true,
};
const form = formOf(sensor);

it('sends only what changed, and a blank master key as none', () => {
  expect(sensorChanges(form, { ...form, name: ' Main door ' })).toEqual({});
  expect(sensorChanges(form, { ...form, masterKey: ' ', periodicUse: true })).toEqual({
    masterKey: null,
    periodicUse: true,
  });
});

it('takes nodes line by line and in capital letters', () => {
  const nodeSensors = '00:11:22:aa:bb:cc\n\n 00:11:22:AA:BB:DD ';
  expect(sensorChanges(form, { ...form, nodeSensors })).toEqual({
    nodeSensors: ['00:11:22:AA:BB:CC', '00:11:22:AA:BB:DD'],
  });
  expect(formProblems({ ...form, nodeSensors: '00:6E:02:AA:BB:CC' }, sensor)).toEqual([
    { path: 'nodeSensors', message: nodeTexts.own },
  ]);
});

it('sends a password only when one was written, and forgets it only when asked to', () => {
  expect(sensorChanges(form, { ...form, password: 'secret' })).toEqual({ password: 'secret' });
  expect(sensorChanges(form, { ...form, forgetsPassword: true })).toEqual({ password: null });
});
