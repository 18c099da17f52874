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

/** What a series counted today while it had another weight than now, or belonged to something else. */
export interface EarlierPart {
  readonly member: Stretch;
  readonly ins: number;
  readonly outs: number;
  readonly got: number;
}

/** A stretch of today in which a series counts for the entity with the same weight, or not at all. */
interface Stretch extends Member {
  readonly isOutside?: true;
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
  const today = stretchesOfToday(entity, now);
  let [ins, outs, got, minute] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const [series, stretches] of today.bySeries) {
    const day = days.get(series);
    if (!day || now < day.dayFrom || now >= day.dayTo || day.got === 0) continue;
    const current = stretches.at(-1)!;
    const sums = weighted(day, current);
    for (const { member, ...part } of earlier) {
      if (member.series !== series) continue;
      const [was, is] = [weighted(part, member), weighted(part, current)];
      sums.ins += was.ins - is.ins;
      sums.outs += was.outs - is.outs;
      sums.got += was.got - is.got;
    }
    ins += sums.ins;
    outs += sums.outs;
    got += sums.got;
    minute = Math.max(minute, ...stretches.map((each) => (each.isOutside ? minute : lastMinuteIn(each, day))));
  }
  return {
    entityType: entity.entityType,
    entityId: entity.entityId,
    name: entity.name,
    ins: got > 0 ? fourDecimals(ins) : null,
    outs: got > 0 ? fourDecimals(outs) : null,
    minute: Number.isFinite(minute) ? iso(minute) : null,
    lastReadingAt: lastReadingAt(entity, days),
    isOpen: isOpen(estate, entity, now),
    completeness: completenessOf(got, today.due),
    asOf: iso(now),
  };
}

type Sums = Pick<SeriesDay, 'ins' | 'outs' | 'got'>;

function weighted({ ins, outs, got }: Sums, { wIn, wOut, reversed, isOutside }: Stretch) {
  if (isOutside) return { ins: 0, outs: 0, got: 0 };
  return reversed ? { ins: outs * wOut, outs: ins * wIn, got } : { ins: ins * wIn, outs: outs * wOut, got };
}

/** Includes series that have ended: reports from before a sensor moved count as well. */
function lastReadingAt({ members }: Entity, days: ReadonlyMap<number, SeriesDay>): string | null {
  const newest = Math.max(...members.map((member) => lastMinuteIn(member, days.get(member.series))));
  return Number.isFinite(newest) ? iso(newest) : null;
}

/** The newest minute with a reading, or the last that can have been one: a zone that left a space is heard elsewhere. */
function lastMinuteIn({ to }: Member, day: SeriesDay | undefined): number {
  return Math.min(day?.lastMinute ?? Number.NEGATIVE_INFINITY, Math.ceil(to / 60) * 60 - 60);
}

/** Where nothing counts yet, nothing is known to be closed. */
function isOpen(estate: Estate, { entityType, entityId, members }: Entity, now: number): boolean {
  if (entityType === 'location') return isOpenAt(estate, entityId, now);
  const present = members.filter((member) => member.from <= now && now < member.to);
  const locationIds = new Set(present.map(({ locationId }) => locationId));
  return locationIds.size === 0 || [...locationIds].some((locationId) => isOpenAt(estate, locationId, now));
}

/** Stretches of today in which a series had another weight than it has now; most days there is none. */
export function earlierMembers(entity: Entity, now: number): Stretch[] {
  return [...stretchesOfToday(entity, now).bySeries.values()].flatMap((stretches) => {
    const current = stretches.at(-1)!;
    return stretches.filter(
      ({ wIn, wOut, reversed, isOutside }) =>
        isOutside !== current.isOutside ||
        current.wIn !== wIn ||
        current.wOut !== wOut ||
        current.reversed !== reversed,
    );
  });
}

function stretchesOfToday(entity: Entity, now: number) {
  const until = expectedUntil(now);
  const bySeries = new Map<number, Stretch[]>();
  let due = 0;
  for (const [timezone, members] of byZone(entity.members)) {
    const start = localDayStart(zoneOf(timezone), now);
    const present = members.filter((member) => member.from <= now && member.to > start);
    for (const member of present.toSorted((one, other) => one.from - other.from)) {
      const before = bySeries.get(member.series) ?? [];
      const isOutside = member.excluded && { isOutside: true as const };
      const held = { ...member, ...isOutside, from: Math.max(member.from, start) };
      bySeries.set(member.series, [...before, ...gapBefore(held, before.at(-1)?.to ?? start), held]);
    }
    due += dueByBucket(present, [start, Math.max(start, now)], until)[0] ?? 0;
  }
  for (const stretches of bySeries.values()) stretches.push(...gapAfter(stretches.at(-1)!, now));
  return { bySeries, due };
}

/** What the series counted since then and before this stretch. */
function gapBefore(member: Member, since: number): Stretch[] {
  if (!member.valid) return [];
  const from = Math.max(since, member.valid.from);
  return from < member.from ? [{ ...member, from, to: member.from, isOutside: true }] : [];
}

function gapAfter(member: Member, now: number): Stretch[] {
  if (!member.valid || member.to > now || member.to >= member.valid.to) return [];
  return [{ ...member, from: member.to, to: member.valid.to, isOutside: true }];
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
