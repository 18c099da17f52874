import type { Site } from '@atrium/contract/sites';
import { newSite, siteProblems } from '@atrium/rules/site';
import { expect, it } from 'vitest';
import { formOf, siteChanges, siteOf } from './site-values.ts';

const network = { isDHCP: false, ipAddress: '10.0.0.2', gateway: '10.0.0.1', hostName: 'door' };
const stored: Site = {
  ...newSite,
  ...network,
  type: newSite.siteType,
  siteId: 's',
  orgId: 'o',
  locationId: 'l',
  name: 'Door',
  version: 1,
};

it('[R158] sends changed fields, and with DHCP clears every address', () => {
  const before = formOf(stored);
  expect(siteChanges(before, before)).toEqual({});
  expect(siteChanges(before, { ...before, siteType: '3', name: ' Gate ' })).toEqual({ siteType: 3, name: 'Gate' });
  expect(siteChanges(before, { ...before, isDHCP: true })).toEqual({
    isDHCP: true,
    ipAddress: null,
    gateway: null,
    hostName: null,
  });
});

it('has no number of nodes when the field is empty', () => {
  const paths = siteProblems(siteOf({ ...formOf(stored), nodeCount: ' ' })).map(({ path }) => path);
  expect(paths).toEqual(['nodeCount']);
});
