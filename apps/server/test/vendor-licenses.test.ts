import { getLocation } from '@atrium/contract/locations';
import { getSensor } from '@atrium/contract/sensors';
import { getSite } from '@atrium/contract/sites';
import {
  createVendorLicense,
  deleteVendorLicense,
  getLicenseTypes,
  updateVendorLicense,
} from '@atrium/contract/vendor-licenses';
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
const { shop, adminOf } = countingIn(() => world);

const of = ({ sensorId }: Pick<Sensor, 'sensorId'>) => ({ params: { sensorId } });
const ofLicense = (vendorLicenseId: string) => ({ params: { vendorLicenseId } });
const refusal = async (client: Client, method: string, path: string, body: object) => {
  const answer = await client.send<{ details?: { path: string; message: string }[] }>(method, path, body);
  expect(answer.status).toBe(400);
  return (answer.body.details ?? []).map(({ path: field, message }) => `${field}: ${message}`);
};

describe('licenses', () => {
  it('[R212] have the kinds that exist for a sensor type', async () => {
    const client = await adminOf(await world.organization());
    const types = (sensorType: string) => client.call(getLicenseTypes, { params: { sensorType } });
    expect(await types('AXIS')).toEqual(['People Counter', 'Object Analytics', 'Queue Monitor']);
    expect(await types('vid')).toEqual(['Counting', 'Queue Management', 'Staff Exclusion']);
    expect(await types('milesight')).toEqual(['Counting', 'Staff Exclusion']);
    expect(await types('vector4d')).toEqual(['Counting', 'Queue Management', 'Object Tracking']);
    expect(await types('xovis5')).toEqual([
      'Counting',
      'Queue Management',
      'Gender',
      'Face Mask',
      'Object Tracking',
      'Multisensor',
    ]);
    expect(await types('dummy')).toEqual([]);
    expect((await client.get('/api/reference/license-types/abacus')).status).toBe(404);
  });

  it('[R212] [S91] are added to a sensor, changed, and deleted, each with an audit entry without its key', async () => {
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
    const entries = await auditOf(world, org.orgId);
    expect(JSON.stringify(entries).toLowerCase()).not.toContain('k-1');
    expect(entries.find(({ action }) => action === 'license-added')?.detail).toMatchObject({ licenseKey: '••••••' });
    const log = entries
      .filter(({ action }) => action.startsWith('license-'))
      .map(({ action, detail }) => [action, detail?.changed]);
    expect(log).toEqual([
      ['license-added', undefined],
      ['license-changed', { type: ['Counting', 'Gender'], expiration: ['2027-12-31', null] }],
      ['license-deleted', undefined],
    ]);
  });

  it('can be moved only to another sensor of the organization', async () => {
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

  it('are refused without a key, with an unknown kind, and with an invalid date', async () => {
    const { org, sensor } = await shop();
    const client = await adminOf(org);
    expect(await refusal(client, 'POST', '/api/vendor-license', { sensorId: sensor.sensorId })).toEqual([
      'licenseKey: License key is required',
      'type: Type is required',
    ]);
    const { vendorLicenseId } = await world.devices.license(sensor);
    const path = `/api/vendor-license/${vendorLicenseId}`;
    expect(await refusal(client, 'PUT', path, { type: 'Object Analytics', expiration: '2027-02-30' })).toEqual([
      'type: This type of sensor has no such license',
      'expiration: Expiration must be a date',
    ]);
    expect(await refusal(client, 'PUT', path, { licenseKey: null })).toEqual(['licenseKey: License key is required']);
  });
});

describe('relations of sensors and sites', () => {
  it('[R200] are included on request: licenses for all, assignments and site files for staff', async () => {
    const { org, location, site, sensor, zone } = await shop();
    const { orgId } = org;
    const license = await world.devices.license(sensor);
    for (const [entityType, entityId] of [
      ['site', site.siteId],
      ['sensor', sensor.sensorId],
      ['location', location.locationId],
    ] as const)
      await world.attachment({ orgId, entityType, entityId });
    await world.registry.owner.query(
      'INSERT INTO sensor_assignment (org_id, site_id, sensor_id, "from", deleted_at) VALUES ($1, $2, $3, now(), now())',
      [orgId, site.siteId, sensor.sensorId],
    );
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
