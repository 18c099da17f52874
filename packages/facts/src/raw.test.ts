import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from './facts-interface.ts';
import { openFacts } from './facts.ts';
import { openOracle } from './oracle.ts';
import { DAY, type MinuteRow, type RawRow } from './rows.ts';
import { packVer } from './version.ts';
import { whatIf } from './what-if.ts';

/** A recent day: bodies are kept for 30 days. */
const today = Math.floor(Date.now() / 1000 / DAY) * DAY - DAY;
const body = (seq: number, values: Partial<RawRow> = {}): RawRow => ({
  org: 1,
  seq: BigInt(seq),
  lane: 3,
  device: 'monnit:1-A_b.2',
  receivedAt: today * 1000 + seq * 1000,
  kind: 'push',
  vendor: 'xovis5',
  decoder: 'xovis5/1',
  contentType: 'application/json',
  body: Buffer.from(`{"n":${seq}}`),
  ...values,
});
const record = (at: number, ins: number, seq: number, values: Partial<MinuteRow> = {}): MinuteRow => ({
  org: 1,
  series: 5,
  at,
  span: 60,
  ins,
  outs: 0,
  ver: packVer({ rank: 'final', seq: BigInt(seq), generation: 1 }),
  gone: 0,
  flags: 0,
  ...values,
});

const stores: readonly [string, () => Promise<{ facts: Facts; close: () => Promise<void> }>][] = [
  ['in memory', async () => ({ facts: openOracle(), close: async () => {} })],
  [
    'in ClickHouse',
    async () => {
      const place = await (await sharedTestEngines()).createClickHouseDatabase();
      const facts = openFacts(place.address);
      await facts.migrate();
      return {
        facts,
        close: async () => {
          await facts.close();
          await place.drop();
        },
      };
    },
  ],
];

describe.each(stores)('received bodies %s', (_name, open) => {
  let facts: Facts;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ facts, close } = await open());
  });
  afterAll(() => close());

  it('[R596] are read by day, newest first, narrowed, and by their keys', async () => {
    const other = { org: 2, device: '006E02AABBCC', lane: 9 };
    const rows = [body(1), body(2, { vendor: 'axis' }), body(3), body(4, { lane: 4, device: '' }), body(5, other)];
    await facts.appendRaw([...rows, body(6, { receivedAt: (today - DAY) * 1000 })]);
    await facts.appendRaw(rows.slice(0, 2));
    const numbers = async (wanted: object) =>
      (await facts.raw.day({ day: today, most: 10, ...wanted })).map(({ seq }) => Number(seq));
    expect(await numbers({})).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers({ org: 1 })).toEqual([4, 3, 2, 1]);
    expect(await numbers({ org: 1, device: { lane: 3, name: 'monnit:1-A_b.2' } })).toEqual([3, 2, 1]);
    expect(await numbers({ device: { name: '006E02AABBCC' } })).toEqual([5]);
    expect(await numbers({ org: 1, vendor: 'axis' })).toEqual([2]);
    expect(await numbers({ kind: 'file' })).toEqual([]);
    expect(await numbers({ org: 1, before: 4n, most: 2 })).toEqual([3, 2]);
    expect(await numbers({ from: today * 1000 + 2000, to: today * 1000 + 4000 })).toEqual([3, 2]);
    const days = (wanted: object) =>
      facts.raw.days({ from: (today - 9 * DAY) * 1000, to: (today + DAY) * 1000, ...wanted });
    expect(await days({})).toEqual([today - DAY, today]);
    expect(await days({ to: today * 1000 })).toEqual([today - DAY]);
    expect(await days({ from: today * 1000 + 5000 })).toEqual([today]);
    expect(await days({ device: { lane: 9, name: '006E02AABBCC' } })).toEqual([today]);
    expect(await days({ org: 2, vendor: 'axis' })).toEqual([]);
    const [newest] = await facts.raw.day({ day: today, org: 2, most: 1 });
    const { body: bytes, ...header } = rows[4]!;
    expect(newest).toEqual({ ...header, bytes: bytes.length });
    const found = await facts.raw.read([rows[0]!, rows[2]!, { ...rows[0]!, seq: 99n }]);
    expect(found.toSorted((a, b) => Number(a.seq - b.seq)).map((row) => [row.seq, String(row.body)])).toEqual([
      [1n, '{"n":1}'],
      [3n, '{"n":3}'],
    ]);
    expect(await facts.raw.read([])).toEqual([]);
  });

  it('[R600] of a series are read as records, for what others would change', async () => {
    const question = { org: 1, series: 5, from: today, to: today + DAY };
    await facts.append([record(today, 4, 1), record(today + 60, 2, 2), record(today + DAY, 9, 3)]);
    await facts.append([record(today, 5, 4), record(today + 12.5, 1, 4, { span: 0.5 })]);
    await facts.erase({
      org: 1,
      series: 5,
      from: today + 60,
      to: today + 120,
      ver: packVer({ rank: 'manual', seq: 9n, generation: 0 }),
    });
    const stored = await facts.records(question);
    expect(
      stored.records.map(({ at, span, ins }) => [at - today, span, ins]).toSorted(([a = 0], [b = 0]) => a - b),
    ).toEqual([
      [0, 60, 5],
      [12.5, 0.5, 1],
    ]);
    expect(stored.erasures).toHaveLength(1);
    const { before, after } = await whatIf(
      [stored],
      [record(today + 60, 7, 5), record(today + 120, 3, 5), record(today, 1, 1)],
      { ...question, series: [5] },
    );
    expect([before, after]).toEqual([
      { ins: 1, outs: 0 },
      { ins: 4, outs: 0 },
    ]);
  });
});
