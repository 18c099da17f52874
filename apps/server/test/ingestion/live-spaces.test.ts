import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LiveLevel, OnLevels } from '../../src/ingestion/live-levels.ts';
import { raiseEstateVersion } from '../../src/registry/directory/store.ts';
import { within } from '../within.ts';
import {
  at,
  type Count,
  openWorld,
  packageOf,
  push,
  randomFrom,
  type Server,
  type TestDoor,
  type World,
} from './world.ts';

let world: World;
let server: Server;
const unlimited = { perSecond: 1e6, burst: 1e6 };
const limits = { device: unlimited, organization: unlimited, lagSeconds: Infinity };
let levels: LiveLevel[] = [];
/** Work that joins the transactions in which levels change. */
let join: OnLevels = async () => {};
const onLevels: OnLevels = async (tx, changes) => {
  levels.push(...changes);
  await join(tx, changes);
};
const options = { limits, onLevels };
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines());
  server = await world.server(options);
});
afterEach(() => world.clickhouse.mend());
afterAll(() => world.close());

describe('the number of people in a space now', () => {
  it('[R860] [I290] moves with each reading, equals the history, and the location is the sum of its spaces', async () => {
    const { front, back, spaceId, locationId } = await hall();
    await send(front, [
      { at: utc('17:58'), ins: 5 },
      { at: utc('17:59'), ins: 3, outs: 1 },
    ]);
    await server.ingestion.idle();
    expect(await now(spaceId)).toBe(7);
    expect(await history(spaceId)).toBe(7);
    await send(back, [{ at: utc('18:00'), ins: 2, partial: true }]);
    await expect.poll(() => now(spaceId)).toBe(9);
    expect(await history(spaceId)).toBe(7);
    await send(back, [{ at: utc('18:00'), ins: 4, partial: true }]);
    await expect.poll(() => now(spaceId)).toBe(11);
    await server.ingestion.idle();
    const other = await world.space({ orgId: front.orgId, locationId, updatedAt: early });
    const nested = await world.space({ orgId: front.orgId, locationId, updatedAt: early, countsTowardLocation: false });
    for (const { spaceId: id } of [other, nested])
      await world.spaceZone({ orgId: front.orgId, spaceId: id, zoneId: front.zone.zoneId });
    await server.ingestion.idle();
    await expect.poll(() => now(other.spaceId), within(5)).toBe(7);
    levels = [];
    await send(front, [{ at: utc('18:00'), ins: 1, partial: true }]);
    await expect.poll(() => now(spaceId)).toBe(12);
    const place = levels.findLast(({ entity }) => entity.kind === 'location');
    expect(place).toEqual({
      orgId: front.orgId,
      entity: { kind: 'location', id: locationId },
      value: 12 + 8,
      at: at(`${day}T18:00:40Z`),
      corrected: false,
    });
  });

  it('[R865] goes on while ClickHouse is away, and does not move when it is back', async () => {
    const { front, spaceId } = await hall();
    await send(front, [{ at: utc('17:59'), ins: 10 }]);
    await server.ingestion.idle();
    world.clickhouse.cut();
    for (let i = 0; i < 40; i += 1) {
      world.now = new Date((utc('18:00') + i * 60 + 65) * 1000);
      await send(front, [{ at: utc('18:00') + i * 60, ins: 2, outs: 1 }]);
    }
    await expect.poll(() => now(spaceId)).toBe(50);
    world.now = new Date(`${day}T18:40:40Z`);
    levels = [];
    world.clickhouse.mend();
    await server.ingestion.idle();
    expect(await history(spaceId)).toBe(50);
    expect(await now(spaceId)).toBe(50);
    expect(levels.filter(({ corrected }) => corrected)).toEqual([]);
    await expect.poll(() => keptMinutes(spaceId), within(5)).toBeLessThan(3);
  });

  it('[R866] is corrected once by late readings, and nothing else is', async () => {
    const { front, spaceId } = await hall();
    await send(front, [
      { at: utc('17:00'), ins: 1 },
      { at: utc('17:59'), ins: 3 },
    ]);
    await server.ingestion.idle();
    world.now = new Date(`${day}T18:00:50Z`);
    levels = [];
    await send(front, [{ at: utc('16:30'), ins: 20 }]);
    await server.ingestion.idle();
    await expect.poll(() => now(spaceId), within(5)).toBe(24);
    await send(front, [{ at: utc('16:30'), ins: 20 }]);
    await server.ingestion.idle();
    const ofSpace = levels.filter(({ entity }) => entity.kind === 'space');
    expect(ofSpace.filter(({ corrected }) => corrected)).toMatchObject([{ value: 24 }]);
  });

  it('[I70] is committed together with the work that joins its transaction, or not at all', async () => {
    const { front, spaceId } = await hall();
    // The first reading of a space only starts its state.
    await send(front, [{ at: utc('17:58'), ins: 1 }]);
    await server.ingestion.idle();
    const key = `joined ${spaceId}`;
    const joined = async () => (await world.rows('SELECT value FROM installation WHERE key = $1', [key]))[0];
    let failures = 0;
    let isFailing = true;
    onTestFinished(() => {
      join = async () => {};
    });
    join = async ({ client }, changes) => {
      const change = changes.find(({ entity }) => entity.id === spaceId);
      if (!change) return;
      await client.query(
        'INSERT INTO installation (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2',
        [key, `${change.value}`],
      );
      if (!isFailing) return;
      failures += 1;
      throw new Error('Not yet.');
    };
    await send(front, [{ at: utc('17:59'), ins: 3 }]);
    await expect.poll(() => failures).toBeGreaterThan(1);
    expect([await joined(), await now(spaceId)]).toEqual([undefined, 1]);
    isFailing = false;
    await server.ingestion.idle();
    expect([await joined(), await now(spaceId)]).toEqual([{ value: '4' }, 4]);
  });

  it('[R864] follows daily resets by the clock, without a reading', async () => {
    const nightly = { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false };
    const { front, spaceId } = await hall({
      resetConfig: { ...nightly, resetTimes: [{ time: '13:30', value: 2 }] },
    });
    await send(front, [{ at: utc('17:59'), ins: 3 }]);
    await server.ingestion.idle();
    // Two were left by the reset of the day before.
    expect(await now(spaceId)).toBe(5);
    levels = [];
    world.now = new Date(`${day}T18:30:00Z`);
    await expect.poll(() => now(spaceId), within(5)).toBe(2);
    expect(levels.filter(({ entity }) => entity.kind === 'space')).toMatchObject([{ value: 2, corrected: false }]);
  });

  it('[R866] follows resets by hand and edits of zones, also of the past', async () => {
    const { front, back, spaceId } = await hall();
    await send(front, [
      { at: utc('17:50'), ins: 3 },
      { at: utc('17:59'), ins: 3 },
    ]);
    await send(back, [{ at: utc('17:59'), outs: 1, ins: 0 }]);
    await server.ingestion.idle();
    await reset(front.orgId, spaceId, `${day}T18:00:30Z`, 40);
    await expect.poll(() => now(spaceId), within(5)).toBe(40);
    await send(front, [{ at: utc('18:00'), ins: 5, partial: true }]);
    await server.ingestion.idle();
    // A minute is not split: what was counted in it is part of what someone saw.
    expect(await now(spaceId)).toBe(40);
    world.now = new Date(`${day}T18:01:40Z`);
    await send(front, [{ at: utc('18:01'), ins: 2, partial: true }]);
    await expect.poll(() => now(spaceId)).toBe(42);
    await world.rows('DELETE FROM occupancy_reset WHERE space_id = $1', [spaceId]);
    await reset(front.orgId, spaceId, `${day}T17:55:00Z`, 100);
    await server.ingestion.idle();
    await expect.poll(() => now(spaceId), within(5)).toBe(100 + 3 - 1 + 5 + 2);
  });

  it('[I291] is one number on several nodes', async () => {
    const { front, back, spaceId } = await hall();
    await send(front, [{ at: utc('17:30'), ins: 1 }]);
    await server.ingestion.idle();
    const second = await world.server(options);
    try {
      const sending: Promise<unknown>[] = [];
      for (let i = 0; i < 20; i += 1) {
        const door = i % 2 === 0 ? front : back;
        const target = i % 3 === 0 ? server : second;
        sending.push(push(target, door.key, packageOf(door, [{ at: utc('17:40') + i * 60, ins: 2, outs: 1 }])));
      }
      await Promise.all(sending);
      await expect.poll(() => now(spaceId), within(10)).toBe(21);
      await server.ingestion.idle();
      expect([await now(spaceId), await history(spaceId)]).toEqual([21, 21]);
    } finally {
      await second.close();
    }
  });

  it('[I290] equals the history after random readings, late, repeated and corrected, with outages', async () => {
    const seed = Number(process.env['ATRIUM_SEED'] ?? 7);
    const random = randomFrom(seed);
    const { front, back, spaceId } = await hall();
    const sent: { door: TestDoor; counts: Count[] }[] = [];
    for (let step = 0; step < 60; step += 1) {
      const second = utc('18:00') + step * 100;
      world.now = new Date(second * 1000);
      const counts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const span = [15, 60, 300][Math.floor(random() * 3)] ?? 60;
        const age = random() < 0.8 ? random() * 200 : random() * 9000;
        const from = Math.floor((second - age - span) / span) * span;
        return {
          at: from,
          span,
          ins: Math.floor(random() * 6),
          outs: Math.floor(random() * 6),
          partial: random() < 0.2,
        };
      });
      const again = sent[Math.floor(random() * sent.length)];
      const next = again && random() < 0.2 ? again : { door: random() < 0.5 ? front : back, counts };
      sent.push(next);
      await send(next.door, next.counts);
      if (step % 20 === 10) {
        world.clickhouse.mend();
        await server.ingestion.idle();
        await reset(front.orgId, spaceId, new Date((second - random() * 3000) * 1000).toISOString(), 20);
      }
      if (random() < 0.1) world.clickhouse.cut();
      if (random() < 0.3) world.clickhouse.mend();
      if (random() < 0.1) await new Promise((resolve) => setTimeout(resolve, 300));
    }
    world.clickhouse.mend();
    world.now = new Date((utc('18:00') + 60 * 100 + 200) * 1000);
    await send(front, [{ at: utc('18:00') + 60 * 100, ins: 1 }]);
    await server.ingestion.idle();
    const value = await history(spaceId);
    await expect.poll(() => now(spaceId), { ...within(10), message: `seed ${seed}` }).toBe(value);
  });

  it('[R867] exists only where the organization may use spaces', async () => {
    const { front, spaceId } = await hall();
    await send(front, [{ at: utc('17:59'), ins: 3 }]);
    await server.ingestion.idle();
    expect(await now(spaceId)).toBe(3);
    const allow = (allowed: boolean) =>
      world.registry.system(async (tx) => {
        await tx.client.query('UPDATE organization SET can_view_occupancy = $2 WHERE org_id = $1', [
          front.orgId,
          allowed,
        ]);
        await raiseEstateVersion(tx, front.orgId);
      });
    await allow(false);
    await expect.poll(() => now(spaceId), within(5)).toBeUndefined();
    await send(front, [{ at: utc('18:00'), ins: 3, partial: true }]);
    await server.ingestion.idle();
    await allow(true);
    await expect.poll(() => now(spaceId), within(5)).toBe(6);
  });
});

const day = '2026-03-04';
const early = new Date('2026-02-01T00:00:00Z');
const utc = (time: string) => at(`${day}T${time}:00Z`);

/** A hall with two doors, in New York. */
async function hall(values: Parameters<World['space']>[0] = {}) {
  world.now = new Date(`${day}T18:00:40Z`);
  const { orgId, factOrg } = await world.organization({ canViewOccupancy: true });
  const { locationId } = await world.location({ orgId, timezone: 'America/New_York' });
  const { siteId } = await world.site({ locationId });
  const { spaceId } = await world.space({ orgId, locationId, updatedAt: early, ...values });
  const key = await world.pushKey({ orgId });
  const door = async (): Promise<TestDoor> => {
    const { sensorId, macAddress } = await world.sensor({ siteId });
    const zone = await world.zone({ sensorId });
    await world.spaceZone({ orgId, spaceId, zoneId: zone.zoneId });
    const logic = Number(zone.deviceId);
    return { orgId, factOrg, key, mac: macAddress ?? '', sensorId, zone, series: zone.seriesId, logic };
  };
  return { front: await door(), back: await door(), spaceId, locationId };
}

async function send(door: TestDoor, counts: readonly Count[]): Promise<void> {
  expect((await push(server, door.key, packageOf(door, counts))).status).toBe(200);
}

async function reset(orgId: string, spaceId: string, resetDate: string, occupants: number): Promise<void> {
  await world.registry.system(async (tx) => {
    await tx.client.query(
      'INSERT INTO occupancy_reset (org_id, space_id, reset_date, occupants) VALUES ($1, $2, $3, $4)',
      [orgId, spaceId, resetDate, occupants],
    );
    await raiseEstateVersion(tx, orgId);
  });
}

async function now(spaceId: string): Promise<number | undefined> {
  const [row] = await world.rows<{ value: number }>('SELECT value FROM space_state WHERE space_id = $1', [spaceId]);
  return row?.value;
}

async function history(spaceId: string): Promise<number | undefined> {
  const [row] = await world.rows<{ occupancy: number }>(
    'SELECT occupancy FROM space_day WHERE space_id = $1 ORDER BY day DESC LIMIT 1',
    [spaceId],
  );
  return row?.occupancy;
}

async function keptMinutes(spaceId: string): Promise<number> {
  const [row] = await world.rows<{ minutes: Record<string, unknown[]> }>(
    'SELECT minutes FROM space_state WHERE space_id = $1',
    [spaceId],
  );
  return Object.values(row?.minutes ?? {}).reduce((sum, rows) => sum + rows.length, 0);
}
