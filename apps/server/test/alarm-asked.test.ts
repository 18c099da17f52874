import { createAlarmConfig, listAlarmStates } from '@atrium/contract/alarms';
import { createExpectedWaitMapping } from '@atrium/contract/expected-wait-mappings';
import type { ForecastRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/version';
import { alarmSettingTexts as texts } from '@atrium/rules/alarm-settings';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bandSeriesOf } from '../src/features/forecast/store.ts';
import { outboxMessage } from '../src/registry/schema/operations.ts';
import { watching, withAlarms } from './alarm-world.ts';
import type { Client } from './client.ts';
import { at, countingIn } from './counting.ts';
import { hallsIn } from './halls.ts';
import { refusalOf } from './mapped-zones.ts';
import { aMac } from './pushing.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const { shop, adminOf, count } = countingIn(() => world);
const hallOf = hallsIn(() => world);
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const look = async () => {
  while (await world.alarms.timers.look());
};
const valuesOf = async (admin: Client) => {
  const states = await admin.call(listAlarmStates, { query: { order: 'createdAt' } });
  return states.map(({ data, resolved }) => [data.triggerValue, data.triggerThreshold, resolved]);
};
const subjectsOf = async (orgId: string) => {
  const ofOrg = eq(outboxMessage.orgId, orgId);
  const rows = await world.registry.system(({ sql }) =>
    sql.select().from(outboxMessage).where(ofOrg).orderBy(asc(outboxMessage.createdAt)),
  );
  return rows.map(({ subject }) => subject);
};
const email = ['desk@example.test'];

describe('an alarm on an expected wait', () => {
  it('[R922] fires when people would wait too long, and is over when they would not', async () => {
    const { push, front, spaceId, admin, org } = await hallOf({ name: 'Queue' }, withAlarms);
    const body = {
      alarmTypeId: 4,
      alarmableId: spaceId,
      config: { triggerTypeId: 1, config: { triggerThreshold: 8 }, email },
    };
    expect(refusalOf(await admin.post('/api/alarm-config', body))).toEqual([`400 alarmableId: ${texts.wait}`]);
    const exit = await world.zone({ sensorId: front.sensorId, settings: { countApplication: 7 } });
    const mapping = { spaceId, headZoneId: exit.zoneId, throughputSampleInterval: 5 };
    await admin.call(createExpectedWaitMapping, { body: mapping });
    await push(exit, { '17:58': [2, 0], '17:59': [2, 0] });
    await push(front, { '17:58': [10, 0], '17:59': [5, 0] });
    // A minute is asked for once: everything in it is known before the worker looks.
    await admin.call(createAlarmConfig, { body });
    world.setNow(new Date('2026-03-04T18:00:45Z'));
    await look();
    // Four left within five minutes, fifteen wait.
    await expect.poll(() => valuesOf(admin)).toEqual([[8, 8, false]]);
    world.setNow(new Date('2026-03-04T18:01:45Z'));
    await push(front, { '18:00': [0, 8] });
    await push(exit, { '18:00': [8, 0] });
    world.setNow(new Date('2026-03-04T18:02:45Z'));
    await look();
    await expect.poll(() => valuesOf(admin)).toEqual([[8, 8, true]]);
    await expect
      .poll(() => subjectsOf(org.orgId))
      .toEqual([
        'Alarm: space Queue: expected wait 8 minutes, limit 8',
        expect.stringMatching(/^Resolved: space Queue: expected wait \d minutes, limit 8$/),
      ]);
  });

  it('[R922] does not fire for a wait that was read long ago', async () => {
    const { push, front, spaceId, admin } = await hallOf({}, withAlarms);
    const exit = await world.zone({ sensorId: front.sensorId, settings: { countApplication: 7 } });
    const mapping = { spaceId, headZoneId: exit.zoneId, throughputSampleInterval: 5 };
    await admin.call(createExpectedWaitMapping, { body: mapping });
    await push(exit, { '16:00': [1, 0] });
    await push(front, { '16:00': [50, 0] });
    const config = { triggerTypeId: 1, config: { triggerThreshold: 1 } };
    await admin.call(createAlarmConfig, { body: { alarmTypeId: 4, alarmableId: spaceId, config } });
    world.pass({ minutes: 2 });
    await look();
    expect(await valuesOf(admin)).toEqual([]);
  });
});

/** A shop whose forecast says 20 to 30 people in every hour of the day. */
async function forecastShop() {
  const org = await world.organization({ ...withAlarms, canViewTraffic: true });
  const made = await shop({ org });
  const { location, zone } = made;
  const { orgId, factOrg } = org;
  const midnight = at('2026-03-03T23:00:00Z');
  const bands = await world.registry.system((tx) =>
    bandSeriesOf(tx, { orgId, locationId: location.locationId }, true, world.now()),
  );
  const rowsOf = (series: number, ins: number): ForecastRow[] =>
    Array.from({ length: 24 }, (_, hour) => ({
      org: factOrg,
      series,
      made: midnight,
      model: 'm1',
      gone: 0,
      ver: packVer({ rank: 'final', seq: BigInt(midnight), generation: 0 }),
      ins,
      outs: 0,
      bands: { lowIns: 2_000, highIns: 3_000, lowOuts: 0, highOuts: 100 },
      at: midnight + hour * 3600,
      grain: 'hour',
      span: 3600,
    }));
  await world.facts.forecasts.append([...rowsOf(zone.seriesId, 2_500), ...rowsOf(bands!, 0)]);
  const admin = await adminOf(org);
  const alarm = (triggerTypeId: number, triggerThreshold: number) => {
    const config = { triggerTypeId, config: { triggerThreshold }, email };
    return admin.call(createAlarmConfig, { body: { alarmTypeId: 5, alarmableId: location.locationId, config } });
  };
  return { ...made, org, admin, alarm };
}

describe('an alarm on unusual traffic', () => {
  it('[R923] compares an hour with the band of its forecast once it is complete', async () => {
    world.setNow(new Date('2026-03-04T10:30:00Z'));
    const { org, zone, admin, alarm, location } = await forecastShop();
    await alarm(1, 10);
    await alarm(1, 31);
    await alarm(2, 1);
    await count(org, zone, '2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z', () => 1);
    world.setNow(new Date('2026-03-04T11:04:59Z'));
    await look();
    expect(await valuesOf(admin)).toEqual([]);
    world.setNow(new Date('2026-03-04T11:05:01Z'));
    await look();
    await expect.poll(() => valuesOf(admin)).toEqual([[30, 10, false]]);
    await count(org, zone, '2026-03-04T11:00:00Z', '2026-03-04T12:00:00Z', (minute) => (minute < 15 ? 1 : 0));
    world.setNow(new Date('2026-03-04T12:05:01Z'));
    await look();
    await expect
      .poll(() => valuesOf(admin))
      .toEqual([
        [30, 10, true],
        [5, 1, false],
      ]);
    const { name } = location;
    await expect
      .poll(async () => (await subjectsOf(org.orgId)).toSorted())
      .toEqual([
        `Alarm: location ${name}: 30 people more than expected in the last hour, limit 10`,
        `Alarm: location ${name}: 5 people less than expected in the last hour, limit 1`,
        `Resolved: location ${name}: traffic is as expected again`,
      ]);
  });

  it('[R923] does not judge an hour that is incomplete or was not forecast', async () => {
    world.setNow(new Date('2026-03-04T10:30:00Z'));
    const { org, zone, admin, alarm, location } = await forecastShop();
    await alarm(2, 1);
    await count(org, zone, '2026-03-04T10:00:00Z', '2026-03-04T10:30:00Z', () => 0);
    world.setNow(new Date('2026-03-04T11:10:00Z'));
    await look();
    await count(org, zone, '2026-03-05T10:00:00Z', '2026-03-05T11:00:00Z', () => 0);
    world.setNow(new Date('2026-03-05T11:10:00Z'));
    await look();
    expect(await valuesOf(await adminOf(org))).toEqual([]);
    world.setNow(new Date('2026-03-04T11:10:00Z'));
    const hourly = { triggerTypeId: 1, config: { triggerThreshold: 1, noDataAfter: 3600 } };
    const body = { alarmTypeId: 5, alarmableId: location.locationId, config: hourly };
    expect(refusalOf(await admin.post('/api/alarm-config', body))).toEqual([
      `400 config.config.noDataAfter: ${texts.noDataHourly}`,
    ]);
  });

  it('[R923] is not moved by the number of people at the location', async () => {
    const { org, admin, alarm, location } = await forecastShop();
    await alarm(1, 1);
    const entity = { kind: 'location', id: location.locationId } as const;
    const level = { orgId: org.orgId, entity, value: 500, at: world.now().getTime() / 1000, corrected: false };
    await world.registry.system((tx) => watching(world)(tx, [level]));
    expect(await valuesOf(admin)).toEqual([]);
  });
});

it('[R917] [R924] an alarm on a queue begins with its length of now, and follows every reading', async () => {
  world.setNow(new Date('2026-03-04T12:00:30Z'));
  const { orgId } = await world.organization(withAlarms);
  const { locationId } = await world.location({ orgId });
  const { siteId } = await world.site({ locationId });
  const macAddress = aMac();
  const { sensorId } = await world.sensor({ siteId, macAddress });
  const { zoneId, deviceId } = await world.zone({ sensorId, name: 'Queue', settings: { countApplication: 5 } });
  const key = await world.pushKey({ orgId });
  const waiting = async (time: string, level: number) => {
    const from = at(`2026-03-04T${time}:00Z`);
    const readings = [{ zone: deviceId, from, to: from + 60, level }];
    const { status } = await world.anonymous().post(`/api/push/json/${key}`, { device: macAddress, readings });
    expect(status).toBeLessThan(300);
    await world.ingestion.idle();
    await look();
  };
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  await waiting('11:57', 12);
  const config = { triggerTypeId: 1, config: { dangerLevel: 10 }, email };
  await admin.call(createAlarmConfig, { body: { alarmTypeId: 3, alarmableId: zoneId, config } });
  await expect.poll(() => valuesOf(admin)).toEqual([[12, 10, false]]);
  world.pass({ seconds: 1 });
  await waiting('11:58', 3);
  world.pass({ seconds: 1 });
  await waiting('11:59', 10);
  const lines = ['Alarm: zone Queue: 12 people', 'Resolved: zone Queue: 3 people', 'Alarm: zone Queue: 10 people'];
  await expect.poll(() => subjectsOf(orgId)).toEqual(lines.map((line) => `${line}, limit 10`));
  world.pass({ minutes: 10 });
  await admin.call(createAlarmConfig, { body: { alarmTypeId: 3, alarmableId: zoneId, config } });
  expect(await valuesOf(admin)).toHaveLength(2);
});
