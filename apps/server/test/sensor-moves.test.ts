import { getTraffic } from '@atrium/contract/data';
import { listSensorAssignments } from '@atrium/contract/sensor-assignments';
import { commissionSensor, decommissionSensor, reassignSensor } from '@atrium/contract/sensor-life';
import { updateZone } from '@atrium/contract/zones';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countingIn } from './counting.ts';
import { doorsIn, pathTo } from './sensor-doors.ts';
import { pushingIn, refusalOf } from './pushing.ts';
import { hears, screensOf } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => closeAll());
afterEach(() => world.setNow(new Date('2026-03-04T12:00:00Z')));
afterAll(() => world.close());
const { shop } = countingIn(() => world);
const { push, counted } = pushingIn(() => world);
const { door, spacesWith, entriesOf } = doorsIn(() => world);
const { open, closeAll } = screensOf(() => world);

/** A door with two lines and a second one without a sensor, at a location of its own. */
async function twoDoors(timezone = 'UTC') {
  const made = await door();
  const there = await world.location({ orgId: made.orgId, timezone });
  const target = await world.site({ locationId: there.locationId });
  const [here, elsewhere] = [made.location.locationId, there.locationId];
  const both = async () => [
    await counted(made.admin, 'location', here),
    await counted(made.admin, 'location', elsewhere),
  ];
  const reassign = (shouldMoveData: boolean) =>
    made.admin.call(reassignSensor, { params: made.params, body: { siteId: target.siteId, shouldMoveData } });
  const side = await world.zone({ sensorId: made.sensor.sensorId });
  const countAside = (minutes: Readonly<Record<string, number>>) =>
    push(made.orgId, made.mac, minutes, Number(side.deviceId));
  return { ...made, there, target, both, reassign, countAside };
}

describe('reassigning a sensor', () => {
  it('[R193] without its data leaves what it counted where it was', async () => {
    const made = await twoDoors();
    const { admin, params, count, countAside, location, site, there, target, both, reassign, zone, orgId, sensor } =
      made;
    await count({ '2026-02-03T11:00Z': 6, '2026-03-04T11:00Z': 4 });
    await world.registry.owner.query('UPDATE sensor_assignment SET sensor_use_type = 2 WHERE sensor_id = $1', [
      sensor.sensorId,
    ]);
    // The target waits for a sensor.
    await world.registry.owner.query('INSERT INTO sensor_assignment (org_id, site_id, "from") VALUES ($1, $2, $3)', [
      orgId,
      target.siteId,
      world.now(),
    ]);
    const [old, fresh] = [await open(admin), await open(admin)];
    await old.subscribe('location', location.locationId);
    await fresh.subscribe('location', there.locationId);
    await hears(old, 4);
    world.setNow(new Date('2026-03-04T12:00:30Z'));
    const life = await reassign(false);
    expect(life).toMatchObject({ siteId: target.siteId, locationId: there.locationId, active: true, version: 2 });
    world.pass({ minutes: 5 });
    await count({ '2026-03-04T12:00Z': 1, '2026-03-04T12:01Z': 2, '2026-03-04T10:00Z': 3 });
    await countAside({ '2026-03-04T12:00Z': 20, '2026-03-04T12:01Z': 30 });
    expect(await both()).toEqual([34, 32]);
    await hears(old, 28);
    await hears(fresh, 32);
    expect(await counted(admin, 'zone', zone.zoneId)).toBe(16);
    const rows = await admin.call(listSensorAssignments, { query: { order: 'from' } });
    expect(rows.map(({ siteId, active, sensorUseType }) => [siteId, active, sensorUseType])).toEqual([
      [site.siteId, false, 2],
      [target.siteId, true, 2],
    ]);
    expect(await entriesOf(orgId)).toMatchObject([
      { action: 'sensor-reassigned', detail: { from: site.name, to: target.name, shouldMoveData: false } },
    ]);
    expect(sensor.version).toBe(1);
    // Commissioned earlier, it came to its first site earlier, and to the second when it came.
    await admin.call(commissionSensor, { params, body: { commissionedDate: '2019-06-01' } });
    const stays = await admin.call(listSensorAssignments, { query: { order: 'from' } });
    expect(stays.map(({ from }) => from)).toEqual(['2019-06-01T00:00:00.000Z', rows[1]?.from]);
  });

  it('[R193] with its data takes along what it counted since it came, and nothing of an earlier stay', async () => {
    const { admin, params, count, countAside, site, target, both, reassign } = await twoDoors();
    await count({ '2026-02-03T11:00Z': 6, '2026-03-04T11:00Z': 4 });
    await countAside({ '2026-02-03T11:00Z': 20 });
    await reassign(true);
    expect(await both()).toEqual([null, 30]);
    const rows = await admin.call(listSensorAssignments);
    expect(rows).toMatchObject([{ siteId: target.siteId, from: '2020-01-01T00:00:00.000Z', active: true }]);
    await admin.call(reassignSensor, { params, body: { siteId: site.siteId } });
    world.pass({ minutes: 5 });
    await count({ '2026-03-04T12:03Z': 1 });
    expect(await both()).toEqual([1, 30]);
    await reassign(true);
    expect(await both()).toEqual([null, 31]);
  });

  it('[R193] [T10] with its data to another time zone, today is today there', async () => {
    const { admin, count, there, reassign } = await twoDoors('Asia/Tokyo');
    await count({ '2026-03-03T14:59Z': 100, '2026-03-03T15:00Z': 5, '2026-03-04T11:00Z': 4 });
    const screen = await open(admin);
    await screen.subscribe('location', there.locationId);
    await reassign(true);
    await hears(screen, 9);
    const query = { entityType: 'location', entityIds: there.locationId, relativeDate: 'custom' } as const;
    const rows = await admin.call(getTraffic, {
      query: { ...query, startDate: '2026-03-03', endDate: '2026-03-04', dateGroupings: 'day' },
    });
    expect(rows.results.map(({ sumins }) => sumins)).toEqual([100, 9]);
  });

  it('[R193] is no different after its zone was edited, in the same minute or long ago', async () => {
    const { admin, params, count, zone, both, reassign } = await twoDoors();
    await count({ '2026-03-04T11:00Z': 4 });
    const address = { params: { ...params, zoneId: zone.zoneId } };
    await admin.call(updateZone, { ...address, body: { scaleFactor: 2 } });
    world.pass({ minutes: 5 });
    await count({ '2026-03-04T12:03Z': 1 });
    await admin.call(updateZone, { ...address, body: { countFilter: 4 } });
    await reassign(true);
    world.pass({ minutes: 5 });
    await count({ '2026-03-04T12:08Z': 50 });
    expect(await both()).toEqual([null, 6]);
    await admin.call(updateZone, { ...address, body: { countFilter: 0 } });
    world.pass({ minutes: 5 });
    await count({ '2026-03-04T12:13Z': 7 });
    expect(await both()).toEqual([null, 20]);
  });

  it('[R192] is refused to a site of someone else, to its own, and to one with an active sensor', async () => {
    const { orgId, org, admin, params, site, location, sensor } = await door();
    const neighbor = await door();
    const occupied = await shop({ org });
    const path = pathTo(params.sensorId, 'reassign');
    expect((await admin.post(path, { siteId: neighbor.site.siteId })).status).toBe(404);
    expect((await admin.post(path, { siteId: 'nonsense' })).status).toBe(404);
    expect(await refusalOf(admin, path, { siteId: site.siteId })).toEqual([
      'siteId: The sensor is already at this site',
    ]);
    expect(await refusalOf(admin, path, { siteId: occupied.site.siteId })).toEqual([
      'siteId: The site has another active sensor',
    ]);
    await admin.call(decommissionSensor, { params: { sensorId: occupied.sensor.sensorId } });
    expect((await admin.post(path, { siteId: occupied.site.siteId }, { 'if-match': '7' })).status).toBe(412);
    expect((await admin.post(path, { siteId: occupied.site.siteId }, { 'if-match': '1' })).status).toBe(200);
    const user = await world.signIn(await world.user({ locations: [location] }));
    expect((await user.post(path, { siteId: site.siteId })).status).toBe(403);
    expect(await entriesOf(orgId)).toMatchObject([{ action: 'sensor-decommissioned' }, { entityId: sensor.sensorId }]);
  });

  it('takes a zone out of the spaces of the place it leaves, and no other', async () => {
    const { org, orgId, location, site, zone, admin, params, reassign } = await twoDoors();
    const other = await shop({ org });
    const { spaceId } = await world.space({ locationId: location.locationId });
    const far = await world.space({ locationId: other.location.locationId });
    await world.spaceZone({ orgId, spaceId: far.spaceId, zoneId: other.zone.zoneId });
    for (const withData of [false, true]) {
      await world.spaceZone({ orgId, spaceId, zoneId: zone.zoneId });
      await reassign(withData);
      expect([await spacesWith(zone.zoneId), await spacesWith(other.zone.zoneId)]).toEqual([[], [far.spaceId]]);
      world.pass({ minutes: 2 });
      await admin.call(reassignSensor, { params, body: { siteId: site.siteId } });
      world.pass({ minutes: 2 });
    }
  });
});
