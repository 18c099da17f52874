import type { OpeningHours } from '@atrium/calendar/opening-hours';
import type { SpaceCapacity } from '@atrium/rules/space-capacity';
import type { Span } from './clock.ts';

/** What a series says, minute by minute, and where it counts. */
export interface Book {
  readonly series: number;
  readonly measure: string;
  readonly locationId: string;
  readonly timezone: string;
  /** Always open when absent. */
  readonly hours: OpeningHours | undefined;
  /** Undefined for what belongs to the location or a space. */
  readonly zone?: {
    readonly zoneId: string;
    readonly sensorId: string;
    readonly siteId: string;
    readonly application: number;
    readonly filter: number;
    readonly perimeter: boolean;
    readonly scale: number;
  };
  /** For the people in a space. */
  readonly space?: {
    readonly spaceId: string;
    readonly capacities: readonly SpaceCapacity[];
    /** Who leaves the queue, and over how many minutes that is sampled. */
    readonly head: Book;
    readonly interval: number;
    readonly isReversed: boolean;
  };
  /** The first minute of its columns. */
  readonly begin: number;
  /** By the minute; not a number where nothing was received. */
  readonly columns: Partial<Record<Column, Float64Array>>;
  /** In the order of time. */
  readonly samples: { at: number; seconds: number }[];
  /** What cannot be divided. */
  readonly wholes: (Span & { value: number; n: number })[];
  readonly bands: (Span & Record<'lowins' | 'highins' | 'lowouts' | 'highouts', number>)[];
}

/**
 * Counts; levels with their lowest, highest and area; amounts and how many they are; seconds heard; what was forecast; and
 * the expected wait, which is computed of others.
 */
export type Column =
  | 'ins'
  | 'outs'
  | 'last'
  | 'lo'
  | 'hi'
  | 'area'
  | 'value'
  | 'n'
  | 'heard'
  | 'forecastIns'
  | 'forecastOuts'
  | 'wait';

/** The parts of a cell in the time zone of a book: for each bucket the spans that count. */
export type Parts = (book: Book) => readonly (readonly Span[])[];

/** The column of a book, made where it has none yet. */
export function columnOf({ columns }: Pick<Book, 'columns'>, name: Column, minutes: number): Float64Array {
  return (columns[name] ??= new Float64Array(minutes).fill(Number.NaN));
}

/** Where the minutes of a span are in the columns of a book, `[first, end)`. */
export function minutesIn({ begin }: Book, column: Float64Array, { from, to }: Span): [first: number, end: number] {
  return [Math.max(0, (from - begin) / 60), Math.min(column.length, (to - begin) / 60)];
}

export function minuteOf(second: number): number {
  return second - (second % 60);
}
