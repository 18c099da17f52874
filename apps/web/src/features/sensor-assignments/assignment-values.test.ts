import type { SiteWithIncludes } from '@atrium/contract/sites';
import { expect, it } from 'vitest';
import { blank, bodyOf, byMac, formProblems, newForm, vendorText } from './assignment-values.ts';

const site: SiteWithIncludes = {
  siteId: '11111111-1111-4111-8111-111111111111',
  orgId: '22222222-2222-4222-8222-222222222222',
  locationId: '33333333-3333-4333-8333-333333333333',
  name: 'North door',
  type: 1,
  siteType: 1,
  nodeCount: 0,
  isDHCP: true,
  ipAddress: null,
  subnetMask: null,
  gateway: null,
  dns1: null,
  dns2: null,
  dns3: null,
  hostName: null,
  version: 1,
};

it('sends a new sensor by its address, with the type of its vendor unless another was chosen', () => {
  const form = { ...newForm(site), macAddress: ' 00:6e:02:aa:bb:cc ', nodeSensors: '00:11:22:aa:bb:cc\n' };
  expect(bodyOf(form)).toEqual({
    siteId: site.siteId,
    sensorUseType: 1,
    macAddress: '00:6e:02:aa:bb:cc',
    sensorType: 'xovis5',
    nodeSensors: ['00:11:22:AA:BB:CC'],
  });
  expect(bodyOf({ ...form, sensorType: 'xovis', name: ' Door ' })).toMatchObject({ sensorType: 'xovis', name: 'Door' });
});

it('[R209] sends neither sensor nor address for a blank assignment, and the id of an existing sensor', () => {
  expect(bodyOf({ ...newForm(site), sensor: blank, macAddress: 'x' })).toEqual({
    siteId: site.siteId,
    sensorUseType: 1,
  });
  expect(bodyOf({ ...newForm(site), sensor: 'abc' })).toEqual({
    siteId: site.siteId,
    sensorUseType: 1,
    sensorId: 'abc',
  });
});

it('requires a site and a valid address', () => {
  expect(formProblems({ ...newForm(undefined), sensor: byMac, macAddress: '12' }).map(({ path }) => path)).toEqual([
    'site',
    'macAddress',
  ]);
  expect(formProblems({ ...newForm(site), sensor: blank })).toEqual([]);
});

it('[R183] shows the vendor of a device as soon as its address is known', () => {
  expect(vendorText('00:6E:02')).toBe('Twelve hexadecimal digits, such as 00:11:22:AA:BB:CC.');
  expect(vendorText('00:6E:02:AA:BB:CC')).toBe('Made by Xovis: Xovis 5.');
  expect(vendorText('11:22:33:44:55:66')).toBe('Unknown vendor. Choose the type.');
});
