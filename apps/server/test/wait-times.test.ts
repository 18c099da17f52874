import { dataCalls } from '@atrium/contract/data';
import { getZone, updateZone } from '@atrium/contract/zones';
import { encodePush } from '@atrium/simulator/xovis5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, aMac } from './pushing.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A queue in front of a till. */
async function queue() {
  world.setNow(new Date('2026-02-09T12:00:30Z'));
  const { orgId } = await world.organization({ canViewQueueService: true });
  const macAddress = aMac();
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId, macAddress });
  const { zoneId, deviceId } = await world.zone({ sensorId, settings: { countApplication: 5 }, measure: 'wait' });
  const key = await world.pushKey({ orgId });
  const user = await world.user({ orgId, role: 'OrganizationAdministrator' });
  const send = async (vendor: string, body: object) => {
    expect((await world.anonymous().post(`/api/push/${vendor}/${key}`, body)).status).toBe(200);
    await world.ingestion.idle();
  };
  let packageId = 0;
  /** A minute in which people left the queue, with the wait time of their record. */
  const left = (start: string, people: number, seconds: number) => {
    const reading = { kind: 'times', measure: 'wait', people, milliseconds: seconds * 1000 } as const;
    const minute = { from: at(start), to: at(start) + 60, forward: 0, backward: 0, samples: 60, samplesExpected: 60 };
    const records = [{ ...minute, readings: [reading] }];
    const logics = [{ id: Number(deviceId), name: 'Till', template: 'queue' as const, records }];
    packageId += 1;
    return send('xovis5', encodePush({ kind: 'logics', device: { macAddress, timezone: 'UTC' }, packageId, logics }));
  };
  /** How many left the queue in the hours of a day, and how long they waited on average. Sessions end while the clock is moved. */
  const waitsOf = async (date: string) => {
    const query = { entityType: 'zone', entityIds: zoneId, metrics: 'waittime,queuethroughput' } as const;
    const day = { relativeDate: 'custom', startDate: date, endDate: date, dateGroupings: 'hour' } as const;
    const { results } = await (await world.signIn(user)).call(dataCalls.queue.detail, { query: { ...query, ...day } });
    return results.flatMap(({ avgwaittime: wait, sumqueuethroughput: people }) => (people ? [[people, wait]] : []));
  };
  const params = { sensorId, zoneId };
  const set = async (waitTimes: unknown) =>
    (await world.signIn(user)).call(updateZone, { params, body: { waitTimes } });
  const read = async () => (await world.signIn(user)).call(getZone, { params });
  return { left, send, set, read, waitsOf, params, user, macAddress, deviceId };
}

describe('[R1150] a zone whose Xovis sensor reports average wait times', () => {
  it('multiplies them by those who left, from when it is set', async () => {
    const { left, set, read, waitsOf } = await queue();
    await left('2026-02-09T09:30:00Z', 4, 120);
    expect(await read()).toMatchObject({ waitTimes: 'sums' });
    expect(await set('averages')).toMatchObject({ waitTimes: 'averages' });
    world.setNow(new Date('2026-02-10T12:00:00Z'));
    await left('2026-02-10T09:30:00Z', 4, 120);
    await left('2026-02-10T09:31:00Z', 1, 20);
    // Of the time before: late, and sent again.
    await left('2026-02-09T10:30:00Z', 3, 90);
    await left('2026-02-09T09:30:00Z', 4, 120);
    await left('2026-02-10T09:30:00Z', 4, 120);
    expect(await waitsOf('2026-02-09')).toEqual([
      [4, 30],
      [3, 30],
    ]);
    expect(await waitsOf('2026-02-10')).toEqual([[5, 100]]);
    await set('sums');
    world.setNow(new Date('2026-02-11T12:00:00Z'));
    await left('2026-02-11T09:30:00Z', 4, 120);
    await left('2026-02-10T10:30:00Z', 2, 60);
    expect(await waitsOf('2026-02-11')).toEqual([[4, 30]]);
    expect(await waitsOf('2026-02-10')).toEqual([
      [5, 100],
      [2, 60],
    ]);
  });

  it('leaves the waits of other vendors as they are', async () => {
    const { send, set, waitsOf, macAddress, deviceId } = await queue();
    await set('averages');
    world.setNow(new Date('2026-02-10T12:00:00Z'));
    const times = { from: '2026-02-10T09:30:00Z', to: '2026-02-10T09:31:00Z' };
    await send('json', { device: macAddress, readings: [{ zone: deviceId, ...times, wait: 120, people: 4 }] });
    expect(await waitsOf('2026-02-10')).toEqual([[4, 30]]);
  });

  it('is a choice of two', async () => {
    const { params, user } = await queue();
    const path = `/api/sensor/${params.sensorId}/zone/${params.zoneId}`;
    for (const waitTimes of ['average', null, 1])
      expect(await (await world.signIn(user)).send('PUT', path, { waitTimes })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'waitTimes', message: 'Wait times must be sums or averages' }] },
      });
  });
});
