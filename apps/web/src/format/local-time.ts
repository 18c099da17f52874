import { firstInstantAt, toLocal, zoneOf } from '@atrium/calendar/zones';
import { timestampIn } from './dates.ts';

/** The instant of `2026-03-01T09:30` at a place; undefined where it is not complete. */
export function instantOf(timezone: string, local: string): string | undefined {
  return shownAt(timezone, Date.parse(`${local}Z`));
}

/** The instants between which whole days (`2026-03-01`) lie at a place, without those that are not complete. */
export function instantsOfDays(
  timezone: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): { from?: string; to?: string } {
  const start = shownAt(timezone, midnightOf(from));
  const end = shownAt(timezone, midnightOf(to) + 24 * 3_600_000);
  return { ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) };
}

function midnightOf(day = ''): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
}

/** When the clock of a place first shows a time, which is written as if it were UTC (epoch milliseconds). */
function shownAt(timezone: string, wall: number): string | undefined {
  if (Number.isNaN(wall)) return undefined;
  return new Date(firstInstantAt(zoneOf(timezone), Math.floor(wall / 60_000) * 60) * 1000).toISOString();
}

/** An instant (epoch milliseconds) as `datetime-local` writes it. */
export function localOf(timezone: string, instant: number): string {
  const { year, month, day, hour, minute } = toLocal(zoneOf(timezone), Math.floor(instant / 1000));
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

export function periodText(timezone: string, { from, to }: { from: string; to: string }): string {
  return `${timestampIn(timezone, Date.parse(from))} – ${timestampIn(timezone, Date.parse(to))}`;
}
