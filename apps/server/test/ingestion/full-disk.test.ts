import { sharedTestEngines } from '@atrium/engines/testing';
import { FactsUnavailable } from '@atrium/facts/errors';
import type { MinuteRow } from '@atrium/facts/rows';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { at, openWorld, packageOf, push, type TestDoor, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date('2026-03-02T12:00:30Z'));
});
afterAll(() => world.close());

const minute = at('2026-03-02T11:59:00Z');

describe('a disk that is full for ClickHouse', () => {
  it('[I66] is retried less and less often, costs one log line, and no reading is lost or counted twice', async () => {
    const door = await world.door();
    let isFull = true;
    let tries = 0;
    const append = async (rows: readonly MinuteRow[]) => {
      tries += 1;
      if (isFull) throw new FactsUnavailable(243);
      await world.facts.append(rows);
    };
    const logged = countLog();
    const since = performance.now();
    const server = await world.server({ facts: { ...world.facts, append } });
    await push(server, door.key, packageOf(door, [{ at: minute, ins: 3 }]));
    await expect.poll(() => tries).toBe(4);
    expect(performance.now() - since).toBeGreaterThan(1400);
    await push(server, door.key, packageOf(door, [{ at: minute - 60, ins: 4 }]));
    isFull = false;
    await server.ingestion.idle();
    expect([logged('ClickHouse is unavailable'), logged('ClickHouse accepts readings again')]).toEqual([1, 1]);
    expect(await counted(door)).toBe(7);
    expect(await world.rows('SELECT FROM quarantine WHERE org_id = $1', [door.orgId])).toEqual([]);
    await server.close();
  });

  it('[I56] is logged after 30 seconds and then every minute, and once when readings are written again', async () => {
    const door = await world.door();
    let isFull = true;
    const append = async (rows: readonly MinuteRow[]) => {
      if (isFull) throw new FactsUnavailable(243);
      await world.facts.append(rows);
    };
    const pass = timeMachine();
    const logged = countLog();
    const stalls = () => logged('Facts are stalled');
    const server = await world.server({ facts: { ...world.facts, append } });
    const health = () => server.ingestion.health();
    await push(server, door.key, packageOf(door, [{ at: minute, ins: 3 }]));
    pass(20);
    await expect.poll(() => health().lagSeconds).toBeGreaterThanOrEqual(20);
    expect([stalls(), health().stalledSeconds]).toEqual([0, 0]);
    pass(15);
    await expect.poll(stalls).toBe(1);
    pass(40);
    await expect.poll(() => health().stalledSeconds).toBeGreaterThanOrEqual(75);
    expect(stalls()).toBe(1);
    pass(30);
    await expect.poll(stalls).toBe(2);
    isFull = false;
    await expect.poll(() => logged('Facts are written again')).toBe(1);
    expect([stalls(), health().stalledSeconds, await counted(door)]).toEqual([2, 0, 3]);
    await server.close();
  });
});

/** Counts the log lines from now on that contain a text. */
function countLog(): (text: string) => number {
  const before = world.log.length;
  return (text) => world.log.slice(before).filter((line) => line.includes(text)).length;
}

/** Moves both the time of day and the time that only passes, until the test ends. */
function timeMachine(): (seconds: number) => void {
  const start = world.now;
  const real = performance.now.bind(performance);
  let ahead = 0;
  const passing = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
  onTestFinished(() => {
    passing.mockRestore();
    world.now = start;
  });
  return (seconds) => {
    ahead += seconds * 1000;
    world.now = new Date(world.now.getTime() + seconds * 1000);
  };
}

async function counted(door: TestDoor): Promise<number> {
  const question = { org: door.factOrg, series: [door.series], from: 0, to: at('2030-01-01T00:00:00Z') };
  return (await world.facts.sums(question))[0]?.ins ?? 0;
}
