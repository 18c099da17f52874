import { expect, it } from 'vitest';
import { changesBetween, creationOf, newOrganization, switches } from './organization-values.ts';
import { organizationFlags } from '@atrium/contract/organizations';

const acme = {
  ...newOrganization,
  name: 'Acme',
  site: 'acme.test',
  sftpEnabled: true,
  canViewPOS: true,
  canViewOccupancy: true,
  canViewExpectedWaitTime: true,
};

it('[R122] sends only what changed', () => {
  expect(changesBetween(acme, acme)).toEqual({});
  expect(changesBetween(acme, { ...acme, name: ' Acme ' })).toEqual({});
  expect(changesBetween(acme, { ...acme, name: 'Apex', canViewGender: true })).toEqual({
    name: 'Apex',
    canViewGender: true,
  });
});

it('[R120] [R122] sends what the cascade switches off with a change', () => {
  expect(changesBetween(acme, { ...acme, canViewTraffic: false })).toEqual({
    canViewTraffic: false,
    canViewOccupancy: false,
    canViewExpectedWaitTime: false,
    sftpEnabled: false,
    canViewPOS: false,
  });
});

it('[R121] sends an emptied website as null', () => {
  expect(changesBetween(acme, { ...acme, site: ' ' })).toEqual({ site: null });
});

it('[R123] a new organization is enabled, sees traffic and resets negative occupancy', () => {
  const body = creationOf({ ...newOrganization, name: 'Acme' });
  expect(Object.entries(body).filter(([, value]) => value === true)).toEqual([
    ['isEnabled', true],
    ['resetOnNegativeOccupancy', true],
    ['canViewTraffic', true],
  ]);
  expect(body.name).toBe('Acme');
  expect(body).not.toHaveProperty('site');
});

it('offers every switch once', () => {
  const offered = Object.values(switches).flat();
  const elsewhere = ['isEnabled', 'permitComparisonViews'];
  expect([...offered, ...elsewhere].toSorted()).toEqual(organizationFlags.toSorted());
});
