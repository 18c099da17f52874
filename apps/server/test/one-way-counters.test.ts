import { getTrafficTotal, type EntityType } from '@atrium/contract/data';
import { createMapping, guessMapping } from '@atrium/contract/mappings';
import { getSensor } from '@atrium/contract/sensors';
import { updateZone } from '@atrium/contract/zones';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { aMac, at } from './pushing.ts';
import { screensOf, waiting } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { open, closeAll } = screensOf(() => world);
afterEach(closeAll);

const day = '2026-02-10';

/** A sensor in a shop where occupancy is known, before anything has arrived from it. */
async function install(identity: { macAddress: string } | { identifier: string }) {
  world.setNow(new Date(`${day}T08:59:30Z`));
  const { orgId } = await world.organization({ canViewOccupancy: true });
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId, macAddress: null, ...identity });
  const key = await world.pushKey({ orgId });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const push = async (vendor: string, body: object) => {
    expect((await world.anonymous().post(`/api/push/${vendor}/${key}`, body)).status).toBe(200);
    await world.ingestion.idle();
  };
  return { orgId, locationId, sensorId, admin, push };
}

async function peopleIn(admin: Client, entityType: EntityType, entityIds: string) {
  const range = { relativeDate: 'custom', startDate: day, endDate: day } as const;
  const { results } = await admin.call(getTrafficTotal, { query: { entityType, entityIds, ...range } });
  return { ins: results[0]?.sumins, outs: results[0]?.sumouts };
}

/** A camera with a space behind its line, and the second scenario set to count people going out from 09:00 on. */
async function camera() {
  const serial = aMac();
  const { orgId, locationId, sensorId, admin, push } = await install({ macAddress: serial });
  const { spaceId } = await world.space({ orgId, locationId });
  for (const deviceId of ['Device1Scenario1', 'Device1Scenario2']) {
    const { zoneId } = await world.zone({ sensorId, deviceId });
    await world.spaceZone({ orgId, spaceId, zoneId });
  }
  const crossed = (scenario: 1 | 2, time: string, total: number) =>
    push('axis', {
      topic: `axis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario${scenario}`,
      timestamp: 1000 * at(`${day}T${time}:00Z`),
      serial,
      message: { data: { scenario: 'Crossline', total: String(total), totalHuman: String(total) } },
    });
  await crossed(1, '08:00', 100);
  await crossed(2, '08:00', 200);
  await crossed(1, '08:30', 103);
  await crossed(2, '08:30', 202);
  const { zone: zones = [] } = await admin.call(getSensor, { params: { sensorId }, query: { include: 'zone' } });
  const { zoneId } = zones.find(({ deviceId }) => deviceId === 'Device1Scenario2')!;
  const params = { sensorId, zoneId };
  expect(await admin.call(updateZone, { params, body: { counterDirection: 'outs' } })).toMatchObject({
    counterDirection: 'outs',
  });
  world.setNow(new Date(`${day}T11:30:00Z`));
  return { orgId, locationId, spaceId, admin, params, crossed };
}

describe('a camera with a scenario for each direction', () => {
  it('[R1184] counts ins and outs from then on, in any order and again in a replay', async () => {
    const { orgId, locationId, spaceId, admin, crossed } = await camera();
    expect(await peopleIn(admin, 'location', locationId)).toEqual({ ins: 3 + 2, outs: 0 });
    await crossed(2, '11:00', 209);
    await crossed(1, '11:00', 111);
    await crossed(2, '10:00', 206);
    await crossed(1, '10:00', 110);
    await crossed(2, '11:00', 209);
    const people = { ins: 3 + 2 + 7 + 1, outs: 4 + 3 };
    expect(await peopleIn(admin, 'location', locationId)).toEqual(people);
    expect(await peopleIn(admin, 'space', spaceId)).toEqual(people);
    const range = { from: new Date(`${day}T00:00:00Z`), to: new Date(`${day}T23:00:00Z`) };
    expect(await world.ingestion.quarantine.replayReceived({ orgId }, range)).toBe(8);
    await world.ingestion.idle();
    expect(await peopleIn(admin, 'location', locationId)).toEqual(people);
  });

  it('[R1184] shows who went out on live screens', async () => {
    const { spaceId, admin, crossed } = await camera();
    const screen = await open(admin);
    expect(await screen.subscribe('space', spaceId)).toEqual({ ok: true });
    await crossed(1, '11:28', 113);
    await crossed(2, '11:28', 206);
    await vi.waitFor(() => expect(screen.newest).toMatchObject({ ins: 15, outs: 4 }), waiting);
  });

  it('[R1184] refuses what is no direction', async () => {
    const { admin, params } = await camera();
    const path = `/api/sensor/${params.sensorId}/zone/${params.zoneId}`;
    for (const counterDirection of ['both', null]) {
      const { status, body } = await admin.send<object>('PUT', path, { counterDirection });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { details: [{ path: 'counterDirection', message: 'Counter direction must be ins or outs' }] },
      });
    }
  });
});

it('[R1184] counts outs where a taught sensor sends one number for each interval, and leaves alone what has two', async () => {
  const { sensorId, locationId, admin, push } = await install({ identifier: 'custom:K-100' });
  const interval = (hour: string, entered: number) => ({
    serial: 'K-100',
    data: [{ gate: 'North', from: `${day}T${hour}:00:00Z`, to: `${day}T${hour}:05:00Z`, entered }],
  });
  const text = JSON.stringify(interval('07', 1));
  const { spec } = await admin.call(guessMapping, { body: { text } });
  const { vendor } = await admin.call(createMapping, { body: { name: 'Gates', spec, text } });
  await world.zone({ sensorId, deviceId: 'North', settings: { counterDirection: 'outs' } });
  await push(vendor, interval('08', 4));
  expect(await peopleIn(admin, 'location', locationId)).toEqual({ ins: 0, outs: 4 });
  const both = await install({ macAddress: aMac() });
  const { macAddress } = await both.admin.call(getSensor, { params: { sensorId: both.sensorId }, query: {} });
  await world.zone({ sensorId: both.sensorId, deviceId: '1', settings: { counterDirection: 'outs' } });
  const from = at(`${day}T08:00:00Z`);
  await both.push('json', { device: macAddress, readings: [{ line: '1', from, to: from + 60, in: 5, out: 2 }] });
  await both.push('json', { device: macAddress, readings: [{ line: '1', from: from + 60, to: from + 120, in: 1 }] });
  expect(await peopleIn(both.admin, 'location', both.locationId)).toEqual({ ins: 6, outs: 2 });
});
