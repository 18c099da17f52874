import { secondsPerDay } from '@atrium/calendar/civil';
import { dayStart, localDay, segments } from '@atrium/calendar/zones';
import type { Door, DayPlan } from './building.ts';
import type { Derived } from './measures.ts';
import { chance, noise } from './noise.ts';
import { type DayShape, slotSeconds } from './profile.ts';

/** [from, to), epoch seconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The past of a door in a few kilobytes, from which the store generates a row per minute: the people of `countsOf`,
 * minus those in the gaps. Its readings are stored under `series`.
 */
export interface DescribedHistory {
  readonly series: number;
  readonly seed: number;
  readonly curves: readonly DayShape[];
  readonly stretches: readonly Stretch[];
  /** Times in which the sensor reported nothing: no rows, which is not the same as nobody. */
  readonly gaps: readonly Range[];
  /** What is stored of these people; how many they are where it is absent. */
  readonly as?: Derived;
}

/** A local day, or its part on one side of a clock change. */
export interface Stretch extends Range, DayPlan {
  /** Seconds that the wall clock is ahead of UTC. */
  readonly offset: number;
}

/**
 * `from` and `to` are multiples of a minute. An unreliable door loses whole local days in addition to the hours that
 * all doors miss.
 */
export function describeHistory(
  series: number,
  door: Door,
  unreliable: boolean,
  { from, to }: Range,
  as?: Derived,
): DescribedHistory {
  return {
    series,
    seed: door.seed,
    curves: door.curves,
    stretches: stretchesOf(door, from, to),
    gaps: gapsOf(door, unreliable, from, to),
    ...(as && { as }),
  };
}

function stretchesOf({ building }: Door, from: number, to: number): Stretch[] {
  return segments(building.zone, from, to).flatMap(({ offset, ...segment }) => {
    const stretches: Stretch[] = [];
    for (let start = segment.from; start < segment.to;) {
      const day = Math.floor((start + offset) / secondsPerDay);
      const end = Math.min(segment.to, (day + 1) * secondsPerDay - offset);
      stretches.push({ from: start, to: end, offset, ...building.dayPlan(day) });
      start = end;
    }
    return stretches;
  });
}

/** How often, in days, a door misses some hours. */
const daysBetweenGaps = 70;
const daysBetweenLostDays = 97;
/** The last days are complete, so that new users see complete data first. */
const wholeLately = 2 * secondsPerDay;

function gapsOf(door: Door, unreliable: boolean, from: number, to: number): Range[] {
  const { zone } = door.building;
  const gaps: Range[] = [];
  for (let day = localDay(zone, from) + 1; dayStart(zone, day + 1) <= to - wholeLately; day += 1) {
    const start = dayStart(zone, day);
    if (unreliable && day % daysBetweenLostDays === door.seed % daysBetweenLostDays) {
      gaps.push({ from: start, to: dayStart(zone, day + 1) });
    } else if (chance(door.seed + 3, day) < 1 / daysBetweenGaps) {
      const first = 32 + (noise(door.seed + 4, day) % 32);
      const slots = 2 + (noise(door.seed + 5, day) % 18);
      gaps.push({ from: start + first * slotSeconds, to: start + (first + slots) * slotSeconds });
    }
  }
  return gaps;
}
