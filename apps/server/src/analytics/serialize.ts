import { secondsPerDay } from '@atrium/calendar/civil';
import { wallClock, type Zone, zoneOf } from '@atrium/calendar/zones';
import type { MetricName } from '@atrium/metrics/catalog';
import { type Columns, headOf, type RowHead } from './shape.ts';

export interface TrafficReply {
  readonly entities: readonly RowHead[];
  /** Buckets are whole days or more: where dates are local, they have no time. */
  readonly byDay: boolean;
  readonly metrics: readonly MetricName[];
  readonly results: Columns;
  readonly previousResults: Columns | undefined;
  readonly messages: readonly string[];
}

/**
 * Writes the reply of a data call as JSON, in pieces. An answer has up to 50,400 rows, most of each row is the same text
 * again: that is kept as bytes and copied, and only times and numbers are written. Made of strings it takes twice as
 * long, through a general serializer several times as long as the engine needs to find the rows.
 */
export function* serialize(
  { entities, byDay, metrics, results, previousResults, messages }: TrafficReply,
  buffer: (atLeast: number) => Buffer = (size) => Buffer.allocUnsafe(size),
): Generator<Buffer> {
  const texts = textsOf(entities, byDay, metrics);
  yield Buffer.from('{"results":[');
  yield* pieces(results, texts, buffer);
  if (previousResults) {
    yield Buffer.from('],"previousResults":[');
    yield* pieces(previousResults, texts, buffer);
  }
  yield Buffer.from(`],"messages":${JSON.stringify(messages)}}`);
}

/** The parts of a row that are the same in many rows. */
interface Texts {
  /** Of each entity, up to its first number; with a date to be overwritten, and without one. */
  readonly dated: readonly Head[];
  readonly undated: readonly Buffer[];
  readonly numbers: readonly { readonly column: 'ins' | 'outs' | 'completeness'; readonly following: Buffer }[];
  readonly maxRow: number;
}

interface Head {
  readonly bytes: Buffer;
  /** The day whose date it holds. */
  day: number;
  /** Where dates are local ones: the zone that they are read in. */
  readonly zone: Zone | undefined;
  readonly hasTime: boolean;
}

const beforeDate = ',{"recordDate":"';
const maxNumber = 24;

function textsOf(entities: readonly RowHead[], byDay: boolean, metrics: readonly MetricName[]): Texts {
  const sums = (['ins', 'outs'] as const).filter((metric) => metrics.includes(metric));
  const columns = [...sums, 'completeness'] as const;
  const names = [...sums.map((metric) => `,"sum${metric}":`), ',"completeness":'];
  const heads = entities.map((entity) => JSON.stringify(headOf(entity)).slice(1, -1) + names[0]!);
  const dated = heads.map((head, i): Head => {
    const { spansZones, timezone } = entities[i]!;
    const hasTime = !spansZones || !byDay;
    const date = `0000-00-00${hasTime ? 'T00:00:00' : ''}${spansZones ? '' : 'Z'}`;
    return {
      bytes: Buffer.from(`${beforeDate}${date}",${head}`),
      day: Number.NaN,
      zone: spansZones ? zoneOf(timezone) : undefined,
      hasTime,
    };
  });
  const numbers = columns.map((column, i) => ({ column, following: Buffer.from(names[i + 1] ?? '}') }));
  const maxHead = Math.max(0, ...dated.map(({ bytes }) => bytes.length));
  return {
    dated,
    undated: heads.map((head) => Buffer.from(`,{${head}`)),
    numbers,
    maxRow: numbers.reduce((sum, { following }) => sum + maxNumber + following.length, maxHead),
  };
}

/** Large enough to be worth a write, small enough to let other calls run between them. */
const pieceBytes = 256 * 1024;

function* pieces(columns: Columns, texts: Texts, buffer: (atLeast: number) => Buffer): Generator<Buffer> {
  const write = rowWriter(columns, texts);
  // Every row begins with a comma, which the first of all must not have.
  let begin = 1;
  for (let row = 0; row < columns.length; begin = 0) {
    const piece = buffer(Math.max(pieceBytes, texts.maxRow));
    let at = 0;
    for (; row < columns.length && at + texts.maxRow <= piece.length; row += 1) at = write(piece, at, row);
    yield piece.subarray(begin, at);
  }
}

/** Writes a row, which is at most the longest, and says where it ends. */
type RowWriter = (bytes: Buffer, at: number, row: number) => number;

function rowWriter(columns: Columns, texts: Texts): RowWriter {
  const writeAnew = writerOf(columns, texts);
  const { entity, start, completeness } = columns;
  const [first = completeness, second = completeness] = texts.numbers.map(({ column }) => columns[column]);
  const most = maxKept(columns.length, texts.dated.length);
  const kept: Head[] = [];
  kept.length = texts.dated.length * most * most;
  return (bytes, at, row) => {
    const a = first[row]! | 0;
    const b = second[row]! | 0;
    const isUsual =
      completeness[row] === 1 && a === first[row] && b === second[row] && isBelow(a, most) && isBelow(b, most);
    if (!isUsual) return writeAnew(bytes, at, row);
    const place = (entity[row]! * most + a) * most + b;
    const like = kept[place];
    // What is complete has a date: something was due.
    if (like) return writeDated(bytes, at, like, start[row]!);
    const end = writeAnew(bytes, at, row);
    const { zone, hasTime } = texts.dated[entity[row]!]!;
    const day = Math.floor(shownInstant(zone, start[row]!) / secondsPerDay);
    kept[place] = { bytes: Buffer.from(bytes.subarray(at, end)), day, zone, hasTime };
    return end;
  };
}

function isBelow(value: number, limit: number): boolean {
  return value >= 0 && value < limit;
}

/**
 * Nearly all rows of a long answer are complete and of small numbers: a row that was written once is copied whole, with
 * another time. Up to which number, so that what is kept stays small beside the answer.
 */
function maxKept(rows: number, entities: number): number {
  return Math.floor(Math.sqrt(Math.min(rows / 4, 16_384) / Math.max(entities, 1)));
}

function writerOf(columns: Columns, { dated, undated, numbers }: Texts): RowWriter {
  const { entity, start } = columns;
  return (bytes, begin, row) => {
    let at = begin;
    const instant = start[row]!;
    if (Number.isNaN(instant)) at += undated[entity[row]!]!.copy(bytes, at);
    else at = writeDated(bytes, at, dated[entity[row]!]!, instant);
    for (const { column, following } of numbers) {
      at = writeNumber(bytes, at, columns[column][row]!);
      bytes.set(following, at);
      at += following.length;
    }
    return at;
  };
}

function shownInstant(zone: Zone | undefined, instant: number): number {
  return zone ? wallClock(zone, instant) : instant;
}

function writeDated(bytes: Buffer, at: number, head: Head, start: number): number {
  const instant = shownInstant(head.zone, start);
  const day = Math.floor(instant / secondsPerDay);
  if (day !== head.day) {
    head.day = day;
    head.bytes.set(dateBytes(day), beforeDate.length);
  }
  bytes.set(head.bytes, at);
  if (!head.hasTime) return at + head.bytes.length;
  const second = (instant - day * secondsPerDay) | 0;
  const minute = (second / 60) | 0;
  const hour = (minute / 60) | 0;
  const time = at + beforeDate.length + 'YYYY-MM-DDT'.length;
  writeTwo(bytes, time, hour);
  writeTwo(bytes, time + 3, minute - 60 * hour);
  writeTwo(bytes, time + 6, second - 60 * minute);
  return at + head.bytes.length;
}

/** Rows of a day stand together, so that its date is made once. */
const lastDate = { day: Number.NaN, bytes: Buffer.alloc(0) };

function dateBytes(day: number): Buffer {
  if (lastDate.day !== day) {
    lastDate.bytes = Buffer.from(new Date(day * secondsPerDay * 1000).toISOString().slice(0, 10));
    lastDate.day = day;
  }
  return lastDate.bytes;
}

const zero = 0x30;

function writeTwo(bytes: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = zero + tens;
  bytes[at + 1] = zero + value - 10 * tens;
}

/** Small whole numbers digit by digit, which is nearly all of them. */
function writeNumber(bytes: Buffer, at: number, value: number): number {
  const whole = value | 0;
  if (whole !== value || whole < 0 || whole >= 1_000_000)
    return at + bytes.write(Number.isNaN(value) ? 'null' : String(value), at, 'latin1');
  let end = at + 1;
  for (let rest = (whole / 10) | 0; rest > 0; rest = (rest / 10) | 0) end += 1;
  for (let place = end - 1, rest = whole; place >= at; place -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[place] = zero + rest - 10 * tenth;
    rest = tenth;
  }
  return end;
}
