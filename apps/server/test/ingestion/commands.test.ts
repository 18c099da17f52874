import { sharedTestEngines } from '@atrium/engines/testing';
import { generatedMinutes } from '@atrium/facts/generated-history';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Command } from '../../src/ingestion/commands.ts';
import { appendCommand } from '../../src/ingestion/inbox.ts';
import { at, openWorld, packageOf, push, type Server, type TestDoor, type World } from './world.ts';

let world: World;
let server: Server;
const now = at('2026-03-02T12:00:30Z');
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date(now * 1000));
  server = await world.server();
});
afterAll(() => world.close());

const minute = at('2026-03-02T11:59:00Z');

describe('a generated history', () => {
  it('is written completely, into every grain and today’s numbers, and is not replaced by lower ranks', async () => {
    const door = await world.door({ timezone: 'UTC' });
    const foreign = await world.door();
    const from = at('2026-01-20T00:00:00Z');
    const to = Math.floor(now / 60) * 60;
    const rates = Array.from({ length: 24 }, (_, hour) => 100 * hour);
    const history = {
      series: door.series,
      seed: 5,
      curves: [{ ins: rates, outs: rates }],
      stretches: [{ from, to, offset: 0, curve: 0, factor: 1000 }],
      gaps: [{ from: from + 3600, to: from + 7200 }],
    };
    await push(server, door.key, packageOf(door, [{ at: minute, ins: 500 }]));
    await order(door, { type: 'demo-history', histories: [history, { ...history, series: foreign.series }] });
    const expected = [...generatedMinutes({ ...history, org: 1, ver: 1n })];
    const total = expected.reduce((sum, { ins }) => sum + ins, 0);
    expect(total).toBeGreaterThan(10_000);
    const facts = await world.facts.aggregate({
      org: door.factOrg,
      slices: [
        { edges: [from, to], members: [{ series: door.series, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }] },
      ],
      freshFrom: at('2026-03-02T00:00:00Z'),
      marks: [],
    });
    expect([facts.ins[0], facts.got[0]]).toEqual([total, 60 * expected.length]);
    const today = expected.filter((row) => row.at >= at('2026-03-02T00:00:00Z'));
    expect(await live(door)).toEqual({
      ins: today.reduce((sum, { ins }) => sum + ins, 0),
      got: 60 * today.length,
      lastMinute: to - 60,
    });
    expect(
      await world.rows('SELECT FROM rollup_mark WHERE series_id = $1 AND day < $2', [door.series, '2026-03-02']),
    ).toEqual([]);
    expect(await sums(foreign)).toBe(0);

    await push(server, door.key, packageOf(door, [{ at: to, ins: 3, partial: true }]));
    await server.ingestion.idle();
    expect((await live(door)).ins).toBe(today.reduce((sum, { ins }) => sum + ins, 0) + 3);
  });
});

describe('an erasure', () => {
  it('[I16] erases a period permanently: neither a replay nor the sensor restores it, and live numbers follow', async () => {
    const door = await world.door({ timezone: 'UTC' });
    const yesterday = minute - 86_400;
    const old = minute - 20 * 86_400;
    const counts = [old, yesterday, minute - 3600, minute - 60, minute].map((start) => ({ at: start, ins: 1 }));
    await push(server, door.key, packageOf(door, counts));
    await server.ingestion.idle();
    expect([await sums(door), (await live(door)).ins]).toEqual([5, 3]);

    await order(door, { type: 'erase', series: [door.series], from: 0, to: minute });
    expect([await sums(door), (await live(door)).ins]).toEqual([1, 1]);
    await push(server, door.key, packageOf(door, counts.slice(0, 3)));
    await server.ingestion.quarantine.replayReceived(door, { from: new Date(0), to: new Date(now * 1000 + 1000) });
    await server.ingestion.idle();
    expect([await sums(door), (await live(door)).ins]).toEqual([1, 1]);
    const day = Math.floor(old / 86_400) * 86_400;
    const quarters = await world.facts.aggregate({
      org: door.factOrg,
      slices: [
        {
          edges: [day, day + 86_400],
          members: [{ series: door.series, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }],
        },
      ],
      freshFrom: at('2026-03-02T00:00:00Z'),
      marks: [],
    });
    expect([...quarters.ins]).toEqual([]);
  });

  it("[I35] does not touch another organization's series", async () => {
    const ours = await world.door();
    const theirs = await world.door();
    await push(server, theirs.key, packageOf(theirs, [{ at: minute, ins: 4 }]));
    await server.ingestion.idle();
    await order(ours, { type: 'erase', series: [theirs.series], from: 0, to: 2 ** 31 });
    expect(await sums(theirs)).toBe(4);
  });

  it('waits for ClickHouse, and completes when it is back', async () => {
    const door = await world.door();
    await push(server, door.key, packageOf(door, [{ at: minute, ins: 4 }]));
    await server.ingestion.idle();
    world.clickhouse.cut();
    await world.registry.system((tx) =>
      appendCommand(tx, door.orgId, { type: 'erase', series: [door.series], from: 0, to: 2 ** 31 }, world.now),
    );
    server.ingestion.wake();
    await expect.poll(() => world.log.some((line) => line.includes('A command will be tried again'))).toBe(true);
    world.clickhouse.mend();
    await server.ingestion.idle();
    expect(await sums(door)).toBe(0);
  });
});

it('an invalid command is quarantined', async () => {
  const door = await world.door();
  await order(door, { type: 'erase', series: 'all' } as unknown as Command);
  expect(await world.rows('SELECT device, reason FROM quarantine WHERE org_id = $1', [door.orgId])).toEqual([
    { device: 'command', reason: 'not_applicable' },
  ]);
});

it('[I57] does not report a stall while a long command keeps writing', async () => {
  await server.close();
  const first = await world.door();
  const doors = [first, await world.door({ orgId: first.orgId }), await world.door({ orgId: first.orgId })];
  const began = world.now.getTime();
  const real = performance.now.bind(performance);
  let late = 0;
  const stalls: number[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => real() + late);
  const slow = await world.server({
    reach: async (point) => {
      if (point !== 'command.after-part') return;
      const { health } = slow.ingestion;
      await expect.poll(() => health().lagSeconds).toBeGreaterThanOrEqual(late / 1000);
      stalls.push(health().stalledSeconds);
      late += 20_000;
      world.now = new Date(began + late);
    },
  });
  const rates = Array.from({ length: 24 }, () => 1);
  const histories = doors.map(({ series }) => ({
    series,
    seed: 5,
    curves: [{ ins: rates, outs: rates }],
    stretches: [{ from: minute - 3600, to: minute, offset: 0, curve: 0, factor: 1000 }],
    gaps: [],
  }));
  await world.registry.system((tx) => appendCommand(tx, first.orgId, { type: 'demo-history', histories }, world.now));
  await slow.ingestion.idle();
  vi.restoreAllMocks();
  expect(stalls).toEqual([0, 0, 0]);
});

async function order(door: TestDoor, command: Command): Promise<void> {
  await world.registry.system((tx) => appendCommand(tx, door.orgId, command, world.now));
  server.ingestion.wake();
  await server.ingestion.idle();
}

async function sums(door: TestDoor): Promise<number> {
  const question = { org: door.factOrg, series: [door.series], from: 0, to: at('2030-01-01T00:00:00Z') };
  return (await world.facts.sums(question))[0]?.ins ?? 0;
}

async function live(door: TestDoor) {
  const [row] = await world.rows<{ ins: number; got: number; lastMinute: number }>(
    'SELECT ins::int, got, extract(epoch FROM last_minute)::int AS "lastMinute" FROM series_last WHERE series_id = $1',
    [door.series],
  );
  return row ?? { ins: 0, got: 0, lastMinute: 0 };
}
