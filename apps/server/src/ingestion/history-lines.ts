import * as z from 'zod/mini';

/** A row of an imported count history; times are epoch seconds. */
export type HistoryTuple = readonly [series: number, at: number, span: number, ins: number, outs: number];

/** Rows of one series, as the facts take them. */
export interface HistoryBlock {
  readonly series: number;
  readonly from: number;
  readonly to: number;
  /** Starts of the UTC days with rows. */
  readonly days: readonly number[];
  /** `at,span,ins,outs`, one row per line. */
  readonly lines: string;
}

const day = 86_400;

/**
 * A part of a history as it waits in the inbox: a line of JSON about each block, then the rows of all of them. The pump
 * hands the rows on without reading them.
 */
export function writeHistory(rows: readonly HistoryTuple[]): Buffer {
  const blocks = blocksOf(rows);
  const head = blocks.map(({ lines, ...block }) => ({ ...block, length: lines.length }));
  return Buffer.from(`${JSON.stringify(head)}\n${blocks.map(({ lines }) => lines).join('')}`, 'latin1');
}

const number = z.number();
const heads = z.array(z.object({ series: number, from: number, to: number, days: z.array(number), length: number }));

/** Undefined when it is no history. */
export function readHistory(body: Buffer): HistoryBlock[] | undefined {
  const end = body.indexOf('\n');
  const parsed = heads.safeParse(JSON.parse(body.toString('latin1', 0, Math.max(0, end))));
  if (!parsed.success) return undefined;
  const text = body.toString('latin1', end + 1);
  let at = 0;
  return parsed.data.map(({ length, ...block }) => ({ ...block, lines: text.slice(at, (at += length)) }));
}

/** Neighbors of the same series are one block. */
function blocksOf(rows: readonly HistoryTuple[]): HistoryBlock[] {
  const blocks: HistoryBlock[] = [];
  for (let first = 0; first < rows.length;) {
    const series = rows[first]![0];
    const days = new Set<number>();
    let [from, to, lines] = [Infinity, 0, ''];
    let next = first;
    for (; next < rows.length && rows[next]![0] === series; next += 1) {
      const [, at, span, ins, outs] = rows[next]!;
      lines += `${at},${span},${ins},${outs}\n`;
      if (at < from) from = at;
      if (at + span > to) to = at + span;
      for (let start = at - (at % day); start < at + span; start += day) days.add(start);
    }
    blocks.push({ series, from, to, days: [...days], lines });
    first = next;
  }
  return blocks;
}
