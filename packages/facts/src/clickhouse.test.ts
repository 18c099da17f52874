import { socketAgent } from '@atrium/engines/socket-agent';
import { isClickHouseNative, sharedTestEngines, type TestFacts } from '@atrium/engines/testing';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFacts } from './contract-suite.ts';
import { FactsRefused } from './errors.ts';
import type { Facts } from './facts-interface.ts';
import { openFacts } from './facts.ts';
import { openOracle } from './oracle.ts';
import { DAY, type MinuteRow } from './rows.ts';
import { schemaOf } from './schema.ts';
import { packVer } from './version.ts';

describeFacts('ClickHouse', async () => {
  const { address, drop } = await (await sharedTestEngines()).createClickHouseDatabase();
  const facts = openFacts(address);
  return {
    ...facts,
    close: async () => {
      await facts.close();
      await drop();
    },
  };
});

describe('facts in ClickHouse', () => {
  let place: TestFacts;
  let facts: Facts;
  let client: ClickHouseClient;
  const rowsOf = async (query: string) =>
    (
      await client.query({ query: query.replaceAll('facts.', `${place.address.database}.`), format: 'JSONEachRow' })
    ).json();

  const running = async () =>
    (
      await rowsOf(
        "SELECT 1 FROM system.processes WHERE query LIKE '%/* facts %' AND query NOT LIKE '%system.processes%'",
      )
    ).length;

  beforeAll(async () => {
    place = await (await sharedTestEngines()).createClickHouseDatabase();
    facts = openFacts(place.address);
    client = createClient({ url: 'http://localhost', http_agent: socketAgent(place.address.socketPath) });
    await facts.migrate();
  });
  afterAll(async () => {
    await facts.close();
    await client.close();
    await place.drop();
  });

  it('are migrated once, also when several processes start at the same time', async () => {
    await Promise.all([facts.migrate(), facts.migrate()]);
    await facts.migrate();
    expect(await rowsOf('SELECT version FROM facts.schema_version FINAL ORDER BY version')).toEqual([
      { version: 1 },
      { version: 2 },
      { version: 3 },
      { version: 4 },
      { version: 5 },
      { version: 6 },
      { version: 7 },
    ]);
  });

  it('[I39] of the first schema are migrated, and are replaced under their key as before', async () => {
    const former = await (await sharedTestEngines()).createClickHouseDatabase();
    const { database } = former.address;
    const { foundation, steps } = schemaOf({ database });
    for (const { text } of [...foundation, ...steps[0]!.statements]) await client.command({ query: text });
    const row = { org: 1, series: 1, at: T, span: 60, ins: 7, outs: 5, ver: 1n, gone: 0 as const, flags: 0 };
    await client.command({ query: `INSERT INTO ${database}.minute VALUES (1, 1, ${T}, 60, 7, 5, 1, 0, 0)` });
    await client.command({ query: `INSERT INTO ${database}.schema_version (version) SELECT 1` });
    const later = openFacts(former.address);
    await later.migrate();
    await later.append([
      { ...row, ins: 9, ver: 2n },
      { ...row, at: T + 60.5, span: 0.5, ins: 1 },
    ]);
    expect(await later.sums({ org: 1, series: [1], from: T, to: T + 120 })).toMatchObject([{ ins: 10, got: 61 }]);
    await later.close();
    await former.drop();
  });

  it('refuse a program older than they are, and say what to do', async () => {
    const newer = await (await sharedTestEngines()).createClickHouseDatabase();
    const old = openFacts(newer.address);
    await old.migrate();
    await client.command({ query: `INSERT INTO ${newer.address.database}.schema_version (version) SELECT 99` });
    await expect(old.migrate()).rejects.toThrow(FactsRefused);
    await expect(old.migrate()).rejects.toThrow(/newer version \(schema 99, this program knows 7\)/);
    await old.close();
    await newer.drop();
  });

  it('answer clean days from quarters: rows that are neither marked nor fresh appear after recomputation', async () => {
    await facts.append(minutes({ series: 1, from: T, count: 30 }));
    await facts.recompute(1, [{ series: 1, day: T }]);
    await facts.append(minutes({ series: 1, from: T + 3600, count: 10 }));
    const question = { org: 1, freshFrom: T + DAY, marks: [], slices: [{ edges: [T, T + DAY], members: [member(1)] }] };
    expect((await facts.aggregate(question)).ins).toEqual(Float64Array.of(30));
    await facts.recompute(1, [{ series: 1, day: T }]);
    expect((await facts.aggregate(question)).ins).toEqual(Float64Array.of(40));
  });

  it('[I20] never go back to older quarters, even when the engine’s clock does', async () => {
    await facts.append(minutes({ series: 2, from: T, count: 1 }));
    const { database } = place.address;
    await client.command({
      query: `INSERT INTO ${database}.quarter (org, series, at, ins, outs, got, ver, gone) SELECT 1, 2, ${T}, 500, 500, 900, toUInt64(pow(2, 62)), 0`,
    });
    await facts.recompute(1, [{ series: 2, day: T }]);
    const quarters = await rowsOf('SELECT ins, got FROM facts.quarter FINAL WHERE org = 1 AND series = 2');
    expect(quarters).toEqual([{ ins: 1, got: 60 }]);
  });

  it('learn the rhythm of a series from the answer, and detect when it changes', async () => {
    const first = async (series: number) => {
      const slices = [{ edges: [T, T + 3600], members: [member(series)] }];
      const { ins, got } = await facts.aggregate({ org: 1, freshFrom: 0, marks: [], slices });
      return [ins[0], got[0]];
    };
    await facts.append(minutes({ series: 3, from: T, count: 8, span: 15 }));
    expect(await first(3)).toEqual([8, 120]);
    expect(await first(3)).toEqual([8, 120]);
    await facts.append(minutes({ series: 3, from: T, count: 5 }));
    expect(await first(3)).toEqual([11, 300]);
    await facts.append(minutes({ series: 3, from: T + 900, count: 1, span: 900, ins: 15 }));
    expect(await first(3)).toEqual([26, 1200]);
  });

  it('answer for more series than one statement should name', async () => {
    const series = Array.from({ length: 9001 }, (_, index) => index + 1000);
    const oracle = openOracle();
    for (const keeper of [facts, oracle]) {
      await keeper.append(
        series.filter((each) => each % 500 === 0).flatMap((each) => minutes({ series: each, from: T, count: 3 })),
      );
    }
    const members = series.map((each) => member(each, each % 7));
    const question = { org: 1, freshFrom: 0, marks: [], slices: [{ edges: [T, T + 60, T + 3600], members }] };
    expect(await facts.aggregate(question)).toEqual(await oracle.aggregate(question));
    const asked = { org: 1, series, from: T, to: T + 3600 };
    expect(await facts.sums(asked)).toEqual(await oracle.sums(asked));
  });

  it('accept more rows than one batch, over many years', async () => {
    const count = 130_000;
    const step = 3600;
    const start = Date.UTC(2010, 0, 1) / 1000;
    const rows = Array.from(
      { length: count },
      (_, index) => minutes({ series: 20, from: start + index * step, count: 1 })[0]!,
    );
    await facts.append(rows);
    const [sum] = await facts.sums({ org: 1, series: [20], from: start, to: start + count * step });
    expect(sum).toMatchObject({ ins: count, lastMinute: start + (count - 1) * step });
  });

  it('keep bodies byte for byte, once however often they are copied', async () => {
    const body = Buffer.concat([
      Buffer.from('{"a":"é, \\"quoted\\"\\n"}\n\n'),
      Buffer.from([0, 255, 34, 34, 10, 13, 92, 44, 127]),
    ]);
    const row = {
      org: 1,
      seq: 9_007_199_254_740_993n,
      lane: 63,
      receivedAt: Date.now(),
      kind: 'push',
      vendor: 'x"o,v',
    };
    const raw = {
      ...row,
      decoder: 'gen5/1',
      device: '801F12D530DC',
      contentType: 'application/json; charset="utf-8"',
      body,
    };
    await facts.appendRaw([raw, { ...raw, seq: 1n, body: Buffer.alloc(0) }]);
    await facts.appendRaw([raw]);
    const columns =
      'toString(seq) AS seq, lane, toString(toUnixTimestamp64Milli(received_at)) AS ms, kind, vendor, decoder, content_type, hex(body) AS body';
    expect(await rowsOf(`SELECT ${columns} FROM facts.raw FINAL WHERE org = 1 ORDER BY raw.seq DESC`)).toEqual([
      {
        seq: '9007199254740993',
        lane: 63,
        ms: String(row.receivedAt),
        kind: 'push',
        vendor: 'x"o,v',
        decoder: 'gen5/1',
        content_type: 'application/json; charset="utf-8"',
        body: body.toString('hex').toUpperCase(),
      },
      expect.objectContaining({ seq: '1', body: '' }),
    ]);
  });

  it.runIf(isClickHouseNative)('cancel the query when the caller disconnects', async () => {
    const curve = { ins: [1000], outs: [1000] };
    const year = { from: T, to: T + 365 * DAY };
    for (const series of [31, 32, 33]) {
      const stretches = [{ ...year, offset: 0, curve: 0, factor: 1000 }];
      await facts.appendFrom({ org: 1, series, ver: 1n, seed: series, curves: [curve], stretches, gaps: [] });
    }
    const slices = [{ edges: [T, T + 366 * DAY], members: [31, 32, 33].map((series) => member(series)) }];
    const question = { org: 1, freshFrom: 0, marks: [], slices };
    await facts.append(minutes({ series: 31, from: T, count: 1, span: 900 }));
    await facts.aggregate(question);
    const asker = new AbortController();
    const answer = facts.aggregate(question, { signal: asker.signal });
    await expect.poll(running, { interval: 5, timeout: 10_000 }).toBe(1);
    asker.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    await expect.poll(running, { timeout: 10_000 }).toBe(0);
  });

  it.each([
    ['a row with a fraction', () => facts.append([{ ...minutes({ series: 1, from: T, count: 1 })[0]!, ins: 0.5 }])],
    ['a record longer than a day', () => facts.append(minutes({ series: 1, from: T, count: 1, span: DAY + 1 }))],
    ['a record without length', () => facts.append(minutes({ series: 1, from: T, count: 1, span: 0 }))],
    ['a negative count', () => facts.append([{ ...minutes({ series: 1, from: T, count: 1 })[0]!, outs: -1 }])],
    ['a day that is none', () => facts.recompute(1, [{ series: 1, day: T + 3600 }])],
    ['edges out of order', () => ask({ edges: [T, T + 60, T + 60] })],
    ['one edge', () => ask({ edges: [T] })],
    ['a weight that is no number', () => ask({ wIn: Number.NaN })],
    ['freshness inside a day', () => ask({ freshFrom: T + 60 })],
    ['an erasure backwards', () => facts.erase({ org: 1, series: 1, from: T, to: T - 60, ver: 1n })],
  ])('refuse %s', async (_, call) => {
    await expect(call()).rejects.toThrow(RangeError);
  });

  function ask({ edges = [T, T + 60], wIn = 1, freshFrom = 0 }) {
    return facts.aggregate({ org: 1, freshFrom, marks: [], slices: [{ edges, members: [{ ...member(1), wIn }] }] });
  }
});

const T = Date.UTC(2025, 2, 1) / 1000;

function minutes({
  series,
  from,
  count,
  span = 60,
  ins = 1,
}: {
  series: number;
  from: number;
  count: number;
  span?: number;
  ins?: number;
}): MinuteRow[] {
  const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
  return Array.from({ length: count }, (_, index) => ({
    org: 1,
    series,
    at: from + index * span,
    span,
    ins,
    outs: 0,
    ver,
    gone: 0,
    flags: 0,
  }));
}

function member(series: number, key = 0) {
  return { series, from: 0, to: 2 ** 32, key, wIn: 1, wOut: 1 };
}
