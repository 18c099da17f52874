import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import { tableFromIPC } from 'apache-arrow';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { inFormat, type Writer } from './formats.ts';
import type { Table } from './table.ts';

const reply = { total: () => {}, message: () => {}, header: () => {} };

function tableOf(length: number): Table {
  return {
    length,
    columns: [{ kind: 'number', name: 'sumins', values: Float64Array.from({ length }, (_, at) => at) }],
  };
}

/** How often an answer waited for a turn, and how often work was charged. */
function turns() {
  const seen = { turns: 0, charges: 0 };
  const write: Writer = async (begin) => {
    seen.turns += 1;
    return begin(() => (seen.charges += 1));
  };
  return { seen, write };
}

it('[S206] an Arrow answer waits for its turn before its table is made, and every batch is work', async () => {
  const { seen, write } = turns();
  let made = 0;
  const table = () => {
    made += 1;
    return tableOf(20_000);
  };
  const waiting: (() => void)[] = [];
  const inTurn: Writer = (begin) => new Promise<void>((go) => void waiting.push(go)).then(() => write(begin));
  const answer = inFormat({ accept: arrowFormat, reply, write: inTurn }, table, []);
  await expect.poll(() => waiting.length).toBe(1);
  expect(made).toBe(0);
  waiting[0]!();
  if (typeof answer !== 'object') throw new Error('not a stream');
  const read = tableFromIPC(await buffer(await answer));
  expect([read.numRows, read.batches.length, read.get(19_999)?.toJSON()]).toEqual([20_000, 3, { sumins: 19_999 }]);
  expect(seen.turns).toBe(1);
  expect(seen.charges).toBeGreaterThanOrEqual(3);
});

it('[S206] a short CSV answer is sent whole, without a turn', async () => {
  const { seen, write } = turns();
  const csv = (length: number) => inFormat({ accept: csvFormat, reply, write }, () => tableOf(length), []);
  expect(csv(1000)).toMatch(/^sumins\r\n0\r\n[^]*\r\n999\r\n$/);
  expect(seen.turns).toBe(0);
  const long = await csv(1001);
  expect(typeof long).toBe('object');
  expect(seen.turns).toBe(1);
});
