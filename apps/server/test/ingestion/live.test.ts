import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { raiseEstateVersion } from '../../src/registry/directory/store.ts';
import type { Point } from '../../src/ingestion/points.ts';
import {
  at,
  openWorld,
  packageOf,
  push,
  randomFrom,
  type Count,
  type Server,
  type TestDoor,
  type World,
} from './world.ts';
import { within } from '../within.ts';

let world: World;
let server: Server;
const unlimited = { perSecond: 1e6, burst: 1e6 };
const limits = { device: unlimited, organization: unlimited, lagSeconds: Infinity };
/** An action of a test at a point, once. */
const plans = new Map<Point, () => Promise<void>>();
const reach = async (point: Point) => {
  const plan = plans.get(point);
  plans.delete(point);
  await plan?.();
};
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines());
  server = await world.server({ limits, reach });
});
afterEach(() => world.clickhouse.mend());
afterAll(() => world.close());

describe('today’s numbers of a series', () => {
  it('move before its facts are written, and continue while ClickHouse is unavailable', async () => {
    world.now = new Date('2026-03-02T08:00:30Z');
    const door = await world.door();
    await send(door, [{ at: at('2026-03-02T07:59:00Z'), ins: 1 }]);
    await server.ingestion.idle();
    world.clickhouse.cut();
    // Longer than the tail: minutes that were never written are closed.
    for (let i = 0; i < 40; i += 1) {
      world.now = new Date(at('2026-03-02T08:00:00Z') * 1000 + i * 60_000 + 65_000);
      await send(door, [{ at: at('2026-03-02T08:00:00Z') + i * 60, ins: 1, outs: 2 }]);
    }
    await expect.poll(() => live(door)).toMatchObject({ ins: 41, outs: 80 });
    await expect.poll(() => server.ingestion.health().factsAway).toBe(true);
    await send(door, [{ at: at('2026-03-02T08:10:00Z'), ins: 5, outs: 2 }]);
    expect(await live(door)).toMatchObject({ ins: 41 });

    world.clickhouse.mend();
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        seen.add((await live(door)).ins);
        return (await facts(door)).ins;
      })
      .toBe(45);
    await server.ingestion.idle();
    expect(server.ingestion.health().factsAway).toBe(false);
    expect(await live(door)).toMatchObject({ ins: 45, outs: 80, got: 41 * 60 });
    // After the recovery no number on a screen went backward.
    expect([...seen].every((ins) => ins === 41 || ins === 45)).toBe(true);
  });

  it('[T11] restart at local midnight, with or without a reading', async () => {
    world.now = new Date('2026-06-10T21:59:30Z');
    const door = await world.door({ timezone: 'Europe/Berlin' });
    await send(door, [{ at: at('2026-06-10T21:58:00Z'), ins: 5 }]);
    await server.ingestion.idle();
    expect(await live(door)).toMatchObject({
      ins: 5,
      from: at('2026-06-09T22:00:00Z'),
      to: at('2026-06-10T22:00:00Z'),
    });
    world.now = new Date('2026-06-10T22:00:01Z');
    await expect.poll(() => live(door), within(3)).toMatchObject({ ins: 0, got: 0, from: at('2026-06-10T22:00:00Z') });
    await send(door, [
      { at: at('2026-06-10T21:59:00Z'), ins: 7 },
      { at: at('2026-06-10T22:00:00Z'), ins: 2, partial: true },
    ]);
    await server.ingestion.idle();
    expect(await live(door)).toMatchObject({ ins: 2 });
    expect((await facts(door)).ins).toBe(14);
  });

  it('belong to another day when the time zone of the location is edited', async () => {
    world.now = new Date('2026-06-10T12:00:30Z');
    const door = await world.door({ timezone: 'UTC' });
    await send(door, [
      { at: at('2026-06-10T00:30:00Z'), ins: 3 },
      { at: at('2026-06-10T11:59:00Z'), ins: 2 },
    ]);
    await server.ingestion.idle();
    expect(await live(door)).toMatchObject({ ins: 5 });
    await world.registry.system(async (tx) => {
      await tx.client.query(`UPDATE location SET timezone = 'America/New_York' WHERE org_id = $1`, [door.orgId]);
      await raiseEstateVersion(tx, door.orgId);
    });
    await expect.poll(() => live(door)).toMatchObject({ ins: 2, from: at('2026-06-10T04:00:00Z') });
    await server.ingestion.idle();
    expect(await live(door)).toMatchObject({ ins: 2 });
  });

  it('go to the series in force, even when the estate is edited while facts are being written', async () => {
    world.now = new Date('2026-03-02T12:00:30Z');
    const door = await world.door();
    const cut = new Date('2026-03-02T11:55:00Z');
    let next = 0;
    plans.set('pump.after-facts', () =>
      world.registry.system(async (tx) => {
        const { rows } = await tx.client.query<{ series_id: number }>(
          `WITH closed AS (UPDATE series SET "to" = $2 WHERE series_id = $1 RETURNING *)
           INSERT INTO series (org_id, zone_id, site_id, location_id, measure, count_filter, count_application, perimeter, enabled, "from")
           SELECT org_id, zone_id, site_id, location_id, measure, 3, count_application, perimeter, enabled, $2 FROM closed
           RETURNING series_id`,
          [door.series, cut],
        );
        next = rows[0]?.series_id ?? 0;
        await raiseEstateVersion(tx, door.orgId);
      }),
    );
    await send(door, [
      { at: at('2026-03-02T11:54:00Z'), ins: 1 },
      { at: at('2026-03-02T11:56:00Z'), ins: 10 },
    ]);
    await server.ingestion.idle();
    expect(await live(door)).toMatchObject({ ins: 1 });
    expect(await live({ ...door, series: next })).toMatchObject({ ins: 10 });
    const ofDay = { org: door.factOrg, from: at('2026-03-02T00:00:00Z') };
    const before = await world.facts.sums({ ...ofDay, series: [door.series], to: cut.getTime() / 1000 });
    const after = await world.facts.sums({
      ...ofDay,
      series: [next],
      from: cut.getTime() / 1000,
      to: at('2026-03-03T00:00:00Z'),
    });
    expect([before[0]?.ins, after[0]?.ins]).toEqual([1, 10]);
    const [ledger] = await world.rows<{ applied: string }>('SELECT applied FROM ledger WHERE org_id = $1', [
      door.orgId,
    ]);
    expect(ledger?.applied).toBe('1');
  });

  it.each([11, 12, 13])('equal a recomputation after any sequence of pushes (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const start = at('2026-03-28T20:00:00Z');
    world.now = new Date(start * 1000);
    const doors = [await world.door(), await world.door({ timezone: 'Asia/Kathmandu' })];
    const sent: { door: TestDoor; counts: Count[] }[] = [];
    for (let step = 0; step < 40; step += 1) {
      const now = start + step * 540 + Math.floor(random() * 500);
      world.now = new Date(now * 1000);
      const again = sent[Math.floor(random() * sent.length)];
      const door = doors[Math.floor(random() * 2)] as TestDoor;
      const counts = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
        const span = [15, 60, 300, 900][Math.floor(random() * 4)] ?? 60;
        const age = random() < 0.7 ? random() * 900 : random() * 40_000;
        const from = Math.floor((now - age - span) / span) * span;
        return {
          at: from,
          span,
          ins: Math.floor(random() * 20),
          outs: Math.floor(random() * 20),
          partial: random() < 0.2,
        };
      });
      const next = again && random() < 0.2 ? again : { door, counts };
      sent.push(next);
      await send(next.door, next.counts);
      if (random() < 0.1) world.clickhouse.cut();
      if (random() < 0.3) world.clickhouse.mend();
      if (random() < 0.2) await new Promise((resolve) => setTimeout(resolve, 300));
    }
    world.clickhouse.mend();
    await server.ingestion.idle();
    for (const door of doors) {
      const { from, to, ins, outs, got } = await live(door);
      const [sums] = await world.facts.sums({ org: door.factOrg, series: [door.series], from, to });
      expect({ ins, outs, got }, `seed ${seed}`).toEqual({
        ins: sums?.ins ?? 0,
        outs: sums?.outs ?? 0,
        got: sums?.got ?? 0,
      });
    }
  });
});

async function send(door: TestDoor, counts: readonly Count[]): Promise<void> {
  expect((await push(server, door.key, packageOf(door, counts))).status).toBe(200);
}

async function live(door: Pick<TestDoor, 'series'>) {
  const [row] = await world.rows<Record<'ins' | 'outs' | 'got' | 'from' | 'to', number>>(
    `SELECT ins::int, outs::int, got, extract(epoch FROM day_from)::int AS from, extract(epoch FROM day_to)::int AS to
     FROM series_last WHERE series_id = $1`,
    [door.series],
  );
  return row ?? { ins: 0, outs: 0, got: 0, from: 0, to: 0 };
}

async function facts(door: TestDoor) {
  const [sums] = await world.facts
    .sums({ org: door.factOrg, series: [door.series], from: 0, to: at('2030-01-01T00:00:00Z') })
    .catch(() => []);
  return { ins: sums?.ins ?? 0, got: sums?.got ?? 0 };
}
