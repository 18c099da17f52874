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
  /** The times that its columns hold, one after another. */
  readonly pages: readonly Page[];
  /** By the minute of its pages; not a number where nothing was received. */
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

/** Some days of a column. */
export interface Page extends Span {
  /** Where its first minute is in the columns. */
  readonly first: number;
}

/** The parts of a cell in the time zone of a book: for each bucket the spans that count. */
export type Parts = (book: Book) => readonly (readonly Span[])[];

/** Each with a day after its readings, in which shifts end. */
export function pagesOf(spans: readonly Span[]): Page[] {
  let next = 0;
  return spans.map(({ from, to }) => {
    const page = { from, to: to + 86_400, first: next };
    next += (page.to - from) / 60;
    return page;
  });
}

/** The column of a book, made where it has none yet. */
export function columnOf({ columns, pages }: Book, name: Column): Float64Array {
  const { first, from, to } = pages.at(-1)!;
  return (columns[name] ??= new Float64Array(first + (to - from) / 60).fill(Number.NaN));
}

/** Where a minute is in the columns of a book. */
export function indexOf({ pages }: Book, minute: number): number {
  const { first, from } = pages.find((page) => page.from <= minute && minute < page.to)!;
  return first + (minute - from) / 60;
}

/** Where the minutes of a span are in the columns of a book, `[first, end)`, and when the first of them is. */
export function minutesIn({ pages }: Book, { from, to }: Span): { first: number; end: number; at: number } {
  const page = pages.find((each) => each.from < to && from < each.to);
  if (!page) return { first: 0, end: 0, at: from };
  const at = Math.max(from, page.from);
  const first = page.first + (at - page.from) / 60;
  return { first, end: first + (Math.min(to, page.to) - at) / 60, at };
}

export function minuteOf(second: number): number {
  return second - (second % 60);
}
