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

/** The parts of a row that are the same in many rows. */
interface Texts {
  /** Of each entity, up to its first number; with a date to be overwritten, and without one. */
  readonly dated: readonly Head[];
  readonly undated: readonly Uint8Array[];
  readonly numbers: readonly { readonly column: 'ins' | 'outs' | 'completeness'; readonly write: NumberWriter }[];
  readonly longestRow: number;
}

interface Head {
  readonly bytes: Buffer;
  /** The UTC day whose date stands in it. */
  day: number;
}

/** Writes a number and the text that follows it; says where it ends. */
type NumberWriter = (bytes: Buffer, at: number, value: number) => number;

const beforeDate = ',{"recordDate":"';
const longestNumber = 24;

function textsOf(entities: readonly Entity[], metrics: readonly MetricName[]): Texts {
  const sums = (['ins', 'outs'] as const).filter((metric) => metrics.includes(metric));
  const columns = [...sums, 'completeness'] as const;
  const names = [...sums.map((metric) => `,"sum${metric}":`), ',"completeness":'];
  const numbers = columns.map((column, i) => ({ column, write: numberWriter(names[i + 1] ?? '}') }));
  const heads = entities.map(
    ({ entityId, name, timezone }) => JSON.stringify({ entityId, name, timezone }).slice(1, -1) + names[0]!,
  );
  const dated = heads.map((head) => Buffer.from(`${beforeDate}0000-00-00T00:00:00Z",${head}`));
  const fixed = Math.max(0, ...dated.map((head) => head.length)) + names.join('').length + 1;
  return {
    dated: dated.map((bytes) => ({ bytes, day: Number.NaN })),
    undated: heads.map((head) => Buffer.from(`,{${head}`)),
    numbers,
    longestRow: fixed + columns.length * longestNumber,
  };
}

/** Pieces large enough to be worth a write, small enough to let other calls run between them. */
const rowsPerPiece = 2000;

function* pieces(columns: Columns, texts: Texts): Generator<Buffer> {
  const writeNumbers = numbersOf(columns, texts);
  for (let from = 0; from < columns.length; from += rowsPerPiece) {
    const to = Math.min(from + rowsPerPiece, columns.length);
    const piece = Buffer.allocUnsafe((to - from) * texts.longestRow);
    let at = 0;
    for (let row = from; row < to; row += 1) {
      at = writeHead(piece, at, columns.entity[row]!, columns.start[row]!, texts);
      at = writeNumbers(piece, at, row);
    }
    // Every row begins with a comma, which the first of all must not have.
    yield piece.subarray(from === 0 ? 1 : 0, at);
  }
}

function writeHead(bytes: Buffer, at: number, entity: number, instant: number, { dated, undated }: Texts): number {
  if (Number.isNaN(instant)) {
    bytes.set(undated[entity]!, at);
    return at + undated[entity]!.length;
  }
  const head = dated[entity]!;
  const day = Math.floor(instant / secondsPerDay);
  if (day !== head.day) {
    head.day = day;
    head.bytes.write(new Date(day * secondsPerDay * 1000).toISOString().slice(0, 10), beforeDate.length, 'latin1');
  }
  bytes.set(head.bytes, at);
  const second = (instant - day * secondsPerDay) | 0;
  const hour = (second / 3600) | 0;
  const time = at + beforeDate.length + 'YYYY-MM-DDT'.length;
  writeTwo(bytes, time, hour);
  writeTwo(bytes, time + 3, ((second / 60) | 0) - 60 * hour);
  writeTwo(bytes, time + 6, second % 60);
  return at + head.bytes.length;
}

const zero = 0x30;

function writeTwo(bytes: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = zero + tens;
  bytes[at + 1] = zero + value - 10 * tens;
}

/** Nearly every row is complete and of small numbers: what such rows end with is kept as a whole. */
const mostKept = 256;

function numbersOf(columns: Columns, { numbers, longestRow }: Texts) {
  const [first, second] = numbers.slice(0, -1).map(({ column }) => columns[column]);
  const kept: Uint8Array[] = [];
  const oneByOne = (bytes: Buffer, at: number, row: number): number => {
    let end = at;
    for (const { column, write } of numbers) end = write(bytes, end, columns[column][row]!);
    return end;
  };
  return (bytes: Buffer, at: number, row: number): number => {
    const a = first ? first[row]! : 0;
    const b = second ? second[row]! : 0;
    if (columns.completeness[row] !== 1 || !isSmall(a) || !isSmall(b)) return oneByOne(bytes, at, row);
    const place = a * mostKept + b;
    let text = kept[place];
    if (!text) {
      const scratch = Buffer.alloc(longestRow);
      kept[place] = text = scratch.subarray(0, oneByOne(scratch, 0, row));
    }
    bytes.set(text, at);
    return at + text.length;
  };
}

function isSmall(value: number): boolean {
  return (value | 0) === value && value >= 0 && value < mostKept;
}

function numberWriter(following: string): NumberWriter {
  return (bytes, at, value) =>
    at + bytes.write(`${Number.isNaN(value) ? 'null' : String(value)}${following}`, at, 'latin1');
}
