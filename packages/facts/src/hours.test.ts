import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines, type TestFacts } from '@atrium/engines/testing';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from './connection.ts';
import type { Facts } from './facts-interface.ts';
import { openFacts } from './facts.ts';
import { hoursMadeOf, readHoursMade } from './hours-made.ts';
import { openMaintenance, type FactsMaintenance } from './maintenance.ts';
import { DAY, type MinuteRow } from './rows.ts';
import { schemaOf } from './schema.ts';
import { openTransfer } from './transfer.ts';
import { packVer } from './version.ts';

let client: ClickHouseClient;
let place: TestFacts;
let facts: Facts;
let care: FactsMaintenance;

beforeAll(async () => {
  place = await (await sharedTestEngines()).createClickHouseDatabase();
  facts = openFacts(place.address);
  care = openMaintenance(place.address);
  client = createClient({ url: 'http://localhost', http_agent: socketAgent(place.address.socketPath) });
  await facts.migrate();
});
afterAll(async () => {
  await Promise.all([facts.close(), care.close(), client.close()]);
  await place.drop();
});

describe('[I293] a store from before there were hours', () => {
  it('is answered from quarters until the hours of a month are made, then from hours', async () => {
    const { address, drop } = await (await sharedTestEngines()).createClickHouseDatabase();
    const { database } = address;
    const { foundation, steps } = schemaOf({ database });
    const before = steps.filter(({ version }) => version < 7).flatMap(({ statements }) => statements);
    for (const { text } of [...foundation, ...before]) await client.command({ query: text });
    for (const from of [T, LATER]) {
      await client.command({
        query: `INSERT INTO ${database}.quarter (org, series, at, ins, outs, got, ver, gone) SELECT 1, 1, ${from} + number * 900, number, 1, 900, 5, number = 3 FROM numbers(192)`,
      });
    }
    await client.command({ query: `INSERT INTO ${database}.schema_version (version) SELECT 6` });
    const [transfer, later] = [openTransfer(address), openMaintenance(address)];
    await transfer.migrate();
    const slices = [T, LATER].map((from, key) => ({
      edges: [from, from + 3600, from + DAY, from + 2 * DAY],
      members: [{ ...member(1), key }],
    }));
    /** As another process. */
    const answer = async () => {
      const reader = openFacts(address);
      const { ins } = await reader.aggregate({ org: 1, freshFrom: LATER + 3 * DAY, marks: [], slices });
      await reader.close();
      return [...ins];
    };
    const ofQuarters = [0 + 1 + 2, sumOf(4, 96), sumOf(96, 192)];
    const both = [...ofQuarters, ...ofQuarters];
    expect(await answer()).toEqual(both);

    expect(await later.monthsWithoutHours()).toEqual(['202503', '202504']);
    await later.remakeHours('202503');
    expect(await later.monthsWithoutHours()).toEqual(['202504']);
    expect(await answer()).toEqual(both);
    // The hours are what is read, of this month only.
    await client.command({
      query: `INSERT INTO ${database}.hour SELECT 1, 1, ${T}, 5, 5, 3600, 18446744073709551615, 0`,
    });
    const fromHours = [5, ...ofQuarters.slice(1), ...ofQuarters];
    expect(await answer()).toEqual(fromHours);
    await later.remakeHours('202504');
    expect(await later.monthsWithoutHours()).toEqual([]);
    expect(await answer()).toEqual(fromHours);

    await later.forgetHours('202503');
    expect([await later.monthsWithoutHours(), await answer()]).toEqual([['202503'], both]);
    // A backup may have been copied while hours were made.
    await transfer.migrate();
    expect(await later.monthsWithoutHours()).toEqual(['202503', '202504']);
    await Promise.all([transfer.close(), later.close()]);
    await drop();
  });

  it('is not said to have hours that were forgotten while they were made', async () => {
    const { address, drop } = await (await sharedTestEngines()).createClickHouseDatabase();
    const [writer, later] = [openFacts(address), openMaintenance(address)];
    await writer.migrate();
    expect(await later.monthsWithoutHours()).toEqual([]);
    await later.forgetHours('202503');
    const connection = openConnection(address);
    const { tables } = schemaOf(address);
    const { ver } = await readHoursMade(connection, tables);
    await later.forgetHours('202503');
    await connection.write(hoursMadeOf(tables, 202503, ver));
    expect(await later.monthsWithoutHours()).toEqual(['202503']);
    await connection.write(hoursMadeOf(tables, 202503, (await readHoursMade(connection, tables)).ver));
    expect(await later.monthsWithoutHours()).toEqual([]);
    await Promise.all([writer.close(), later.close(), connection.close()]);
    await drop();
  });
});

describe('[I314] months whose hours were made a short time before a crash', () => {
  it('are forgotten, others are not', async () => {
    const { address, drop } = await (await sharedTestEngines()).createClickHouseDatabase();
    const [writer, later] = [openFacts(address), openMaintenance(address)];
    await writer.migrate();
    const start = await engineTime();
    for (const month of ['202503', '202504', '202505']) await later.forgetHours(month);
    await later.remakeHours('202503');
    await expect.poll(engineTime).not.toEqual(start);
    const since = await engineTime();
    await later.remakeHours('202504');
    await later.forgetHoursMadeSince(since);
    expect(await later.monthsWithoutHours()).toEqual(['202504', '202505']);
    await later.forgetHoursMadeSince(start);
    expect(await later.monthsWithoutHours()).toEqual(['202503', '202504', '202505']);
    await Promise.all([writer.close(), later.close()]);
    await drop();
  });
});

describe('[I293] lost tables of hours', () => {
  it('are defined again without any of their rows, and the rest of the hours stays as it is', async () => {
    const { address, drop } = await (await sharedTestEngines()).createClickHouseDatabase();
    const [writer, later] = [openFacts(address), openMaintenance(address)];
    await writer.migrate();
    await writer.append(minutes(1, T, 120));
    await writer.rebuild(1, [1], T, T + DAY);
    const versions = async () =>
      (
        await client.query({
          query: `SELECT at, ver FROM ${address.database}.hour ORDER BY at, ver`,
          format: 'JSONEachRow',
        })
      ).json();
    const before = await versions();
    await client.command({ query: `DROP TABLE ${address.database}.visit SYNC` });
    await later.restoreTables();
    expect(await versions()).toEqual(before);
    expect(await later.monthsWithoutHours()).toEqual([]);
    await client.command({ query: `DROP TABLE ${address.database}.hours_made SYNC` });
    const slices = [{ edges: [T, T + DAY], members: [member(1)] }];
    // Quarters answer where nothing is known about hours.
    expect([...(await writer.aggregate({ org: 1, freshFrom: T + DAY, marks: [], slices })).ins]).toEqual([120]);
    await later.restoreTables();
    expect(await later.monthsWithoutHours()).toEqual(['202503']);
    await Promise.all([writer.close(), later.close()]);
    await drop();
  });
});

describe('[I294] hours of lost minutes and quarters', () => {
  it('stay when they are recomputed, unless they were erased', async () => {
    await countDay(40, 120);
    await lose(['minute', 'quarter'], 40, T + 5400);
    await facts.recompute(1, [{ series: 40, day: T }], { keepFuller: true });
    expect(await hoursOf(40)).toEqual([60, 60]);
    await erase(40, T, T + 600);
    await facts.recompute(1, [{ series: 40, day: T }], { keepFuller: true });
    expect(await hoursOf(40)).toEqual([60]);
    await facts.recompute(1, [{ series: 40, day: T }]);
    expect(await hoursOf(40)).toEqual([30]);
  });

  it('stay when the hours of their month are made again, unless they were erased', async () => {
    for (const series of [41, 42, 43]) await countDay(series, 120);
    // What an older file of quarters has: 50 of 60 minutes.
    await lose(['minute', 'quarter'], 41, T + 7200);
    await client.command({
      query: `INSERT INTO ${place.address.database}.quarter SELECT 1, 41, ${T} + number * 900, 12, 0, 750, 5, 0 FROM numbers(4)`,
    });
    await lose(['minute', 'quarter'], 42, T + 7200);
    await erase(42, T + 3000, T + 3600);
    // Files of hours are lost.
    await lose(['hour'], 43, T + 3600);
    await care.forgetHours('202503');
    await care.remakeHours('202503');
    expect(await hoursOf(41)).toEqual([60, 60]);
    expect(await hoursOf(42)).toEqual([60]);
    expect(await hoursOf(43)).toEqual([60, 60]);
  });
});

describe('[I310] what was erased is gone from hours', () => {
  it('also where no quarters are left', async () => {
    await countDay(50, 120);
    await lose(['minute', 'quarter'], 50, T + DAY);
    await erase(50, T, T + DAY);
    await facts.recompute(1, [{ series: 50, day: T }], { keepFuller: true });
    expect(await hoursOf(50)).toEqual([]);
  });

  it('also where a clock ran ahead when hours or quarters were made', async () => {
    const ahead = 'toUInt64(pow(2, 62))';
    const { database } = place.address;
    for (const [series, table, got] of [
      [51, 'quarter', 900],
      [52, 'hour', 3600],
    ] as const) {
      await countDay(series, 120);
      await client.command({
        query: `INSERT INTO ${database}.${table} SELECT 1, ${series}, ${T}, 500, 500, ${got}, ${ahead}, 0`,
      });
      await care.remakeHours('202503');
      await erase(series, T, T + 3600);
      await facts.recompute(1, [{ series, day: T }]);
      expect(await hoursOf(series)).toEqual([60]);
    }
  });
});

async function engineTime(): Promise<Date> {
  const query = 'SELECT toUnixTimestamp64Milli(now64(3)) AS at';
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ at: string }>();
  return new Date(Number(row?.at));
}

/** Of the first two hours, as those are stored. */
async function hoursOf(series: number): Promise<number[]> {
  const reader = openFacts(place.address);
  const slices = [{ edges: [T, T + 3600, T + 7200], members: [member(series)] }];
  const { ins } = await reader.aggregate({ org: 1, freshFrom: T + DAY, marks: [], slices });
  await reader.close();
  return [...ins];
}

async function countDay(series: number, many: number): Promise<void> {
  await facts.append(minutes(series, T, many));
  await facts.recompute(1, [{ series, day: T }]);
}

async function lose(tables: readonly string[], series: number, before: number): Promise<void> {
  for (const table of tables) {
    const query = `ALTER TABLE ${place.address.database}.${table} DELETE WHERE series = ${series} AND at < ${before} SETTINGS mutations_sync = 1`;
    await client.command({ query });
  }
}

function erase(series: number, from: number, to: number): Promise<void> {
  return facts.erase({ org: 1, series, from, to, ver: packVer({ rank: 'manual', seq: 9n, generation: 1 }) });
}

const T = Date.UTC(2025, 2, 10) / 1000;
const LATER = Date.UTC(2025, 3, 10) / 1000;

function minutes(series: number, from: number, count: number): MinuteRow[] {
  return Array.from({ length: count }, (_, index) => ({
    org: 1,
    series,
    at: from + index * 60,
    span: 60,
    ins: 1,
    outs: 0,
    ver: packVer({ rank: 'final', seq: 1n, generation: 1 }),
    gone: 0,
    flags: 0,
  }));
}

function member(series: number) {
  return { series, from: 0, to: 2 ** 32, key: 0, wIn: 1, wOut: 1 };
}

function sumOf(from: number, to: number): number {
  return ((from + to - 1) * (to - from)) / 2;
}
