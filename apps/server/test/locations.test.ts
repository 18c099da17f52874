import { getTraffic } from '@atrium/contract/data';
import type { QueryInput } from '@atrium/contract/endpoint';
import {
  createLocation,
  getLocation,
  getTimezone,
  listLocations,
  type Location,
  suggestAddresses,
  updateLocation,
} from '@atrium/contract/locations';
import { pickSensors } from '@atrium/contract/pickers';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachment, metaProperty } from '../src/registry/schema/organization-details.ts';
import { sensorAssignment } from '../src/registry/schema/sensors.ts';
import { series, seriesLast } from '../src/registry/schema/series.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { type Photon, startPhoton } from './photon.ts';
import { openWorld, type World } from './world.ts';
import { within } from './within.ts';

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

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const remarksOf = ({ headers }: { headers: Headers }) =>
  JSON.parse(decodeURIComponent(headers.get('x-atrium-messages') ?? '%5B%5D')) as string[];

async function adminOf(orgId: string): Promise<Client> {
  return world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
}

const { shop, count, countToday } = countingIn(() => world);

interface Refused {
  message: string;
  details: { path: string; message: string }[];
}

/** The details of a refusal, as `field: message`. */
async function refusal(client: Client, method: string, path: string, body: object): Promise<string[]> {
  const answer = await client.send<Refused>(method, path, body);
  expect(answer.status).toBe(400);
  return answer.body.details.map((detail) => `${detail.path}: ${detail.message}`);
}

const austin = { name: 'Congress', latitude: 30.27, longitude: -97.74 };

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

  it('is narrowed and put in order by what a location is', async () => {
    const { orgId } = await world.organization();
    await world.location({ orgId, name: 'A', city: 'York', country: 'Canada', disabled: true });
    await world.location({ orgId, name: 'B', city: 'Austin', country: 'USA', postalCode: '78701' });
    const reason = { acfEligible: false, acfDisabledReason: 'One door only' };
    await world.location({ orgId, name: 'C', city: 'Leeds', country: 'USA', ...reason });
    const client = await adminOf(orgId);
    const list = async (query: QueryInput<typeof listLocations>) =>
      namesOf(await client.call(listLocations, { query })).join('');
    expect(await list({ disabled: 'true' })).toBe('A');
    expect(await list({ disabled: 'false' })).toBe('BC');
    expect(await list({ acfEligible: 'false' })).toBe('C');
    expect(await list({ acfEligible: 'true' })).toBe('AB');
    expect(await list({ country: 'usa' })).toBe('BC');
    expect(await list({ search: '787' })).toBe('B');
    expect((await client.get('/api/location?search=787')).headers.get('x-total-count')).toBe('1');
    expect(await list({ order: 'city' })).toBe('BCA');
    expect(await list({ order: '-country,name' })).toBe('BCA');
  });

  it('leaves out what was deleted', async () => {
    const { orgId } = await world.organization();
    const gone = await world.location({ orgId, deletedAt: world.now() });
    const client = await adminOf(orgId);
    expect(await client.call(listLocations)).toEqual([]);
    expect((await client.get(`/api/location/${gone.locationId}`)).status).toBe(404);
  });
});

describe('[R109] what belongs to a location', () => {
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
    const answer = await client.get(`/api/location/${locationId}?include=site(sensor(localuser,password)),org`);
    expect(answer.status).toBe(200);
    expect(remarksOf(answer)).toEqual([
      'There is no password to include in sensor; it was ignored.',
      'There is no org to include in location; it was ignored.',
    ]);
    for (const include of ['site(sensor(zone(sensor(site))))', 'site(', '))', "site';--"]) {
      expect((await client.get(`/api/location?include=${encodeURIComponent(include)}`)).status).toBe(400);
    }
  });
});

describe('a new location', () => {
  it('[R144] [R145] has its address, the time zone of its coordinates and its sites', async () => {
    const { orgId } = await world.organization();
    const client = await adminOf(orgId);
    const made = await client.call(createLocation, {
      body: {
        ...austin,
        name: ' Congress ',
        street: '100 Congress Ave',
        city: 'Austin',
        state: 'TX',
        country: 'USA',
        postalCode: '787 01',
        site: [
          { name: 'North', type: 2 },
          { name: 'South', isDHCP: false, ipAddress: '10.0.0.2' },
        ],
      },
    });
    expect(made).toMatchObject({ orgId, name: 'Congress', postalCode: '78701', timezone: 'America/Chicago' });
    expect(made).toMatchObject({ acfEligible: true, acfDisabledReason: null, disabled: false, version: 1 });
    expect(made.site).toMatchObject([
      { name: 'North', siteType: 2, nodeCount: 0, isDHCP: true, ipAddress: null },
      { name: 'South', siteType: 1, isDHCP: false, ipAddress: '10.0.0.2' },
    ]);
    const params = { locationId: made.locationId };
    expect(await client.call(getLocation, { params, query: { include: 'site' } })).toEqual(made);
    expect(await auditOf(world, orgId)).toMatchObject([
      { action: 'signed-in' },
      { action: 'location-created', entityId: made.locationId, detail: { name: 'Congress', sites: 2 } },
    ]);
  });

  it('[R146] saves no site that has no name', async () => {
    const { orgId } = await world.organization();
    const client = await adminOf(orgId);
    const made = await client.call(createLocation, {
      body: { ...austin, site: [{ name: ' ', ipAddress: 'nonsense', isDHCP: false }, { name: null }, {}] },
    });
    expect(made.site).toEqual([]);
    expect((await auditOf(world, orgId)).at(-1)).toMatchObject({ action: 'location-created', detail: { sites: 0 } });
  });

  it('keeps a time zone that was given, and wants one where nothing tells it', async () => {
    const client = await adminOf((await world.organization()).orgId);
    const given = await client.call(createLocation, { body: { ...austin, timezone: 'Europe/Paris' } });
    expect(given.timezone).toBe('Europe/Paris');
    expect(await refusal(client, 'POST', '/api/location', { name: 'Nowhere' })).toEqual([
      'timezone: Time zone is required',
    ]);
  });

  it('is refused as a whole, with every field that is wrong', async () => {
    const { orgId } = await world.organization();
    const client = await adminOf(orgId);
    const body = { latitude: 91, longitude: 0, timezone: 'Mars/Olympus', acfEligible: false };
    const site = [{}, { name: 'Door', isDHCP: false, gateway: '256.1.1.1' }];
    expect(await refusal(client, 'POST', '/api/location', { ...body, site })).toEqual([
      'name: Name is required',
      'latitude: Latitude must be a number from -90 to 90',
      'timezone: Unknown time zone',
      'acfDisabledReason: A reason is required when ACF is disabled',
      'site.1.gateway: Enter an IP address as four numbers from 0 to 255, separated by dots',
    ]);
    expect((await client.post('/api/location', { ...austin, color: 'red' })).status).toBe(400);
    expect(await client.call(listLocations)).toEqual([]);
  });

  it('belongs to the organization that its body names, which is nobody else’s', async () => {
    const { orgId } = await world.organization();
    const staff = await world.signIn(await world.staff());
    const made = await staff.call(createLocation, { body: { ...austin, orgId: orgId.toUpperCase() } });
    expect(made).toEqual({
      locationId: made.locationId,
      orgId,
      ...austin,
      street: null,
      city: null,
      state: null,
      country: null,
      postalCode: null,
      timezone: 'America/Chicago',
      acfEligible: true,
      acfDisabledReason: null,
      disabled: false,
      createFreshDeskContact: false,
      installationOptions: { createInstallationTicket: false, ticketType: 'Installation Event', notes: null },
      version: 1,
      site: [],
    });
    const admin = await adminOf(orgId);
    expect((await admin.post('/api/location', { ...austin, orgId: 'myorg' })).status).toBe(200);
    const { orgId: other } = await world.organization();
    expect((await admin.post('/api/location', { ...austin, orgId: other })).status).toBe(404);
    expect((await staff.post(`/api/location?orgId=${orgId}`, { ...austin, orgId: other })).status).toBe(404);
    expect((await staff.post('/api/location', austin)).status).toBe(400);
    expect(namesOf(await admin.call(listLocations))).toHaveLength(2);
  });

  it('gets the schedules that new locations get', async () => {
    const { orgId } = await world.organization();
    const client = await adminOf(orgId);
    const shops = { name: 'Shops', assignToNewLocations: true };
    const { scheduleId } = (await client.post<{ scheduleId: string }>('/api/schedule', shops)).body;
    const { locationId } = await client.call(createLocation, { body: austin });
    const { body } = await client.get(`/api/schedule-assignment?locationId=${locationId}`);
    expect(body).toMatchObject([{ scheduleId, endDate: '9999-12-31' }]);
  });
});

describe('an edit of a location', () => {
  it('changes what it names, once, and tells the log', async () => {
    const { orgId, locationId } = await world.location({ name: 'Old', city: 'Leeds', street: '1 High St' });
    const client = await adminOf(orgId);
    const path = `/api/location/${locationId}`;
    const edit = (body: object, version: string) => client.send<Location>('PUT', path, body, { 'if-match': version });
    const { body: after } = await edit({ name: 'New', street: null, city: 'Leeds' }, '1');
    expect(after).toMatchObject({ name: 'New', street: null, city: 'Leeds', version: 2 });
    expect((await edit({ name: 'Other' }, '1')).status).toBe(412);
    expect((await edit({ name: 'New' }, '2')).body.version).toBe(2);
    const [, changed, ...rest] = await auditOf(world, orgId);
    expect(changed).toMatchObject({
      action: 'location-changed',
      detail: { name: 'New', changed: { name: ['Old', 'New'], street: ['1 High St', null] } },
    });
    expect(rest).toEqual([]);
    expect(await refusal(client, 'PUT', path, { name: null, timezone: null })).toEqual([
      'name: Name is required',
      'timezone: Time zone is required',
    ]);
    expect(await refusal(client, 'PUT', path, { latitude: 1 })).toEqual([
      'longitude: Enter both latitude and longitude, or neither',
    ]);
  });

  it('[R148] [R149] wants a reason against ACF, and drops it when ACF is on again', async () => {
    const { orgId, locationId } = await world.location();
    const client = await adminOf(orgId);
    const params = { locationId };
    expect(await refusal(client, 'PUT', `/api/location/${locationId}`, { acfEligible: false })).toEqual([
      'acfDisabledReason: A reason is required when ACF is disabled',
    ]);
    const closed = { acfEligible: false, acfDisabledReason: 'Only one door' };
    expect(await client.call(updateLocation, { params, body: closed })).toMatchObject(closed);
    expect(await client.call(updateLocation, { params, body: { acfEligible: true } })).toMatchObject({
      acfEligible: true,
      acfDisabledReason: null,
    });
  });

  it('[T10] of its time zone rewrites nothing: days are days there, today included', async () => {
    const { org, location, zone } = await shop({ timezone: 'Europe/Berlin' });
    // The last hour of Monday in Berlin; in Chicago it is Monday afternoon, and Tuesday begins six hours later.
    await count(org, zone, '2026-03-02T22:00:00Z', '2026-03-03T00:00:00Z');
    await countToday([zone], 7, Date.parse('2026-03-04T05:30:00Z') / 1000);
    await world.ingestion.idle();
    const client = await adminOf(org.orgId);
    const { locationId } = location;
    const days = async () => {
      const query = { entityType: 'location', entityIds: locationId, dateGroupings: 'day' } as const;
      const { results } = await client.call(getTraffic, { query: { ...query, relativeDate: 'past7days' } });
      return Object.fromEntries(
        results.filter(({ sumins }) => sumins).map(({ recordDate, sumins }) => [recordDate, sumins]),
      );
    };
    const today = async () => {
      const [row] = await world.registry.system(({ sql }) =>
        sql.select().from(seriesLast).where(eq(seriesLast.seriesId, zone.seriesId)),
      );
      return row && [row.dayFrom.toISOString(), row.ins];
    };
    expect(await days()).toEqual({ '2026-03-01T23:00:00Z': 60, '2026-03-02T23:00:00Z': 60 });
    expect(await today()).toEqual(['2026-03-03T23:00:00.000Z', 7]);
    await client.call(updateLocation, { params: { locationId }, body: { timezone: 'America/Chicago' } });
    expect(await days()).toEqual({ '2026-03-02T06:00:00Z': 120, '2026-03-03T06:00:00Z': 7 });
    await expect.poll(today, within(5)).toEqual(['2026-03-04T06:00:00.000Z', 0]);
  });
});

describe('the end of a location', () => {
  it('takes along its sites and spaces, and what is attached to them', async () => {
    const { orgId } = await world.organization({ canViewOccupancy: true });
    const { locationId } = await world.location({ orgId, name: 'Doomed' });
    const { siteId } = await world.site({ locationId });
    const { spaceId } = await world.space({ locationId });
    await world.customField({ orgId, entityType: 'location', entityId: locationId });
    await world.customField({ orgId, entityType: 'site', entityId: siteId, name: 'Key', value: 'Under the mat' });
    await world.attachment({ orgId, entityType: 'space', entityId: spaceId });
    const kept = await world.site({ orgId });
    await world.customField({ orgId, entityType: 'site', entityId: kept.siteId });
    const client = await adminOf(orgId);
    const path = `/api/location/${locationId}`;
    expect((await client.send('DELETE', path)).body).toEqual({ ok: true });
    for (const gone of [path, `/api/site/${siteId}`, `/api/space/${spaceId}/attachments`]) {
      expect((await client.get(gone)).status).toBe(404);
    }
    expect((await client.send('DELETE', path)).status).toBe(404);
    expect((await client.get(`/api/site/${kept.siteId}`)).status).toBe(200);
    const attached = await world.registry.system(async ({ sql }) => [
      ...(await sql
        .select({ deletedAt: metaProperty.deletedAt })
        .from(metaProperty)
        .where(eq(metaProperty.orgId, orgId))),
      ...(await sql.select({ deletedAt: attachment.deletedAt }).from(attachment).where(eq(attachment.orgId, orgId))),
    ]);
    const deleted = attached.filter(({ deletedAt }) => deletedAt !== null);
    expect([attached.length, deleted]).toEqual([4, Array.from({ length: 3 }, () => ({ deletedAt: world.now() }))]);
    const [, entry] = await auditOf(world, orgId);
    expect(entry).toMatchObject({ action: 'location-deleted' });
    expect(entry?.detail).toEqual({ name: 'Doomed', sites: 1, spaces: 1, sensors: 0 });
  });

  it('leaves its sensors unassigned and ends their series on a whole minute', async () => {
    world.setNow(new Date('2026-03-04T12:00:30Z'));
    const { org, location, sensor, zone } = await shop();
    await count(org, zone, '2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z');
    const other = await shop({ org });
    await count(org, other.zone, '2026-03-04T10:00:00Z', '2026-03-04T10:10:00Z');
    const client = await adminOf(org.orgId);
    const total = async (entityType: 'organization' | 'location') => {
      const { body } = await client.get<{ results: { sumins: number }[] }>(
        `/api/data/traffic/total?entityType=${entityType}&relativeDate=today`,
      );
      return body.results.map(({ sumins }) => sumins);
    };
    expect(await total('organization')).toEqual([70]);
    expect((await client.send('DELETE', `/api/location/${location.locationId}`)).status).toBe(200);
    const held = await world.registry.system(async ({ sql }) => ({
      assignments: await sql.select().from(sensorAssignment).where(eq(sensorAssignment.sensorId, sensor.sensorId)),
      series: await sql
        .select({ to: series.to })
        .from(series)
        .where(inArray(series.seriesId, [zone.seriesId, other.zone.seriesId])),
    }));
    expect(held.assignments.map(({ to }) => to)).toEqual([world.now()]);
    expect(held.series.map(({ to }) => to.toISOString()).toSorted()).toEqual([
      '2026-03-04T12:01:00.000Z',
      '9999-12-31T00:00:00.000Z',
    ]);
    // The organization is what its locations are.
    expect([await total('organization'), await total('location')]).toEqual([[10], [10]]);
    const params = { filterProp: 'orgId', filterValue: org.orgId } as const;
    expect(await client.call(pickSensors, { params })).toContainEqual(
      expect.objectContaining({ sensorId: sensor.sensorId }),
    );
    expect((await client.get(`/api/sensor/${sensor.sensorId}/attachments`)).status).toBe(200);
  });
});

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
