import type { LiveRow } from '@atrium/contract/live-wall';
import { ageOfReading, staleAfter } from '../freshness.ts';

/** What a row needs, in this order. */
export const needs = ['alarm', 'full', 'offline', 'silent', 'busy', 'stopped', 'none', 'closed'] as const;
export type Need = (typeof needs)[number];

/** From here on there is something to do. */
const urgent: readonly Need[] = ['alarm', 'full', 'offline', 'silent'];

export const filters = ['attention', 'alarm', 'full', 'offline'] as const;
export type Filter = (typeof filters)[number];

/** A row of the wall, and what it needs. */
export interface WallRow {
  readonly row: LiveRow;
  readonly need: Need;
}

/** Percent from which a space is nearly full. */
const busyPercent = 80;

/** `now` is the time of the server, in epoch milliseconds. */
export function needOf(row: LiveRow, now: number): Need {
  if (row.alarms > 0) return 'alarm';
  const percent = row.percent ?? 0;
  if (percent >= 100) return 'full';
  if (!row.isOpen) return 'closed';
  if (row.offline > 0) return 'offline';
  if (isSilent(row, now)) return 'silent';
  if (percent >= busyPercent) return 'busy';
  return row.stopped ? 'stopped' : 'none';
}

/** A place that was never heard is not set up yet: nothing there has failed. */
export function isSilent({ lastReadingAt }: LiveRow, now: number): boolean {
  const age = ageOfReading(lastReadingAt, now);
  return age !== null && age > staleAfter;
}

export interface Wanted {
  readonly search: string;
  readonly filter: Filter | undefined;
}

/** Locations that need attention first, each followed by its spaces. A location stays where one of its spaces is wanted. */
export function wallOf(rows: readonly LiveRow[], wanted: Wanted, now: number): WallRow[] {
  const search = wanted.search.trim().toLowerCase();
  const groups = new Map<string, WallRow[]>();
  const matches = new Set<string>();
  for (const row of rows) {
    const each = { row, need: needOf(row, now) };
    const group = groups.get(row.locationId);
    if (group) group.push(each);
    else groups.set(row.locationId, [each]);
    if (row.entityType === 'location' && row.name.toLowerCase().includes(search)) matches.add(row.locationId);
  }
  const isWanted = ({ row, need }: WallRow) =>
    passes(row, need, wanted.filter) && (matches.has(row.locationId) || row.name.toLowerCase().includes(search));
  return [...groups.values()]
    .flatMap((group) => {
      const shown = group.filter((each) => isWanted(each) || leads(each, group, isWanted)).toSorted(inLocation);
      return shown.length === 0 ? [] : [{ shown, rank: Math.min(...shown.map(rankOf)) }];
    })
    .toSorted((a, b) => a.rank - b.rank || byName(a.shown[0]!, b.shown[0]!))
    .flatMap(({ shown }) => shown);
}

export function countUrgent(rows: readonly LiveRow[], now: number): number {
  return rows.filter((row) => urgent.includes(needOf(row, now))).length;
}

function passes(row: LiveRow, need: Need, filter: Filter | undefined): boolean {
  switch (filter) {
    case undefined:
      return true;
    case 'attention':
      return urgent.includes(need);
    case 'alarm':
      return row.alarms > 0;
    case 'full':
      return (row.percent ?? 0) >= 100;
    case 'offline':
      return row.offline > 0 || need === 'silent';
  }
}

function leads({ row }: WallRow, group: readonly WallRow[], isWanted: (each: WallRow) => boolean): boolean {
  return row.entityType === 'location' && group.some(isWanted);
}

function rankOf({ need }: WallRow): number {
  return needs.indexOf(need);
}

function inLocation(a: WallRow, b: WallRow): number {
  const isSpace = ({ row }: WallRow) => (row.entityType === 'space' ? 1 : 0);
  return isSpace(a) - isSpace(b) || byName(a, b);
}

const { compare } = new Intl.Collator('en', { numeric: true });

function byName(a: WallRow, b: WallRow): number {
  return compare(a.row.name, b.row.name);
}
