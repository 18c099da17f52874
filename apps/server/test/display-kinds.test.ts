import { createDisplay, deleteDisplay, getDisplayState, updateDisplay } from '@atrium/contract/displays';
import { createExpectedWaitMapping, getExpectedWait } from '@atrium/contract/expected-wait-mappings';
import { createQueueMapping } from '@atrium/contract/queue-mappings';
import { listZones } from '@atrium/contract/zones';
import { displayTexts } from '@atrium/rules/display';
import type { Reading } from '@atrium/simulator/measures';
import { encodePush } from '@atrium/simulator/xovis5';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from './display-events.ts';
import { at, aMac } from './pushing.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-04T12:00:30Z') });
});
afterAll(() => world.close());

const streams: { close(): void }[] = [];
afterEach(() => streams.splice(0).forEach((stream) => stream.close()));

const features = {
  canViewOccupancy: true,
  canViewQueueService: true,
  canViewRealTimeQueueService: true,
  canViewQueueOptimizer: true,
  canViewExpectedWaitTime: true,
  headroomEnabled: true,
  faceMaskEnabled: true,
};

/** A shop with one sensor and an administrator. */
async function shop(others: Partial<typeof features> = {}) {
  const { orgId } = await world.organization({ ...features, ...others });
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const { siteId } = await world.site({ locationId });
  const macAddress = aMac();
  const { sensorId } = await world.sensor({ siteId, macAddress });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const key = await world.pushKey({ orgId });
  let packageId = 0;
  /** What a zone measured in a minute. */
  const push = async (zone: { deviceId: string; name: string }, time: string, readings: readonly Reading[]) => {
    packageId += 1;
    const from = at(`2026-03-04T${time}:00Z`);
    const record = { from, to: from + 60, forward: 0, backward: 0, samples: 60, samplesExpected: 60, readings };
    const logics = [{ id: Number(zone.deviceId), name: zone.name, records: [record] }];
    const body = encodePush({ kind: 'logics', device: { macAddress, timezone: 'UTC' }, packageId, logics });
    expect((await world.anonymous().post(`/api/push/xovis5/${key}`, body)).status).toBe(200);
    await world.ingestion.idle();
  };
  /** What a zone says in the words of the product. */
  const says = async (zone: { deviceId: string }, time: string, ...what: object[]) => {
    const from = at(`2026-03-04T${time}:00Z`);
    const readings = what.map((each) => ({ zone: zone.deviceId, from, to: from + 60, ...each }));
    const { status } = await world.anonymous().post(`/api/push/json/${key}`, { device: macAddress, readings });
    expect(status).toBeLessThan(300);
    await world.ingestion.idle();
  };
  const zone = (name: string, countApplication = 1) =>
    world.zone({ sensorId, name, settings: { countApplication, disabled: false } });
  return { orgId, locationId, admin, push, says, zone };
}

const stateOf = (kind: string, code: string) => world.anonymous().call(getDisplayState, { params: { kind, code } });
const entered = (people: number, masked?: number): Reading[] => [
  { kind: 'count', measure: 'people', ins: people, outs: 0 },
  ...(masked === undefined ? [] : [{ kind: 'count', measure: 'mask', ins: masked, outs: 0 } as const]),
];

describe('the face mask display', () => {
  it('[R479] [R879] follows the newest minute in which someone entered', async () => {
    const { admin, push, zone } = await shop();
    const door = await zone('Entrance');
    const { code } = await admin.call(createDisplay, { body: { kind: 'facemask', entityId: door.zoneId } });
    expect(code).toBe(door.zoneId.slice(0, 8));
    expect(await stateOf('facemask', code)).toMatchObject({ name: 'Entrance', mask: { state: 'sign', ins: null } });
    await push(door, '11:55', entered(2));
    const page = await openEvents(world.url, `/api/display/facemask/${code}/events`);
    streams.push(page);
    const shows = (mask: object) => expect.poll(() => page.states.at(-1)?.mask, within(3)).toEqual(mask);
    await shows({ state: 'sign', ins: 2 });
    await push(door, '11:56', entered(3, 3));
    await shows({ state: 'ok', ins: 5 });
    await push(door, '11:57', entered(2, 1));
    await shows({ state: 'wear', ins: 7 });
    await push(door, '11:58', entered(0, 0));
    const asked = async () => (await stateOf('facemask', code)).mask;
    await expect.poll(asked, within(3)).toEqual({ state: 'wear', ins: 7 });
    await push(door, '11:59', entered(1, 1));
    await shows({ state: 'ok', ins: 8 });
  });
});

describe('the queue optimizer', () => {
  it('[R481] [R880] shows all queues of the location of a space, and the queue of a zone', async () => {
    const { orgId, locationId, admin, zone } = await shop();
    const [north, south, desk, alone] = [
      await zone('North till', 5),
      await zone('South till', 5),
      await zone('South desk', 6),
      await zone('Kiosk', 5),
    ];
    for (const queue of [{ queueZoneId: north.zoneId }, { queueZoneId: south.zoneId, serviceZoneId: desk.zoneId }]) {
      await admin.call(createQueueMapping, { body: { locationId, ...queue } });
    }
    const { spaceId } = await world.space({ orgId, locationId, name: 'Tills' });
    const shown = async (entityId: string) => {
      const { code } = await admin.call(createDisplay, { body: { kind: 'queue-opt', entityId } });
      expect(code).toBe(entityId.slice(0, 8));
      return (await stateOf('queue-opt', code)).queues?.map(({ name }) => name);
    };
    expect(await shown(spaceId)).toEqual(['North till', 'South till']);
    expect(await shown(desk.zoneId)).toEqual(['South till']);
    expect(await shown(alone.zoneId)).toEqual(['Kiosk']);
    const elsewhere = await shop();
    const other = await elsewhere.admin.post('/api/display-config', { kind: 'queue-opt', entityId: north.zoneId });
    expect(other.status).toBe(404);
  });
});

it('[R1148] queues are areas, face mask signs are not, and neither is disabled', async () => {
  const { admin, locationId, zone } = await shop();
  const [line, area] = [await zone('Door', 1), await zone('Line of people', 5)];
  const disabled = await zone('Closed till', 5);
  await world.registry.owner.query('UPDATE zone_setting SET disabled = true WHERE zone_id = $1', [disabled.zoneId]);
  const offered = async (display: 'facemask' | 'queue-opt') =>
    (await admin.call(listZones, { query: { locationId, display } })).map(({ name }) => name);
  expect(await offered('facemask')).toEqual(['Door']);
  expect(await offered('queue-opt')).toEqual(['Line of people']);
  expect(await admin.call(listZones, { query: { zoneId: disabled.zoneId } })).toMatchObject([{ name: 'Closed till' }]);
  const create = async (kind: string, { zoneId: entityId }: { zoneId: string }) => {
    const { status, body } = await admin.post<{ message?: string }>('/api/display-config', { kind, entityId });
    return status === 200 ? 200 : [status, body.message];
  };
  expect(await create('queue-opt', line)).toEqual([400, `entityId ${displayTexts.queueZone}.`]);
  expect(await create('queue-opt', disabled)).toEqual([400, `entityId ${displayTexts.disabledZone}.`]);
  expect(await create('facemask', area)).toEqual([400, `entityId ${displayTexts.maskZone}.`]);
  expect([await create('queue-opt', area), await create('facemask', line)]).toEqual([200, 200]);
});

describe('the numbers of queues', () => {
  it('[R889] are public with the queue optimizer alone', async () => {
    const { admin, says, zone } = await shop({ canViewRealTimeQueueService: false });
    const till = await zone('Till', 5);
    await says(till, '11:59', { level: 4 });
    const { code } = await admin.call(createDisplay, { body: { kind: 'queue-opt', entityId: till.zoneId } });
    expect((await stateOf('queue-opt', code)).queues).toMatchObject([{ name: 'Till', people: 4 }]);
  });

  it('[R880] are ordered by expected wait, move with every reading and are gone when they are old', async () => {
    const { locationId, orgId, admin, says, zone } = await shop();
    const [north, south] = [await zone('North till', 5), await zone('South till', 5)];
    for (const { zoneId } of [north, south]) {
      await admin.call(createQueueMapping, { body: { locationId, queueZoneId: zoneId } });
    }
    await says(north, '11:58', { level: 6 }, { wait: 40, id: 'a' }, { wait: 80, id: 'b' });
    await says(south, '11:58', { level: 1 }, { wait: 40, id: 'c' }, { wait: 80, id: 'd' });
    const { spaceId } = await world.space({ orgId, locationId, name: 'Tills' });
    const { code } = await admin.call(createDisplay, { body: { kind: 'queue-opt', entityId: spaceId } });
    const page = await openEvents(world.url, `/api/display/queue-opt/${code}/events`);
    streams.push(page);
    const rows = () => page.states.at(-1)?.queues?.map((each) => [each.name, each.people, each.isShortest]);
    const shown = (expected: unknown) => expect.poll(rows, within(3)).toEqual(expected);
    await shown([
      ['South till', 1, true],
      ['North till', 6, false],
    ]);
    expect(page.states.at(-1)?.queues?.every(({ waitMinutes }) => waitMinutes !== null && waitMinutes > 0)).toBe(true);
    expect(page.states.at(-1)?.age).toBe(90);
    await says(north, '11:59', { level: 0 });
    await shown([
      ['North till', 0, true],
      ['South till', 1, false],
    ]);
    const now = world.now();
    world.pass({ minutes: 10 });
    const later = await stateOf('queue-opt', code);
    world.setNow(now);
    expect(later.queues?.map(({ people }) => people)).toEqual([null, null]);
    expect(later.age).toBeGreaterThan(later.freshSeconds);
  });
});

describe('the expected wait display', () => {
  it('[R482] is public under the short code of its space', async () => {
    const { orgId, locationId, admin } = await shop();
    const { spaceId } = await world.space({ orgId, locationId, name: 'Passport control' });
    const { code } = await admin.call(createDisplay, { body: { kind: 'expected-wait-time', entityId: spaceId } });
    expect(code).toBe(spaceId.slice(0, 8));
    const state = await stateOf('expected-wait-time', code);
    expect(state).toMatchObject({ name: 'Passport control', wait: { minutes: null } });
    expect(state.words['expectedWait']).toBe('Expected wait');
  });

  it('[R482] shows the minutes of the mapping, and moves with every reading', async () => {
    const { orgId, locationId, admin, push, zone } = await shop();
    const [entrance, head] = [await zone('Entrance'), await zone('Head', 7)];
    const { spaceId } = await world.space({ orgId, locationId, updatedAt: new Date('2026-02-01T00:00:00Z') });
    await world.spaceZone({ orgId, spaceId, zoneId: entrance.zoneId });
    const body = { spaceId, headZoneId: head.zoneId };
    const params = await admin.call(createExpectedWaitMapping, { body });
    await push(head, '11:57', entered(2));
    await push(entrance, '11:57', entered(6));
    const { code } = await admin.call(createDisplay, { body: { kind: 'expected-wait-time', entityId: spaceId } });
    const page = await openEvents(world.url, `/api/display/expected-wait-time/${code}/events`);
    streams.push(page);
    const minutes = () => page.states.at(-1)?.wait?.minutes;
    await expect.poll(minutes, within(5)).toBeGreaterThan(0);
    const first = minutes()!;
    expect(first).toBe((await admin.call(getExpectedWait, { params })).expectedWaitTimeMinutes);
    expect(page.states.at(-1)?.wait?.people).toBe(6);
    await push(head, '11:58', entered(40));
    await expect.poll(minutes, within(5)).toBeLessThan(first);
    expect(minutes()).toBe((await admin.call(getExpectedWait, { params })).expectedWaitTimeMinutes);
  });
});

describe('a playlist', () => {
  it('[R882] has the displays that are public, in its order', async () => {
    const { orgId, locationId, admin, zone } = await shop();
    const { spaceId } = await world.space({ orgId, locationId, name: 'Hall' });
    const door = await zone('Entrance');
    const hall = await admin.call(createDisplay, { body: { kind: 'live-occupancy', entityId: spaceId } });
    const mask = await admin.call(createDisplay, { body: { kind: 'facemask', entityId: door.zoneId } });
    const items = [
      { displayId: mask.displayId, view: null, seconds: 10 },
      { displayId: hall.displayId, view: 'percent' as const, seconds: 20 },
    ];
    const playlist = await admin.call(createDisplay, { body: { kind: 'playlist', name: 'Lobby', items } });
    expect(playlist).toMatchObject({ name: 'Lobby', locationId: null, entityId: null, items });
    expect(playlist.code).toMatch(/^[a-z2-9]{12}$/);
    const shown = async () => (await stateOf('playlist', playlist.code)).items;
    const [first, second] = [
      { kind: 'facemask', code: mask.code, view: null, seconds: 10 },
      { kind: 'live-occupancy', code: hall.code, view: 'percent', seconds: 20 },
    ];
    expect(await shown()).toEqual([first, second]);
    const params = { displayId: mask.displayId };
    await admin.call(updateDisplay, { params, body: { enabled: false } });
    await expect.poll(shown, within(3)).toEqual([second]);
    await admin.call(deleteDisplay, { params: { displayId: hall.displayId } });
    await expect.poll(shown, within(3)).toEqual([]);
    const nested = await admin.post('/api/display-config', {
      kind: 'playlist',
      name: 'Both',
      items: [{ displayId: playlist.displayId, view: null, seconds: 10 }],
    });
    expect(nested.status).toBe(400);
    const elsewhere = await shop();
    const foreign = await elsewhere.admin.post('/api/display-config', { kind: 'playlist', name: 'Theirs', items });
    expect(foreign.status).toBe(400);
  });
});
