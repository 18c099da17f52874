import { secondsPerDay } from '@atrium/calendar/civil';
import type { MetricName } from '@atrium/metrics/catalogue';
import type { Entity } from '../registry/directory/resolve.ts';
import type { Columns } from './shape.ts';

export interface TrafficReply {
  readonly entities: readonly Entity[];
  readonly metrics: readonly MetricName[];
  readonly results: Columns;
  readonly previousResults: Columns | undefined;
  readonly messages: readonly string[];
}

/**
 * Writes the reply of a data call as JSON, in pieces. An answer has up to 50,400 rows, most of each row is the same text
 * again: that is kept as bytes and copied, and only dates and numbers are written. Made of strings it takes twice as
 * long, through a general serialiser several times as long as the engine needs to find the rows.
 */
export function* serialise({ entities, metrics, results, previousResults, messages }: TrafficReply): Generator<Buffer> {
  const texts = textsOf(entities, metrics);
  yield Buffer.from('{"results":[');
  yield* pieces(results, texts);
  if (previousResults) {
    yield Buffer.from('],"previousResults":[');
    yield* pieces(previousResults, texts);
  }
  yield Buffer.from(`],"messages":${JSON.stringify(messages)}}`);
}

/** The parts of a row that do not change from row to row. */
interface Texts {
  /** Of each entity, up to its first number; with a date to be overwritten, and without one. */
  readonly dated: readonly Uint8Array[];
  readonly undated: readonly Uint8Array[];
  /** What stands before each number, the first one's name being part of the head. */
  readonly columns: readonly { readonly before: Uint8Array; readonly of: 'ins' | 'outs' | 'completeness' }[];
  readonly longestRow: number;
}

const beforeDate = ',{"recordDate":"';

function textsOf(entities: readonly Entity[], metrics: readonly MetricName[]): Texts {
  const numbers = (['ins', 'outs'] as const)
    .filter((metric) => metrics.includes(metric))
    .map((metric) => ({ name: `,"sum${metric}":`, of: metric }));
  const named = [...numbers, { name: ',"completeness":', of: 'completeness' as const }];
  const heads = entities.map(
    ({ entityId, name, timezone }) => JSON.stringify({ entityId, name, timezone }).slice(1, -1) + named[0]!.name,
  );
  const dated = heads.map((head) => Buffer.from(`${beforeDate}0000-00-00T00:00:00Z",${head}`));
  return {
    dated,
    undated: heads.map((head) => Buffer.from(`,{${head}`)),
    columns: named.map(({ name, of }, i) => ({ before: Buffer.from(i === 0 ? '' : name), of })),
    longestRow: 120 + Math.max(0, ...dated.map((head) => head.length)),
  };
}

/** Pieces large enough to be worth a write, small enough to let other calls run between them. */
const rowsPerPiece = 500;

function* pieces(columns: Columns, texts: Texts): Generator<Buffer> {
  const writeInstant = instantWriter();
  for (let from = 0; from < columns.length; from += rowsPerPiece) {
    const to = Math.min(from + rowsPerPiece, columns.length);
    const piece = Buffer.allocUnsafe((to - from) * texts.longestRow);
    let at = 0;
    for (let row = from; row < to; row += 1) at = writeRow(piece, at, columns, row, texts, writeInstant);
    // Every row begins with a comma, which the first of all must not have.
    yield piece.subarray(from === 0 ? 1 : 0, at);
  }
}

type InstantWriter = (bytes: Uint8Array, at: number, instant: number) => void;

function writeRow(
  bytes: Buffer,
  start: number,
  columns: Columns,
  row: number,
  texts: Texts,
  writeInstant: InstantWriter,
): number {
  const instant = columns.start[row]!;
  const hasDate = !Number.isNaN(instant);
  const head = (hasDate ? texts.dated : texts.undated)[columns.entity[row]!]!;
  bytes.set(head, start);
  if (hasDate) writeInstant(bytes, start + beforeDate.length, instant);
  let at = start + head.length;
  for (const { before, of } of texts.columns) {
    // By hand: for a few bytes the call would cost more than the copy.
    for (let i = 0; i < before.length; i += 1) bytes[at + i] = before[i]!;
    at = writeNumber(bytes, at + before.length, columns[of][row]!);
  }
  bytes[at] = closingBrace;
  return at + 1;
}

const closingBrace = 0x7d;
const zero = 0x30;

function writeNumber(bytes: Buffer, start: number, value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 99_999) {
    return start + bytes.write(Number.isNaN(value) ? 'null' : String(value), start, 'latin1');
  }
  const whole = value | 0;
  let end = start + 1;
  for (let rest = whole; rest > 9; rest = (rest / 10) | 0) end += 1;
  for (let at = end - 1, rest = whole; at >= start; at -= 1, rest = (rest / 10) | 0) bytes[at] = zero + (rest % 10);
  return end;
}

/** ISO 8601 in UTC. The date is worked out once per day: rows of one day follow each other. */
function instantWriter(): InstantWriter {
  let day = Number.NaN;
  let date: Uint8Array = Buffer.from('0000-00-00');
  return (bytes, at, instant) => {
    const ofInstant = Math.floor(instant / secondsPerDay);
    if (ofInstant !== day) {
      day = ofInstant;
      date = Buffer.from(new Date(day * secondsPerDay * 1000).toISOString().slice(0, 10));
    }
    const second = (instant - day * secondsPerDay) | 0;
    for (let i = 0; i < 10; i += 1) bytes[at + i] = date[i]!;
    writeTwo(bytes, at + 11, (second / 3600) | 0);
    writeTwo(bytes, at + 14, ((second / 60) | 0) % 60);
    writeTwo(bytes, at + 17, second % 60);
  };
}

function writeTwo(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = zero + ((value / 10) | 0);
  bytes[at + 1] = zero + (value % 10);
}
