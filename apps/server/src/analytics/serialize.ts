import { secondsPerDay } from '@atrium/calendar/civil';
import { wallClock, type Zone, zoneOf } from '@atrium/calendar/zones';
import type { CorrectionNote } from '@atrium/contract/data-reply';
import type { ExplanationNode } from '@atrium/contract/explanation';
import { correctedTexts } from './corrected-rows.ts';
import { type Columns, headOf, type RowHead } from './shape.ts';

export interface DataReply {
  readonly entities: readonly RowHead[];
  /** Buckets are whole days or more: local dates have no time. */
  readonly byDay: boolean;
  /** Dates are instants, also of entities that span time zones. */
  readonly inUtc?: true;
  readonly results: Columns;
  readonly previousResults: Columns | undefined;
  readonly trendResults?: readonly { readonly label: string; readonly results: Columns }[];
  /** Row by row beside the results, with beginnings of their own. */
  readonly comparisonResults?: { readonly columns: Columns; readonly heads: readonly RowHead[] };
  readonly messages: readonly string[];
  /** Corrected stretches within the period. */
  readonly corrections?: readonly CorrectionNote[];
  readonly explanation?: readonly ExplanationNode[];
  /** Where an export goes on, and what it describes. */
  readonly tokens?: { readonly nextCursor?: string; readonly watermark: string };
}

/**
 * Writes the reply of a data call as JSON, in pieces. An answer has up to 50,400 rows that are mostly repeated text:
 * that is kept as bytes and copied, and only times and numbers are written. A general serializer takes ten times as
 * long with two columns and six times with six (docs/adr/0019-questions.md).
 */
export function* serialize(
  { entities, byDay, inUtc, results, previousResults, trendResults, comparisonResults, ...notes }: DataReply,
  buffer: (atLeast: number) => Buffer = (size) => Buffer.allocUnsafe(size),
): Generator<Buffer> {
  const texts = textsOf(entities, byDay, Object.keys(results.figures), inUtc);
  yield Buffer.from('{"results":[');
  yield* pieces(results, texts, buffer);
  if (previousResults) {
    yield Buffer.from('],"previousResults":[');
    yield* pieces(previousResults, texts, buffer);
  }
  if (trendResults) {
    yield Buffer.from('],"trendResults":[');
    for (const [at, { label, results: window }] of trendResults.entries()) {
      yield Buffer.from(`${at > 0 ? ',' : ''}{"label":${JSON.stringify(label)},"results":[`);
      yield* pieces(window, texts, buffer);
      yield Buffer.from(']}');
    }
  }
  if (comparisonResults) {
    const { columns, heads } = comparisonResults;
    yield Buffer.from('],"comparisonResults":[');
    yield* pieces(columns, textsOf(heads, byDay, Object.keys(columns.figures)), buffer);
  }
  const { messages, corrections = [], explanation, tokens } = notes;
  const corrected = corrections.length > 0 ? `,"corrections":${JSON.stringify(corrections)}` : '';
  const explained = explanation ? `,"explanation":${JSON.stringify(explanation)}` : '';
  const tokenFields = tokens ? `,${JSON.stringify(tokens).slice(1, -1)}` : '';
  yield Buffer.from(`],"messages":${JSON.stringify(messages)}${corrected}${explained}${tokenFields}}`);
}

/** The parts of a row that are the same in many rows. */
interface Texts {
  /** Per entity, up to its first number; with a date to be overwritten, and without one. */
  readonly dated: readonly Head[];
  readonly undated: readonly Buffer[];
  readonly figures: readonly { readonly name: string; readonly following: Buffer }[];
  /** The text after the last value of a complete row, as in nearly all rows of a long answer. */
  readonly complete: Buffer;
  readonly maxRow: number;
}

interface Head {
  readonly bytes: Buffer;
  /** The day of the date it contains. */
  day: number;
  /** For local dates: the time zone they are read in. */
  readonly zone: Zone | undefined;
  readonly hasTime: boolean;
}

const beforeDate = ',{"recordDate":"';
const maxNumber = 24;
/** The end of a row, by its corrections. */
const endings = correctedTexts.map((text) => Buffer.from(text === null ? '}' : `,"corrected":"${text}"}`));
const maxEnding = Math.max(...endings.map(({ length }) => length));

function textsOf(entities: readonly RowHead[], byDay: boolean, names: readonly string[], inUtc?: true): Texts {
  const heads = entities.map((entity) => `${JSON.stringify(headOf(entity)).slice(1, -1)},"${names[0]}":`);
  const dated = heads.map((head, i): Head => {
    const { spansZones, timezone } = entities[i]!;
    const isLocal = spansZones === true && !inUtc;
    const hasTime = !isLocal || !byDay;
    const date = `0000-00-00${hasTime ? 'T00:00:00' : ''}${isLocal ? '' : 'Z'}`;
    return {
      bytes: Buffer.from(`${beforeDate}${date}",${head}`),
      day: Number.NaN,
      zone: isLocal ? zoneOf(timezone) : undefined,
      hasTime,
    };
  });
  const figures = names.map((name, i) => ({
    name,
    following: Buffer.from(`,"${names[i + 1] ?? 'completeness'}":`),
  }));
  const maxHead = Math.max(0, ...dated.map(({ bytes }) => bytes.length));
  return {
    dated,
    undated: heads.map((head) => Buffer.from(`,{${head}`)),
    figures,
    complete: Buffer.from(',"completeness":1}'),
    maxRow: figures.reduce((sum, { following }) => sum + maxNumber + following.length, maxHead + maxNumber + maxEnding),
  };
}

/** Large enough to be worth a write, small enough to let other calls run between them. */
const pieceBytes = 256 * 1024;

function* pieces(columns: Columns, texts: Texts, buffer: (atLeast: number) => Buffer): Generator<Buffer> {
  const write = rowWriter(columns, texts);
  // Every row begins with a comma, except the first of all.
  let begin = 1;
  for (let row = 0; row < columns.length; begin = 0) {
    const piece = buffer(Math.max(pieceBytes, texts.maxRow));
    let at = 0;
    for (; row < columns.length && at + texts.maxRow <= piece.length; row += 1) at = write(piece, at, row);
    yield piece.subarray(begin, at);
  }
}

/** Writes a row of at most the maximum length, and returns where it ends. */
type RowWriter = (bytes: Buffer, at: number, row: number) => number;

function rowWriter(columns: Columns, { dated, undated, figures: texts, complete }: Texts): RowWriter {
  const { entity, start, completeness, corrected } = columns;
  const figures = texts.map(({ name }) => columns.figures[name]!);
  const following = texts.map((text) => text.following);
  const last = figures.length - 1;
  return (bytes, begin, row) => {
    let at = begin;
    const instant = start[row]!;
    if (Number.isNaN(instant)) at += undated[entity[row]!]!.copy(bytes, at);
    else at = writeDated(bytes, at, dated[entity[row]!]!, instant);
    for (let figure = 0; figure <= last; figure += 1) {
      at = writeNumber(bytes, at, figures[figure]![row]!);
      const isEnd = figure === last && completeness[row] === 1 && !corrected?.[row];
      const text = isEnd ? complete : following[figure]!;
      bytes.set(text, at);
      at += text.length;
      if (isEnd) return at;
    }
    at = writeNumber(bytes, at, completeness[row]!);
    const ending = endings[corrected?.[row] ?? 0]!;
    bytes.set(ending, at);
    return at + ending.length;
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

/** Rows of a day are adjacent, so that its date is formatted once. */
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

/** Nearly all numbers are small with up to four decimals: these are written digit by digit. */
function writeNumber(bytes: Buffer, at: number, value: number): number {
  if (!(value >= 0 && value < maxDigits)) return writeText(bytes, at, value);
  const whole = value | 0;
  if (whole === value) return writeWhole(bytes, at, whole);
  let decimals = Math.round(value * 10_000);
  if (decimals / 10_000 !== value) return writeText(bytes, at, value);
  decimals -= whole * 10_000;
  const point = writeWhole(bytes, at, whole);
  bytes[point] = 0x2e;
  let end = point + 1;
  for (let unit = 1000; decimals > 0; unit /= 10, end += 1) {
    const digit = (decimals / unit) | 0;
    bytes[end] = zero + digit;
    decimals -= digit * unit;
  }
  return end;
}

/** Ten thousand times the value is still a 32-bit integer. */
const maxDigits = 200_000;

function writeText(bytes: Buffer, at: number, value: number): number {
  return at + bytes.write(Number.isNaN(value) ? 'null' : String(value), at, 'latin1');
}

function writeWhole(bytes: Buffer, at: number, whole: number): number {
  let end = at + 1;
  for (let rest = (whole / 10) | 0; rest > 0; rest = (rest / 10) | 0) end += 1;
  for (let place = end - 1, rest = whole; place >= at; place -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[place] = zero + rest - 10 * tenth;
    rest = tenth;
  }
  return end;
}
