import { zoneOf } from '@atrium/calendar/zones';
import { isPlausible } from '@atrium/metrics/plausible';
import { headerName } from './csv-import.ts';
import type { CsvRecord } from './import-csv.ts';
import { columnsOf, count, type RowProblem, type RowReader } from './import-rows.ts';
import { intervalsOf } from './import-intervals.ts';
import { readTime, shown } from './import-time.ts';

/** How long the interval of a row may be, in minutes. */
export const countIntervals = [1, 5, 10, 15, 30, 60] as const;

/** Which column of a count history is what, by its name in the header. */
export interface CountColumns {
  /** Date and time in one column; otherwise in two. */
  readonly timestamp?: string | undefined;
  readonly date?: string | undefined;
  readonly time?: string | undefined;
  /** By name or id; absent where the whole file belongs to one zone. */
  readonly zone?: string | undefined;
  readonly zoneId?: string | undefined;
  readonly ins: string;
  readonly outs?: string | undefined;
  readonly minutes: (typeof countIntervals)[number];
  /** By default that of the location. */
  readonly timezone?: string | undefined;
  readonly dayFirst?: boolean | undefined;
}

/** The names of the template, for a file that arrives without a person. */
export const defaultCountColumns: CountColumns = {
  timestamp: 'timestamp',
  zone: 'zone',
  ins: 'in',
  outs: 'out',
  minutes: 60,
};

export interface ImportedCount {
  readonly zoneId: string;
  /** Epoch seconds. */
  readonly at: number;
  readonly span: number;
  readonly ins: number;
  readonly outs: number;
}

export interface CountContext {
  /** By id or by name. */
  readonly zoneOf: (
    text: string,
  ) => { readonly zoneId: string; readonly timezone: string } | 'unknown' | 'ambiguous' | 'nowhere';
  /** Epoch seconds. */
  readonly now: number;
}

/**
 * How the rows below this header are read, in their order, or what is wrong with it. Every interval of a zone counts once. Of
 * an hour that the clock repeats, the first rows are the first of both, and those that name it again the second.
 */
export function countReader(
  header: CsvRecord,
  columns: CountColumns,
  context: CountContext,
): RowReader<ImportedCount> | RowProblem {
  const { minutes, zoneId, dayFirst = false } = columns;
  const [zone, timestamp, date, time, outs] = [
    columns.zone,
    columns.timestamp,
    columns.date,
    columns.time,
    columns.outs,
  ].map((name) => (name === undefined ? undefined : headerName(name)));
  const ins = headerName(columns.ins);
  const when = timestamp === undefined ? [date ?? 'date', time ?? 'time'] : [timestamp];
  const found = columnsOf(header, [
    ...(zone === undefined ? [] : [zone]),
    ...when,
    ins,
    ...(outs === undefined ? [] : [outs]),
  ]);
  if ('message' in found) return found;
  const placeOf = (column: string | undefined) => (column === undefined ? -1 : (found.get(column.toLowerCase()) ?? -1));
  const places = { zone: placeOf(zone), when: when.map(placeOf), ins: placeOf(ins), outs: placeOf(outs) };
  const span = minutes * 60;
  const latest = context.now - span;
  const intervals = intervalsOf(span);
  const fileZone = columns.timezone === undefined ? undefined : zoneOf(columns.timezone);
  const column = zone ?? 'zone';
  const [firstWhen, secondWhen = -1] = places.when as [number, number?];
  return ({ fields }) => {
    const named = zone === undefined ? (zoneId ?? '') : fieldAt(fields, places.zone);
    if (named === '') return { column, message: 'is missing' };
    const counted = context.zoneOf(named);
    if (counted === 'unknown') return { column, message: `There is no zone ${shown(named)}` };
    if (counted === 'ambiguous')
      return { column, message: `Several zones are named ${shown(named)}. Write the id instead` };
    if (counted === 'nowhere') return { column, message: `The sensor of ${shown(named)} is not installed at a site` };
    const first = fieldAt(fields, firstWhen);
    const text = secondWhen < 0 ? first : `${first} ${fieldAt(fields, secondWhen)}`.trim();
    const start = readTime(text, { zone: fileZone ?? zoneOf(counted.timezone), dayFirst, latest });
    if (start.kind === 'problem') return { column: when[0]!, message: start.message };
    if (start.kind === 'day') return { column: when.at(-1)!, message: 'needs a time, not only a date' };
    const peopleIn = count(fieldAt(fields, places.ins));
    if (peopleIn === undefined) return unreadable(ins, fieldAt(fields, places.ins));
    const peopleOut = outs === undefined ? 0 : count(fieldAt(fields, places.outs));
    if (peopleOut === undefined) return unreadable(outs ?? '', fieldAt(fields, places.outs));
    if (!isPlausible({ measure: 'people', span, ins: peopleIn, outs: peopleOut }))
      return { column: ins, message: 'is more than anyone can count in this time' };
    const at = [start.at, start.again ?? Infinity].find(
      (each) => each <= latest && intervals.take(counted.zoneId, each),
    );
    if (at === undefined)
      return { column: when[0]!, message: `${overlapping} ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} long` };
    return { rows: [{ zoneId: counted.zoneId, at, span, ins: peopleIn, outs: peopleOut }] };
  };
}

const overlapping = 'is in an interval of an earlier row of this zone. By the settings, intervals are';

function fieldAt(fields: readonly string[], place: number): string {
  return (fields[place] ?? '').trim();
}

function unreadable(column: string, text: string): RowProblem {
  return { column, message: text === '' ? 'is missing' : `is not a whole number: ${shown(text)}` };
}
