import { instantsShowing, parseTimestamp } from '@atrium/calendar/timestamps';
import { dayStart, type Zone } from '@atrium/calendar/zones';

/** A time in a file, as seconds since 1970; a day has its length. */
export type FileTime =
  /** `again`: the clock shows it a second time then, and nothing says which is meant. */
  | { readonly kind: 'instant'; readonly at: number; readonly again?: number }
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
  const wall = plainWall(text);
  if (wall !== undefined) {
    const showing = showingOf(zone, wall);
    if (showing) return within(showing, latest);
  }
  const read = isoOnly && !/^\d{4}-\d\d-\d\d(?:$|[T ])/.test(text) ? null : parseTimestamp(text, { dayFirst });
  if (!read) return problem(`is not a date or time: ${shown(text)}. Write it as 2026-11-16T10:00`);
  if (read.kind === 'day') {
    const at = dayStart(zone, read.day);
    const seconds = dayStart(zone, read.day + 1) - at;
    if (seconds <= 0) return problem(`is a day that ${zone.name} skipped: ${shown(text)}`);
    return within({ kind: 'day', at, seconds }, latest);
  }
  if (read.kind === 'instant') return within({ kind: 'instant', at: Math.floor(read.seconds) }, latest);
  const showing = showingOf(zone, Math.floor(read.wall));
  return showing ? within(showing, latest) : problem(`does not exist: clocks in ${zone.name} skip ${shown(text)}`);
}

const day = 86_400;

/** Neighbors in a file are mostly of the same day, so its number is remembered. */
let remembered = { date: '', start: 0 };

/** What the clock shows in `2026-11-16T10:00`, the spelling of nearly every file; undefined for any other. */
function plainWall(text: string): number | undefined {
  if (text.length !== 16) return undefined;
  const separator = text.charCodeAt(10);
  if ((separator !== 84 && separator !== 32) || text.charCodeAt(13) !== 58) return undefined;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  if (!(hour < 24 && minute < 60)) return undefined;
  const date = text.slice(0, 10);
  if (date !== remembered.date) {
    const read = /^\d{4}-\d\d-\d\d$/.test(date) ? parseTimestamp(date) : null;
    if (read?.kind !== 'day') return undefined;
    remembered = { date, start: read.day * day };
  }
  return remembered.start + hour * 3600 + minute * 60;
}

/** Not a number where there are none. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN;
}

/** When the clock shows `wall`; nearly always no clock changes anywhere near it. */
function showingOf(zone: Zone, wall: number): Extract<FileTime, { kind: 'instant' }> | undefined {
  const { from, to, offset } = zone.segmentAt(wall - day);
  if (from <= wall - day && wall + day < to) return { kind: 'instant', at: wall - offset };
  const [at, again] = instantsShowing(zone, wall);
  if (at === undefined) return undefined;
  return again === undefined ? { kind: 'instant', at } : { kind: 'instant', at, again };
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
