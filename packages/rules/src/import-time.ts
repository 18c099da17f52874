import { instantsShowing, parseTimestamp } from '@atrium/calendar/timestamps';
import { dayStart, type Zone } from '@atrium/calendar/zones';

/** A time in a file, as seconds since 1970; a day has its length. */
export type FileTime =
  | { readonly kind: 'instant'; readonly at: number }
  | { readonly kind: 'day'; readonly at: number; readonly seconds: number }
  | { readonly kind: 'problem'; readonly message: string };

/** Nobody has counts, sales or shifts from before. */
export const earliestImport = Date.UTC(2000, 0, 1) / 1000;

export interface TimeReading {
  readonly zone: Zone;
  /** Only `2026-11-16` and `2026-11-16T10:00`, with or without seconds and offset. */
  readonly isoOnly?: boolean;
  /** Of `3/4/2026`: 3 April instead of March 4. */
  readonly dayFirst?: boolean;
  /** Nothing may be after it. */
  readonly latest: number;
}

/**
 * A local time that the clock shows twice is the first of both; one that the clock skips is none. With an offset the
 * zone plays no part.
 */
export function readTime(text: string, { zone, isoOnly = false, dayFirst = false, latest }: TimeReading): FileTime {
  if (text === '') return problem('is missing');
  const read = isoOnly && !/^\d{4}-\d\d-\d\d(?:$|[T ])/.test(text) ? null : parseTimestamp(text, { dayFirst });
  if (!read) return problem(`is not a date or time: ${shown(text)}. Write it as 2026-11-16T10:00`);
  if (read.kind === 'day') {
    const at = dayStart(zone, read.day);
    const seconds = dayStart(zone, read.day + 1) - at;
    if (seconds <= 0) return problem(`is a day that ${zone.name} skipped: ${shown(text)}`);
    return within({ kind: 'day', at, seconds }, latest);
  }
  const at = read.kind === 'instant' ? read.seconds : instantsShowing(zone, Math.floor(read.wall))[0];
  if (at === undefined) return problem(`does not exist: clocks in ${zone.name} skip ${shown(text)}`);
  return within({ kind: 'instant', at: Math.floor(at) }, latest);
}

function within(time: Extract<FileTime, { at: number }>, latest: number): FileTime {
  if (time.at < earliestImport) return problem('is before the year 2000');
  return time.at > latest ? problem('is in the future') : time;
}

function problem(message: string): FileTime {
  return { kind: 'problem', message };
}

/** A value of a stranger, short enough for a message. */
export function shown(text: string): string {
  return text.length > 40 ? `“${text.slice(0, 40)}…”` : `“${text}”`;
}
