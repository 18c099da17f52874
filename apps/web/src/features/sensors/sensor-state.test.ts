import { expect, it } from 'vitest';
import { stateOf } from './sensor-state.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const counting = {
  active: true,
  sensorType: 'xovis5',
  commissionedDate: '2026-02-01T00:00:00Z',
  periodicUse: false,
  online: true,
};

it.each([
  ['online', {}],
  ['offline', { online: false }],
  ['waiting', { commissionedDate: null, online: null }],
  ['planned', { commissionedDate: '2026-03-02T00:00:00Z', online: null }],
  ['periodic', { periodicUse: true, online: null }],
  ['dummy', { sensorType: 'dummy', online: null }],
  ['decommissioned', { active: false, online: null }],
] as const)('is %s', (state, change) => {
  expect(stateOf({ ...counting, ...change }, now)).toBe(state);
});
