import { adoptDevice, getPushKey, listNewDevices, listPushKeys } from '@atrium/contract/push-keys';
import { createSensorAssignment } from '@atrium/contract/sensor-assignments';
import { addToBlacklist, getIsBlacklisted, removeFromBlacklist } from '@atrium/contract/sensor-blacklist';
import { commissionSensor } from '@atrium/contract/sensor-life';
import { getSensor, getSensorPassword, listSensors, updateSensor } from '@atrium/contract/sensors';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { estateFileCalls } from './estate-file-calls.ts';
import { at, pushingIn, refusalOf } from './pushing.ts';
import { openWorld, type World } from './world.ts';
import { within } from './within.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  world.setNow(new Date('2026-03-04T12:00:00Z'));
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());
const { counted } = pushingIn(() => world);
const { written, preview, take } = estateFileCalls(() => staff);

/** A door that nothing is installed at. */
async function bareDoor(orgId: string) {
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  return world.site({ locationId });
}

/** A minute that does not say who counted it: its key does. */
async function pushNameless(key: string, minute: string, ins: number): Promise<number> {
  const records = [{ from: at(minute), to: at(minute) + 60, counts: [{ name: 'fw', value: ins }] }];
  const logics = [{ id: 1, name: 'Line', info: 'XLT_LINE_IN_OUT', records }];
  const { status } = await world.anonymous().post(`/api/push/xovis5/${key}`, { logics_data: { logics } });
  await world.ingestion.idle();
  return status;
}

it('[R576] [R577] a sensor without a MAC address is known by its EUI-64: assigned, heard, counted, found, blocked', async () => {
  const { orgId } = await world.organization();
  const query = { orgId };
  const { siteId, locationId } = await bareDoor(orgId);
  const identifier = '24E124FFFE104523';
  const made = await staff.call(createSensorAssignment, {
    query,
    body: { siteId, identifier: '24:e1:24:ff:fe:10:45:23' },
  });
  expect(made).toMatchObject({ macAddress: null, identifier });
  const params = { sensorId: made.sensorId! };
  await staff.call(commissionSensor, { params, query, body: {} });

  const other = await bareDoor(orgId);
  const path = `/api/sensorassignment?orgId=${orgId}`;
  expect(await refusalOf(staff, path, { siteId: other.siteId, identifier })).toEqual([
    'identifier: Another sensor has this identifier',
  ]);
  expect(await refusalOf(staff, path, { siteId: other.siteId, identifier: '24E124' })).toEqual([
    expect.stringMatching(/^identifier: The identifier must be a MAC address, an EUI-64 of 16 hexadecimal digits/),
  ]);

  const key = await world.pushKey({ orgId, sensorId: params.sensorId });
  expect(await pushNameless(key, '2026-03-04T12:00:00Z', 4)).toBe(200);
  expect(await counted(staff, 'location', locationId)).toBe(4);
  const shown = { macAddress: null, identifier, name: identifier, vendor: 'Milesight', sensorType: 'milesight' };
  expect(await staff.call(getSensor, { params, query })).toMatchObject({
    ...shown,
    lastHeardAt: world.now().toISOString(),
  });
  for (const asked of [{ search: '24-E1-24-ff-fe-10' }, { vendor: 'milesight' }]) {
    expect(await staff.call(listSensors, { query: { orgId, ...asked } })).toMatchObject([shown]);
  }
  expect(await staff.call(listSensors, { query: { orgId, vendor: 'unknown' } })).toEqual([]);
  const { pushKeyId } = (await staff.call(listPushKeys, { query }))[0]!;
  await vi.waitFor(
    async () =>
      expect(await staff.call(getPushKey, { params: { pushKeyId }, query })).toMatchObject({
        lastDevice: { macAddress: null, identifier, state: 'counting', sensorId: params.sensorId },
      }),
    within(1.5),
  );

  await staff.call(updateSensor, { params, query, body: { password: 'hush' } });
  expect(await staff.call(getSensorPassword, { params: { mac: identifier }, query })).toEqual({ password: 'hush' });
  const entry = { route: '_all_', mac: identifier.toLowerCase() };
  expect(await staff.call(addToBlacklist, { body: { ...entry, reason: 'Noise' } })).toMatchObject({ mac: identifier });
  expect(await staff.call(getIsBlacklisted, { params, query })).toMatchObject({ isBlacklisted: true });
  expect(await staff.call(getSensor, { params, query })).toMatchObject({ isBlacklisted: true });
  await vi.waitFor(async () => expect(await pushNameless(key, '2026-03-04T12:00:00Z', 9)).toBe(403), within(1.5));
  await staff.call(removeFromBlacklist, { body: entry });
});

it('[R576] [R514] a device that its vendor numbers is listed as a new one under vendor and number, and adopted as such', async () => {
  const { orgId } = await world.organization();
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const { deviceId } = await world.devices.unassigned(orgId, 'monnit:104523');
  expect(await admin.call(listNewDevices, { query: { search: 'Monnit 1045' } })).toMatchObject([{ deviceId }]);
  const { siteId } = await bareDoor(orgId);
  const { sensorId } = await admin.call(adoptDevice, { params: { deviceId }, body: { siteId } });
  const adopted = { sensorId, macAddress: null, identifier: deviceId, vendor: 'Monnit', sensorType: 'monnit' };
  expect(await admin.call(listSensors)).toMatchObject([adopted]);
  expect(await admin.call(listNewDevices)).toEqual([]);
  const next = await bareDoor(orgId);
  const body = { siteId: next.siteId, identifier: 'irisys:104523', macAddress: '00:21:AC:00:00:01' };
  expect(await staff.call(createSensorAssignment, { query: { orgId }, body })).toMatchObject({
    macAddress: '0021AC000001',
    identifier: 'irisys:104523',
  });
});

it('[R579] an estate file knows a sensor by its identifier, sets up another organization with it and moves none', async () => {
  const from = (await world.organization({ canViewOccupancy: true })).orgId;
  const text = `atrium: 1
locations:
  - name: Lagos
    timezone: Africa/Lagos
    sites:
      - name: Gate
        sensors:
          - identifier: 24:E1:24:FF:FE:10:45:99
            name: Radio
            zones: [{ deviceId: 1, name: Line }]
      - name: Door
        sensors:
          - macAddress: 00:21:AC:00:00:02
            identifier: irisys:7
            name: Vector
    spaces:
      - name: Hall
        zones: [{ sensor: 24e124fffe104599, deviceId: 1 }]
`;
  await take(from, text);
  const file = await written(from);
  expect(file).toContain('identifier: 24E124FFFE104599');
  expect(file).toContain('identifier: irisys:7');
  const { orgId: to } = await world.organization({ canViewOccupancy: true });
  for (const [orgId, known] of [
    [from, text],
    [from, file],
    [to, ''],
  ] as const) {
    if (known === '') await take(orgId, file);
    expect(await preview(orgId, known || file)).toMatchObject({ changes: [], problems: [] });
  }
  expect(await staff.call(listSensors, { query: { orgId: to, order: 'name' } })).toMatchObject([
    { name: 'Radio', macAddress: null, identifier: '24E124FFFE104599' },
    { name: 'Vector', macAddress: '0021AC000002', identifier: 'irisys:7' },
  ]);
  const problems = async (changed: string) => (await preview(from, changed)).problems.map(({ message }) => message);
  expect(await problems(text.replace('00:00:02', '00:00:03'))).toEqual([
    'The MAC address of an installed sensor cannot be changed',
  ]);
  expect(await problems(text.replace('name: Door', 'name: Yard'))).toEqual([
    'This sensor is installed at Lagos › Door. A file cannot move a sensor. Reassign it first',
  ]);
  expect(await problems(text.replace('irisys:7', 'nobody:7'))).toEqual([
    expect.stringMatching(/^Identifier must be an EUI-64/),
  ]);
});
