import { getTrafficTotal } from '@atrium/contract/data';
import { importEstate } from '@atrium/contract/estate-files';
import { getLocation } from '@atrium/contract/locations';
import {
  createDummySensor,
  createSensorAssignment,
  deleteSensorAssignment,
  listSensorAssignments,
} from '@atrium/contract/sensor-assignments';
import { commissionSensor, decommissionSensor, reassignSensor } from '@atrium/contract/sensor-life';
import { getSite } from '@atrium/contract/sites';
import { updateZone } from '@atrium/contract/zones';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { bareDoor as openBareDoor, inside, path, sitesAndSensors } from './bare-door.ts';
import { aMac, pushingIn, refusalOf } from './pushing.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());
const { shop, adminOf } = countingIn(() => world);
const { push, counted } = pushingIn(() => world);
const noon = new Date('2026-03-04T12:00:00Z');
beforeEach(() => world.setNow(noon));

const bareDoor = (values: Parameters<typeof openBareDoor>[2] = {}) => openBareDoor(world, staff, values);

describe('assigning a sensor', () => {
  it('[R204] creates it by its MAC address, and the row shows where it is installed', async () => {
    const { org, locationId, site, assign } = await bareDoor({ timezone: 'America/Chicago' });
    const made = await assign({
      macAddress: '00:6e:02:aa:bb:01',
      nodeSensors: ['00:6e:02:aa:bb:02'],
      sensorUseType: 2,
    });
    expect(made).toMatchObject({
      orgId: org.orgId,
      siteId: site.siteId,
      locationId,
      macAddress: '006E02AABB01',
      nodeSensors: ['00:6E:02:AA:BB:02'],
      sensorUseType: 2,
      timezone: 'America/Chicago',
      active: true,
      from: '2026-03-04T12:00:00.000Z',
      orgName: org.name,
      site: { siteId: site.siteId, locationId, name: site.name },
      version: 1,
    });
    const [listed] = await staff.call(listSensorAssignments, {
      query: { orgId: org.orgId, include: 'sensor,localuser' },
    });
    expect(listed).toMatchObject({
      ...made,
      sensor: {
        sensorId: made.sensorId,
        name: '00:6E:02:AA:BB:01',
        sensorType: 'xovis5',
        active: true,
        commissionedDate: null,
      },
      localuser: null,
    });
    const seen = await staff.call(getSite, {
      params: { siteId: site.siteId },
      query: { orgId: org.orgId, include: 'sensor' },
    });
    expect(seen.sensor).toMatchObject([{ sensorId: made.sensorId }]);
    const audited = (await auditOf(world, org.orgId)).filter(({ action }) => action === 'sensor-assigned');
    expect(audited).toMatchObject([
      { entityId: made.sensorAssignmentId, detail: { site: site.name, sensor: '00:6E:02:AA:BB:01' } },
    ]);
  });

  it('gives it the requested name, type and time zone', async () => {
    const { org, assign } = await bareDoor();
    const body = { macAddress: '0123456789ab', name: ' Door ', sensorType: 'AXIS', timezone: 'Asia/Tokyo' };
    expect(await assign(body)).toMatchObject({ timezone: 'Asia/Tokyo' });
    const [listed] = await staff.call(listSensorAssignments, { query: { orgId: org.orgId, include: 'sensor(zone)' } });
    expect(listed?.sensor).toMatchObject({ name: 'Door', sensorType: 'axis', timeZone: 'Asia/Tokyo', zone: [] });
    const other = await bareDoor();
    await other.assign({ macAddress: '0123456789ab' });
    const [plain] = await staff.call(listSensorAssignments, {
      query: { ...inside(other.org).query, include: 'sensor' },
    });
    expect(plain?.sensor).toMatchObject({ sensorType: 'vid' });
  });

  it.each([
    [{ macAddress: '00:11' }, 'macAddress: The MAC address must have 12 hexadecimal digits, such as 00:11:22:AA:BB:CC'],
    [
      { macAddress: 'x'.repeat(12) },
      'macAddress: The MAC address must have 12 hexadecimal digits, such as 00:11:22:AA:BB:CC',
    ],
    [{ sensorUseType: 9 }, 'sensorUseType: Unknown sensor use type'],
    [
      { macAddress: '006E02000001', nodeSensors: ['00:6E:02:00:00:01'] },
      'nodeSensors.0: A node sensor cannot have the MAC address of the sensor itself',
    ],
    [
      { macAddress: '006E02000001', nodeSensors: ['006E02000002'] },
      'nodeSensors.0: Node sensor MAC addresses must have 17 characters, such as 00:11:22:AA:BB:CC',
    ],
    [{ macAddress: '006E02000001', timezone: 'Mars' }, 'timezone: Unknown time zone'],
    [{ macAddress: '006E02000001', sensorType: 'toaster' }, 'sensorType: Unknown sensor type'],
    [
      { macAddress: '006E02000001', sensorType: 'dummy' },
      'sensorType: A sensor cannot become a dummy sensor or stop being one',
    ],
  ])('[R196] is refused with %o, and creates nothing', async (body, message) => {
    const { org, refused } = await bareDoor();
    expect(await refused(body)).toEqual([message]);
    expect(await staff.call(listSensorAssignments, inside(org))).toEqual([]);
    expect((await staff.get<unknown[]>(`/api/sensor/orgId/${org.orgId}?orgId=${org.orgId}`)).body).toEqual([]);
  });

  it('[R182] is refused for an address that an active sensor of the organization has, in any spelling', async () => {
    const { org, assign } = await bareDoor();
    const { macAddress, sensorId } = await assign({ macAddress: aMac() });
    const other = await bareDoor({ org });
    const written = macAddress!.toLowerCase();
    expect(await other.refused({ macAddress: written })).toEqual(['macAddress: Another sensor has this MAC address']);
    expect(await (await bareDoor()).assign({ macAddress: written })).toMatchObject({ macAddress });
    await staff.call(decommissionSensor, { params: { sensorId: sensorId! }, ...inside(org) });
    const again = await other.assign({ macAddress: written });
    expect(again.sensorId).not.toBe(sensorId);
  });

  it('[R207] is refused for an active sensor at a site that has one, and not for a decommissioned one', async () => {
    const { org, site, sensor } = await shop();
    const empty = await bareDoor({ org });
    const spare = await empty.assign({ macAddress: aMac() });
    const query = { orgId: org.orgId };
    const { sensorAssignmentId } = spare;
    const name = { sensorId: spare.sensorId! };
    expect(await empty.refused(name)).toEqual(['sensorId: The sensor is assigned to a site. Reassign it instead']);
    await staff.call(deleteSensorAssignment, { params: { sensorAssignmentId }, query });
    expect(await empty.refused(name, site.siteId)).toEqual(['siteId: The site has another active sensor']);
    expect(await empty.refused({ macAddress: aMac() }, site.siteId)).toEqual([
      'siteId: The site has another active sensor',
    ]);
    await staff.call(decommissionSensor, { params: name, query });
    const body = { siteId: site.siteId, ...name };
    const installed = await staff.call(createSensorAssignment, { query, body });
    expect(installed).toMatchObject({ ...name, active: false });
    const active = await staff.call(listSensorAssignments, { query: { ...query, active: 'true' } });
    expect(active.map(({ sensorId }) => sensorId)).toEqual([sensor.sensorId]);
  });

  it('does not make a decommissioned sensor count again', async () => {
    const { org, site, sensor, zone } = await shop();
    const { orgId } = org;
    await staff.call(decommissionSensor, { params: { sensorId: sensor.sensorId }, query: { orgId } });
    const body = { siteId: site.siteId, sensorId: sensor.sensorId };
    await staff.call(createSensorAssignment, { query: { orgId }, body });
    world.pass({ minutes: 5 });
    const minute = new Date(world.now().getTime() - 120_000).toISOString();
    await push(orgId, sensor.macAddress!, { [minute]: 9 }, Number(zone.deviceId));
    expect(await counted(await adminOf(org), 'zone', zone.zoneId)).toBe(null);
  });

  it('[R185] with a purge deletes what was pushed before commissioning, whatever is set up later', async () => {
    const { org, site, locationId, assign } = await bareDoor();
    const { orgId } = org;
    const { sensorId, macAddress } = await assign({ macAddress: aMac() });
    const params = { sensorId: sensorId! };
    const admin = await adminOf(org);
    await push(orgId, macAddress!, { '2026-02-10T23:59Z': 50, '2026-02-11T00:00Z': 4 });
    const purge = { commissionedDate: '2026-02-11', purgeExistingData: true };
    await admin.call(commissionSensor, { params, body: purge });
    expect(await counted(admin, 'location', locationId)).toBe(4);
    await admin.call(commissionSensor, { params, body: { commissionedDate: '2026-02-01' } });
    expect(await counted(admin, 'location', locationId)).toBe(4);
    await push(orgId, macAddress!, { '2026-02-10T23:59Z': 70, '2026-02-11T00:00Z': 2 }, 77);
    expect(await counted(admin, 'site', site.siteId)).toBe(6);
  });

  it('hides sensors that have moved elsewhere from users limited to some locations', async () => {
    const { org, location, site, sensor } = await shop();
    const limited = await world.signIn(await world.user({ locations: [location] }));
    const target = await world.site({ orgId: org.orgId });
    expect(await sitesAndSensors(limited)).toEqual([[site.siteId, sensor.name]]);
    const admin = await adminOf(org);
    const params = { sensorId: sensor.sensorId };
    await admin.call(reassignSensor, { params, body: { siteId: target.siteId } });
    world.pass({ minutes: 1 });
    expect(await sitesAndSensors(limited)).toEqual([[site.siteId, null]]);
    expect(await sitesAndSensors(admin)).toHaveLength(2);
    expect((await limited.get(`/api/sensor/${sensor.sensorId}`)).status).toBe(404);
  });

  it('[R208] [R209] may be blank, once per site, and the sensor that arrives takes its place', async () => {
    const { org, assign, refused } = await bareDoor();
    const blank = await assign({ sensorUseType: 3 });
    expect(blank).toMatchObject({ sensorId: null, macAddress: null, active: true, timezone: 'UTC' });
    expect(await refused({})).toEqual(['siteId: The site is already waiting for a sensor']);
    expect(await refused({ sensorId: null, macAddress: ' ' })).toEqual([
      'siteId: The site is already waiting for a sensor',
    ]);
    const only = (filter: object) => staff.call(listSensorAssignments, { query: { orgId: org.orgId, ...filter } });
    expect(await only({ blank: 'true' })).toHaveLength(1);
    expect(await only({ blank: 'false' })).toHaveLength(0);
    const filled = await assign({ macAddress: aMac() });
    expect(filled).toMatchObject({ sensorAssignmentId: blank.sensorAssignmentId, sensorUseType: 1, version: 2 });
    expect(await only({})).toHaveLength(1);
  });

  it('[R210] is for staff, inside the organization they name', async () => {
    const { org, site } = await bareDoor();
    const neighbor = await shop();
    const admin = await adminOf(org);
    const body = { siteId: site.siteId, macAddress: aMac() };
    expect((await admin.post(path, body)).status).toBe(403);
    expect((await admin.post(`${path}/dummy`, { siteId: site.siteId })).status).toBe(403);
    expect((await admin.get(path)).status).toBe(200);
    const at = `${path}?orgId=${org.orgId}`;
    expect((await staff.post(at, { ...body, siteId: neighbor.site.siteId })).status).toBe(404);
    expect((await staff.post(at, { siteId: site.siteId, sensorId: neighbor.sensor.sensorId })).status).toBe(404);
    expect((await staff.post(at, { ...body, orgId: neighbor.org.orgId })).status).toBe(404);
    expect((await staff.post(at, { ...body, orgId: org.orgId.toUpperCase() })).status).toBe(200);
  });

  it('replays what the device pushed before it was known', async () => {
    const { org, locationId, assign } = await bareDoor();
    const admin = await adminOf(org);
    const mac = aMac();
    await push(org.orgId, mac, { '2026-03-03T10:00Z': 4, '2026-03-04T10:00Z': 3 });
    const { sensorId } = await assign({ macAddress: mac });
    expect(await counted(admin, 'location', locationId)).toBe(null);
    await admin.call(commissionSensor, { params: { sensorId: sensorId! }, body: { commissionedDate: '2026-03-03' } });
    expect(await counted(admin, 'location', locationId)).toBe(7);
  });

  it('[R192] by moving it there installs an unassigned one, and replays what it pushed in the meantime', async () => {
    const { org, site, sensor, zone } = await shop({ timezone: 'UTC' });
    const { orgId } = org;
    const admin = await adminOf(org);
    await admin.send('DELETE', `/api/site/${site.siteId}`);
    const { site: free } = await bareDoor({ org });
    const { sensorId } = sensor;
    await staff.call(reassignSensor, { params: { sensorId }, query: { orgId }, body: { siteId: free.siteId } });
    world.pass({ minutes: 5 });
    await push(orgId, sensor.macAddress!, { '2026-03-04T12:02Z': 3 }, Number(zone.deviceId));
    expect(await counted(admin, 'site', free.siteId)).toBe(3);
    world.setNow(new Date('2026-03-04T12:00:00Z'));
  });

  it('[R185] from a file lets its zones count as the file says, from the day of its commissioning', async () => {
    const { org, site, locationId } = await bareDoor();
    const { orgId } = org;
    const mac = aMac();
    const admin = await adminOf(org);
    const { name } = await admin.call(getLocation, { params: { locationId } });
    const text = `atrium: 1
locations:
  - name: ${name}
    sites:
      - name: ${site.name}
        sensors:
          - macAddress: ${mac.match(/../g)?.join(':')}
            zones: [{ deviceId: 1, name: Line, scaleFactor: 1.5 }]
`;
    await staff.call(importEstate, { query: { orgId }, body: { text } });
    const [row] = await staff.call(listSensorAssignments, { query: { orgId } });
    await push(orgId, mac, { '2026-03-01T23:59Z': 50, '2026-03-02T10:00Z': 4, '2026-03-04T11:00Z': 6 });
    const body = { commissionedDate: '2026-03-02' };
    await admin.call(commissionSensor, { params: { sensorId: row!.sensorId! }, body });
    expect(await counted(admin, 'site', site.siteId)).toBe(15);
  });
});

describe('a dummy sensor', () => {
  it('[R211] is active at a site, without an address, with a line that a space can use', async () => {
    const { org, site } = await bareDoor();
    const made = await staff.call(createDummySensor, { ...inside(org), body: { siteId: site.siteId } });
    expect(made).toMatchObject({ macAddress: null, active: true, siteId: site.siteId, sensorUseType: 1 });
    const seen = await staff.call(getSite, {
      params: { siteId: site.siteId },
      query: { orgId: org.orgId, include: 'sensor(zone)' },
    });
    expect(seen.sensor).toMatchObject([
      {
        name: 'Dummy sensor',
        sensorType: 'dummy',
        commissionedDate: '2026-03-04T12:00:00.000Z',
        zone: [{ countType: 1, countApplication: 1, needsReview: false, perimeter: true, disabled: false }],
      },
    ]);
    const refused = await refusalOf(staff, `${path}/dummy?orgId=${org.orgId}`, { siteId: site.siteId });
    expect(refused).toEqual(['siteId: The site has another active sensor']);
    const inner = await bareDoor({ org, siteType: 2 });
    const body = { siteId: inner.site.siteId, name: 'Hall' };
    const hall = await staff.call(createDummySensor, { ...inside(org), body });
    const [listed] = await staff.call(listSensorAssignments, {
      query: { orgId: org.orgId, sensorId: hall.sensorId!, include: 'sensor(zone)' },
    });
    expect(listed?.sensor).toMatchObject({ name: 'Hall', zone: [{ name: 'Hall', perimeter: false }] });
    const admin = await adminOf(org);
    const query = { entityType: 'site', entityIds: site.siteId, relativeDate: 'today' } as const;
    expect((await admin.call(getTrafficTotal, { query })).results).toHaveLength(1);
  });
});

describe('deleting an assignment', () => {
  it('[R206] leaves the sensor unassigned, keeps its counts, and cannot be undone', async () => {
    const { org, site, sensor, zone, location } = await shop({ timezone: 'UTC' });
    const admin = await adminOf(org);
    const { orgId } = org;
    const line = Number(zone.deviceId);
    const side = await world.zone({ sensorId: sensor.sensorId });
    const { spaceId } = await world.space({ locationId: location.locationId });
    await world.spaceZone({ orgId, spaceId, zoneId: zone.zoneId });
    await push(orgId, sensor.macAddress!, { '2026-03-04T11:00Z': 5 }, line);
    const address = { params: { sensorId: sensor.sensorId, zoneId: side.zoneId } };
    await admin.call(updateZone, { ...address, body: { scaleFactor: 2 } });
    const [row] = await staff.call(listSensorAssignments, { query: { orgId } });
    const params = { sensorAssignmentId: row!.sensorAssignmentId };
    const stale = `${path}/${params.sensorAssignmentId}?orgId=${orgId}`;
    expect((await staff.send('DELETE', stale, undefined, { 'if-match': '9' })).status).toBe(412);
    await staff.call(deleteSensorAssignment, { params, query: { orgId } });
    expect(await staff.call(listSensorAssignments, { query: { orgId } })).toEqual([]);
    expect((await staff.send('DELETE', stale)).status).toBe(404);
    world.pass({ minutes: 3 });
    await push(orgId, sensor.macAddress!, { '2026-03-04T12:00Z': 2, '2026-03-04T12:02Z': 9 }, line);
    expect(await counted(admin, 'location', location.locationId)).toBe(7);

    const { sensorId } = sensor;
    const wrong = { siteId: site.siteId, sensorId, nodeSensors: ['nobody'] };
    expect(await refusalOf(staff, `${path}?orgId=${orgId}`, wrong)).toEqual([
      'nodeSensors.0: Node sensor MAC addresses must have 17 characters, such as 00:11:22:AA:BB:CC',
    ]);
    const back = await staff.call(createSensorAssignment, {
      query: { orgId },
      body: { ...wrong, nodeSensors: ['00:6E:02:AA:BB:09'], timezone: 'Asia/Tokyo' },
    });
    const set = { nodeSensors: ['00:6E:02:AA:BB:09'], timezone: 'Asia/Tokyo' };
    expect(back).toMatchObject({ sensorId, active: true, ...set });
    expect(back.sensorAssignmentId).not.toBe(params.sensorAssignmentId);
    world.pass({ minutes: 3 });
    await push(orgId, sensor.macAddress!, { '2026-03-04T12:05Z': 1 }, line);
    await push(orgId, sensor.macAddress!, { '2026-03-04T12:05Z': 10 }, Number(side.deviceId));
    expect(await counted(admin, 'location', location.locationId)).toBe(28);
    const audited = (await auditOf(world, orgId)).map(({ action }) => action);
    expect(audited.filter((action) => action.startsWith('sensor-'))).toEqual([
      'sensor-assignment-deleted',
      'sensor-assigned',
    ]);

    // Installed at another location, its zones leave the spaces of this one.
    const spaces = async () => {
      const { rowCount } = await world.registry.owner.query(
        'SELECT FROM space_zone_assignment WHERE zone_id = $1 AND deleted_at IS NULL',
        [zone.zoneId],
      );
      return rowCount;
    };
    expect(await spaces()).toBe(1);
    const { sensorAssignmentId } = back;
    await staff.call(deleteSensorAssignment, { params: { sensorAssignmentId }, query: { orgId } });
    expect(await (await bareDoor({ org })).assign({ sensorId })).toMatchObject(set);
    expect(await spaces()).toBe(0);
    world.setNow(new Date('2026-03-04T12:00:00Z'));
  });

  it('[R206] in the past does not affect where the sensor is installed now, and vice versa', async () => {
    const { org, site, sensor, zone } = await shop({ timezone: 'UTC' });
    const { orgId } = org;
    const { sensorId } = sensor;
    const { site: there } = await bareDoor({ org });
    const admin = await adminOf(org);
    const listed = (query: object = {}) => staff.call(listSensorAssignments, { query: { orgId, ...query } });
    await admin.call(reassignSensor, { params: { sensorId }, body: { siteId: there.siteId } });
    world.pass({ minutes: 2 });
    const [past] = await listed({ active: 'false' });
    expect(past).toMatchObject({ siteId: site.siteId, to: '2026-03-04T12:00:00.000Z' });
    const { sensorAssignmentId } = past!;
    await staff.call(deleteSensorAssignment, { params: { sensorAssignmentId }, query: { orgId } });
    expect(await listed()).toMatchObject([{ siteId: there.siteId, active: true }]);
    world.pass({ minutes: 3 });
    await push(orgId, sensor.macAddress!, { '2026-03-04T12:03Z': 4 }, Number(zone.deviceId));
    expect(await counted(admin, 'site', there.siteId)).toBe(4);
    await admin.call(reassignSensor, { params: { sensorId }, body: { siteId: site.siteId } });
    world.pass({ minutes: 2 });
    await admin.call(decommissionSensor, { params: { sensorId } });
    expect((await listed({ order: 'from' })).map(({ to }) => to)).toEqual([
      '2026-03-04T12:05:00.000Z',
      '2026-03-04T12:07:00.000Z',
    ]);
    world.setNow(new Date('2026-03-04T12:00:00Z'));
  });
});
