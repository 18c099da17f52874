import { localDayStart, zoneOf } from '@atrium/calendar/zones';
import type { LiveReading } from '@atrium/contract/live-traffic';
import { completenessOf, dueByBucket, expectedUntil } from '@atrium/metrics/completeness';
import { fourDecimals } from '@atrium/metrics/precision';
import { type Estate, isOpenAt } from '../../registry/directory/estate.ts';
import type { Entity, Member } from '../../registry/directory/resolve.ts';

/** The state of a series' local day. Times are epoch seconds. */
export interface SeriesDay {
  readonly dayFrom: number;
  readonly dayTo: number;
  readonly ins: number;
  readonly outs: number;
  /** Seconds received. */
  readonly got: number;
  /** Start of the newest minute with a reading; null before the first. */
  readonly lastMinute: number | null;
}

/** What a series counted today under an earlier weight. */
export interface EarlierPart {
  readonly member: Member;
  readonly ins: number;
  readonly outs: number;
}

/**
 * The number on a screen: today, in the time zone of each location. The sum of another day is not used: after midnight
 * there is none until the first reading. Today is stored as one sum, so counts under an earlier weight are queried
 * separately.
 */
export function liveReading(
  estate: Estate,
  entity: Entity,
  days: ReadonlyMap<number, SeriesDay>,
  now: number,
  earlier: readonly EarlierPart[] = [],
): LiveReading {
  const today = membersOfToday(entity, now);
  let [ins, outs, got, minute] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const [series, current] of today.newest) {
    const day = days.get(series);
    if (!day || now < day.dayFrom || now >= day.dayTo || day.got === 0) continue;
    const sums = weighted(day, current);
    ins += sums.ins;
    outs += sums.outs;
    for (const { member, ...part } of earlier) {
      if (member.series !== series) continue;
      const [was, is] = [weighted(part, member), weighted(part, current)];
      ins += was.ins - is.ins;
      outs += was.outs - is.outs;
    }
    got += day.got;
    minute = Math.max(minute, day.lastMinute ?? minute);
  }
  return {
    entityType: entity.entityType,
    entityId: entity.entityId,
    ins: got > 0 ? fourDecimals(ins) : null,
    outs: got > 0 ? fourDecimals(outs) : null,
    minute: Number.isFinite(minute) ? iso(minute) : null,
    lastReadingAt: lastReadingAt(entity, days),
    isOpen: isOpen(estate, entity, now),
    completeness: completenessOf(got, today.due),
    asOf: iso(now),
  };
}

function weighted({ ins, outs }: Pick<SeriesDay, 'ins' | 'outs'>, { wIn, wOut, reversed }: Member) {
  return reversed ? { ins: outs * wOut, outs: ins * wIn } : { ins: ins * wIn, outs: outs * wOut };
}

/** Includes series that have ended: reports from before a sensor moved count as well. */
function lastReadingAt({ members }: Entity, days: ReadonlyMap<number, SeriesDay>): string | null {
  const newest = Math.max(...members.map(({ series }) => days.get(series)?.lastMinute ?? Number.NEGATIVE_INFINITY));
  return Number.isFinite(newest) ? iso(newest) : null;
}

/** Where nothing counts yet, nothing is known to be closed. */
function isOpen(estate: Estate, { entityType, entityId, members }: Entity, now: number): boolean {
  if (entityType === 'location') return isOpenAt(estate, entityId, now);
  const present = members.filter((member) => member.from <= now && now < member.to);
  const locationIds = new Set(present.flatMap(({ series }) => estate.series.get(series)?.locationId ?? []));
  return locationIds.size === 0 || [...locationIds].some((locationId) => isOpenAt(estate, locationId, now));
}

/** Intervals of today in which a series had an earlier weight; most days have none. */
export function earlierMembers(entity: Entity, now: number): Member[] {
  const { newest, present } = membersOfToday(entity, now);
  return present.filter((member) => {
    const current = newest.get(member.series);
    if (current === undefined) return false;
    return current.wIn !== member.wIn || current.wOut !== member.wOut || current.reversed !== member.reversed;
  });
}

function membersOfToday(entity: Entity, now: number) {
  const until = expectedUntil(now);
  const newest = new Map<number, Member>();
  const ofToday: Member[] = [];
  let due = 0;
  for (const [timezone, members] of byZone(entity.members)) {
    const start = localDayStart(zoneOf(timezone), now);
    const present = members.filter((member) => member.from <= now && member.to > start);
    for (const member of present) {
      const known = newest.get(member.series);
      if (!known || known.from < member.from) newest.set(member.series, member);
    }
    for (const member of present) ofToday.push({ ...member, from: Math.max(member.from, start) });
    due += dueByBucket(present, [start, Math.max(start, now)], until)[0] ?? 0;
  }
  return { newest, due, present: ofToday };
}

function byZone(members: readonly Member[]): Map<string, Member[]> {
  const zones = new Map<string, Member[]>();
  for (const member of members) {
    const same = zones.get(member.timezone);
    if (same) same.push(member);
    else zones.set(member.timezone, [member]);
  }
  return zones;
}

function iso(instant: number): string {
  return new Date(instant * 1000).toISOString();
}
