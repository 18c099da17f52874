import { listAudit } from '@atrium/contract/audit';
import { listQuarantine } from '@atrium/contract/inbox';
import {
  adoptDevice,
  createPushKey,
  getNewDevice,
  listNewDevices,
  listPushAttempts,
  listPushVendors,
  type OpenPushKey,
  updatePushKey,
} from '@atrium/contract/push-keys';
import { listSites } from '@atrium/contract/sites';
import { encodePush } from '@atrium/simulator/xovis5';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { vendors } from '../src/ingestion/vendors/table.ts';
import type { Client } from './client.ts';
import { aMac, pushingIn, refusalOf } from './pushing.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let admin: Client;
let key: OpenPushKey;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  orgId = (await world.organization({ name: 'Acme' })).orgId;
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  key = await admin.call(createPushKey, { body: { name: 'Front door' } });
});

const { counted } = pushingIn(() => world);
const path = (vendor = 'xovis5') => `/api/push/${vendor}/${key.key}`;
const attempts = (client = admin) => client.call(listPushAttempts, { params: key });
const outcomes = async () => (await attempts()).attempts.map(({ status, outcome }) => [status, outcome]);

async function send(url: string, body: string | object, headers = {}): Promise<number> {
  const { status } = await world.anonymous().post(url, body, headers);
  await world.ingestion.idle();
  return status;
}

/** One minute of some lines, by name. */
function minuteOf(mac: string, lines: Readonly<Record<string, number>>, url = path()): Promise<number> {
  const to = Math.floor(world.now().getTime() / 60_000) * 60 + 60;
  const logics = Object.entries(lines).map(([name, forward], index) => ({
    id: index + 1,
    name,
    records: [{ from: to - 60, to, forward, backward: 1, samples: 60, samplesExpected: 60 }],
  }));
  return send(url, encodePush({ kind: 'logics', device: { macAddress: mac, timezone: 'UTC' }, packageId: to, logics }));
}

describe('[R584] the latest pushes with a key', () => {
  it('show a new device with its lines within a second, and its zones once it is assigned', async () => {
    expect(await attempts()).toMatchObject({ attempts: [], devices: [] });
    const mac = aMac();
    expect(await minuteOf(mac, { Door: 7, 'Line 2': 3 })).toBe(202);
    const [door, second] = [
      {
        lineId: '1',
        name: 'Door',
        form: 'line',
        zone: null,
        latest: { kind: 'interval', seconds: 60, ins: 7, outs: 1 },
      },
      { lineId: '2', name: 'Line 2', form: 'line', zone: null, latest: { kind: 'interval', ins: 3, outs: 1 } },
    ];
    const isHeard = async () =>
      expect(await attempts()).toMatchObject({
        attempts: [{ status: 202, outcome: 'new-device', reason: 'unassigned', device: mac, vendor: 'xovis5' }],
        devices: [{ identifier: mac, state: 'unassigned', sensorId: null, lines: [door, second] }],
      });
    await vi.waitFor(isHeard, within(1.5));

    const { locationId } = await world.location({ orgId });
    const zones = [
      { lineId: '1', name: 'North door' },
      { lineId: '2', name: 'North door 2' },
    ];
    const site = { locationId, name: 'North' };
    const made = await admin.call(adoptDevice, { params: { deviceId: mac }, body: { site, zones } });
    await world.ingestion.idle();
    const lines = [
      { zone: { name: 'North door', needsReview: false } },
      { zone: { name: 'North door 2', needsReview: true } },
    ];
    expect((await attempts()).devices).toMatchObject([
      { state: 'counting', sensorId: made.sensorId, siteName: 'North', locationId, lines },
    ]);
    expect((await attempts()).attempts[0]).toMatchObject({ outcome: 'new-device', reason: null, pending: false });
    expect(await counted(admin, 'location', locationId)).toBe(7);
  });

  it('[R585] say why the door refused them, and good ones do not hide refused ones', async () => {
    await attempts();
    const mac = aMac();
    expect(await send(path('xovis6'), '{}')).toBe(404);
    expect(await send(path(), '{}', { 'content-type': 'image/png' })).toBe(415);
    expect(await send(path(), '{}', { 'content-encoding': 'br' })).toBe(415);
    expect(await send(path(), ' '.repeat(1024 * 1024 + 1))).toBe(413);
    await world.devices.block(mac);
    await vi.waitFor(async () => expect(await minuteOf(mac, { Door: 1 })).toBe(403), within(1.5));
    expect(await send(path(), '{')).toBe(202);
    expect(await send(path(), '')).toBe(200);
    const refused = [
      [403, 'blocked'],
      [413, 'too-large'],
      [415, 'wrong-encoding'],
      [415, 'wrong-type'],
      [404, 'unknown-vendor'],
    ];
    const areShown = async () => {
      const found = await outcomes();
      expect(found).toEqual(expect.arrayContaining([...refused, [202, 'unreadable'], [200, 'test']]));
    };
    await vi.waitFor(areShown, within(1.5));
    for (let n = 0; n < 9; n += 1) expect(await send(path(), `{${n}`)).toBe(202);
    await vi.waitFor(async () => expect((await outcomes())[0]).toEqual([202, 'unreadable']), within(1.5));
    const kept = await attempts();
    expect(kept.attempts.filter(({ status }) => status < 400)).toHaveLength(6);
    expect(kept.attempts.filter(({ status }) => status >= 400).length).toBeGreaterThanOrEqual(5);
    expect(kept.attempts[0]).toMatchObject({ reason: 'not_json', bytes: 2 });
    expect(JSON.stringify(kept)).not.toContain(key.key);
  });

  it('[R585] are found later when they were refused while nobody looked', async () => {
    expect(await send(path(), '{}', { 'content-type': 'image/png' })).toBe(415);
    await vi.waitFor(async () => expect(await outcomes()).toEqual([[415, 'wrong-type']]), within(1.5));
  });

  it('[R586] are those of the own organization: a neighbor sees neither key, device nor lines', async () => {
    const mac = aMac();
    await attempts();
    await minuteOf(mac, { Door: 7 });
    const neighbor = (await world.organization()).orgId;
    const outsider = await world.signIn(await world.user({ orgId: neighbor, role: 'OrganizationAdministrator' }));
    for (const address of [`/api/push-key/${key.pushKeyId}/attempt`, `/api/push/device/${mac}`]) {
      expect((await outsider.get(address)).status).toBe(404);
      expect((await admin.get(address)).status).toBe(200);
    }
    const reader = await world.signIn(await world.user({ orgId, role: 'OrganizationUser' }));
    expect((await reader.get(`/api/push-key/${key.pushKeyId}/attempt`)).status).toBe(403);
  });
});

describe('[R583] a key that is bound to a sensor', () => {
  it('refuses every other device within a second; binding and the first misuse of a day are in the audit log', async () => {
    const { siteId } = await world.site({ locationId: (await world.location({ orgId })).locationId });
    const { sensorId, macAddress, name } = await world.sensor({ siteId });
    const bound = await admin.call(updatePushKey, { params: key, body: { sensorId } });
    expect([bound.name, bound.sensor]).toEqual(['Front door', { sensorId, name }]);
    const other = aMac();
    await vi.waitFor(async () => expect(await minuteOf(other, { Door: 1 })).toBe(403), within(1.5));
    expect(await minuteOf(macAddress!, { Door: 1 })).toBe(200);
    expect(await minuteOf(other, { Door: 2 })).toBe(403);
    await vi.waitFor(async () => expect(await outcomes()).toContainEqual([403, 'other-device']), within(1.5));
    expect((await attempts()).attempts.find(({ status }) => status === 403)).toMatchObject({ device: other });
    const audit = (await admin.call(listAudit)).filter(({ entityId }) => entityId === key.pushKeyId);
    expect(audit.filter(({ action }) => action === 'push-key-bound')).toMatchObject([{ detail: { sensor: name } }]);
    expect(audit.filter(({ action }) => action === 'push-key-misused')).toMatchObject([{ detail: { device: other } }]);

    await admin.call(updatePushKey, { params: key, body: { sensorId: null } });
    await vi.waitFor(async () => expect(await minuteOf(other, { Door: 3 })).toBe(202), within(1.5));
    const foreign = await world.sensor({
      siteId: (
        await world.site({
          locationId: (await world.location({ orgId: (await world.organization()).orgId })).locationId,
        })
      ).siteId,
    });
    const refused = await admin.send('PUT', `/api/push-key/${key.pushKeyId}`, { sensorId: foreign.sensorId });
    expect(refused.status).toBe(404);
  });
});

describe('[R588] a new device', () => {
  it('[R692] counts from what it sent last: the minute before it was assigned, and nothing of an hour ago', async () => {
    const mac = aMac();
    const { locationId } = await world.location({ orgId, timezone: 'UTC' });
    const minute = (ago: number, ins: number) => {
      const from = Math.floor(world.now().getTime() / 60_000) * 60 - ago * 60;
      const records = [{ from, to: from + 60, forward: ins, backward: 0, samples: 60, samplesExpected: 60 }];
      const device = { macAddress: mac, timezone: 'UTC' };
      return encodePush({ kind: 'logics', device, packageId: from, logics: [{ id: 1, name: 'Door', records }] });
    };
    expect(await send(path(), minute(90, 50))).toBe(202);
    expect(await send(path(), minute(1, 7))).toBe(202);
    const site = { locationId, name: 'North' };
    const zones = [{ lineId: '1', name: 'North door' }];
    await admin.call(adoptDevice, { params: { deviceId: mac }, body: { site, zones } });
    await world.ingestion.idle();
    expect(await counted(admin, 'location', locationId)).toBe(7);
    const groups = await admin.call(listQuarantine, {});
    expect(groups.map(({ reason, count }) => [reason, count])).toEqual([['before_commissioning', 1]]);
  });

  it('is adopted onto a new site in one change: a refusal leaves no site behind', async () => {
    const mac = aMac();
    await minuteOf(mac, { Door: 7 });
    const { locationId } = await world.location({ orgId });
    expect(await admin.call(getNewDevice, { params: { deviceId: mac } })).toMatchObject({
      deviceId: mac,
      vendor: 'xovis5',
      lines: [{ lineId: '1', name: 'Door' }],
    });
    const adopt = `/api/push/device/${mac}/adopt`;
    const site = { locationId, name: 'North' };
    expect(await refusalOf(admin, adopt, {})).toEqual(['siteId: Choose a site']);
    expect(await refusalOf(admin, adopt, { site: { locationId, name: ' ' } })).toEqual(['site.name: Name is required']);
    const unknownLine = { site, zones: [{ lineId: '9', name: 'Door' }] };
    expect(await refusalOf(admin, adopt, unknownLine)).toEqual(['zones.0.lineId: The device has no such line']);
    expect((await refusalOf(admin, adopt, { site, name: 'x'.repeat(300) })).length).toBe(1);
    expect(await admin.call(listSites)).toEqual([]);
    const theirs = await world.location({ orgId: (await world.organization()).orgId });
    expect((await admin.post(adopt, { site: { locationId: theirs.locationId, name: 'North' } })).status).toBe(404);
    expect(await admin.call(listNewDevices)).toMatchObject([{ deviceId: mac }]);

    await admin.call(adoptDevice, { params: { deviceId: mac }, body: { site } });
    expect(await admin.call(listSites)).toMatchObject([{ name: 'North', locationId }]);
    expect((await admin.get(`/api/push/device/${mac}`)).status).toBe(404);
  });
});

it('[R581] the page knows every vendor of the table, in its order', async () => {
  const listed = await admin.call(listPushVendors);
  expect(listed).toEqual([...vendors.values()].map(({ name, title }) => ({ vendor: name, title })));
  expect(listed.map(({ vendor }) => vendor)).toEqual(key.addresses.map(({ vendor }) => vendor));
});
