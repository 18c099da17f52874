import { listAudit } from '@atrium/contract/audit';
import {
  adoptDevice,
  createPushKey,
  getPushKey,
  listNewDevices,
  listPushKeys,
  revokePushKey,
  rotatePushKey,
  updatePushKey,
} from '@atrium/contract/push-keys';
import { listSensors } from '@atrium/contract/sensors';
import { encodePush } from '@atrium/simulator/xovis5';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushKey } from '../src/registry/schema/sensors.ts';
import type { Client } from './client.ts';
import { aMac, pushingIn, refusalOf } from './pushing.ts';
import { openWorld, type World } from './world.ts';
import { within } from './within.ts';

let world: World;
let orgId: string;
let admin: Client;
beforeAll(async () => {
  world = await openWorld({ publicUrl: 'https://counts.example.com' });
});
afterAll(() => world.close());
beforeEach(async () => {
  orgId = (await world.organization({ name: 'Acme' })).orgId;
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
});

const { counted } = pushingIn(() => world);
const create = (name = 'Front door', sensorId?: string) =>
  admin.call(createPushKey, { body: { name, ...(sensorId !== undefined && { sensorId }) } });
const listed = (revoked?: 'true') => admin.call(listPushKeys, { query: { ...(revoked && { revoked }) } });
const pathIn = (url: string) => new URL(url).pathname;

/** A sensor pushes one minute to the address on the page. */
async function push(url: string, mac: string, ins = 1): Promise<number> {
  const to = Math.floor(world.now().getTime() / 60_000) * 60 + 60;
  const records = [{ from: to - 60, to, forward: ins, backward: 0, samples: 60, samplesExpected: 60 }];
  const device = { macAddress: mac, timezone: 'UTC' };
  const body = encodePush({ kind: 'logics', device, packageId: to, logics: [{ id: 1, name: 'Door', records }] });
  const { status } = await world.anonymous().post(pathIn(url), body);
  await world.ingestion.idle();
  return status;
}

describe('push keys', () => {
  it('[R494] [R511] are created with the address of every vendor, on the public URL, and can be read again', async () => {
    const made = await create();
    expect(made.key).toMatch(/^[0-9a-z]{32}$/);
    expect(made.addresses[0]).toEqual({
      vendor: 'xovis5',
      title: 'Xovis PC Series, firmware 5',
      url: `https://counts.example.com/api/push/xovis5/${made.key}`,
    });
    const others = [
      'xovis5-live',
      'xovis-spider',
      'xovis',
      'xovis-events',
      'axis',
      'milesight',
      'milesight-crossings',
      'lorawan',
      'irisys',
      'irisys-mqtt',
      'brickstream',
      'hella',
      'monnit',
      'point-six',
      'json',
    ];
    expect(made.addresses.slice(1).map(({ vendor, url }) => [vendor, url])).toEqual(
      others.map((vendor) => [vendor, `https://counts.example.com/api/push/${vendor}/${made.key}`]),
    );
    expect(await admin.call(getPushKey, { params: made })).toEqual(made);
    expect(await push(made.addresses[0]!.url, aMac())).toBe(202);
    await admin.call(updatePushKey, { params: made, body: { name: ' Back door ' } });
    expect((await listed()).map(({ name }) => name)).toEqual(['Back door']);
  });

  it('[R1204] are found by their id until they are revoked', async () => {
    const one = await create('One');
    await create('Two');
    const only = async (pushKeyId: string) =>
      (await admin.call(listPushKeys, { query: { pushKeyId } })).map(({ name }) => name);
    expect(await only(one.pushKeyId)).toEqual(['One']);
    expect(await only('nonsense')).toEqual([]);
    await admin.call(revokePushKey, { params: one });
    expect(await only(one.pushKeyId)).toEqual([]);
  });

  it('[R511] need a name of at most 100 characters on one line', async () => {
    for (const [name, message] of [
      [undefined, 'Name is required'],
      ['  ', 'Name is required'],
      ['x'.repeat(101), 'Name must have at most 100 characters'],
      ['a\nb', 'Name must be on one line'],
    ] as const) {
      expect(await refusalOf(admin, '/api/push-key', { name })).toEqual([`name: ${message}`]);
    }
  });

  it('[R512] keep working after rotation until revoked; then they are refused within a second and cannot be read', async () => {
    const old = await create();
    const fresh = await admin.call(rotatePushKey, { params: old });
    expect([fresh.name, fresh.key === old.key]).toEqual([old.name, false]);
    const mac = aMac();
    expect([await push(old.addresses[0]!.url, mac), await push(fresh.addresses[0]!.url, mac)]).toEqual([202, 202]);
    await admin.call(revokePushKey, { params: old });
    await vi.waitFor(async () => expect(await push(old.addresses[0]!.url, mac)).toBe(401), within(1.5));
    expect(await push(fresh.addresses[0]!.url, mac)).toBe(202);
    expect((await admin.get(`/api/push-key/${old.pushKeyId}`)).status).toBe(404);
    expect((await admin.send('DELETE', `/api/push-key/${old.pushKeyId}`)).status).toBe(404);
    expect((await listed()).map(({ pushKeyId }) => pushKeyId)).toEqual([fresh.pushKeyId]);
    expect((await listed('true')).map(({ pushKeyId }) => pushKeyId)).toEqual([old.pushKeyId]);
  });

  it('[R511] of one sensor accept pushes of that sensor only', async () => {
    const { siteId } = await world.site({ locationId: (await world.location({ orgId })).locationId });
    const { sensorId, macAddress, name } = await world.sensor({ siteId });
    const made = await create('Its own', sensorId);
    expect(made.sensor).toEqual({ sensorId, name });
    expect([await push(made.addresses[0]!.url, macAddress!), await push(made.addresses[0]!.url, aMac())]).toEqual([
      200, 403,
    ]);
  });

  it('[R513] wait for their first push, then show within a second when it came, from which device and what to do', async () => {
    const made = await create();
    expect(made).toMatchObject({ firstUsedAt: null, lastUsedAt: null, lastDevice: null });
    const mac = aMac();
    await push(made.addresses[0]!.url, mac);
    const now = world.now().toISOString();
    const pushed = { firstUsedAt: now, lastUsedAt: now };
    const device = { vendor: 'xovis5', macAddress: mac, state: 'unassigned', sensorId: null, sensorName: null };
    const heard = () => admin.call(getPushKey, { params: made });
    await vi.waitFor(async () => expect(await heard()).toMatchObject({ ...pushed, lastDevice: device }), within(1.5));

    const { siteId } = await world.site({ locationId: (await world.location({ orgId })).locationId });
    const { sensorId, name } = await world.sensor({ siteId, macAddress: mac, commissionedDate: null });
    world.directory.forget(orgId);
    expect((await heard()).lastDevice).toMatchObject({ state: 'not-commissioned', sensorId, sensorName: name });
  });

  it('[S92] are read at most twenty times a minute by one person, and each read is in the audit log', async () => {
    const made = await create('Read often');
    const reader = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const path = `/api/push-key/${made.pushKeyId}`;
    for (let read = 1; read <= 20; read += 1) expect((await reader.get(path)).status).toBe(200);
    const refused = await reader.get(path);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await admin.get(path)).status).toBe(200);
    const reads = (await admin.call(listAudit, { query: { limit: '200' } })).filter(
      ({ action, entityId }) => action === 'push-key-read' && entityId === made.pushKeyId,
    );
    expect(reads).toHaveLength(21);
  });

  it('[S26] are stored sealed and hashed, and appear neither in the list, the log nor the audit log', async () => {
    const made = await create();
    const { key } = await admin.call(rotatePushKey, { params: made });
    await push(made.addresses[0]!.url, aMac());
    await admin.call(revokePushKey, { params: made });
    const rows = await world.registry.system(({ sql }) => sql.select().from(pushKey));
    const audit = await admin.call(listAudit);
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['push-key-created', 'push-key-rotated', 'push-key-revoked']),
    );
    for (const shown of [rows, audit, await listed(), await listed('true'), world.log]) {
      for (const secret of [made.key, key]) expect(JSON.stringify(shown)).not.toContain(secret);
    }
  });
});

async function aPushingDevice() {
  const { addresses } = await create();
  const mac = aMac();
  await push(addresses[0]!.url, mac);
  return { mac, pushAgain: (ins: number) => push(addresses[0]!.url, mac, ins) };
}

describe('[R514] a new device', () => {
  it('is listed until someone assigns it to a site; from then on it counts', async () => {
    const { mac, pushAgain } = await aPushingDevice();
    expect(await admin.call(listNewDevices)).toMatchObject([{ deviceId: mac, vendor: 'xovis5' }]);
    const location = await world.location({ orgId });
    const { siteId } = await world.site({ locationId: location.locationId });
    const { sensorId } = await admin.call(adoptDevice, { params: { deviceId: mac }, body: { siteId, name: 'Door' } });
    expect(await admin.call(listNewDevices)).toEqual([]);
    expect(await admin.call(listSensors)).toMatchObject([{ sensorId, name: 'Door', macAddress: mac }]);
    expect(await pushAgain(7)).toBe(200);
    expect(await counted(admin, 'location', location.locationId)).toBe(7);
    expect((await admin.call(listAudit)).map(({ action }) => action)).toContain('sensor-assigned');
  });

  it('is assigned to a site of its own organization without an active sensor, and only once it has pushed', async () => {
    const { mac } = await aPushingDevice();
    const { siteId } = await world.site({ locationId: (await world.location({ orgId })).locationId });
    await world.sensor({ siteId });
    const path = `/api/push/device/${mac}/adopt`;
    expect(await refusalOf(admin, path, { siteId })).toEqual(['siteId: The site has another active sensor']);
    const neighbor = (await world.organization()).orgId;
    const theirs = await world.site({ locationId: (await world.location({ orgId: neighbor })).locationId });
    expect((await admin.post(path, { siteId: theirs.siteId })).status).toBe(404);
    const free = await world.site({ locationId: (await world.location({ orgId })).locationId });
    expect((await admin.post(`/api/push/device/${aMac()}/adopt`, { siteId: free.siteId })).status).toBe(404);
    const outsider = await world.signIn(await world.user({ orgId: neighbor, role: 'OrganizationAdministrator' }));
    expect((await outsider.post(path, { siteId: theirs.siteId })).status).toBe(404);
  });
});
