import { getTraffic } from '@atrium/contract/data';
import { getSensor } from '@atrium/contract/sensors';
import { updateZone, type ZoneBody } from '@atrium/contract/zones';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMac } from './pushing.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A sensor that has reported once, with what it sends and the settings of its line. */
async function install(timezone: string, installed: string, identity: { macAddress: string } | { identifier: string }) {
  world.setNow(new Date(installed));
  const { orgId } = await world.organization();
  const { locationId } = await world.location({ orgId, timezone });
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId, macAddress: null, ...identity });
  const key = await world.pushKey({ orgId });
  const user = await world.user({ orgId, role: 'OrganizationAdministrator' });
  const admin = await world.signIn(user);
  const push = async (vendor: string, body: object) => {
    expect((await world.anonymous().post(`/api/push/${vendor}/${key}`, body)).status).toBe(200);
    await world.ingestion.idle();
  };
  const line = async () => {
    const { zones } = await admin.call(getSensor, { params: { sensorId }, query: {} });
    return zones[0]!.zoneId;
  };
  const set = async (body: ZoneBody) => admin.call(updateZone, { params: { sensorId, zoneId: await line() }, body });
  /** People in, by those hours of a local day that have any. Sessions end while the clock is moved. */
  const hoursOf = async (date: string) => {
    const query = {
      entityType: 'location',
      entityIds: locationId,
      relativeDate: 'custom',
      startDate: date,
      endDate: date,
      dateGroupings: 'hour',
    } as const;
    const { results } = await (await world.signIn(user)).call(getTraffic, { query });
    return results.flatMap(({ sumins }) => sumins ?? []);
  };
  return { admin, sensorId, push, line, set, hoursOf };
}

describe('a counter that resets at 03:00 of the location', () => {
  it.each([
    ['an ordinary day', '2026-02-10', '2026-02-10T02:00:00Z'],
    ['the day when clocks go forward', '2026-03-29', '2026-03-29T01:00:00Z'],
    ['the day when clocks go back', '2026-10-25', '2026-10-25T02:00:00Z'],
  ])('[R1172] [I101] counts right across the reset on %s, in any order', async (_, day, reset) => {
    const at = Date.parse(reset) / 1000;
    const macAddress = aMac();
    const { push, set, hoursOf } = await install('Europe/Berlin', `${day.slice(0, 8)}08T12:00:00Z`, {
      macAddress,
    });
    const report = (seconds: number, inTotal: number) =>
      push('json', { device: macAddress, readings: [{ line: '1', at: seconds, inTotal, outTotal: 0 }] });
    await report(Date.parse(`${day.slice(0, 8)}08T11:59:00Z`) / 1000, 100);
    await set({ counterReset: '03:00' });
    world.setNow(new Date((at + 12 * 3600) * 1000));
    // Shows more after its reset than before, which no difference can tell.
    const readings = [
      [-7200, 110],
      [-3600, 113],
      [0, 114],
      [3600, 140],
      [7200, 141],
    ] as const;
    for (const index of [2, 0, 4, 1, 3, 2]) await report(at + readings[index]![0], readings[index]![1]);
    expect((await hoursOf(day)).slice(-4)).toEqual([3, 1, 140, 1]);
  });

  it('[R1172] takes a time of day or none', async () => {
    const macAddress = aMac();
    const { sensorId, admin, push, set, line } = await install('UTC', '2026-02-08T12:00:00Z', { macAddress });
    await push('json', { device: macAddress, readings: [{ line: '1', at: 1_770_551_940, inTotal: 1, outTotal: 0 }] });
    expect(await set({ counterReset: '03:00', counterMode: 'interval' })).toMatchObject({
      counterReset: '03:00',
      counterMode: 'interval',
    });
    expect(await set({ counterReset: null })).toMatchObject({ counterReset: null, counterMode: 'interval' });
    const path = `/api/sensor/${sensorId}/zone/${await line()}`;
    const { status, body } = await admin.send<object>('PUT', path, { counterReset: '3' });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { details: [{ path: 'counterReset', message: 'Counter reset must be HH:mm' }] },
    });
  });
});

const heartbeat = (sensorID: string, messageDate: string, dataValue: string) => ({
  sensorMessages: [{ sensorID, dataType: 'Count', dataValue, messageDate: messageDate.replace('T', ' ') }],
});

describe('Monnit sensors', () => {
  it('[R1173] count what grew, or what each heartbeat says, as their zone is set', async () => {
    for (const [mode, expected] of [
      ['cumulative', [2, 0, 3]],
      ['interval', [7, 7, 10]],
    ] as const) {
      const id = String(Math.floor(Math.random() * 1e9));
      const { push, set, hoursOf } = await install('UTC', '2026-02-09T12:00:00Z', {
        identifier: `monnit:${id}`,
      });
      await push('monnit', heartbeat(id, '2026-02-09T11:59:00', '5'));
      await set({ counterMode: mode });
      world.setNow(new Date('2026-02-10T12:00:00Z'));
      const sent = [
        ['2026-02-10T05:00:00', '5'],
        ['2026-02-10T06:00:00', '7'],
        ['2026-02-10T07:00:00', '7'],
        ['2026-02-10T08:00:00', '10'],
      ] as const;
      for (const index of [3, 0, 2, 1, 1, 3]) {
        const [date, value] = sent[index]!;
        await push('monnit', heartbeat(id, date, value));
      }
      expect((await hoursOf('2026-02-10')).slice(-3)).toEqual(expected);
    }
  });
});
