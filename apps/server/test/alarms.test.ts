import {
  deleteAlarmConfig,
  getAlarmConfig,
  getAlarmState,
  listAlarmConfigs,
  listAlarmConfigsOf,
  listAlarmStates,
  updateAlarmConfig,
} from '@atrium/contract/alarms';
import { alarmSettingTexts as texts } from '@atrium/rules/alarm-settings';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { space } from '../src/registry/schema/places.ts';
import { type Hall, openHall } from './alarm-world.ts';
import { auditOf } from './audit-trail.ts';
import { refusalOf } from './mapped-zones.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let hall: Hall;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  hall = await openHall(world);
});

const path = '/api/alarm-config';
const refused = async (body: object) => refusalOf(await hall.admin.post(path, body));
const onHall = (config: object) => ({ alarmTypeId: 1, alarmableId: hall.space.spaceId, config });

const onZone = (zoneId: string) => ({
  alarmTypeId: 3,
  alarmableId: zoneId,
  config: { triggerTypeId: 1, config: { dangerLevel: 10, triggerBuffer: 2, locationId: 'anything' } },
});

describe('an alarm', () => {
  it('[R325] [R334] [R337] is created with defaults, listed with what it watches, changed and deleted', async () => {
    const { space: watched, orgId, location, admin } = hall;
    const made = await admin.call(listAlarmConfigs).then(() => hall.alarm({ triggerBuffer: 5 }));
    const { alarmConfigId } = made;
    const settings = {
      triggerThreshold: null,
      triggerBuffer: 5,
      triggerPercent: 75,
      triggerDelay: 0,
      renotify: false,
      renotifyDelay: null,
      resolve: true,
      dangerLevel: null,
      clearThreshold: null,
      noDataAfter: null,
      quietWhenClosed: false,
      maintenance: [],
    };
    const lists = { sms: [], email: [hall.to] };
    expect(made).toEqual({
      alarmConfigId,
      orgId,
      alarmTypeId: 1,
      alarmable: 'space',
      alarmableId: watched.spaceId,
      config: { triggerTypeId: 1, config: { ...settings, locationId: location.locationId }, ...lists },
      ...lists,
      threshold: 105,
      snoozedUntil: null,
      version: 1,
    });
    const [listed] = await admin.call(listAlarmConfigs, { query: { include: 'space,zone,location' } });
    expect(listed).toMatchObject({ ...made, space: { name: 'Hall', maxCapacity: 100 }, zone: null, location: null });
    const body = { config: { config: { renotify: true } } };
    const changed = await admin.call(updateAlarmConfig, { params: { alarmConfigId }, body });
    expect(changed).toMatchObject({
      version: 2,
      email: [hall.to],
      config: { config: { renotifyDelay: 300, triggerBuffer: 5 } },
    });
    const off = { config: { config: { renotify: false } } };
    const calm = await admin.call(updateAlarmConfig, { params: { alarmConfigId }, body: off });
    expect(calm.config.config.renotifyDelay).toBeNull();
    const own = `${path}/${alarmConfigId}`;
    expect((await admin.send('PUT', own, off, { 'if-match': '1' })).status).toBe(412);
    await admin.call(deleteAlarmConfig, { params: { alarmConfigId } });
    for (const method of ['GET', 'DELETE']) expect((await admin.send(method, own)).status).toBe(404);
    expect(await admin.call(listAlarmConfigs)).toEqual([]);
    const actions = (await auditOf(world, orgId))
      .map(({ action }) => action)
      .filter((action) => action.startsWith('alarm'));
    expect(actions).toEqual(['alarm-created', 'alarm-changed', 'alarm-changed', 'alarm-deleted']);
  });

  it('[R327] [R331] [R332] [R341] watches what its type says, and is found by it', async () => {
    const { admin, location, space: watched } = hall;
    const { siteId } = await world.site({ locationId: location.locationId });
    const { sensorId } = await world.sensor({ siteId });
    const queue = await world.zone({ sensorId, name: 'Queue', settings: { countApplication: 5 } });
    const line = await world.zone({ sensorId, name: 'Line', settings: { countApplication: 1 } });
    const made = await admin.post(path, onZone(queue.zoneId));
    expect(made.body).toMatchObject({
      alarmable: 'zone',
      threshold: 12,
      config: { config: { locationId: location.locationId } },
    });
    expect(await refused(onZone(line.zoneId))).toEqual([`400 alarmableId: ${texts.application}`]);
    const whole = { triggerTypeId: 1, config: { triggerThreshold: 200, triggerBuffer: 1 } };
    const onMall = { alarmTypeId: 2, alarmableId: location.locationId, config: whole };
    expect((await admin.post(path, onMall)).body).toMatchObject({ alarmable: 'location', threshold: 201 });
    expect(await refused({ ...onMall, alarmable: 'space' })).toEqual([`400 alarmable: ${texts.alarmable}`]);
    expect((await admin.post(path, { ...onMall, alarmableId: watched.spaceId })).status).toBe(404);
    await hall.alarm();
    const params = { alarmTypeId: '1', alarmableId: watched.spaceId };
    expect(await admin.call(listAlarmConfigsOf, { params, query: { include: 'space' } })).toMatchObject([
      { alarmTypeId: 1, space: { name: 'Hall' } },
    ]);
    expect((await admin.get(`${path}/type/2/${watched.spaceId}`)).status).toBe(404);
    expect((await admin.get(`${path}/type/6/${watched.spaceId}`)).status).toBe(404);
  });

  it('[R328] [R329] [R330] computes its threshold from the space of now', async () => {
    const { admin, space: watched } = hall;
    const { alarmConfigId } = await hall.alarm({}, onHall({ triggerTypeId: 3, config: {} }));
    const threshold = async () => (await admin.call(getAlarmConfig, { params: { alarmConfigId } })).threshold;
    expect(await threshold()).toBe(75);
    const resize = (maxCapacity: number | null) =>
      world.registry.system(({ sql }) =>
        sql.update(space).set({ maxCapacity }).where(eq(space.spaceId, watched.spaceId)),
      );
    await resize(33);
    expect(await threshold()).toBe(25);
    await resize(null);
    expect(await threshold()).toBeNull();
    expect(await refused(onHall({ triggerTypeId: 1 }))).toEqual([`400 alarmableId: ${texts.capacity}`]);
    const target = await admin.post(path, onHall({ triggerTypeId: 2, config: { triggerThreshold: 50 } }));
    expect(target.body).toMatchObject({ threshold: 50 });
  });

  it('[R335] [R336] [R339] [R910] refuses wrong values beside their fields and stores nothing', async () => {
    const wrong = { sms: ['512555019'], email: ['nobody'] };
    expect(await refused(onHall({ triggerTypeId: 1, ...wrong, config: { triggerDelay: -1 } }))).toEqual([
      `400 config.config.triggerDelay: ${texts.delay}`,
      `400 config.sms.0: ${texts.phone}`,
      `400 config.email.0: ${texts.email}`,
    ]);
    expect(await refused({ ...onHall({ triggerTypeId: 4 }) })).toEqual([`400 config.triggerTypeId: ${texts.trigger}`]);
    expect(await refused({ alarmTypeId: 1, config: { triggerTypeId: 1 } })).toEqual(['400 alarmableId: is required']);
    expect((await hall.admin.post(path, { ...onHall({ triggerTypeId: 1 }), surprise: 1 })).status).toBe(400);
    expect(await hall.admin.call(listAlarmConfigs)).toEqual([]);
    const numbers = { sms: ['5125550199', '5125550199'], email: [` ${hall.to} `] };
    const made = await hall.admin.post(path, { ...onHall({ triggerTypeId: 1 }), ...numbers });
    expect(made.body).toMatchObject({ sms: ['5125550199'], email: [hall.to], config: { sms: ['5125550199'] } });
  });

  it('[R338] belongs to the organization of its creator; staff name one', async () => {
    const other = await openHall(world);
    const staff = await world.signIn(await world.staff());
    const config = { triggerTypeId: 1, config: {} };
    expect((await staff.post(path, onHall(config))).status).toBe(400);
    const made = await staff.post(path, { ...onHall(config), orgId: hall.orgId });
    expect(made.body).toMatchObject({ orgId: hall.orgId });
    expect((await other.admin.post(path, onHall(config))).status).toBe(404);
    expect((await other.admin.post(path, { ...onHall(config), orgId: hall.orgId })).status).toBe(404);
  });

  it('[R342] does not exist while alarms are switched off, and its open states are closed', async () => {
    const { alarmConfigId } = await hall.alarm();
    await hall.people(120);
    const turn = (alarmsEnabled: boolean) =>
      world.registry.system(({ sql }) =>
        sql.update(organization).set({ alarmsEnabled }).where(eq(organization.orgId, hall.orgId)),
      );
    await turn(false);
    for (const call of [path, `${path}/${alarmConfigId}`, '/api/alarm-state'])
      expect((await hall.admin.get(call)).status).toBe(403);
    await hall.pass(60);
    await hall.people(150);
    await turn(true);
    await expect.poll(() => hall.states()).toEqual([{ resolved: true, resolvedReason: 5 }]);
    expect(await hall.messages()).toHaveLength(1);
  });

  it('[R912] is read by users inside their locations, and written by administrators', async () => {
    const { location, elsewhere } = hall;
    const near = await world.signIn(await world.user({ locations: [location] }));
    const far = await world.signIn(await world.user({ locations: [elsewhere] }));
    const { alarmConfigId } = await hall.alarm();
    await hall.people(120);
    const [state] = await near.call(listAlarmStates, { query: { include: 'alarm_config(space,zone)' } });
    expect(state).toMatchObject({ alarm_config: { alarmConfigId, space: { name: 'Hall' } } });
    expect(await near.call(getAlarmState, { params: { alarmStateId: state!.alarmStateId } })).toMatchObject({
      data: { triggerValue: 120, triggerThreshold: 100 },
      resolved: false,
      resolvedReason: null,
    });
    expect(await near.call(listAlarmConfigs)).toHaveLength(1);
    for (const call of ['/api/alarm-config', '/api/alarm-state']) expect((await far.get(call)).body).toEqual([]);
    expect((await far.get(`/api/alarm-state/${state!.alarmStateId}`)).status).toBe(404);
    expect((await near.send('PUT', `/api/alarm-state/${state!.alarmStateId}`, { resolved: true })).status).toBe(403);
    expect((await near.send('DELETE', `${path}/${alarmConfigId}`)).status).toBe(403);
  });
});
