import { getTraffic } from '@atrium/contract/data';
import { getSensor } from '@atrium/contract/sensors';
import { getZone } from '@atrium/contract/zones';
import { adoptDevice, listNewDevices } from '@atrium/contract/push-keys';
import { normalizeMac } from '@atrium/rules/mac-address';
import { assert, asyncProperty, shuffledSubarray } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedDays } from '../src/ingestion/vendors/generated-days.ts';
import { vendors } from '../src/ingestion/vendors/table.ts';
import { fixture } from '../src/ingestion/vendors/testing.ts';
import type { Client } from './client.ts';
import { aMac, at, keptBodies, pushingIn } from './pushing.ts';
import { hears, screensOf } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  closeAll();
  await world.close();
});
const { open, closeAll } = screensOf(() => world);
const { counted } = pushingIn(() => world);

/** A commissioned sensor at a door of its own, and how to push in its name. */
async function install(identity: { macAddress?: string; identifier?: string }, orgId?: string) {
  const owner = orgId ?? (await world.organization()).orgId;
  const { locationId } = await world.location({ orgId: owner, timezone: 'UTC' });
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId, ...identity });
  const key = await world.pushKey({ orgId: owner });
  const push = async (vendor: string, body: string | object, type = vendors.get(vendor)!.contentType) => {
    const path = `/api/push/${vendor}/${key}`;
    const { status } = await world.anonymous().post(path, body, { 'content-type': type });
    await world.ingestion.idle();
    return status;
  };
  const admin = await world.signIn(await world.user({ orgId: owner, role: 'OrganizationAdministrator' }));
  return { admin, locationId, sensorId, push };
}

describe('bodies of vendors', () => {
  beforeAll(() => world.setNow(new Date('2026-01-01T23:59:00Z')));

  it.each([
    ['xovis5', 'xovis5-logics.json', { macAddress: '801F12D530DC' }, 7],
    ['xovis5-live', 'xovis5-live.json', { macAddress: '801F12D530DC' }, 1],
    ['xovis-spider', 'xovis5-spider.json', { macAddress: '006E0201AB7C' }, 4],
    ['xovis', 'xovis4-lines.json', { macAddress: '801F12D530DC' }, 3],
    ['xovis-events', 'xovis4-events.json', { macAddress: '801F12D530DC' }, 1],
    ['axis', 'axis-retail-data.json', { macAddress: 'B8A44FA89C85' }, 3],
    ['milesight', 'milesight-vs125.json', { macAddress: '24E124FF3920' }, 2],
    ['milesight-crossings', 'milesight-crossing.json', { macAddress: '24E124FF3920' }, 1],
    ['irisys', 'irisys-counts.json', { macAddress: '0021AC0431CB' }, 1],
    ['brickstream', 'brickstream.xml', { macAddress: '00B09DBE3013' }, 3],
    ['json', 'generic.json', { macAddress: '24E124FF3920' }, 3],
  ])('[I103] %s: %s is counted where its sensor is installed', async (vendor, file, identity, ins) => {
    const { admin, locationId, push } = await install(identity);
    for (const body of [fixture(file), fixture(file)]) expect(await push(vendor, body.toString())).toBe(200);
    expect(await counted(admin, 'location', locationId)).toBe(ins);
  });
});

describe('a body', () => {
  const picture = fixture('milesight-vs121-snapshot.json').toString();

  it('[S207] is kept without the picture in it, and repeats one with another picture', async () => {
    const { admin, sensorId, push } = await install({ macAddress: '001628FA8E68' });
    expect(await push('milesight', picture)).toBe(200);
    expect(await push('milesight', picture.replace('/9j/', '/9k/'))).toBe(200);
    const [kept, ...others] = await keptBodies(admin);
    expect(others).toEqual([]);
    expect(kept?.text).toBe(picture.replace(/"snapshot": "[^"]+"/, '"snapshot": ""'));
    const { zone: zones = [] } = await admin.call(getSensor, { params: { sensorId }, query: { include: 'zone' } });
    expect(zones.map(({ name }) => name)).toEqual(['All regions', 'Region1', 'Region2']);
  });

  it('[S207] that nobody can read is kept without the picture too', async () => {
    const { admin, push } = await install({});
    expect(await push('milesight', picture.slice(0, -20))).toBe(202);
    const [kept] = await keptBodies(admin);
    expect(kept?.text).not.toContain('/9j/');
    expect(kept?.text).toContain('"current_total": 10');
  });

  it('[I315] is kept as what its vendor sends, whatever the sender calls it', async () => {
    const { admin, push } = await install({});
    for (const [vendor, file] of [
      ['milesight', 'milesight-vs121.json'],
      ['brickstream', 'brickstream.xml'],
      ['hella', 'hella-sums.csv'],
    ] as const)
      expect(await push(vendor, fixture(file).toString(), 'text/plain')).toBe(202);
    const kept = await keptBodies(admin);
    expect(kept.map(({ contentType }) => contentType).toSorted()).toEqual([
      'application/json',
      'application/xml',
      'text/csv',
    ]);
  });
});

it('[I117] a zone lists its measures, with the first and the last reading of each', async () => {
  world.setNow(new Date('2026-01-01T23:59:00Z'));
  const { admin, sensorId, push } = await install({ macAddress: '24E124FF3920' });
  await push('json', fixture('generic.json').toString());
  const { zone: zones = [] } = await admin.call(getSensor, { params: { sensorId }, query: { include: 'zone' } });
  const measuresOf = async (device: string) => {
    const { zoneId } = zones.find(({ deviceId }) => deviceId === device)!;
    const { measures } = await admin.call(getZone, { params: { sensorId, zoneId } });
    return measures.map(({ name, firstAt, lastAt }) => [name, firstAt, lastAt]);
  };
  const [from, to] = ['2026-01-01T08:00:00.000Z', '2026-01-01T08:01:00.000Z'];
  expect(await measuresOf('1')).toEqual([
    ['Male', from, to],
    ['People in and out', from, to],
  ]);
  expect(await measuresOf('lobby')).toEqual([['Occupancy level', from, to]]);
  expect(await measuresOf('cafe')).toEqual([['Occupancy level', to, '2026-01-01T08:02:00.000Z']]);
  expect(await measuresOf('till')).toEqual([['Waits', from, from]]);
});

describe('a day of every vendor', () => {
  const steps = [
    { ins: 3, outs: 2 },
    { ins: 0, outs: 4 },
    { ins: 5, outs: 1 },
  ];
  beforeAll(() => world.setNow(new Date('2026-02-03T23:00:00Z')));

  it('[I133] [I103] counts the same through the pump, out of order, repeated and split in any way', async () => {
    const { orgId } = await world.organization();
    const key = await world.pushKey({ orgId });
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const places = new Map<string, string>();
    for (const vendor of vendors.keys()) {
      const { device, messages, bodyOf, contentType } = generatedDays(steps, aMac())[vendor]!;
      const { locationId } = await world.location({ orgId, timezone: 'UTC' });
      const { siteId } = await world.site({ locationId });
      await world.sensor({
        siteId,
        ...(normalizeMac(device) ? { macAddress: device } : { macAddress: null, identifier: device }),
      });
      places.set(vendor, locationId);
      const backwards = messages.toReversed();
      const batches = [backwards.slice(2), backwards.slice(0, 3), ...messages.slice(1, 4).map((message) => [message])];
      // Nothing in the log of Hella or a message of Irisys names its device.
      const isAddressed = vendor === 'hella' || vendor === 'irisys-mqtt';
      const path = `/api/push/${vendor}/${key}${isAddressed ? `/${device}` : ''}`;
      for (const batch of batches) {
        const headers = { 'content-type': contentType ?? 'application/json' };
        expect((await world.anonymous().post(path, bodyOf(batch).toString(), headers)).status).toBeLessThan(300);
      }
    }
    const sums = await Promise.all(
      [...places].map(async ([vendor, id]) => [vendor, await counted(admin, 'location', id)]),
    );
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries([...places.keys()].map((vendor) => [vendor, 8])));
  });

  it('[I132] local times wait for the device to be installed, and then count in the zone of its location', async () => {
    world.setNow(new Date('2026-02-03T12:00:30Z'));
    const { orgId } = await world.organization();
    const key = await world.pushKey({ orgId });
    const device = aMac();
    const log = 'record_id,timestamp,period,status,Door_SUM_IN,Door_SUM_OUT\n1,2026-02-03 07:00:00,60,0,4,1\n';
    const push = () => world.anonymous().post(`/api/push/hella/${key}/${device}`, log, { 'content-type': 'text/csv' });
    expect((await push()).status).toBe(202);
    await world.ingestion.idle();
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    expect(await admin.call(listNewDevices)).toMatchObject([{ deviceId: device }]);
    const { locationId } = await world.location({ orgId, timezone: 'America/New_York' });
    const { siteId } = await world.site({ locationId });
    await admin.call(adoptDevice, { params: { deviceId: device }, body: { siteId } });
    expect(await counted(admin, 'location', locationId)).toBe(4);
  });
});

it('[I211] the hour that clocks repeat is counted twice, by a sensor that sends its log row by row', async () => {
  const device = aMac();
  const { orgId } = await world.organization();
  const key = await world.pushKey({ orgId });
  const { locationId } = await world.location({ orgId, timezone: 'America/St_Johns' });
  const { siteId } = await world.site({ locationId });
  await world.sensor({ siteId, macAddress: device });
  // From 00:30 to 02:30 on the wall, where 01:00 comes twice.
  for (let row = 0; row < 12; row += 1) {
    const begin = at('2026-11-01T03:00:00Z') + 900 * row;
    const wall = begin - (row < 6 ? 9000 : 12_600);
    world.setNow(new Date((begin + 905) * 1000));
    const time = new Date(wall * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const log = `record_id,timestamp,period,status,Door_SUM_IN,Door_SUM_OUT\n${row},${time},900,0,${1 + row},0\n`;
    const path = `/api/push/hella/${key}/${device}`;
    expect((await world.anonymous().post(path, log, { 'content-type': 'text/csv' })).status).toBe(200);
    // A body that waits while the clock is set would seem to have waited all that time.
    await world.ingestion.idle();
  }
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  expect(await counted(admin, 'location', locationId)).toBe(78);
});

describe('counters that only grow', () => {
  const start = at('2026-03-04T08:00:00Z');
  const total = (device: string, minute: number, inTotal: number, outTotal: number) => ({
    device,
    readings: [{ line: '1', at: start + 60 * minute, inTotal, outTotal }],
  });
  beforeAll(() => world.setNow(new Date('2026-03-04T12:00:00Z')));

  it('[I100] [I101] count what they grew by, in any order and any number of times, through resets', async () => {
    const readings = [
      [0, 100, 90],
      [15, 130, 100],
      [30, 150, 130],
      [60, 190, 160],
      [75, 5, 2],
      [90, 25, 12],
      [120, 45, 32],
    ] as const;
    const { orgId } = await world.organization();
    await assert(
      asyncProperty(shuffledSubarray([...readings, ...readings], { minLength: 14, maxLength: 14 }), async (order) => {
        for (const isAtOnce of [false, true]) {
          const device = aMac();
          const { admin, locationId, push } = await install({ macAddress: device }, orgId);
          const pushes = order.map(
            ([minute, ins, outs]) =>
              () =>
                push('json', total(device, minute, ins, outs)),
          );
          if (isAtOnce) await Promise.all(pushes.map((each) => each()));
          else for (const each of pushes) expect(await each()).toBe(200);
          expect(await hoursOf(admin, locationId)).toEqual([
            [90, 70],
            [45, 32],
          ]);
        }
      }),
      { numRuns: 2 },
    );
  });

  it('[I210] leave out a single value that cannot be, however far apart they are sent and in whatever parts', async () => {
    const { orgId } = await world.organization();
    const inOrder = [
      [0, 500],
      [60, 0],
      [120, 505],
      [180, 9_000_000],
      [240, 511],
    ] as const;
    const orders = [
      inOrder,
      inOrder.toReversed(),
      [inOrder[0], inOrder[4], inOrder[2], inOrder[1], inOrder[3]],
      [...inOrder, ...inOrder],
    ];
    for (const order of orders) {
      const device = aMac();
      const { admin, locationId, push } = await install({ macAddress: device }, orgId);
      for (const [minute, ins] of order) await push('json', total(device, minute - 60, ins, 0));
      expect(await counted(admin, 'location', locationId)).toBe(11);
    }
  });

  it('[I100] move the live number at once, and a late reading takes back what reached over it', async () => {
    const device = aMac();
    const { admin, locationId, push } = await install({ macAddress: device });
    const screen = await open(admin);
    await screen.subscribe('location', locationId);
    const now = (at('2026-03-04T12:00:00Z') - start) / 60;
    await push('json', total(device, now - 10, 100, 0));
    await push('json', total(device, now, 140, 0));
    await hears(screen, 40);
    await push('json', total(device, now - 5, 3, 0));
    await push('json', total(device, now - 3, 8, 0));
    await hears(screen, 3 + 5 + 132);
    expect(await counted(admin, 'location', locationId)).toBe(3 + 5 + 132);
  });
});

/** Ins and outs of the hours that have any. */
async function hoursOf(admin: Client, locationId: string) {
  const query = {
    entityType: 'location',
    entityIds: locationId,
    relativeDate: 'custom',
    startDate: '2026-03-04',
    endDate: '2026-03-04',
    dateGroupings: 'hour',
  } as const;
  const { results } = await admin.call(getTraffic, { query });
  return results.filter(({ sumins }) => sumins !== null).map(({ sumins, sumouts }) => [sumins, sumouts]);
}
