import { getSite } from '@atrium/contract/sites';
import { getLocation } from '@atrium/contract/locations';
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
import {
  createVendorLicense,
  deleteVendorLicense,
  getLicenseTypes,
  updateVendorLicense,
} from '@atrium/contract/vendor-licenses';
import { encodePush } from '@atrium/simulator/xovis5';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import type { Sensor } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { shop, adminOf, countToday } = countingIn(() => world);

const of = ({ sensorId }: Pick<Sensor, 'sensorId'>) => ({ params: { sensorId } });
let packageId = 0;

/** Pushes a status through the door and waits until it is applied. */
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

describe('what a device says of itself', () => {
  it('is shown with when it was heard, and what its zones counted today', async () => {
    const { org, sensor, zone } = await shop({ timezone: 'UTC' });
    const client = await adminOf(org);
    expect(await client.call(getSensorStatus, of(sensor))).toEqual({
      sensorId: sensor.sensorId,
      lastHeardAt: null,
      online: null,
      firmware: null,
      statusAt: null,
      status: {},
      readings: [],
    });
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
      { zoneId: zone.zoneId, name: zone.name, minute: '2026-03-04T11:59:00.000Z', ins: 7, outs: 14 },
    ]);
    expect(await client.call(getSensor, of(sensor))).toMatchObject({ ipAddress: '10.1.2.3', firmware: '5.4.2' });
    const [listed] = await client.call(listSensors, { query: { online: 'true' } });
    expect(listed).toMatchObject({ sensorId: sensor.sensorId, online: true, lastHeardAt: world.now().toISOString() });
    await world.offlineRecord({ orgId: org.orgId, sensorId: sensor.sensorId });
    expect(await client.call(getSensorStatus, of(sensor))).toMatchObject({ online: false });
    expect(await client.call(listSensors, { query: { online: 'true' } })).toEqual([]);
  });

  it('tells no counts where the organization may not see them', async () => {
    const org = await world.organization({ canViewTraffic: false });
    const { sensor, zone } = await shop({ org });
    await countToday([zone], 7);
    await world.ingestion.idle();
    expect(await (await adminOf(org)).call(getSensorStatus, of(sensor))).toMatchObject({ readings: [], online: true });
  });

  it('is kept whenever its configuration changes, with what changed', async () => {
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
    const [current] = await client.call(listDeviceConfigs, of(sensor));
    expect(current?.lastReportedAt).toBe(world.now().toISOString());

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

  it('is forgotten after a hundred changes', async () => {
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

  it('introduces the device behind a sensor', async () => {
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

describe('the blacklist', () => {
  const push = async (sensor: Sensor) => {
    const key = await world.pushKey({ orgId: sensor.orgId });
    const device = { macAddress: sensor.macAddress ?? '', timezone: 'UTC' };
    const body = encodePush({ kind: 'logics', device, packageId: (packageId += 1), logics: [] });
    return (await world.anonymous().post(`/api/push/xovis5/${key}`, body)).status;
  };
  /** The door knows within a second. */
  const pushedUntil = async (sensor: Sensor, wanted: number) => {
    let status = 0;
    for (let tries = 0; tries < 40 && status !== wanted; tries += 1) {
      if (tries > 0) await sleep(50);
      status = await push(sensor);
    }
    return status;
  };

  it.each(['_all_', 'xovis5'])(
    '[R195] [R504] refuses the pushes of a device on %s until it is taken off',
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
      expect(await staff.call(removeFromBlacklist, { body: { route, mac } })).toEqual({ ok: true });
      expect(await staff.call(getIsBlacklisted, asked)).toEqual({ isBlacklisted: false, entries: [] });
      expect(await pushedUntil(sensor, 200)).toBe(200);
      expect((await staff.post('/api/sensor/remove-from-blacklist', { route, mac })).status).toBe(404);
    },
  );

  it('[R503] wants an address and a reason, and a route there is', async () => {
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
      'route: Route must be _all_ or one that devices push to',
    ]);
  });

  it('is listed, searched and explained anew, and every entry is in the log', async () => {
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

describe('licenses', () => {
  const ofLicense = (vendorLicenseId: string) => ({ params: { vendorLicenseId } });
  const refusal = async (client: Client, method: string, path: string, body: object) => {
    const answer = await client.send<{ details?: { path: string; message: string }[] }>(method, path, body);
    expect(answer.status).toBe(400);
    return (answer.body.details ?? []).map(({ path: field, message }) => `${field}: ${message}`);
  };

  it('[R212] are of the kinds there are for a type of sensor', async () => {
    const client = await adminOf(await world.organization());
    const types = (sensorType: string) => client.call(getLicenseTypes, { params: { sensorType } });
    expect(await types('AXIS')).toContain('Object Analytics');
    expect(await types('dummy')).toEqual([]);
    expect((await client.get('/api/reference/license-types/abacus')).status).toBe(404);
  });

  it('[R212] are added to a sensor, changed, and deleted, and each is in the log', async () => {
    const { org, sensor } = await shop();
    const client = await adminOf(org);
    const { sensorId } = sensor;
    const made = await client.call(createVendorLicense, {
      body: { sensorId, licenseKey: ' K-1 ', type: 'Counting', expiration: '2027-12-31' },
    });
    expect(made).toMatchObject({ sensorId, licenseKey: 'K-1', type: 'Counting', expiration: '2027-12-31', version: 1 });
    const after = await client.call(updateVendorLicense, {
      ...ofLicense(made.vendorLicenseId),
      body: { expiration: null, type: 'Gender' },
    });
    expect(after).toEqual({ ...made, type: 'Gender', expiration: null, version: 2 });
    const path = `/api/vendor-license/${made.vendorLicenseId}`;
    expect((await client.send('PUT', path, { type: 'Counting' }, { 'if-match': '1' })).status).toBe(412);
    const seen = await client.call(getSensor, { ...of(sensor), query: { include: 'vendor_license' } });
    expect(seen.vendor_license).toEqual([after]);
    await client.call(deleteVendorLicense, ofLicense(made.vendorLicenseId));
    expect((await client.send('DELETE', path)).status).toBe(404);
    expect(
      (await client.call(getSensor, { ...of(sensor), query: { include: 'vendor_license' } })).vendor_license,
    ).toEqual([]);
    const log = (await auditOf(world, org.orgId))
      .filter(({ action }) => action.startsWith('license-'))
      .map(({ action, detail }) => [action, detail?.changed]);
    expect(log).toEqual([
      ['license-added', undefined],
      ['license-changed', { type: ['Counting', 'Gender'], expiration: ['2027-12-31', null] }],
      ['license-deleted', undefined],
    ]);
  });

  it('go to another sensor of the organization only', async () => {
    const { org, sensor } = await shop();
    const { sensor: other } = await shop({ org });
    const { sensor: foreign } = await shop();
    const client = await adminOf(org);
    const { vendorLicenseId } = await world.devices.license(sensor);
    const moved = await client.call(updateVendorLicense, {
      ...ofLicense(vendorLicenseId),
      body: { sensorId: other.sensorId },
    });
    expect(moved.sensorId).toBe(other.sensorId);
    const path = `/api/vendor-license/${vendorLicenseId}`;
    expect((await client.send('PUT', path, { sensorId: foreign.sensorId })).status).toBe(404);
    expect((await client.send('PUT', path, { sensorId: 'nonsense' })).status).toBe(404);
    const body = { sensorId: foreign.sensorId, licenseKey: 'K', type: 'Counting' };
    expect((await client.post('/api/vendor-license', body)).status).toBe(404);
  });

  it('are refused without a key, with a kind there is not, and with a day there is not', async () => {
    const { org, sensor } = await shop();
    const client = await adminOf(org);
    expect(await refusal(client, 'POST', '/api/vendor-license', { sensorId: sensor.sensorId })).toEqual([
      'licenseKey: License key is required',
      'type: Type is required',
    ]);
    const { vendorLicenseId } = await world.devices.license(sensor);
    const path = `/api/vendor-license/${vendorLicenseId}`;
    expect(await refusal(client, 'PUT', path, { type: 'Object Analytics', expiration: '2027-02-30' })).toEqual([
      'type: There is no such license for this type of sensor',
      'expiration: Expiration must be a date',
    ]);
    expect(await refusal(client, 'PUT', path, { licenseKey: null })).toEqual(['licenseKey: License key is required']);
  });
});

describe('what hangs on sensors and sites', () => {
  it('[R200] is included where it is asked for: licenses for all, assignments and files of sites for staff', async () => {
    const { org, location, site, sensor, zone } = await shop();
    const { orgId } = org;
    const license = await world.devices.license(sensor);
    for (const [entityType, entityId] of [
      ['site', site.siteId],
      ['sensor', sensor.sensorId],
      ['location', location.locationId],
    ] as const)
      await world.attachment({ orgId, entityType, entityId });
    const include = 'sensor(zone,localuser,vendor_license,attachment,sensorassignment),sensorassignment,attachment';
    const asked = { params: { siteId: site.siteId }, query: { include, orgId } };
    const shown = await (await adminOf(org)).call(getSite, asked);
    expect(shown.sensor?.[0]).toMatchObject({
      sensorId: sensor.sensorId,
      zone: [{ zoneId: zone.zoneId }],
      vendor_license: [{ vendorLicenseId: license.vendorLicenseId }],
      attachment: [{ isImage: expect.any(Boolean) as boolean }],
    });
    expect(shown).not.toHaveProperty('attachment');
    expect(shown).not.toHaveProperty('sensorassignment');
    expect(shown.sensor?.[0]).not.toHaveProperty('sensorassignment');

    const staff = await (await world.signIn(await world.staff())).call(getSite, asked);
    expect(staff.attachment).toHaveLength(1);
    expect(staff.attachment?.[0]?.url).toMatch(`/api/site/${site.siteId}/attachment/`);
    expect(staff.sensorassignment).toMatchObject([
      { siteId: site.siteId, sensorId: sensor.sensorId, sensorUseType: 1 },
    ]);
    expect(staff.sensor?.[0]?.sensorassignment).toHaveLength(1);

    const place = await (
      await adminOf(org)
    ).call(getLocation, {
      params: { locationId: location.locationId },
      query: { include: 'attachment,site(sensor(attachment))' },
    });
    expect(place.attachment).toHaveLength(1);
    expect(place.site?.[0]?.sensor?.[0]?.attachment).toHaveLength(1);
  });
});
