import { listSensorAssignments } from '@atrium/contract/sensor-assignments';
import {
  addToBlacklist,
  getIsBlacklisted,
  listBlacklist,
  removeFromBlacklist,
} from '@atrium/contract/sensor-blacklist';
import {
  getDeviceConfig,
  getDeviceSystemDevice,
  getSensor,
  getSensorStatus,
  listDeviceConfigs,
  listSensors,
} from '@atrium/contract/sensors';
import { decommissionSensor } from '@atrium/contract/sensor-life';
import { encodePush } from '@atrium/simulator/xovis5';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import type { Sensor } from './estate.ts';
import { fixture } from '../src/ingestion/vendors/testing.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { shop, adminOf, countToday } = countingIn(() => world);

const of = ({ sensorId }: Pick<Sensor, 'sensorId'>) => ({ params: { sensorId } });
let packageId = 0;

/** Pushes a status through the endpoint and waits until it is applied. */
async function report(sensor: Sensor, { firmware = '5.4.2', ipAddress = '10.1.2.3', uptimeSeconds = 60 } = {}) {
  const key = await world.pushKey({ orgId: sensor.orgId });
  packageId += 1;
  const push = encodePush({
    kind: 'status',
    device: { macAddress: sensor.macAddress ?? '', timezone: 'UTC', firmware, ipAddress },
    packageId,
    uptimeSeconds,
    offsetSeconds: 0,
  });
  expect((await world.anonymous().post(`/api/push/xovis5/${key}`, push)).status).toBe(200);
  await world.ingestion.idle();
}

describe('the state that a device reports', () => {
  it('is shown with the time of the last report, and today’s counts of its zones', async () => {
    const { org, sensor, zone } = await shop({ timezone: 'UTC' });
    const client = await adminOf(org);
    // Another organization has a device with the same address.
    await report(await world.sensor({ macAddress: sensor.macAddress }));
    expect(await client.call(getSensorStatus, of(sensor))).toEqual({
      sensorId: sensor.sensorId,
      lastHeardAt: null,
      online: null,
      firmware: null,
      statusAt: null,
      status: {},
      lastReadingAt: null,
      isOpen: true,
      readings: [],
    });
    const staff = await world.signIn(await world.staff());
    const everywhere = await staff.call(listSensors, { query: { search: sensor.macAddress ?? '' } });
    expect(everywhere.filter(({ lastHeardAt }) => lastHeardAt === null)).toMatchObject([{ sensorId: sensor.sensorId }]);
    await report(sensor);
    await countToday([zone], 7);
    await world.ingestion.idle();
    const status = await client.call(getSensorStatus, of(sensor));
    expect(status).toMatchObject({
      lastHeardAt: world.now().toISOString(),
      online: true,
      firmware: '5.4.2',
      statusAt: world.now().toISOString(),
      status: { uptimeSeconds: 60, type: 'PC2SE' },
    });
    expect(status.readings).toEqual([
      {
        zoneId: zone.zoneId,
        name: zone.name,
        minute: '2026-03-04T11:59:00.000Z',
        lastReadingAt: '2026-03-04T11:59:00.000Z',
        ins: 7,
        outs: 14,
      },
    ]);
    expect(await client.call(getSensor, of(sensor))).toMatchObject({ ipAddress: '10.1.2.3', firmware: '5.4.2' });
    const [listed] = await client.call(listSensors, { query: { online: 'true' } });
    expect(listed).toMatchObject({ sensorId: sensor.sensorId, online: true, lastHeardAt: world.now().toISOString() });
    await world.offlineRecord({ orgId: org.orgId, sensorId: sensor.sensorId });
    expect(await client.call(getSensorStatus, of(sensor))).toMatchObject({ online: false });
    expect(await client.call(listSensors, { query: { online: 'true' } })).toEqual([]);
  });

  it('[R1179] gains the last alert of live data, and keeps it until the device reports its whole state', async () => {
    const { org, sensor } = await shop({ timezone: 'UTC' });
    const client = await adminOf(org);
    const key = await world.pushKey({ orgId: org.orgId });
    const stateAfter = async (send: () => Promise<unknown>) => {
      world.setNow(new Date(world.now().getTime() + 1000));
      await send();
      await world.ingestion.idle();
      return (await client.call(getSensorStatus, of(sensor))).status;
    };
    const alert = async (type: string) => {
      const body = fixture('xovis5-live-others.json')
        .toString()
        .replace('80:1F:12:D5:30:DC', sensor.macAddress ?? '');
      const push = body.replace('BLOCKED_SPACE_ABOVE', type);
      expect((await world.anonymous().post(`/api/push/xovis5/${key}`, push)).status).toBe(200);
    };
    await stateAfter(() => report(sensor));
    const blocked = { uptimeSeconds: 60, lastAlert: 'BLOCKED_SPACE_ABOVE', lastAlertAt: '2026-01-01T00:00:22.000Z' };
    expect(await stateAfter(() => alert('BLOCKED_SPACE_ABOVE'))).toMatchObject(blocked);
    expect(await stateAfter(() => alert('SENSOR_FAILURE'))).toMatchObject({ ...blocked, lastAlert: 'SENSOR_FAILURE' });
    expect(await stateAfter(() => report(sensor, { uptimeSeconds: 120 }))).not.toHaveProperty('lastAlert');
    expect(await client.call(getSensor, of(sensor))).toMatchObject({ ipAddress: '10.1.2.3', firmware: '5.4.2' });
  });

  it('[R520] includes the time of the newest reading after midnight, when nothing is counted yet', async () => {
    const { org, sensor, zone } = await shop({ timezone: 'UTC' });
    await countToday([zone], 7);
    await world.ingestion.idle();
    const before = world.now();
    world.pass({ hours: 13 });
    const client = await adminOf(org);
    expect(await client.call(getSensorStatus, of(sensor))).toMatchObject({
      lastReadingAt: '2026-03-04T11:59:00.000Z',
      readings: [{ zoneId: zone.zoneId, minute: null, lastReadingAt: '2026-03-04T11:59:00.000Z', ins: null }],
    });
    world.setNow(before);
  });

  it('includes no counts where the organization may not see them', async () => {
    const org = await world.organization({ canViewTraffic: false });
    const { sensor, zone } = await shop({ org });
    await countToday([zone], 7);
    await world.ingestion.idle();
    expect(await (await adminOf(org)).call(getSensorStatus, of(sensor))).toMatchObject({ readings: [], online: true });
  });

  it('is stored whenever its configuration changes, with what changed', async () => {
    const { org, sensor } = await shop();
    const client = await adminOf(org);
    const start = world.now();
    await report(sensor);
    world.pass({ minutes: 5 });
    const repeated = world.now();
    await report(sensor, { uptimeSeconds: 360 });
    world.pass({ minutes: 5 });
    const updated = world.now();
    await report(sensor, { firmware: '5.5.0' });

    const [second, first, ...more] = await client.call(listDeviceConfigs, of(sensor));
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      firmware: '5.4.2',
      firstReportedAt: start.toISOString(),
      lastReportedAt: repeated.toISOString(),
    });
    expect(second).toMatchObject({ firmware: '5.5.0', firstReportedAt: updated.toISOString() });
    world.pass({ minutes: 5 });
    await report(sensor, { firmware: '5.5.0' });
    const known = await client.call(listDeviceConfigs, of(sensor));
    expect(known[0]?.lastReportedAt).toBe(world.now().toISOString());
    // Data that is reread, however old, changes nothing.
    await world.ingestion.quarantine.replayReceived({ orgId: org.orgId }, { from: new Date(0), to: world.now() });
    await world.ingestion.idle();
    expect(await client.call(listDeviceConfigs, of(sensor))).toEqual(known);
    expect(await client.call(getSensorStatus, of(sensor))).toMatchObject({
      firmware: '5.5.0',
      statusAt: world.now().toISOString(),
    });

    const shown = (deviceConfigId: string) => client.call(getDeviceConfig, { params: { deviceConfigId } });
    expect(await shown(second!.deviceConfigId)).toMatchObject({
      config: { firmware: '5.5.0', ipAddress: '10.1.2.3', ntpHost: 'pool.ntp.org', timezone: 'UTC' },
      changes: [{ name: 'firmware', from: '5.4.2', to: '5.5.0' }],
    });
    expect(await shown(first!.deviceConfigId)).toMatchObject({ changes: [] });
    const limited = await world.signIn(await world.user({ locations: [await world.location({ orgId: org.orgId })] }));
    expect((await limited.get(`/api/sensor/config/${second!.deviceConfigId}`)).status).toBe(404);
    expect((await limited.get(`/api/sensor/${sensor.sensorId}/config/list`)).status).toBe(404);
  });

  it('is deleted after a hundred changes', async () => {
    const { sensor, org } = await shop();
    for (let i = 0; i < 100; i += 1)
      await world.devices.config({
        ...sensor,
        firstReportedAt: new Date(Date.UTC(2025, 0, 1, 0, i)),
        lastReportedAt: new Date(Date.UTC(2025, 0, 1, 0, i, 30)),
      });
    await report(sensor);
    const kept = await (await adminOf(org)).call(listDeviceConfigs, of(sensor));
    expect(kept).toHaveLength(100);
    expect([kept[0]?.firmware, kept[99]?.firstReportedAt]).toEqual(['5.4.2', '2025-01-01T00:01:00.000Z']);
  });

  it('identifies the device behind a sensor', async () => {
    const { org, sensor } = await shop();
    const client = await adminOf(org);
    await report(sensor);
    expect(await client.call(getDeviceSystemDevice, of(sensor))).toEqual({
      sensorId: sensor.sensorId,
      deviceId: null,
      macAddress: sensor.macAddress,
      vendor: 'Xovis',
      masterNode: false,
      nodeSensors: [],
      deviceType: 'PC2SE',
      productCode: 'PC2SE-UL',
      firmware: '5.4.2',
      ipAddress: '10.1.2.3',
      firstHeardAt: '2026-03-04T00:00:00.000Z',
      lastHeardAt: world.now().toISOString(),
    });
  });
});

const push = async (sensor: Sensor) => {
  const key = await world.pushKey({ orgId: sensor.orgId });
  const device = { macAddress: sensor.macAddress ?? '', timezone: 'UTC' };
  const body = encodePush({ kind: 'logics', device, packageId: (packageId += 1), logics: [] });
  return (await world.anonymous().post(`/api/push/xovis5/${key}`, body)).status;
};
/** The push endpoint applies it within a second. */
const pushedUntil = async (sensor: Sensor, wanted: number) => {
  let status = 0;
  for (let tries = 0; tries < 40 && status !== wanted; tries += 1) {
    if (tries > 0) await sleep(50);
    status = await push(sensor);
  }
  return status;
};

describe('the blacklist', () => {
  it.each(['_all_', 'xovis5'])(
    '[R195] [R504] refuses the pushes of a device on %s until it is removed',
    async (route) => {
      const { org, sensor } = await shop();
      const staff = await world.signIn(await world.staff());
      const asked = { ...of(sensor), query: { orgId: org.orgId } };
      const mac = sensor.macAddress?.toLowerCase().match(/../g)?.join(':') ?? '';
      expect(await push(sensor)).toBe(200);
      const entry = await staff.call(addToBlacklist, { body: { route, mac, reason: ' Noise ' } });
      expect(entry).toEqual({ route, mac: sensor.macAddress, reason: 'Noise', createdAt: world.now().toISOString() });
      expect(await staff.call(getIsBlacklisted, asked)).toEqual({ isBlacklisted: true, entries: [entry] });
      expect(await pushedUntil(sensor, 403)).toBe(403);
      const other = await staff.call(addToBlacklist, { body: { route, mac: '02:00:00:00:00:99', reason: 'Other' } });
      expect(await staff.call(removeFromBlacklist, { body: { route, mac } })).toEqual({ ok: true });
      expect(await staff.call(getIsBlacklisted, asked)).toEqual({ isBlacklisted: false, entries: [] });
      expect(await staff.call(listBlacklist, { query: { search: other.mac } })).toContainEqual(other);
      expect(await pushedUntil(sensor, 200)).toBe(200);
      expect((await staff.post('/api/sensor/remove-from-blacklist', { route, mac })).status).toBe(404);
    },
  );

  it('[R503] requires an address and a reason, and an existing route', async () => {
    const staff = await world.signIn(await world.staff());
    const refused = async (body: object) => {
      const answer = await staff.post<{ details: { path: string; message: string }[] }>(
        '/api/sensor/add-to-blacklist',
        body,
      );
      expect(answer.status).toBe(400);
      return answer.body.details.map(({ path, message }) => `${path}: ${message}`);
    };
    expect(await refused({ route: '_all_', reason: 'Noise' })).toEqual(['mac: MAC address is required']);
    expect(await refused({ mac: '801F120000FF' })).toEqual(['reason: Reason is required']);
    expect(await refused({ mac: '801F12', reason: ' ' })).toEqual([
      'mac: MAC address must be twelve hexadecimal digits',
      'reason: Reason is required',
    ]);
    expect(await refused({ route: 'nowhere', mac: '801F120000FF', reason: 'x' })).toEqual([
      'route: Route must be _all_ or a route that devices push to',
    ]);
    expect((await staff.post('/api/sensor/remove-from-blacklist', { route: '_all_', mac: '801F12' })).status).toBe(400);
  });

  it('is listed, searched and edited, and every entry is in the audit log', async () => {
    const staff = await world.signIn(await world.staff());
    const add = (reason: string) => staff.call(addToBlacklist, { body: { mac: 'AA:BB:CC:00:00:01', reason } });
    expect(await add('First')).toMatchObject({ route: '_all_', mac: 'AABBCC000001', reason: 'First' });
    expect(await add('Second')).toMatchObject({ reason: 'Second' });
    const rows = await staff.call(listBlacklist, { query: { search: 'aabbcc' } });
    expect(rows.map(({ mac, reason }) => [mac, reason])).toEqual([['AABBCC000001', 'Second']]);
    const { rows: log } = await world.registry.owner.query<{ action: string; detail: object }>(
      "SELECT action, detail FROM audit_entry WHERE entity_id = 'AABBCC000001' ORDER BY audit_entry_id",
    );
    expect(log.map(({ action }) => action)).toEqual(['device-blacklisted', 'device-blacklisted']);
    expect(log[1]?.detail).toMatchObject({ name: 'AA:BB:CC:00:00:01', route: '_all_', reason: 'Second' });
  });

  it('is for staff only', async () => {
    const { org, sensor } = await shop();
    const client = await adminOf(org);
    expect((await client.get(`/api/sensor/${sensor.sensorId}/is-blacklisted`)).status).toBe(403);
    expect((await client.get('/api/diagnostics/sensor-blacklist')).status).toBe(403);
    const body = { route: '_all_', mac: sensor.macAddress, reason: 'x' };
    expect((await client.post('/api/sensor/add-to-blacklist', body)).status).toBe(403);
    expect((await client.post('/api/sensor/remove-from-blacklist', { route: '_all_', mac: 'x' })).status).toBe(403);
  });
});

async function sensorsFor(client: Client, query: object = {}) {
  const rows = await client.call(listSensorAssignments, { query: { limit: 1000, ...query } });
  return rows.map(({ sensorId }) => sensorId);
}

describe('the list of assignments', () => {
  let staff: Client;
  beforeAll(async () => {
    staff = await world.signIn(await world.staff());
  });

  it('[R203] is filtered by active and inactive, searched, ordered, and paged', async () => {
    const one = await shop();
    const two = await shop({ org: one.org });
    const { orgId } = one.org;
    await staff.call(decommissionSensor, { params: { sensorId: two.sensor.sensorId }, query: { orgId } });
    const sensors = async (filter: object) =>
      (await staff.call(listSensorAssignments, { query: { orgId, ...filter } })).map(({ sensorId }) => sensorId);
    expect(await sensors({})).toHaveLength(2);
    expect(await sensors({ active: 'true' })).toEqual([one.sensor.sensorId]);
    expect(await sensors({ active: 'false' })).toEqual([two.sensor.sensorId]);
    expect(await sensors({ siteId: two.site.siteId })).toEqual([two.sensor.sensorId]);
    expect(await sensors({ locationId: one.location.locationId })).toEqual([one.sensor.sensorId]);
    expect(await sensors({ search: two.site.name.toUpperCase() })).toEqual([two.sensor.sensorId]);
    expect(await sensors({ search: one.sensor.macAddress!.toLowerCase() })).toEqual([one.sensor.sensorId]);
    const names = [one, two].toSorted((a, b) => (a.site.name < b.site.name ? -1 : 1));
    expect(await sensors({ order: '-site' })).toEqual(names.toReversed().map(({ sensor }) => sensor.sensorId));
    const page = await staff.get<unknown[]>(`/api/sensorassignment?orgId=${orgId}&limit=1&offset=1`);
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2']);
    expect((await staff.get(`/api/sensorassignment?orgId=${orgId}&order=secret`)).status).toBe(400);
  });

  it('shows everything to staff who name no organization, the own to members, and their locations to those limited', async () => {
    const ours = await shop();
    const inner = await shop({ org: ours.org });
    const theirs = await shop();
    const gone = await shop();
    await world.registry.owner.query('UPDATE organization SET deleted_at = now() WHERE org_id = $1', [gone.org.orgId]);
    expect(await sensorsFor(staff)).not.toContain(gone.sensor.sensorId);
    expect(await sensorsFor(staff)).toEqual(
      expect.arrayContaining([ours.sensor.sensorId, inner.sensor.sensorId, theirs.sensor.sensorId]),
    );
    const both = [ours.sensor.sensorId, inner.sensor.sensorId];
    expect(new Set(await sensorsFor(await adminOf(ours.org)))).toEqual(new Set(both));
    const limited = await world.signIn(await world.user({ locations: [inner.location] }));
    expect(await sensorsFor(limited)).toEqual([inner.sensor.sensorId]);
    expect(await sensorsFor(limited, { siteId: ours.site.siteId })).toEqual([]);
  });
});
