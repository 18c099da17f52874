import { firstInstantAt, toLocal, zoneOf } from '@atrium/calendar/zones';
import { timestampIn } from './dates.ts';

/** The instant of `2026-03-01T09:30` at a place; undefined where it is not complete. */
export function instantOf(timezone: string, local: string): string | undefined {
  const wall = Date.parse(`${local}Z`);
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
