import { listFieldNames, listFieldValues, listFieldValuesOfType } from '@atrium/contract/custom-fields';
import { getEntityTypesAndFields } from '@atrium/contract/reference';
import { customFieldTypes } from '@atrium/rules/custom-field';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import type { Location, Zone } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let mall: Location;
let arcade: Location;
let line: Zone;
let paths: Record<(typeof customFieldTypes)[number], string>;
let user: Client;
let limited: Client;
let admin: Client;
let staff: Client;

beforeAll(async () => {
  world = await openWorld();
  orgId = (await world.organization({ canViewOccupancy: true })).orgId;
  mall = await world.location({ orgId, name: 'Mall' });
  arcade = await world.location({ orgId, name: 'Arcade' });
  const { siteId } = await world.site({ locationId: mall.locationId });
  const { sensorId } = await world.sensor({ siteId });
  line = await world.zone({ sensorId });
  const { spaceId } = await world.space({ locationId: mall.locationId });
  paths = {
    org: '/api/org/myorg/meta',
    location: `/api/location/${mall.locationId}/meta`,
    site: `/api/site/${siteId}/meta`,
    space: `/api/space/${spaceId}/meta`,
    sensor: `/api/sensor/${sensorId}/meta`,
    zone: `/api/sensor/${sensorId}/zone/${line.zoneId}/meta`,
  };
  user = await world.signIn(await world.user({ orgId }));
  limited = await world.signIn(await world.user({ locations: [arcade] }));
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

interface Field {
  metaPropertyId: string;
  name: string;
  value: string;
  version: number;
}
interface Refused {
  message: string;
  details: { path: string; message: string }[];
}

describe('custom fields', () => {
  it.each(customFieldTypes)('[R241] of a %s are created, listed by name, changed and deleted', async (type) => {
    const path = paths[type];
    const made = await admin.post<Field>(path, { name: ' Region ', value: ' North ' });
    expect(made.body).toMatchObject({ name: 'Region', value: 'North', version: 1 });
    await admin.post(path, { name: 'area', value: 'x' });
    const listed = await admin.get<Field[]>(path);
    expect(listed.body.map(({ name }) => name)).toEqual(['area', 'Region']);
    const one = `${path}/${made.body.metaPropertyId}`;
    expect((await admin.send('PUT', one, { value: 'South' })).body).toEqual({
      ...made.body,
      value: 'South',
      version: 2,
    });
    expect((await admin.send('PUT', one, { value: 'West' }, { 'if-match': '1' })).status).toBe(412);
    expect((await admin.send('DELETE', one)).body).toEqual({ ok: true });
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { value: 'x' } : undefined;
      expect((await admin.send(method, one, body)).status).toBe(404);
    }
    expect((await admin.get<Field[]>(path)).body).toHaveLength(1);
  });

  it('can be created again after deletion, and are recorded in the audit log', async () => {
    const { locationId } = await world.location({ orgId, name: 'Logged' });
    const path = `/api/location/${locationId}/meta`;
    for (const value of ['1', '2']) {
      const { body } = await user.post<Field>(path, { name: 'Number', value });
      await user.send('PUT', `${path}/${body.metaPropertyId}`, { value: `${value}a` });
      await user.send('DELETE', `${path}/${body.metaPropertyId}`);
    }
    const trail = (await auditOf(world, orgId)).filter(({ entityId }) => entityId === locationId);
    expect(trail.map(({ action, entityType, detail }) => [action, entityType, detail]).slice(0, 3)).toEqual([
      ['custom-field-created', 'location', { name: 'Logged', field: 'Number', value: '1' }],
      ['custom-field-changed', 'location', { name: 'Logged', field: 'Number', value: '1a' }],
      ['custom-field-deleted', 'location', { name: 'Logged', field: 'Number', value: '1a' }],
    ]);
    expect(trail).toHaveLength(6);
  });

  it('[R239] of an organization are written only by its administrators, and read by everyone in it', async () => {
    const path = `/api/org/${orgId}/meta`;
    const { body } = await admin.post<Field>(path, { name: randomUUID(), value: 'x' });
    for (const client of [user, staff]) {
      expect((await client.get<Field[]>(path)).body).toContainEqual(body);
      expect((await client.post(path, { name: 'No', value: 'x' })).status).toBe(403);
      expect((await client.send('PUT', `${path}/${body.metaPropertyId}`, { value: 'y' })).status).toBe(403);
      expect((await client.send('DELETE', `${path}/${body.metaPropertyId}`)).status).toBe(403);
    }
  });

  it.each(customFieldTypes.slice(1))('[R240] of a %s are written by users, administrators and staff', async (type) => {
    for (const [client, query] of [
      [user, ''],
      [admin, ''],
      [staff, `?orgId=${orgId}`],
    ] as const) {
      const answer = await client.post(`${paths[type]}${query}`, { name: randomUUID(), value: 'x' });
      expect(answer.status).toBe(200);
    }
  });

  it('[R243] keep their name', async () => {
    const { body } = await user.post<Field>(paths.site, { name: 'Fixed', value: 'x' });
    const answer = await user.send<Refused>('PUT', `${paths.site}/${body.metaPropertyId}`, {
      name: 'Loose',
      value: 'y',
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ path: 'name', message: 'is not a known field' }] },
    });
  });

  it.each([
    [{ value: 'x' }, 'name', 'Name is required'],
    [{ name: '   ', value: 'x' }, 'name', 'Name is required'],
    [{ name: 'n'.repeat(101), value: 'x' }, 'name', 'Name must have at most 100 characters'],
    [{ name: 'a\tb', value: 'x' }, 'name', 'Name must be on one line'],
    [{ name: 'a', value: null }, 'value', 'Value is required'],
    [{ name: 'a', value: 'v'.repeat(1001) }, 'value', 'Value must have at most 1000 characters'],
  ])('are refused when %j', async (body, path, message) => {
    const answer = await user.post<Refused>(paths.location, body);
    expect(answer).toMatchObject({ status: 400, body: { message, details: [{ path, message }] } });
  });

  it('are refused under an existing name, whatever its case', async () => {
    await user.post(paths.space, { name: 'Color', value: 'red' });
    const answer = await user.post<Refused>(paths.space, { name: 'COLOR', value: 'blue' });
    const message = 'There is a custom field named COLOR already.';
    expect(answer).toMatchObject({ status: 409, body: { details: [{ path: 'name', message }] } });
  });

  it('number at most a hundred', async () => {
    const { locationId } = await world.location({ orgId });
    for (let i = 0; i < 100; i++) await world.customField({ orgId, entityType: 'location', entityId: locationId });
    expect((await user.post(`/api/location/${locationId}/meta`, { name: 'One more', value: 'x' })).status).toBe(409);
  });

  it('of a zone are reached only through its own sensor', async () => {
    const { sensorId } = await world.sensor({ orgId });
    expect((await user.get(`/api/sensor/${sensorId}/zone/${line.zoneId}/meta`)).status).toBe(404);
  });

  it('[S07] of another location are hidden from someone limited to one', async () => {
    for (const type of ['location', 'site', 'space', 'sensor', 'zone'] as const) {
      expect([type, (await limited.get(paths[type])).status]).toEqual([type, 404]);
    }
    expect((await limited.get(paths.org)).status).toBe(200);
  });

  it('of one owner are not reached through another', async () => {
    const { body } = await user.post<Field>(paths.location, { name: randomUUID(), value: 'x' });
    const elsewhere = `/api/location/${arcade.locationId}/meta/${body.metaPropertyId}`;
    expect((await user.send('PUT', elsewhere, { value: 'y' })).status).toBe(404);
    expect((await user.send('DELETE', elsewhere)).status).toBe(404);
  });
});

it('[R242] suggests names and values in use, limited to what the caller may see', async () => {
  const { orgId: own } = await world.organization({ canViewOccupancy: true });
  const here = await world.location({ orgId: own });
  const there = await world.location({ orgId: own });
  const { siteId } = await world.site({ locationId: there.locationId });
  const { sensorId } = await world.sensor({ siteId });
  const { zoneId } = await world.zone({ sensorId });
  const { spaceId } = await world.space({ locationId: there.locationId });
  const field = (entityType: (typeof customFieldTypes)[number], entityId: string, name: string, value: string) =>
    world.customField({ orgId: own, entityType, entityId, name, value });
  await field('location', here.locationId, 'Region', 'North');
  await field('location', there.locationId, 'Region', 'South');
  await field('location', there.locationId, 'Secret', 'x');
  await field('site', siteId, 'Region', 'Site');
  await field('space', spaceId, 'Region', 'Space');
  await field('sensor', sensorId, 'Region', 'Sensor');
  await field('zone', zoneId, 'Region', 'Zone');
  await world.customField({ orgId, entityType: 'org', entityId: orgId, name: 'Region', value: 'Foreign' });
  const all = await world.signIn(await world.user({ orgId: own }));
  const some = await world.signIn(await world.user({ locations: [here] }));
  const other = await world.signIn(await world.user({ locations: [there] }));

  const location = { type: 'location' as const };
  expect(await all.call(listFieldNames, { params: location })).toEqual(['Region', 'Secret']);
  expect(await some.call(listFieldNames, { params: location })).toEqual(['Region']);
  const region = { name: 'region' };
  const everywhere = ['North', 'Sensor', 'Site', 'South', 'Space', 'Zone'];
  expect(await all.call(listFieldValues, { params: region })).toEqual(everywhere);
  expect(await other.call(listFieldValues, { params: region })).toEqual(
    everywhere.filter((value) => value !== 'North'),
  );
  expect(await some.call(listFieldValues, { params: region })).toEqual(['North']);
  expect(await all.call(listFieldValuesOfType, { params: { ...region, ...location } })).toEqual(['North', 'South']);
  expect(await some.call(getEntityTypesAndFields, { params: { dataSource: 'traffic' } })).toEqual([
    { entityType: 'organization', metaProperties: [] },
    { entityType: 'location', metaProperties: ['Region'] },
    { entityType: 'site', metaProperties: [] },
    { entityType: 'sensor', metaProperties: [] },
    { entityType: 'zone', metaProperties: [] },
    { entityType: 'space', metaProperties: [] },
  ]);
  expect((await all.get('/api/meta/name/gossip')).status).toBe(404);
});
