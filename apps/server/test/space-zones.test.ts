import {
  addSpaceZone,
  getSpace,
  listAddableZones,
  type SpaceZoneAssignment,
  updateSpaceZone,
} from '@atrium/contract/spaces';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { site } from '../src/registry/schema/places.ts';
import { sensor as sensorTable, sensorAssignment } from '../src/registry/schema/sensors.ts';
import { siteColumns } from '../src/registry/site-columns.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import type { Location, Sensor, Space } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let mall: Location;
let hall: Space;
let eye: Sensor;
let admin: Client;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  orgId = (await world.organization({ canViewOccupancy: true })).orgId;
  mall = await world.location({ orgId, name: 'Mall' });
  hall = await world.space({ locationId: mall.locationId, name: 'Hall' });
  eye = await installed('Eye');
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
});

async function installed(name: string, values: Partial<Sensor> = {}, location = mall): Promise<Sensor> {
  const { siteId } = await world.site({ locationId: location.locationId, name: `${name} door` });
  return world.sensor({ siteId, name, ...values });
}

const line = (name: string, { sensorId }: Sensor = eye, settings = {}, countType = 1) =>
  world.zone({ sensorId, name, countType, settings });
const path = () => `/api/space/${hall.spaceId}/zoneassignment`;
const add = (zoneId: string, more: object = {}) => admin.post<SpaceZoneAssignment>(path(), { zoneId, ...more });

async function refused(zoneId: string): Promise<string[]> {
  const answer = await admin.post<{ details: { path: string; message: string }[] }>(path(), { zoneId });
  expect(answer.status).toBe(400);
  return answer.body.details.map((detail) => `${detail.path}: ${detail.message}`);
}

const addable = async (query: object = {}) => {
  const rows = await admin.call(listAddableZones, { params: { spaceId: hall.spaceId }, query });
  return rows.map(({ name }) => name);
};

describe('the zones of a space', () => {
  it('[R162] are lines of count application 1 or 9', async () => {
    const [door, journey] = [await line('Door'), await line('Journey', eye, { countApplication: 9 })];
    const queue = await line('Queue', eye, { countApplication: 2 });
    const area = await line('Area', eye, {}, 8);
    expect(await addable()).toEqual(['Door', 'Journey']);
    for (const { zoneId } of [queue, area])
      expect(await refused(zoneId)).toEqual([
        'zoneId: Zones of a space must have count type 1 and count application 1 or 9',
      ]);
    for (const { zoneId } of [door, journey]) expect((await add(zoneId)).status).toBe(200);
    expect(await addable()).toEqual([]);
    expect(await refused(door.zoneId)).toEqual(['zoneId: The zone already belongs to the space']);
  });

  it('[R163] are offered while they count, and the others on request', async () => {
    await line('Door');
    await line('Closed', eye, { disabled: true });
    const old = await installed('Old');
    const former = await line('Former', old);
    await world.registry.system(async ({ sql }) => {
      await sql.update(sensorTable).set({ active: false }).where(eq(sensorTable.sensorId, old.sensorId));
      await sql.update(sensorAssignment).set({ to: world.now() }).where(eq(sensorAssignment.sensorId, old.sensorId));
    });
    expect(await addable()).toEqual(['Door']);
    expect(await addable({ disabledZones: 'true' })).toEqual(['Closed', 'Door']);
    expect(await addable({ inactiveSensors: 'true' })).toEqual(['Door', 'Former']);
    expect(await addable({ inactiveSensors: 'true', search: 'OLD' })).toEqual(['Former']);
    expect(await addable({ inactiveSensors: 'true', disabledZones: 'true', limit: 1, offset: 1 })).toEqual(['Door']);
    const page = await admin.get(`/api/space/${hall.spaceId}/addablezone?disabledZones=true&limit=1`);
    expect(page.headers.get('x-total-count')).toBe('2');
    expect((await add(former.zoneId)).status).toBe(200);
  });

  it('[R164] come from dummy sensors or from real ones, never both', async () => {
    const real = await line('Real');
    const dummy = await line('Dummy', await installed('Toy', { sensorType: 'dummy', macAddress: null }));
    const made = await add(real.zoneId);
    expect(await refused(dummy.zoneId)).toEqual(['zoneId: A space cannot mix dummy and real sensor zones']);
    expect(await addable()).toEqual([]);
    await admin.send('DELETE', `${path()}/${made.body.spaceZoneAssignmentId}`);
    expect((await add(dummy.zoneId)).status).toBe(200);
    expect(await refused(real.zoneId)).toEqual(['zoneId: A space cannot mix dummy and real sensor zones']);
  });

  it('belong to its location', async () => {
    const arcade = await world.location({ orgId, name: 'Arcade' });
    const other = await line('Other', await installed('Far', {}, arcade));
    expect(await addable()).toEqual([]);
    expect(await refused(other.zoneId)).toEqual(['zoneId: The zone is not at the location of the space']);
    const foreign = await world.zone();
    for (const zoneId of [foreign.zoneId, 'nothing']) {
      expect(await add(zoneId)).toMatchObject({ status: 404, body: { message: 'The zone was not found.' } });
    }
    expect((await add(other.zoneId, { orgId: foreign.orgId })).status).toBe(404);
  });

  it('can be reversed and removed, with audit entries', async () => {
    const door = await line('Door');
    const params = { spaceId: hall.spaceId };
    const body = { zoneId: door.zoneId, orgId, reverseInsAndOuts: true };
    const made = await admin.call(addSpaceZone, { params, body });
    const { spaceZoneAssignmentId } = made;
    expect(made).toEqual({ spaceZoneAssignmentId, spaceId: hall.spaceId, ...body, version: 1 });
    const one = { params: { ...params, spaceZoneAssignmentId } };
    const turned = await admin.call(updateSpaceZone, { ...one, body: { reverseInsAndOuts: false } });
    expect(turned).toEqual({ ...made, reverseInsAndOuts: false, version: 2 });
    const own = `${path()}/${spaceZoneAssignmentId}`;
    expect((await admin.send('PUT', own, { reverseInsAndOuts: true }, { 'if-match': '1' })).status).toBe(412);
    expect((await admin.send('PUT', own, { reverseInsAndOuts: 'yes' })).status).toBe(400);
    expect((await admin.send('PUT', own, { reverseInsAndOuts: false })).body).toEqual(turned);
    const second = await world.space({ locationId: mall.locationId });
    const elsewhere = `/api/space/${second.spaceId}/zoneassignment/${spaceZoneAssignmentId}`;
    expect((await admin.send('DELETE', elsewhere)).status).toBe(404);
    expect((await admin.send('DELETE', own)).body).toEqual({ ok: true });
    expect((await admin.send('DELETE', own)).status).toBe(404);
    expect(await addable()).toEqual(['Door']);
    expect((await auditOf(world, orgId)).filter(({ entityType }) => entityType === 'space')).toMatchObject([
      { action: 'space-zone-added', detail: { name: 'Hall', zone: 'Door', reverseInsAndOuts: true } },
      { action: 'space-zone-changed', detail: { zone: 'Door', changed: { reverseInsAndOuts: [true, false] } } },
      { action: 'space-zone-removed', detail: { name: 'Hall', zone: 'Door' } },
    ]);
  });

  it('are included with their sensors and sites', async () => {
    const [west, east] = [await line('West'), await line('East')];
    for (const { zoneId } of [west, east]) await add(zoneId);
    const include = 'zone(sensor,till),site(location),location';
    const answer = await admin.get<Awaited<ReturnType<typeof readSpace>>>(
      `/api/space/${hall.spaceId}?include=${include}`,
    );
    const found = answer.body;
    expect(found.zone).toMatchObject([
      { name: 'East', reverseInsAndOuts: false, spaceZoneAssignmentId: expect.any(String) },
      { name: 'West' },
    ]);
    const place = { locationId: mall.locationId, orgId, name: 'Mall', timezone: mall.timezone };
    const [door] = await world.registry.system(({ sql }) =>
      sql.select(siteColumns).from(site).where(eq(site.locationId, mall.locationId)),
    );
    expect(found.site).toEqual([{ ...door, location: place }]);
    expect(found.location).toEqual(place);
    expect(decodeURIComponent(answer.headers.get('x-atrium-messages') ?? '')).toContain('no till to include in zone');
    const { zone } = await readSpace('zone(sensor)');
    expect(zone?.map(({ sensor }) => sensor?.name)).toEqual(['Eye', 'Eye']);
    for (const { spaceZoneAssignmentId } of zone ?? [])
      await admin.send('DELETE', `${path()}/${spaceZoneAssignmentId}`);
    expect(await readSpace('zone,site')).toMatchObject({ zone: [], site: [] });
  });

  it('hide zones whose sensor has moved to a location that the user may not see', async () => {
    const arcade = await world.location({ orgId, name: 'Arcade' });
    const door = await line('Door');
    await add(door.zoneId);
    const limited = await world.signIn(await world.user({ locations: [mall] }));
    const shown = async () => {
      const include = 'zone(sensor),site';
      const found = await limited.call(getSpace, { params: { spaceId: hall.spaceId }, query: { include } });
      return [found.zone?.length, found.site?.length];
    };
    expect(await shown()).toEqual([1, 1]);
    const { siteId } = await world.site({ locationId: arcade.locationId });
    await world.registry.system(async ({ sql }) => {
      await sql.update(sensorAssignment).set({ to: world.now() }).where(eq(sensorAssignment.sensorId, eye.sensorId));
      await sql.insert(sensorAssignment).values({ orgId, siteId, sensorId: eye.sensorId, from: world.now() });
    });
    expect(await shown()).toEqual([0, 0]);
    expect((await readSpace('zone')).zone).toHaveLength(1);
  });
});

function readSpace(include: string) {
  return admin.call(getSpace, { params: { spaceId: hall.spaceId }, query: { include } });
}
