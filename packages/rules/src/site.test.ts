import { describe, expect, it } from 'vitest';
import { newSite, settledSite, siteProblems, siteTexts } from './site.ts';

const network = {
  ipAddress: '10.0.0.2',
  subnetMask: '255.255.255.0',
  gateway: '10.0.0.1',
  dns1: '1.1.1.1',
  dns2: '8.8.8.8',
  dns3: '9.9.9.9',
  hostName: 'door-1',
};
const door = { ...newSite, name: 'Main door', isDHCP: false, ...network };
const pathsOf = (site: typeof newSite) => siteProblems(site).map(({ path }) => path);

describe('a site', () => {
  it('[R159] has no nodes, and DHCP, unless told otherwise', () => {
    expect(newSite).toMatchObject({ nodeCount: 0, siteType: 1, isDHCP: true });
  });

  it('[R158] keeps no addresses with DHCP, and all of them without', () => {
    const cleared = Object.fromEntries(Object.keys(network).map((field) => [field, null]));
    expect(settledSite({ ...door, isDHCP: true })).toEqual({ ...door, ...cleared, isDHCP: true });
    expect(settledSite({ ...door, name: ' Main door ', dns3: ' ', gateway: ' 10.0.0.1 ' })).toEqual({
      ...door,
      dns3: null,
    });
  });

  it('[R157] has addresses of four numbers', () => {
    expect(siteProblems(door)).toEqual([]);
    for (const field of ['ipAddress', 'subnetMask', 'gateway', 'dns1', 'dns2', 'dns3'] as const) {
      expect(siteProblems({ ...door, [field]: '256.1.1.1' })).toEqual([{ path: field, message: siteTexts.ipAddress }]);
    }
  });

  it('needs a name, a known type and a whole number of nodes', () => {
    expect(pathsOf({ ...door, name: '' })).toEqual(['name']);
    expect(pathsOf({ ...door, name: 'x'.repeat(201) })).toEqual(['name']);
    for (const siteType of [0, 5, 1.5]) expect(pathsOf({ ...door, siteType })).toEqual(['siteType']);
    for (const siteType of [1, 2, 3, 4]) expect(pathsOf({ ...door, siteType })).toEqual([]);
    for (const nodeCount of [-1, 1.5, 10_001]) expect(pathsOf({ ...door, nodeCount })).toEqual(['nodeCount']);
    expect(pathsOf({ ...door, hostName: 'x'.repeat(254) })).toEqual(['hostName']);
  });
});
