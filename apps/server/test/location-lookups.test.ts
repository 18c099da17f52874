import { getTimezone, suggestAddresses } from '@atrium/contract/locations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { type Photon, startPhoton } from './photon.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let photon: Photon;
beforeAll(async () => {
  photon = await startPhoton();
  world = await openWorld({ geocoder: photon.origin, internalHosts: ['127.0.0.1'] });
});
afterAll(async () => {
  await world.close();
  await photon.close();
});

async function adminOf(orgId: string): Promise<Client> {
  return world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
}

describe('[R144] addresses for what was written so far', () => {
  const written = { query: { search: ' 100 Congress & Co ' } };

  it('come from the geocoder, whole and with their coordinates', async () => {
    const client = await adminOf((await world.organization()).orgId);
    const point = (longitude: number, latitude: number, properties: object) =>
      photon.features.push({ geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties });
    const austinHouse = { street: 'Congress Avenue', housenumber: '100', postcode: '78701', city: 'Austin' };
    const texas = { state: 'Texas', country: 'United States', countrycode: 'US' };
    point(-97.7425, 30.2639, { type: 'house', ...austinHouse, ...texas });
    point(9.99, 53.55, { street: 'Jungfernstieg', housenumber: '7', city: 'Hamburg', countrycode: 'DE' });
    point(10, 53.5, { type: 'street', name: 'Mönckebergstraße' });
    point(13.4, 52.5, { type: 'city', name: 'Berlin' });
    const none = { street: null, city: null, state: null, country: null, postalCode: null };
    expect(await client.call(suggestAddresses, written)).toEqual([
      {
        street: '100 Congress Avenue',
        city: 'Austin',
        state: 'Texas',
        country: 'United States',
        postalCode: '78701',
        latitude: 30.2639,
        longitude: -97.7425,
      },
      { ...none, street: 'Jungfernstieg 7', city: 'Hamburg', latitude: 53.55, longitude: 9.99 },
      { ...none, street: 'Mönckebergstraße', latitude: 53.5, longitude: 10 },
      { ...none, city: 'Berlin', latitude: 52.5, longitude: 13.4 },
    ]);
    expect(photon.asked.at(-1)).toBe('/api?q=100+Congress+%26+Co&limit=5');
    for (const search of ['', 'ab', ' a ', 'x'.repeat(201)])
      expect((await client.get(`/api/location/address?search=${search}`)).status).toBe(400);
  });

  it.each([{ status: 500 }, { body: 'no JSON' }, { body: '{"features":[{"geometry":null}]}' }])(
    'fail in plain words when the geocoder does, with %o',
    async (trouble) => {
      const client = await adminOf((await world.organization()).orgId);
      photon.trouble = trouble;
      const answer = await client.get('/api/location/address?search=Congress');
      photon.trouble = undefined;
      expect(answer).toMatchObject({ status: 503, body: { message: 'Addresses cannot be looked up right now.' } });
    },
  );
});

describe('[R151] the time zone of a point', () => {
  it.each([
    [30.27, -97.74, 'America/Chicago'],
    [52.37, 4.9, 'Europe/Amsterdam'],
    [27.7, 85.3, 'Asia/Kathmandu'],
    [0, -140, 'Etc/GMT+9'],
    [90, 180, 'Etc/GMT-12'],
  ])('%d, %d is %s', async (lat, lng, zoneName) => {
    const client = await adminOf((await world.organization()).orgId);
    const query = { lat: String(lat), lng: String(lng) };
    expect(await client.call(getTimezone, { query })).toEqual({ zoneName });
  });

  it.each(['lat=91&lng=0', 'lat=0&lng=181', 'lat=0', 'lat=&lng=', 'lat=a&lng=b', 'lat=1e1&lng=0', 'lat=0x1&lng=0'])(
    '%s is no point',
    async (query) => {
      const client = await adminOf((await world.organization()).orgId);
      expect((await client.get(`/api/location/timezone?${query}`)).status).toBe(400);
    },
  );
});
