import { describe, expect, it } from 'vitest';
import { newSite, normalizedSite, siteProblems } from './site.ts';

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
const problems = (site: typeof newSite) => siteProblems(site).map(({ path, message }) => `${path}: ${message}`);

describe('a site', () => {
  it('[R159] has no nodes, and DHCP, by default', () => {
    expect(newSite).toMatchObject({ nodeCount: 0, siteType: 1, isDHCP: true });
  });

  it('[R158] has no addresses with DHCP, and all of them without', () => {
    const cleared = Object.fromEntries(Object.keys(network).map((field) => [field, null]));
    expect(normalizedSite({ ...door, isDHCP: true })).toEqual({ ...door, ...cleared, isDHCP: true });
    expect(normalizedSite({ ...door, name: ' Main door ', dns3: ' ', gateway: ' 10.0.0.1 ' })).toEqual({
      ...door,
      dns3: null,
    });
  });

  it('[R157] has four-part addresses', () => {
    expect(siteProblems(door)).toEqual([]);
    for (const field of ['ipAddress', 'subnetMask', 'gateway', 'dns1', 'dns2', 'dns3'] as const) {
      expect(problems({ ...door, [field]: '256.1.1.1' })).toEqual([
        `${field}: Enter an IP address as four numbers from 0 to 255, separated by dots`,
      ]);
    }
  });

  it('needs a name, a known type and a whole number of nodes', () => {
    const longest = { name: 'x'.repeat(200), hostName: 'x'.repeat(253), nodeCount: 10_000 };
    expect(siteProblems({ ...door, ...longest })).toEqual([]);
    expect(problems({ ...door, name: '' })).toEqual(['name: Name is required']);
    expect(problems({ ...door, name: 'x'.repeat(201) })).toEqual(['name: Name must have at most 200 characters']);
    const type = 'Type must be 1 (Perimeter Threshold), 2 (Interior Threshold), 3 (Path) or 4 (Other)';
    for (const siteType of [0, 5, 1.5]) expect(problems({ ...door, siteType })).toEqual([`siteType: ${type}`]);
    for (const siteType of [1, 2, 3, 4]) expect(problems({ ...door, siteType })).toEqual([]);
    const nodes = 'Node count must be a whole number from 0 to 10000';
    for (const nodeCount of [-1, 1.5, 10_001])
      expect(problems({ ...door, nodeCount })).toEqual([`nodeCount: ${nodes}`]);
    expect(problems({ ...door, hostName: 'x'.repeat(254) })).toEqual([
      'hostName: Host name must have at most 253 characters',
    ]);
  });
});
