import { bucketEdges } from '@atrium/calendar/groupings';
import { wallClock, type Zone, zoneOf } from '@atrium/calendar/zones';
import type { Facts } from '@atrium/facts/facts-interface';
import { lookBackWeeks, type PastHour, type Stretch } from '@atrium/rules/correction';
import type { Estate } from '../../registry/directory/estate.ts';
import type { Entity } from '../../registry/directory/resolve.ts';

const day = 86_400;

/** A local hour of a zone; at the ends of a period it may be a part of one. */
export type Hour = PastHour;

/** The local hours of a stretch, with what the zone counted in them. */
export async function hoursOf(
  facts: Pick<Facts, 'aggregate'>,
  estate: Pick<Estate, 'factOrg'>,
  { members, timezone }: Entity,
  { from, to }: Stretch,
): Promise<Hour[]> {
  const zone = zoneOf(timezone);
  const edges = bucketEdges(zone, from, to, 'hour');
  const hours = edges.slice(0, -1).map((start, at) => ({
    from: start,
    to: edges[at + 1]!,
    slot: slotOf(zone, start),
    ins: 0,
    outs: 0,
    got: 0,
  }));
  const counting = members
    .filter((member) => !member.excluded && member.from < to && member.to > from)
    .map(({ series, wIn, wOut, ...member }) => ({
      series,
      wIn,
      wOut,
      key: 0,
      from: Math.max(member.from, from),
      to: Math.min(member.to, to),
    }));
  if (counting.length === 0) return hours;
  // Everything is read from minutes, so no mark matters.
  const slices = [{ edges, members: counting }];
  const { buckets, ins, outs, got } = await facts.aggregate({ org: estate.factOrg, slices, freshFrom: 0, marks: [] });
  for (let row = 0; row < buckets.length; row += 1) {
    const hour = hours[buckets[row]!]!;
    hour.ins = ins[row]!;
    hour.outs = outs[row]!;
    hour.got = got[row]!;
  }
  return hours;
}

/** The weeks before a stretch, in which an estimate looks for the same hours. */
export function weeksBefore({ from }: Stretch): Stretch {
  return { from: Math.max(0, from - lookBackWeeks * 7 * day), to: from };
}

function slotOf(zone: Zone, instant: number): number {
  const wall = wallClock(zone, instant);
  const weekday = (Math.floor(wall / day) + 4) % 7;
  return weekday * 24 + Math.floor((wall % day) / 3600);
}
