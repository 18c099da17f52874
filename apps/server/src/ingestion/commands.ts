import type { GeneratedHistory } from '@atrium/facts/generated-history';
import * as z from 'zod/mini';
import { type HistoryBlock, type HistoryTuple, readHistory, writeHistory } from './history-lines.ts';

/** Commands of people and programs on facts, in order with sensor data: the pump is the only writer of facts. */
export type Command =
  /** Removes records that start in `[from, to)`, epoch seconds, for good: only a later command can write there again. */
  | {
      readonly type: 'erase';
      readonly series: readonly number[];
      readonly from: number;
      readonly to: number;
      /** The job that shows the progress. */
      readonly job?: string | undefined;
    }
  /** A generated history, written inside the engine. */
  | { readonly type: 'demo-history'; readonly histories: readonly DescribedHistory[] }
  /** Sales and staff hours of imported files; a later command replaces what has the same key. */
  | { readonly type: 'amounts'; readonly rows: readonly AmountTuple[] }
  /** A part of an imported count history. */
  | { readonly type: 'history'; readonly rows: readonly HistoryTuple[] };

/** Times are epoch seconds; the last two are 0 or 1. */
export type AmountTuple = readonly [
  series: number,
  at: number,
  span: number,
  employee: number,
  value: number,
  n: number,
  indivisible: number,
  gone: number,
];

export type DescribedHistory = Omit<GeneratedHistory, 'org' | 'ver'>;

const number = z.number();
const numbers = z.array(number);
const range = { from: number, to: number };

const erase = z.object({ type: z.literal('erase'), series: numbers, ...range, job: z.optional(z.string()) });
const part = { from: number, to: number };
const derived = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('part'), leaving: z.boolean(), ...part }),
  z.object({ kind: z.literal('level'), reset: number }),
  z.object({ kind: z.literal('times'), reset: number, base: number, perHead: number, spread: number, ...part }),
]);
const demoHistory = z.object({
  type: z.literal('demo-history'),
  histories: z.array(
    z.object({
      series: number,
      seed: number,
      curves: z.array(z.object({ ins: numbers, outs: numbers })),
      stretches: z.array(z.object({ ...range, offset: number, curve: number, factor: number })),
      gaps: z.array(z.object(range)),
      as: z.optional(derived),
    }),
  ),
});
const amounts = z.object({
  type: z.literal('amounts'),
  rows: z.array(z.tuple([number, number, number, number, number, number, number, number])),
});
const command = z.discriminatedUnion('type', [erase, demoHistory, amounts]);

/** A command as the pump takes it from the inbox. */
export type StoredCommand =
  | Exclude<Command, { type: 'history' }>
  | { readonly type: 'history'; readonly blocks: readonly HistoryBlock[] };

/** What is stored in the inbox. */
export function writeCommand(given: Command): Buffer {
  if (given.type === 'history') return writeHistory(given.rows);
  return Buffer.from(JSON.stringify({ ...given, type: undefined }));
}

/** Undefined when it is invalid. Ranges are checked by the facts. */
export function readCommand(type: string, body: Buffer): StoredCommand | undefined {
  try {
    if (type === 'history') {
      const blocks = readHistory(body);
      return blocks && { type, blocks };
    }
    const rest: unknown = JSON.parse(body.toString());
    const parsed = command.safeParse({ ...(rest as object), type });
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
