import { listLocations, getLocation } from '@atrium/contract/places';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const remarksOf = ({ headers }: { headers: Headers }) =>
  JSON.parse(decodeURIComponent(headers.get('x-atrium-messages') ?? '%5B%5D')) as string[];

async function adminOf(orgId: string): Promise<Client> {
  return world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
}

describe('the list of locations', () => {
  it('is paged, with its total in a header, in a stable order that ignores case', async () => {
    const { orgId } = await world.organization();
    for (const name of ['delta', 'Alpha', 'charlie', 'Bravo']) await world.location({ orgId, name });
    const client = await adminOf(orgId);
    expect(namesOf(await client.call(listLocations))).toEqual(['Alpha', 'Bravo', 'charlie', 'delta']);
    const page = await client.get<{ name: string }[]>('/api/location?limit=2&offset=1&order=-name');
    expect([namesOf(page.body), page.headers.get('x-total-count')]).toEqual([['charlie', 'Bravo'], '4']);
    const beyond = await client.get('/api/location?offset=100');
    expect([beyond.body, beyond.headers.get('x-total-count')]).toEqual([[], '4']);
  });

  it('finds text in name and city, with nothing that works as a wildcard', async () => {
    const { orgId } = await world.organization();
    await world.location({ orgId, name: '100% Wool', city: 'Leeds' });
    await world.location({ orgId, name: 'Wool_World', city: 'York' });
    const client = await adminOf(orgId);
    const search = async (text: string) => namesOf(await client.call(listLocations, { query: { search: text } }));
    expect(await search('wool')).toEqual(['100% Wool', 'Wool_World']);
    expect(await search('YORK')).toEqual(['Wool_World']);
    expect(await search('%')).toEqual(['100% Wool']);
    expect(await search('_')).toEqual(['Wool_World']);
    expect(await search("'; DROP TABLE location;--")).toEqual([]);
  });

  it.each([
    'order=color',
    'order=name;--',
    'order=__proto__',
    'limit=0x10',
    'limit=',
    'limit=1e2',
    'limit=%201',
    'limit=1001',
    'limit=-1',
    'offset=1.5',
  ])('[S22] refuses %s', async (query) => {
    const client = await adminOf((await world.organization()).orgId);
    expect((await client.get(`/api/location?${query}`)).status).toBe(400);
  });

  it('leaves out what was deleted', async () => {
    const { orgId } = await world.organization();
    const gone = await world.location({ orgId, deletedAt: world.now() });
    const client = await adminOf(orgId);
    expect(await client.call(listLocations)).toEqual([]);
    expect((await client.get(`/api/location/${gone.locationId}`)).status).toBe(404);
  });
});

describe('[R109] what hangs below a location', () => {
  it('comes on request: sites with sensors and zones, spaces', async () => {
    const { orgId } = await world.organization({ canViewOccupancy: true });
    const place = await world.location({ orgId, name: 'Store' });
    const door = await world.site({ locationId: place.locationId, name: 'Main door' });
    await world.site({ locationId: place.locationId, name: 'Back door' });
    const eye = await world.sensor({ siteId: door.siteId, name: 'Eye', password: 'sealed', masterKey: 'secret' });
    const line = await world.zone({ sensorId: eye.sensorId, name: 'Line', settings: { scaleFactor: 1.5 } });
    await world.space({ locationId: place.locationId, name: 'Hall', maxCapacity: 120 });
    const client = await adminOf(orgId);
    const found = await client.call(getLocation, {
      params: { locationId: place.locationId },
      query: { include: 'site(sensor(zone),zone),space' },
    });
    expect(namesOf(found.site ?? [])).toEqual(['Back door', 'Main door']);
    const main = found.site?.[1];
    expect(main?.sensor).toMatchObject([{ sensorId: eye.sensorId, macAddress: eye.macAddress }]);
    expect(main?.sensor?.[0]?.zone).toMatchObject([{ zoneId: line.zoneId, scaleFactor: 1.5, perimeter: true }]);
    expect(main?.zone).toEqual(main?.sensor?.[0]?.zone);
    expect(found.site?.[0]).toMatchObject({ sensor: [], zone: [] });
    expect(found.space).toMatchObject([{ name: 'Hall', maxCapacity: 120 }]);
    expect(JSON.stringify(found)).not.toMatch(/sealed|secret|masterKey|password/);

    const [row] = await client.call(listLocations, { query: { include: 'site(sensor)' } });
    expect(row?.site?.[1]?.sensor).toHaveLength(1);
    expect(row).not.toHaveProperty('space');
  });

  it('[R129] holds no spaces where the organization may not see occupancy', async () => {
    const { orgId } = await world.organization({ canViewOccupancy: false });
    const hall = await world.space({ orgId });
    const client = await adminOf(orgId);
    const answer = await client.get(`/api/location/${hall.locationId}?include=space`);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('space');
  });

  it('[S31] gives no more than it knows: other names are ignored with a remark, deep or broken trees are refused', async () => {
    const { orgId, locationId } = await world.location();
    const client = await adminOf(orgId);
    const answer = await client.get(`/api/location/${locationId}?include=site(sensor(localuser,vendor_license)),org`);
    expect(answer.status).toBe(200);
    expect(remarksOf(answer)).toEqual([
      'There is no localuser to include in sensor; it was ignored.',
      'There is no vendor_license to include in sensor; it was ignored.',
      'There is no org to include in location; it was ignored.',
    ]);
    for (const include of ['site(sensor(zone(sensor(site))))', 'site(', '))', "site';--"]) {
      expect((await client.get(`/api/location?include=${encodeURIComponent(include)}`)).status).toBe(400);
    }
  });
});
