import { getSite, listSites, type Site, updateSite } from '@atrium/contract/sites';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sensor, sensorAssignment } from '../src/registry/schema/sensors.ts';
import { series } from '../src/registry/schema/series.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { type Location, longAgo } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let mall: Location;
let arcade: Location;
let admin: Client;
let limited: Client;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  orgId = (await world.organization()).orgId;
  mall = await world.location({ orgId, name: 'Mall' });
  arcade = await world.location({ orgId, name: 'Arcade' });
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  limited = await world.signIn(await world.user({ locations: [arcade] }));
});

const { shop, count } = countingIn(() => world);
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

const network = {
  ipAddress: '10.0.0.2',
  subnetMask: '255.255.255.0',
  gateway: '10.0.0.1',
  dns1: '1.1.1.1',
  dns2: '8.8.8.8',
  dns3: '9.9.9.9',
  hostName: 'door-1',
};
const cleared = Object.fromEntries(Object.keys(network).map((field) => [field, null]));

async function make(body: object): Promise<Site> {
  const answer = await admin.post<Site>('/api/site', { locationId: mall.locationId, ...body });
  expect(answer.status).toBe(200);
  return answer.body;
}

const left = new Date('2026-03-01T00:00:00Z');

/** A sensor that was installed at a site until then. */
async function installedOnce(stay: { orgId: string; siteId: string; sensorId: string }): Promise<void> {
  await world.registry.system(({ sql }) => sql.insert(sensorAssignment).values({ ...stay, from: longAgo, to: left }));
}

async function refusal(method: string, path: string, body: object): Promise<string[]> {
  const answer = await admin.send<{ details: { path: string; message: string }[] }>(method, path, body);
  expect(answer.status).toBe(400);
  return answer.body.details.map((detail) => `${detail.path}: ${detail.message}`);
}

describe('sites', () => {
  it('are listed by name, by location or type on request, and only where the caller may look', async () => {
    await make({ name: 'west' });
    await make({ name: 'East', type: 3 });
    await make({ name: 'Arch', locationId: arcade.locationId });
    expect(namesOf(await admin.call(listSites))).toEqual(['Arch', 'East', 'west']);
    expect(namesOf(await admin.call(listSites, { query: { order: '-name', limit: 2 } }))).toEqual(['west', 'East']);
    expect(namesOf(await admin.call(listSites, { query: { locationId: mall.locationId } }))).toEqual(['East', 'west']);
    expect(namesOf(await admin.call(listSites, { query: { siteType: '3' } }))).toEqual(['East']);
    expect(namesOf(await admin.call(listSites, { query: { search: 'ST' } }))).toEqual(['East', 'west']);
    expect((await admin.get('/api/site?search=ST')).headers.get('x-total-count')).toBe('2');
    const seen = await limited.get<Site[]>('/api/site');
    expect([namesOf(seen.body), seen.headers.get('x-total-count')]).toEqual([['Arch'], '1']);
    expect((await admin.get('/api/site?siteType=5')).status).toBe(400);
  });

  it('[R527] are found by the name of their location too, which is hidden from other organizations', async () => {
    const place = await world.location({ orgId: mall.orgId, name: 'Quayside' });
    await make({ name: 'Door', locationId: place.locationId });
    const found = await admin.call(listSites, { query: { search: 'quay' } });
    expect(found.map(({ locationId }) => locationId)).toEqual([place.locationId]);
    expect((await limited.get('/api/site?search=quay')).body).toEqual([]);
  });

  it('include their location, sensors, zones and who commissioned them', async () => {
    const ada = await world.user({ orgId, name: 'Ada' });
    const { siteId } = await make({ name: 'Door' });
    const eye = await world.sensor({ siteId, name: 'Eye', commissionedBy: ada.userId });
    const blind = await world.sensor({ siteId, name: 'Blind' });
    const line = await world.zone({ sensorId: eye.sensorId });
    // Now installed elsewhere.
    const { sensorId } = await world.zone({ sensorId: (await world.sensor({ orgId })).sensorId });
    await installedOnce({ orgId, siteId, sensorId });
    const include = 'location,sensor(zone,localuser),zone(sensor)';
    const found = await admin.call(getSite, { params: { siteId }, query: { include } });
    expect(found.location).toEqual({ locationId: mall.locationId, orgId, name: 'Mall', timezone: mall.timezone });
    expect(found.zone).toMatchObject([{ zoneId: line.zoneId, sensor: { sensorId: eye.sensorId } }]);
    expect(found.sensor).toMatchObject([
      { sensorId: blind.sensorId, localuser: null, zone: [] },
      {
        sensorId: eye.sensorId,
        commissionedBy: ada.userId,
        localuser: { userId: ada.userId, name: 'Ada' },
        zone: [{ zoneId: line.zoneId }],
      },
    ]);
  });

  it('[R159] have no nodes, and DHCP, by default', async () => {
    expect(await make({ name: ' Door ' })).toMatchObject({
      name: 'Door',
      locationId: mall.locationId,
      siteType: 1,
      nodeCount: 0,
      isDHCP: true,
      ...cleared,
      version: 1,
    });
    const path = { name: 'Path', siteType: 3, nodeCount: 4 };
    expect(await make({ ...path, orgId })).toMatchObject({ ...path, type: 3 });
    const foreign = await world.organization();
    const named = { ...path, locationId: mall.locationId, orgId: foreign.orgId };
    expect((await admin.post('/api/site', named)).status).toBe(404);
  });

  it('[R157] [R158] have four-part addresses, which DHCP clears', async () => {
    const made = await make({ name: 'Door', isDHCP: false, ...network });
    expect(made).toMatchObject(network);
    const path = `/api/site/${made.siteId}`;
    expect(await refusal('PUT', path, { ipAddress: '256.1.1.1', dns3: '1.2.3' })).toEqual([
      'ipAddress: Enter an IP address as four numbers from 0 to 255, separated by dots',
      'dns3: Enter an IP address as four numbers from 0 to 255, separated by dots',
    ]);
    const params = { siteId: made.siteId };
    expect(await admin.call(updateSite, { params, body: { isDHCP: true, ipAddress: '10.0.0.3' } })).toMatchObject({
      ...cleared,
      isDHCP: true,
    });
    expect(await refusal('POST', '/api/site', { locationId: mall.locationId, siteType: 9, nodeCount: -1 })).toEqual([
      'name: Name is required',
      'siteType: Type must be 1 (Perimeter Threshold), 2 (Interior Threshold), 3 (Path) or 4 (Other)',
      'nodeCount: Node count must be a whole number from 0 to 10000',
    ]);
    expect((await admin.post('/api/site', { locationId: mall.locationId, name: 'X', color: 1 })).status).toBe(400);
    expect((await admin.post('/api/site', { name: 'X' })).status).toBe(400);
  });

  it('are protected by the registry too', async () => {
    const { siteId } = await make({ name: 'Door' });
    for (const wrong of ['site_type = 5', 'site_type = 0', 'node_count = -1']) {
      const change = world.registry.owner.query(`UPDATE site SET ${wrong} WHERE site_id = $1`, [siteId]);
      await expect(change, wrong).rejects.toThrow(/check constraint "site_/);
    }
  });

  it('are edited once, with the changes in the audit log', async () => {
    const { siteId } = await make({ name: 'Door' });
    const edit = (body: object, version: string) =>
      admin.send<Site>('PUT', `/api/site/${siteId}`, body, { 'if-match': version });
    expect((await edit({ name: 'Gate', type: 2 }, '1')).body).toMatchObject({ name: 'Gate', siteType: 2, version: 2 });
    expect((await edit({ name: 'Other' }, '1')).status).toBe(412);
    expect((await edit({ name: 'Gate' }, '2')).body.version).toBe(2);
    const entries = (await auditOf(world, orgId)).filter(({ entityId }) => entityId === siteId);
    expect(entries).toMatchObject([
      { action: 'site-created', detail: { name: 'Door', location: 'Mall' } },
      { action: 'site-changed', detail: { name: 'Gate', changed: { name: ['Door', 'Gate'], siteType: [1, 2] } } },
    ]);
  });
});

describe('deleting a site', () => {
  it.each([
    ['with its location', (site: Site) => `/api/site/${site.siteId}?locationId=${site.locationId}`],
    ['under its location', (site: Site) => `/api/location/${site.locationId}/site/${site.siteId}`],
    ['alone', (site: Site) => `/api/site/${site.siteId}`],
  ])('is refused %s', async (_, path) => {
    await make({ name: 'Side door' });
    const made = await make({ name: 'Door' });
    const elsewhere = path({ ...made, locationId: arcade.locationId });
    if (elsewhere !== path(made)) expect((await admin.send('DELETE', elsewhere)).status).toBe(404);
    expect((await admin.send('DELETE', path(made))).body).toEqual({ ok: true });
    expect((await admin.send('DELETE', path(made))).status).toBe(404);
    expect(namesOf(await admin.call(listSites))).toEqual(['Side door']);
  });

  it('keeps its counts, and ends the series of its sensors', async () => {
    world.setNow(new Date('2026-03-04T12:00:00Z'));
    const door = await shop();
    await count(door.org, door.zone, '2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z');
    const { orgId: owner } = door.org;
    const { sensor: moved } = await shop({ org: door.org });
    await installedOnce({ orgId: owner, siteId: door.site.siteId, sensorId: moved.sensorId });
    const client = await world.signIn(await world.user({ orgId: door.org.orgId, role: 'OrganizationAdministrator' }));
    expect((await client.send('DELETE', `/api/site/${door.site.siteId}`)).status).toBe(200);
    const held = await world.registry.system(async ({ sql }) => ({
      series: await sql.select().from(series).where(eq(series.seriesId, door.zone.seriesId)),
      sensors: await sql.select().from(sensor).where(eq(sensor.sensorId, door.sensor.sensorId)),
      stays: await sql.select().from(sensorAssignment).where(eq(sensorAssignment.siteId, door.site.siteId)),
    }));
    expect(held.stays.map(({ to }) => to)).toEqual(expect.arrayContaining([left, world.now()]));
    expect(held.series.map(({ to }) => to.toISOString())).toEqual(['2026-03-04T12:01:00.000Z']);
    expect(held.sensors).toMatchObject([{ active: true, deletedAt: null }]);
    const { body } = await client.get<{ results: { sumins: number }[] }>(
      `/api/data/traffic/total?entityType=location&entityIds=${door.location.locationId}&relativeDate=today`,
    );
    expect(body.results).toMatchObject([{ sumins: 60 }]);
    const [, entry] = await auditOf(world, door.org.orgId);
    expect(entry).toMatchObject({ action: 'site-deleted', detail: { sensors: 1 } });
  });
});
