import { sharedTestEngines } from '@atrium/engines/testing';
import { zoneFigures } from '@atrium/rules/live-zone';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appendCommand } from '../../src/ingestion/inbox.ts';
import type { LiveLevel } from '../../src/ingestion/live-levels.ts';
import { readZones } from '../../src/ingestion/zones/zone-state-store.ts';
import { raiseEstateVersion } from '../../src/registry/directory/store.ts';
import { at, openWorld, push, type Server, type TestDoor, type World } from './world.ts';

let world: World;
let server: Server;
const unlimited = { perSecond: 1e6, burst: 1e6 };
let levels: LiveLevel[] = [];
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines());
  server = await world.server({
    limits: { device: unlimited, organization: unlimited, lagSeconds: Infinity },
    onLevels: async (_tx, changes) => void levels.push(...changes),
  });
});
beforeEach(() => {
  levels = [];
  world.now = new Date(`${day}T12:00:30Z`);
});
afterEach(() => world.clickhouse.mend());
afterAll(() => world.close());

const day = '2026-03-04';
const utc = (time: string) => at(`${day}T${time}:00Z`);

/** A zone of a sensor in Berlin, and what its sensor says about it. */
async function queue(countApplication = 5) {
  const door = await world.door();
  const zone = await world.zone({ sensorId: door.sensorId, settings: { countApplication } });
  const send = async (...readings: object[]) => {
    const body = { device: door.mac, readings: readings.map((each) => ({ zone: zone.deviceId, ...each })) };
    expect((await push(server, door.key, JSON.stringify(body), { vendor: 'json' })).status).toBeLessThan(300);
  };
  const figures = async () => {
    const states = await world.registry.system(({ client }) => readZones(client, [zone.zoneId]));
    const state = states.get(zone.zoneId);
    return state && zoneFigures(state.zone, countApplication, world.now.getTime() / 1000);
  };
  return { door, zoneId: zone.zoneId, zone, send, figures };
}

const level = (time: string, value: number) => ({ from: utc(time), to: utc(time) + 60, level: value });
const wait = (time: string, seconds: number, more: object = {}) => {
  return { from: utc(time), to: utc(time) + 60, wait: seconds, id: String(seconds), ...more };
};
const of = ({ orgId }: TestDoor, zoneId: string, value: number, time: string, corrected = false): LiveLevel => {
  return { orgId, entity: { kind: 'zone', id: zoneId }, value, at: at(`${day}T${time}Z`), corrected };
};

describe('the live numbers of a zone', () => {
  it('[R885] [R888] move with each reading, and the number of people is passed on in the same transaction', async () => {
    const { door, zoneId, send, figures } = await queue();
    await send(level('11:58', 2), wait('11:58', 60));
    await server.ingestion.idle();
    expect(await figures()).toEqual({
      queueLength: 2,
      avgQueueWaitTime: 60,
      maxQueueWaitTime: 60,
      expectedQueueWaitTime: 120,
      totalNumberServed: 1,
      occupiedTime: 60,
    });
    await send(level('11:59', 5), wait('11:59', 100), wait('11:59', 20, { outcome: 'abandoned' }));
    await server.ingestion.idle();
    expect(await figures()).toEqual({
      queueLength: 5,
      avgQueueWaitTime: 60,
      maxQueueWaitTime: 100,
      expectedQueueWaitTime: 200,
      totalNumberServed: 2,
      occupiedTime: 120,
    });
    expect(levels).toEqual([of(door, zoneId, 2, '11:59:00'), of(door, zoneId, 5, '12:00:00')]);
    // A repetition passes nothing on.
    await send(level('11:59', 5));
    await server.ingestion.idle();
    expect(levels).toHaveLength(2);
  });

  it('[R888] a correction of now is news, what comes late is marked, and other zones have none', async () => {
    const { door, zoneId, send } = await queue(8);
    await send(level('11:50', 7));
    await server.ingestion.idle();
    expect(levels).toEqual([of(door, zoneId, 7, '11:51:00', true)]);
    for (const reading of [level('11:59', 3), level('11:59', 4), level('11:40', 9)]) {
      await send(reading);
      await server.ingestion.idle();
    }
    expect(levels.slice(1)).toEqual([of(door, zoneId, 3, '12:00:00'), of(door, zoneId, 4, '12:00:00')]);
    const line = await queue(1);
    await line.send(level('11:59', 3));
    await server.ingestion.idle();
    expect(levels).toHaveLength(3);
    expect(await line.figures()).toBeUndefined();
  });

  it('[R887] include what came late and what was corrected, as the facts do', async () => {
    const { send, figures } = await queue();
    await send(level('11:59', 1), wait('11:59', 30));
    await server.ingestion.idle();
    // Hours late, twice, and one of yesterday: 23:30 in Berlin.
    await send(level('08:00', 4), level('08:01', 0), wait('08:00', 50));
    await send(level('08:00', 4), wait('08:00', 50));
    await send({ from: utc('08:00') - 36_000, to: utc('08:00') - 35_940, level: 6 });
    await server.ingestion.idle();
    expect(await figures()).toMatchObject({ totalNumberServed: 2, occupiedTime: 120, avgQueueWaitTime: 30 });
    await send(level('08:00', 0), wait('08:00', 50, { outcome: 'abandoned' }));
    await server.ingestion.idle();
    expect(await figures()).toMatchObject({ occupiedTime: 60, totalNumberServed: 1 });
  });

  it('[R887] go on while ClickHouse is away, and are the same when it is back', async () => {
    const { send, figures } = await queue();
    await send(level('11:00', 1));
    await server.ingestion.idle();
    world.clickhouse.cut();
    for (let minute = 0; minute < 40; minute += 1) {
      world.now = new Date((utc('12:00') + minute * 60 + 65) * 1000);
      const from = utc('12:00') + minute * 60;
      await send({ from, to: from + 60, level: 2 }, { from, to: from + 60, wait: 10, id: 'a' });
    }
    await expect.poll(async () => (await figures())?.totalNumberServed, { timeout: 20_000 }).toBe(40);
    expect(await figures()).toMatchObject({ queueLength: 2, occupiedTime: 41 * 60 });
    world.clickhouse.mend();
    await server.ingestion.idle();
    expect(await figures()).toMatchObject({ totalNumberServed: 40, occupiedTime: 41 * 60 });
  });

  it('[R887] start over when what they follow from is erased', async () => {
    const { zoneId, door, send, figures } = await queue();
    await send(level('11:00', 2), wait('11:00', 20), level('11:59', 3));
    await server.ingestion.idle();
    expect(await figures()).toMatchObject({ totalNumberServed: 1, occupiedTime: 120 });
    const rows = await world.rows<{ id: number }>('SELECT series_id AS id FROM series WHERE zone_id = $1', [zoneId]);
    const order = { type: 'erase', series: rows.map(({ id }) => id), from: 0, to: utc('11:30') } as const;
    await world.registry.system((tx) => appendCommand(tx, door.orgId, order, world.now));
    server.ingestion.wake();
    await server.ingestion.idle();
    expect(await figures()).toBeUndefined();
    await send(level('12:00', 5));
    await server.ingestion.idle();
    expect(await figures()).toMatchObject({ queueLength: 5, totalNumberServed: 0, occupiedTime: 120 });
  });

  it('[R887] start over with another count application', async () => {
    const { zone, door, send, figures } = await queue();
    await send(level('11:59', 3), wait('11:59', 30));
    await server.ingestion.idle();
    expect(await figures()).toMatchObject({ totalNumberServed: 1 });
    await world.rows('UPDATE series SET count_application = 8 WHERE zone_id = $1', [zone.zoneId]);
    await world.registry.system((tx) => raiseEstateVersion(tx, door.orgId));
    await send(level('12:00', 4));
    await server.ingestion.idle();
    const [row] = await world.rows<{ count_application: number; visits: unknown[] }>(
      'SELECT count_application, visits FROM zone_state WHERE zone_id = $1',
      [zone.zoneId],
    );
    expect(row).toEqual({ count_application: 8, visits: [] });
    expect(await figures()).toMatchObject({ queueLength: 4, occupiedTime: 120 });
  });
});
