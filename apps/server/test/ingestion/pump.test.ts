import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sharedTestEngines } from '@atrium/engines/testing';
import { FactsDamaged } from '@atrium/facts/errors';
import type { Facts } from '@atrium/facts/facts-interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { laneOf } from '../../src/ingestion/inbox.ts';
import type { Point } from '../../src/ingestion/points.ts';
import { at, openWorld, packageOf, push, type TestDoor, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date('2026-03-02T12:00:30Z'));
});
afterAll(() => world.close());

const minute = at('2026-03-02T11:59:00Z');

it('[I209] an organization that is edited without a pause holds up neither its own readings nor those of others', async () => {
  const [busy, quiet] = [await world.door(), await world.door()];
  let edits = 0;
  const server = await world.server({
    async reach(point) {
      if (point !== 'pump.after-facts') return;
      edits += 1;
      const edit = world.rows('UPDATE organization SET estate_version = estate_version + 1 WHERE org_id = $1', [
        busy.orgId,
      ]);
      // An edit that has to wait for the readings is not waited for.
      await Promise.race([edit, pause(500)]);
    },
  });
  await Promise.all([busy, quiet].map((door) => push(server, door.key, packageOf(door, [{ at: minute, ins: 4 }]))));
  for (const door of [quiet, busy]) {
    await expect
      .poll(() => world.rows('SELECT applied FROM ledger WHERE org_id = $1', [door.orgId]), { timeout: 20_000 })
      .toEqual([{ applied: '1' }]);
  }
  await server.close();
  expect(await counted(busy)).toBe(4);
  expect(await counted(quiet)).toBe(4);
  expect(edits).toBeGreaterThan(3);
});

describe('lanes', () => {
  it('are shared by the live nodes, and taken over from one that stops', async () => {
    const one = await world.server();
    await expect.poll(holders).toEqual([64]);
    const two = await world.server();
    await expect.poll(holders, { timeout: 10_000 }).toEqual([32, 32]);
    const door = await world.door();
    for (const node of [one, two]) {
      for (let i = 0; i < 5; i += 1) await push(node, door.key, packageOf(door, [{ at: minute - 60 * i, ins: 1 }]));
    }
    await one.ingestion.idle();
    expect(await counted(door)).toBe(5);
    await one.close();
    await expect.poll(holders, { timeout: 10_000 }).toEqual([64]);
    await two.close();
    expect(await holders()).toEqual([]);
  });

  it('[I26] fence a pump that was held up while another took over', async () => {
    const door = await world.door();
    const gate = holdUp();
    const slow = await world.server({ reach: gate.at('pump.after-facts') });
    await push(slow, door.key, packageOf(door, [{ at: minute, ins: 3 }]));
    await gate.reached;
    // As if its lease had expired while it was suspended.
    await world.rows(`UPDATE inbox_lane SET holder = NULL, lease_until = '-infinity' WHERE lane = $1`, [
      laneOf(door.orgId, door.mac),
    ]);
    const quick = await world.server();
    await expect
      .poll(() => world.rows('SELECT applied FROM ledger WHERE org_id = $1', [door.orgId]), { timeout: 10_000 })
      .toEqual([{ applied: '1' }]);
    gate.open();
    await quick.ingestion.idle();
    await slow.close();
    await quick.close();
    expect(await counted(door)).toBe(3);
    expect(await world.rows('SELECT applied FROM ledger WHERE org_id = $1', [door.orgId])).toEqual([{ applied: '1' }]);
    expect(await world.rows('SELECT ins::int FROM series_last WHERE series_id = $1', [door.series])).toEqual([
      { ins: 3 },
    ]);
  });
});

describe('live readings during a back-fill', () => {
  const yesterday = minute - 86_400;

  it('[I55] reach the live number and the facts while a back-fill is being written', async () => {
    const door = await world.door();
    const gate = holdUp();
    const server = await world.server({ reach: gate.firstAt('pump.after-facts') });
    await push(server, door.key, packageOf(door, [{ at: yesterday, ins: 100 }]));
    await gate.reached;
    await push(server, door.key, packageOf(door, [{ at: minute, ins: 3 }]));
    await expect
      .poll(() => world.rows('SELECT ins::int FROM series_last WHERE series_id = $1', [door.series]))
      .toEqual([{ ins: 3 }]);
    await expect.poll(() => counted(door)).toBe(103);
    await expect
      .poll(() => world.rows('SELECT applied::int FROM ledger WHERE org_id = $1', [door.orgId]))
      .toEqual([{ applied: 1 }]);
    gate.open();
    await server.ingestion.idle();
    expect(await world.rows('SELECT applied::int FROM ledger WHERE org_id = $1', [door.orgId])).toEqual([
      { applied: 2 },
    ]);
    await server.close();
  });

  it('[I55] never mark a day as ready while the back-fill still writes to it', async () => {
    const door = await world.door();
    const gate = holdUp();
    const old = minute - 10 * 86_400;
    const server = await world.server({ reach: gate.firstAt('pump.after-marks') });
    await push(server, door.key, packageOf(door, [{ at: old, ins: 100 }]));
    await gate.reached;
    const liveWithHistory = packageOf(door, [
      { at: old + 60, ins: 5 },
      { at: minute, ins: 3 },
    ]);
    await push(server, door.key, liveWithHistory);
    await expect.poll(() => counted(door)).toBe(8);
    const waiting = 'SELECT bool_and(ready) AS ready FROM rollup_mark WHERE series_id = $1 AND day < now()::date - 1';
    expect(await world.rows(waiting, [door.series])).toEqual([{ ready: false }]);
    gate.open();
    await server.ingestion.idle();
    expect(await quartersOf(door, old)).toEqual([105]);
    await server.close();
  });
});

describe('a batch that is announced again', () => {
  it('[I61] leaves the days of the next batch to be recomputed', async () => {
    const door = await world.door();
    const old = minute - 10 * 86_400;
    const [first, second] = [holdUp(), holdUp()];
    const wait = [first.at('pump.after-facts'), undefined, second.at('pump.after-facts')];
    const server = await world.server({
      reach: async (point) => {
        if (point === 'pump.after-facts') await wait.shift()?.(point);
      },
    });
    await push(server, door.key, packageOf(door, [{ at: old, ins: 100 }]));
    await first.reached;
    // The estate changes: the first batch is announced and written once more, the second one already uses it.
    await world.door({ orgId: door.orgId });
    const marks = () => world.rows('SELECT seq::int FROM rollup_mark WHERE series_id = $1', [door.series]);
    const before = await marks();
    await push(server, door.key, packageOf(door, [{ at: old + 60, ins: 5 }]));
    await expect.poll(marks).not.toEqual(before);
    first.open();
    await second.reached;
    await expect.poll(marks).toEqual([]);
    second.open();
    await server.ingestion.idle();
    expect(await quartersOf(door, old)).toEqual([105]);
    await server.close();
  });
});

describe('a body that cannot be applied', () => {
  it.each([
    ['announced', 'series_last', ({ series }: TestDoor) => `NEW.series_id = ${series}`],
    [
      'completed',
      'inbox_applied',
      ({ mac }: TestDoor) => `EXISTS (SELECT FROM inbox_body WHERE seq = ANY(NEW.seqs) AND device = '${mac}')
        AND NOT EXISTS (SELECT FROM quarantine WHERE device = '${mac}')`,
    ],
  ])('[I28] when it is %s is quarantined and does not block its lane', async (name, table, isPoison) => {
    const bad = await world.door();
    const good = await world.door({ orgId: bad.orgId });
    await world.rows(`
      CREATE FUNCTION poison_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF ${isPoison(bad)} THEN RAISE EXCEPTION 'poison'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER poison_${name} BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION poison_${name}()`);
    const server = await world.server();
    for (let i = 0; i < 5; i += 1) {
      for (const door of i === 2 ? [bad, good] : [good]) {
        expect(await push(server, door.key, packageOf(door, [{ at: minute - 60 * i, ins: 1 }]))).toMatchObject({
          status: 200,
        });
      }
    }
    await server.ingestion.idle();
    expect(await counted(good)).toBe(5);
    expect(await world.rows('SELECT device, reason FROM quarantine WHERE org_id = $1', [bad.orgId])).toEqual([
      { device: bad.mac, reason: 'not_applicable' },
    ]);
    await world.rows(`DROP TRIGGER poison_${name} ON ${table}`);
    await server.close();
  });
});

describe('quarters', () => {
  it('[I67] of days with unreadable files do not delay others', async () => {
    const [one, other] = [await world.door(), await world.door()];
    const [january, february] = [at('2026-01-10T12:00:00Z'), at('2026-02-10T12:00:00Z')];
    const recompute: Facts['recompute'] = async (org, days, how) => {
      if (org === one.factOrg && days.some(({ day }) => day < february - 86_400)) throw new FactsDamaged(40);
      await world.facts.recompute(org, days, how);
    };
    const server = await world.server({ facts: { ...world.facts, recompute } });
    for (const [door, minuteOf] of [
      [one, january],
      [one, february],
      [other, february],
    ] as const) {
      await push(server, door.key, packageOf(door, [{ at: minuteOf, ins: 1 }]));
    }
    await server.ingestion.applied();
    const marked = () =>
      world.rows(
        `SELECT series_id AS series, to_char(day, 'YYYY-MM') AS month FROM rollup_mark WHERE org_id = ANY($1)`,
        [[one.orgId, other.orgId]],
      );
    await expect.poll(marked).toEqual([{ series: one.series, month: '2026-01' }]);
    await server.close();
  });
});

describe('a start', () => {
  it('[I18] after a crash writes the last minutes again, and counts nothing twice', async () => {
    const door = await world.door();
    const crashed = await world.server({ node: { id: 'here', alone: false } });
    const old = minute - 10 * 86_400;
    for (let i = 0; i < 5; i += 1)
      await push(
        crashed,
        door.key,
        packageOf(door, [
          { at: minute - 60 * i, ins: 1 },
          { at: old - 60 * i, ins: 2 },
        ]),
      );
    await push(crashed, door.key, 'rubbish');
    await crashed.ingestion.idle();
    expect(await counted(door)).toBe(15);
    // ClickHouse returns without what it had not yet written to disk.
    await world.loseFacts();
    expect(await counted(door)).toBe(0);

    const next = await world.server({ node: { id: 'here', alone: false } });
    await next.ingestion.idle();
    expect(await counted(door)).toBe(15);
    expect(await quartersOf(door, old)).toEqual([10]);
    expect(
      await world.rows('SELECT device, applied::int, quarantined::int FROM ledger WHERE org_id = $1 ORDER BY device', [
        door.orgId,
      ]),
    ).toEqual([
      { device: door.mac, applied: 5, quarantined: 0 },
      { device: 'unidentified', applied: 0, quarantined: 1 },
    ]);
    expect(await world.rows('SELECT ins::int FROM series_last WHERE series_id = $1', [door.series])).toEqual([
      { ins: 5 },
    ]);
    await crashed.close();
    await next.close();
  });

  it('after a clean stop does not', async () => {
    const door = await world.door();
    const first = await world.server({ node: { id: 'there', alone: false } });
    await push(first, door.key, packageOf(door, [{ at: minute, ins: 1 }]));
    await first.close();
    expect(await world.rows('SELECT FROM inbox_todo')).toEqual([]);
    expect(await counted(door)).toBe(1);
    const logged = world.log.length;
    const second = await world.server({ node: { id: 'there', alone: false } });
    await second.ingestion.idle();
    expect(world.log.slice(logged).filter((line) => line.includes('abruptly'))).toEqual([]);
    await second.close();
  });
});

describe('the inbox', () => {
  it('keeps bodies until they are applied and two days old, and recognizes them for eight', async () => {
    const door = await world.door();
    const server = await world.server();
    await push(server, door.key, packageOf(door, [{ at: minute, ins: 1 }]));
    await server.ingestion.idle();
    await server.close();
    const days = async () =>
      (
        await world.rows<{ name: string }>(
          `SELECT relname AS name FROM pg_class WHERE relname ~ '^inbox_body_\\d+$' ORDER BY 1`,
        )
      ).map(({ name }) => name.slice(-4));
    expect(await days()).toEqual(expect.arrayContaining(['0302', '0303', '0304']));
    for (const [now, kept, known] of [
      ['2026-03-04T23:00:00Z', 1, 1],
      ['2026-03-05T01:00:00Z', 0, 1],
      ['2026-03-10T23:00:00Z', 0, 1],
      ['2026-03-11T01:00:00Z', 0, 0],
    ] as const) {
      world.now = new Date(now);
      const later = await world.server();
      await expect.poll(days).toContain(now.slice(5, 10).replace('-', ''));
      await expect.poll(() => world.rows('SELECT FROM inbox_body WHERE org_id = $1', [door.orgId])).toHaveLength(kept);
      await expect.poll(() => world.rows('SELECT FROM inbox_seen WHERE org_id = $1', [door.orgId])).toHaveLength(known);
      await later.close();
    }
    world.now = new Date('2026-03-02T12:00:30Z');
  });
});

/** Makes callers that reach a point wait until it is opened. */
function holdUp() {
  const events = new EventEmitter();
  const reached = once(events, 'reached');
  const opened = once(events, 'opened');
  return {
    reached,
    open: () => events.emit('opened'),
    at: (wanted: Point) => async (point: Point) => {
      if (point !== wanted) return;
      events.emit('reached');
      await opened;
    },
    /** Makes only the first one wait. */
    firstAt: (wanted: Point) => {
      let isFirst = true;
      return async (point: Point) => {
        if (point !== wanted || !isFirst) return;
        isFirst = false;
        events.emit('reached');
        await opened;
      };
    },
  };
}

async function holders(): Promise<number[]> {
  const rows = await world.rows<{ count: number }>(
    'SELECT count(*)::int FROM inbox_lane WHERE holder IS NOT NULL GROUP BY holder ORDER BY 1',
  );
  return rows.map(({ count }) => count);
}

/** The sum of the quarters of the UTC day that contains an instant. */
async function quartersOf(door: TestDoor, instant: number): Promise<number[]> {
  const day = Math.floor(instant / 86_400) * 86_400;
  const quarters = await world.facts.aggregate({
    org: door.factOrg,
    slices: [
      {
        edges: [day, day + 86_400],
        members: [{ series: door.series, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }],
      },
    ],
    freshFrom: 2 ** 31 - (2 ** 31 % 86_400),
    marks: [],
  });
  return [...quarters.ins];
}

async function counted(door: TestDoor): Promise<number> {
  const question = { org: door.factOrg, series: [door.series], from: 0, to: at('2030-01-01T00:00:00Z') };
  return (await world.facts.sums(question))[0]?.ins ?? 0;
}
