import { nextLocalDayStart, zoneOf } from '@atrium/calendar/zones';
import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshFrom } from '../../src/ingestion/horizon.ts';
import {
  at,
  chunks,
  openWorld,
  packageOf,
  push,
  randomFrom,
  shuffled,
  type Count,
  type Server,
  type TestDoor,
  type World,
} from './world.ts';

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date('2026-10-26T12:00:30Z'));
  const unlimited = { perSecond: 1e6, burst: 1e6 };
  server = await world.server({ limits: { device: unlimited, organization: unlimited } });
});
afterAll(() => world.close());

const minuteOfNow = at('2026-10-26T11:59:00Z');
const half = (k: number, ins = 1) => ({ at: minuteOfNow + k / 2, span: 0.5, ins });

describe('every push is counted once', () => {
  it('[I02] [I12] however often it is sent, at once or one after another, to one node or to two', async () => {
    const second = await world.server();
    const door = await world.door();
    const body = packageOf(door, [{ at: minuteOfNow, ins: 7, outs: 5 }]);
    await Promise.all([server, second, server, second, server].map((node) => push(node, door.key, body)));
    for (const node of [server, second, server, second, server]) await push(node, door.key, body);
    await server.ingestion.idle();
    expect(await daySum(door)).toMatchObject({ ins: 7, outs: 5, got: 60 });
    expect(
      await world.rows('SELECT applied, duplicate, quarantined FROM ledger WHERE org_id = $1', [door.orgId]),
    ).toEqual([{ applied: '1', duplicate: '9', quarantined: '0' }]);
    await second.close();
  });

  it('even when two sensors without identification send the same bytes', async () => {
    const one = await world.door();
    const other = await world.door({ orgId: one.orgId });
    await world.rows('UPDATE zone SET device_id = $1 WHERE org_id = $2', [one.zone.deviceId, one.orgId]);
    server.directory.forget(one.orgId);
    const { logics_data: data } = packageOf(one, [{ at: minuteOfNow, ins: 3 }]) as { logics_data: object };
    const body = { logics_data: { ...data, sensor_info: undefined } };
    for (const { orgId, sensorId } of [one, other]) {
      const key = await world.pushKey({ orgId, sensorId });
      expect(await push(server, key, body)).toMatchObject({ status: 200 });
    }
    await server.ingestion.idle();
    expect([await daySum(one), await daySum(other)]).toMatchObject([{ ins: 3 }, { ins: 3 }]);
  });

  it('[I29] [I11] a partial count of the open minute is replaced by the final one, and never returns', async () => {
    const door = await world.door();
    const partial = (ins: number) => packageOf(door, [{ at: minuteOfNow + 60, ins, partial: true }]);
    const last = partial(3);
    for (const body of [partial(1), partial(2)]) {
      await push(server, door.key, body);
      await server.ingestion.idle();
    }
    expect(await daySum(door)).toMatchObject({ ins: 2 });
    await push(server, door.key, packageOf(door, [{ at: minuteOfNow + 60, ins: 5 }]));
    await push(server, door.key, last);
    await server.ingestion.idle();
    expect(await daySum(door)).toMatchObject({ ins: 5 });
    expect(await liveOf(door)).toMatchObject({ ins: '5' });
  });

  it('[I39] even in half-second records, in one body or in several, sent again, corrected or late', async () => {
    const door = await world.door();
    const halves = Array.from({ length: 120 }, (_, k) => half(k));
    const [first, rest] = [halves.filter((_, k) => k % 2 === 0), halves.filter((_, k) => k % 2 === 1)];
    for (const counts of [first, halves.slice(0, 7), [half(119), half(119, 4)]]) {
      await push(server, door.key, packageOf(door, counts));
    }
    await server.ingestion.idle();
    expect(await daySum(door)).toMatchObject({ ins: 67, got: 32 });
    for (const counts of [rest.slice(0, -1), halves.slice(3, 9)]) await push(server, door.key, packageOf(door, counts));
    await server.ingestion.idle();
    expect(await daySum(door)).toMatchObject({ ins: 123, got: 60 });
    expect(await liveOf(door)).toMatchObject({ ins: '123' });
  });

  it.each([
    ['an hour', 3600],
    ['eight days', 8 * 86_400],
    ['thirteen months', 396 * 86_400],
  ])('[I19] %s late, and is in every grain at once', async (_, age) => {
    const door = await world.door();
    const late = minuteOfNow - age;
    await push(server, door.key, packageOf(door, [{ at: minuteOfNow, ins: 1 }]));
    await server.ingestion.idle();
    await push(server, door.key, packageOf(door, [{ at: late, ins: 10, outs: 4 }]));
    await expect.poll(() => sumOf(door, late - 600, late + 600)).toMatchObject([10]);
    await server.ingestion.idle();
    const day = Math.floor(late / 86_400) * 86_400;
    expect(await sumOf(door, day, day + 86_400)).toEqual([age < 3601 ? 11 : 10]);
    await push(server, door.key, packageOf(door, [{ at: late, ins: 12 }]));
    await server.ingestion.idle();
    expect(await sumOf(door, day, day + 86_400)).toEqual([age < 3601 ? 13 : 12]);
    expect(await liveOf(door)).toMatchObject({ ins: age < 3601 ? '13' : '1' });
    expect(await openMarks(door, day)).toBe(age < 3601 ? 1 : 0);
  });
});

describe('[I13] [I12] [I15] a day sent in records of 15 seconds, a minute and five minutes, twice, shuffled and reversed', () => {
  const zone = zoneOf('Europe/Berlin');
  it.each([
    ['an ordinary day', '2026-05-12T22:00:00Z', 24],
    ['the day clocks go forward', '2026-03-28T23:00:00Z', 23],
    ['the day clocks go back', '2026-10-24T22:00:00Z', 25],
  ])('gives the same sums from the minute to the year: %s', async (_, start, hours) => {
    const from = at(start);
    const to = nextLocalDayStart(zone, from);
    expect(to - from).toBe(hours * 3600);
    const seed = from % 9973;
    const random = randomFrom(seed);
    const truth = makeDay(from, to, random);
    const doors = {
      quarters: await world.door(),
      minutes: await world.door(),
      fives: await world.door(),
      mixed: await world.door(),
    };
    const records: Record<keyof typeof doors, Count[]> = {
      quarters: truth.quarters,
      minutes: truth.minutes,
      fives: truth.fives,
      mixed: [...truth.fives, ...truth.minutes.filter((__, i) => i % 3 === 0), ...truth.quarters.slice(0, 2000)],
    };
    const bodies = Object.entries(doors).flatMap(([name, door]) =>
      chunks(records[name as keyof typeof doors], 240).map((part) => ({ door, body: packageOf(door, part) })),
    );
    const order = shuffled([...bodies, ...bodies.map(({ door, body }) => ({ door, body }))], random);
    for (const part of chunks([...order, ...bodies.toReversed()], 8)) {
      await Promise.all(part.map(({ door, body }) => push(server, door.key, body)));
    }
    await server.ingestion.idle();

    for (const [grain, step] of [
      ['minute', 60],
      ['quarter', 900],
      ['hour', 3600],
      ['day', to - from],
    ] as const) {
      const edges = Array.from({ length: Math.ceil((to - from) / step) + 1 }, (__, i) => from + i * step);
      const expected = edges.slice(1).map((edge, i) => sumBetween(truth.minutes, edges[i] ?? 0, edge));
      for (const door of Object.values(doors)) {
        expect(await sumsOf(door, edges), `${grain}, seed ${seed}`).toEqual(expected);
      }
    }
    const year = [at('2025-12-31T23:00:00Z'), at('2026-12-31T23:00:00Z')];
    for (const door of Object.values(doors))
      expect(await sumsOf(door, year)).toEqual([sumBetween(truth.minutes, from, to)]);
  });
});

describe('quarters', () => {
  it('[I20] equal a recomputation from minutes, even after corrections', async () => {
    const door = await world.door();
    const seed = 41;
    const random = randomFrom(seed);
    const first = at('2026-10-01T00:00:00Z');
    for (let round = 0; round < 4; round += 1) {
      const counts = Array.from({ length: 300 }, () => {
        const span = [15, 60, 300, 3600][Math.floor(random() * 4)] ?? 60;
        return {
          at: first + Math.floor((random() * 10 * 86_400) / span) * span,
          span,
          ins: Math.floor(random() * 9),
          outs: 1,
        };
      });
      await push(server, door.key, packageOf(door, counts));
      await server.ingestion.idle();
      const edges = Array.from({ length: 961 }, (_, i) => first + i * 900);
      const days = Array.from({ length: 11 }, (_, i) => ({ series: door.series, day: first + i * 86_400 }));
      const slices = [{ edges, members: [memberOf(door)] }];
      const question = { org: door.factOrg, slices, freshFrom: 2 ** 31 - (2 ** 31 % 86_400) };
      const fromQuarters = await world.facts.aggregate({ ...question, marks: [] });
      const fromMinutes = await world.facts.aggregate({ ...question, marks: days });
      expect(fromQuarters, `seed ${seed}`).toEqual(fromMinutes);
      expect(fromQuarters.ins.length).toBeGreaterThan(100);
    }
  });

  it('of thousands of days are computed in one go after a back-fill', async () => {
    const door = await world.door();
    const first = at('2020-02-01T12:00:00Z');
    const counts = Array.from({ length: 2400 }, (_, i) => ({ at: first + i * 86_400, ins: 1 }));
    for (const part of chunks(counts, 1200)) await push(server, door.key, packageOf(door, part));
    await server.ingestion.idle();
    const [start, end] = [at('2020-01-01T00:00:00Z'), at('2026-10-01T00:00:00Z')];
    expect(await sumsOf(door, [start, end])).toEqual([{ ins: 2400, outs: 0, got: 2400 * 60 }]);
    expect(await openMarks(door)).toBe(0);
  });
});

it('[I25] everything acknowledged is applied, in quarantine or waiting, and nothing else', async () => {
  const door = await world.door();
  const random = randomFrom(7);
  const bodies = Array.from({ length: 60 }, (_, i) =>
    random() < 0.2 ? `broken ${i}` : packageOf(door, [{ at: minuteOfNow - 60 * i, ins: i }]),
  );
  const sent = shuffled([...bodies, ...bodies.slice(0, 25)], random);
  const answers = await Promise.all(sent.map((body) => push(server, door.key, body)));
  const acknowledged = answers.filter(({ status }) => status < 300).length;
  for (let i = 0; i < 5; i += 1) expect(await balance(door)).toEqual(acknowledged);
  await server.ingestion.idle();
  expect(await balance(door)).toBe(acknowledged);
  expect(acknowledged).toBe(85);
});

/** Bodies by their outcome, in one snapshot. */
async function balance(door: TestDoor): Promise<number> {
  const [row] = await world.rows<{ kept: number; sorted: number; duplicate: number }>(
    `SELECT (SELECT count(*) FROM inbox_body WHERE org_id = $1)::int AS kept,
            ((SELECT coalesce(sum(applied + quarantined), 0) FROM ledger WHERE org_id = $1)
             + (SELECT count(*) FROM inbox_todo t JOIN inbox_body b USING (day, seq) WHERE b.org_id = $1))::int AS sorted,
            (SELECT coalesce(sum(duplicate), 0) FROM ledger WHERE org_id = $1)::int AS duplicate`,
    [door.orgId],
  );
  expect(row?.sorted).toBe(row?.kept);
  return (row?.kept ?? 0) + (row?.duplicate ?? 0);
}

/** Counts such that each coarser record is the sum of the finer ones, spread over whole people. */
function makeDay(from: number, to: number, random: () => number) {
  const day: Record<'fives' | 'minutes' | 'quarters', Count[]> = { fives: [], minutes: [], quarters: [] };
  for (let five = from; five < to; five += 300) {
    const [ins, outs] = [Math.floor(random() * 40), Math.floor(random() * 40)];
    day.fives.push({ at: five, span: 300, ins, outs });
    for (let k = 0; k < 5; k += 1) {
      const share = (v: number) => Math.floor((v * (k + 1)) / 5) - Math.floor((v * k) / 5);
      const minute = { at: five + 60 * k, span: 60, ins: share(ins), outs: share(outs) };
      day.minutes.push(minute);
      let [leftIns, leftOuts] = [minute.ins, minute.outs];
      for (let q = 0; q < 4; q += 1) {
        const part = (left: number) => (q === 3 ? left : Math.floor(random() * (left + 1)));
        const [partIns, partOuts] = [part(leftIns), part(leftOuts)];
        day.quarters.push({ at: minute.at + 15 * q, span: 15, ins: partIns, outs: partOuts });
        leftIns -= partIns;
        leftOuts -= partOuts;
      }
    }
  }
  return day;
}

function sumBetween(minutes: readonly Count[], from: number, to: number) {
  const inside = minutes.filter((minute) => minute.at >= from && minute.at < to);
  const sum = (of: (minute: Count) => number) => inside.reduce((total, minute) => total + of(minute), 0);
  return { ins: sum(({ ins }) => ins), outs: sum(({ outs = 0 }) => outs), got: 60 * inside.length };
}

function memberOf(door: TestDoor) {
  return { series: door.series, from: 0, to: 2 ** 32 - 16, key: 1, wIn: 1, wOut: 1 };
}

/** Like a screen: quarters for clean days, minutes for marked and fresh ones. */
async function sumsOf(door: TestDoor, edges: readonly number[]) {
  const marks = await world.rows<{ series: number; day: number }>(
    'SELECT DISTINCT series_id AS series, extract(epoch FROM day)::int AS day FROM rollup_mark WHERE series_id = $1',
    [door.series],
  );
  const answer = await world.facts.aggregate({
    org: door.factOrg,
    slices: [{ edges, members: [memberOf(door)] }],
    freshFrom: freshFrom(world.now.getTime() / 1000),
    marks,
  });
  return Array.from(answer.buckets, (_, i) => ({ ins: answer.ins[i], outs: answer.outs[i], got: answer.got[i] }));
}

async function sumOf(door: TestDoor, from: number, to: number) {
  return (await sumsOf(door, [Math.floor(from / 60) * 60, Math.floor(to / 60) * 60])).map(({ ins }) => ins);
}

async function daySum(door: TestDoor) {
  const [sums] = await sumsOf(door, [at('2026-10-25T23:00:00Z'), at('2026-10-26T23:00:00Z')]);
  return sums;
}

async function liveOf(door: TestDoor) {
  const [row] = await world.rows<{ ins: string; outs: string }>(
    'SELECT ins, outs FROM series_last WHERE series_id = $1',
    [door.series],
  );
  return row;
}

async function openMarks(door: TestDoor, day?: number): Promise<number> {
  const rows = await world.rows(
    'SELECT DISTINCT day FROM rollup_mark WHERE series_id = $1 AND ($2::float8 IS NULL OR day = (to_timestamp($2) AT TIME ZONE $3)::date)',
    [door.series, day ?? null, 'UTC'],
  );
  return rows.length;
}
