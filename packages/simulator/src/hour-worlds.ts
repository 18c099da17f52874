import { dayNumber, secondsPerDay, weekdayOf } from '@atrium/calendar/civil';
import { bucketEdges } from '@atrium/calendar/groupings';
import type { OpenInterval } from '@atrium/calendar/opening-hours';
import { dayStart, firstInstantAt, wallClock, type Zone } from '@atrium/calendar/zones';
import { type Building, buildingOf, countsOf, type Door, doorOf, type Place } from './building.ts';
import { holidayOn } from './holidays.ts';
import { chance, noise, seedOf } from './noise.ts';
import { type OpeningHours, type Profile, type ProfileName, profiles } from './profile.ts';

/** Hours of one door as a store would answer them: to try forecasts on places of many kinds. */
export interface HourWorld {
  readonly name: string;
  readonly trait: Trait;
  readonly zone: Zone;
  readonly firstDay: number;
  /** The day on which the first forecast is made; what comes later is there to judge it. */
  readonly testDay: number;
  readonly edges: readonly number[];
  /** What came, gaps included: the truth. */
  readonly ins: Float64Array;
  readonly outs: Float64Array;
  /** 0 where the sensor was silent. */
  readonly completeness: Float64Array;
  readonly open: readonly OpenInterval[] | undefined;
  readonly special: ReadonlyMap<number, string>;
}

/**
 * What happens at a place besides its days and seasons. `flat` and `erratic` have no pattern; `walk` has one, at a level
 * that wanders too fast to be known.
 */
export const traits = [
  'plain',
  'growing',
  'unlisted holidays',
  'closure',
  'events',
  'gaps',
  'moved',
  'tiny',
  'short',
  'young',
  'walk',
  'flat',
  'erratic',
] as const;
export type Trait = (typeof traits)[number];

/** Enough for four origins a week apart, each looking 28 days ahead. */
export const testDays = 49;

export interface WorldDraft {
  readonly shape: ProfileName;
  readonly trait: Trait;
  readonly seed: number;
}

export function hourWorldOf({ shape, trait, seed }: WorldDraft): HourWorld {
  const own = seedOf(seed, `${shape} ${trait}`);
  const between = (salt: number, low: number, high: number) => low + (high - low) * chance(own, salt);
  const country = (['US', 'DE', 'IN'] as const)[noise(own, 1) % 3]!;
  const hours = hoursOf(shape, own);
  const place: Place = {
    key: `${shape} ${trait} ${seed}`,
    timezone: { US: 'America/Chicago', DE: 'Europe/Berlin', IN: 'Asia/Kolkata' }[country],
    country,
    profile: jittered(profiles[shape], own),
    hours,
    visitors: trait === 'tiny' ? between(2, 12, 40) : Math.exp(between(2, Math.log(120), Math.log(6000))),
    growth: trait === 'growing' ? between(3, -0.5, 1.2) : between(3, -0.1, 0.15),
  };
  const building = buildingOf(place, own);
  const history = historyDays(trait, own);
  const testDay = dayNumber(2026, 1, 1) + (noise(own, 4) % 330);
  const firstDay = testDay - history;
  const edges = bucketEdges(
    building.zone,
    dayStart(building.zone, firstDay),
    dayStart(building.zone, testDay + testDays),
    'hour',
  );
  const draft = { trait, own, place, building, firstDay, testDay, edges, closed: closureOf(trait, own, testDay) };
  const { ins, outs } = countsIn(draft);
  return {
    name: place.key,
    trait,
    zone: building.zone,
    firstDay,
    testDay,
    edges,
    ins,
    outs,
    completeness: completenessOf(draft),
    open: openIn(draft),
    special: specialIn(draft),
  };
}

interface Draft {
  readonly trait: Trait;
  readonly own: number;
  readonly place: Place;
  readonly building: Building;
  readonly firstDay: number;
  readonly testDay: number;
  readonly edges: readonly number[];
  readonly closed: readonly [from: number, to: number] | undefined;
}

function historyDays(trait: Trait, own: number): number {
  if (trait === 'short') return 9 + (noise(own, 5) % 11);
  if (trait === 'young') return 28 + (noise(own, 5) % 70);
  return 380 + (noise(own, 5) % 350);
}

/** The same kind of place, yet another one: other peaks, other weekdays, other seasons. */
function jittered(profile: Profile, seed: number): Profile {
  const by = (salt: number, spread: number) => 1 + spread * (2 * chance(seed + 11, salt) - 1);
  return {
    ...profile,
    peaks: profile.peaks.map(({ hour, width, weight }, at) => ({
      hour: hour + 1.2 * (by(at, 1) - 1),
      width: width * by(at + 10, 0.3),
      weight: weight * by(at + 20, 0.4),
    })),
    weekdays: profile.weekdays.map((level, at) => level * by(at + 30, 0.25)),
    months: profile.months.map((level, at) => level * by(at + 40, 0.08)),
    stayMinutes: profile.stayMinutes * by(50, 0.4),
  };
}

function hoursOf(shape: ProfileName, own: number): OpeningHours {
  const early = noise(own, 6) % 3;
  const late = noise(own, 7) % 3;
  const always = Array.from({ length: 7 }, () => [0, 24] as const);
  switch (shape) {
    case 'station':
    case 'street':
      return always;
    case 'office':
      return Array.from({ length: 7 }, () => [6, 21 + (late % 2)] as const);
    case 'campus':
      return Array.from({ length: 7 }, (_, day) => [8, day === 6 ? 18 : 21 + late] as const);
    case 'museum':
      return Array.from({ length: 7 }, (_, day) => (day === 1 ? null : ([10, 17 + late] as const)));
    case 'library':
      return Array.from({ length: 7 }, (_, day) => (day === 0 ? null : ([9 + (early % 2), 18 + late] as const)));
    case 'shop':
      return Array.from({ length: 7 }, (_, day) =>
        day === 0 && early === 0 ? null : ([8 + early, day === 0 ? 18 : 20 + late] as const),
      );
  }
}

function closureOf(trait: Trait, own: number, testDay: number): readonly [number, number] | undefined {
  if (trait !== 'closure') return undefined;
  const from = testDay - 40 + (noise(own, 8) % 70);
  return [from, from + 4 + (noise(own, 9) % 10)];
}

function isClosed({ closed, place }: Draft, day: number): boolean {
  if (closed && day >= closed[0] && day < closed[1]) return true;
  return holidayOn(place.country, day)?.kind === 'closed' && place.hours[weekdayOf(day)]?.[1] !== 24;
}

/** Not known in advance: the trait of unlisted holidays and of places that never entered one. */
function openIn(draft: Draft): OpenInterval[] | undefined {
  const { place, trait, building, firstDay, testDay } = draft;
  if (place.hours.every((hours) => hours?.[1] === 24) || trait === 'flat' || trait === 'erratic') return undefined;
  const found: OpenInterval[] = [];
  for (let day = firstDay; day < testDay + testDays + 28; day += 1) {
    const hours = place.hours[weekdayOf(day)];
    const listed = trait !== 'unlisted holidays' || (draft.closed && day >= draft.closed[0] && day < draft.closed[1]);
    if (!hours || (listed && isClosed(draft, day))) continue;
    const at = (hour: number) => firstInstantAt(building.zone, day * secondsPerDay + hour * 3600);
    found.push({ from: at(hours[0]), to: at(hours[1]) });
  }
  return found;
}

function specialIn({ place, trait, firstDay, testDay }: Draft): ReadonlyMap<number, string> {
  const special = new Map<number, string>();
  if (trait === 'unlisted holidays' || trait === 'flat' || trait === 'erratic') return special;
  for (let day = firstDay; day < testDay + testDays + 28; day += 1) {
    const holiday = holidayOn(place.country, day);
    if (holiday) special.set(day, holiday.name);
  }
  return special;
}

function countsIn(draft: Draft): { ins: Float64Array; outs: Float64Array } {
  const { trait, own, building, edges } = draft;
  const ins = new Float64Array(edges.length - 1);
  const outs = new Float64Array(edges.length - 1);
  const door = doorOf(building, 'door', 0.4 + 0.6 * chance(own, 20), 0.94 + 0.1 * chance(own, 21), own);
  const levels = levelsOf(draft);
  const scale = 3 + 60 * chance(own, 22);
  for (let hour = 0; hour < ins.length; hour += 1) {
    if (trait === 'flat' || trait === 'erratic') {
      ins[hour] = patternless(own, hour, scale, trait);
      outs[hour] = patternless(own + 1, hour, scale, trait);
      continue;
    }
    const day = Math.floor(wallClock(building.zone, edges[hour]!) / secondsPerDay);
    const level = isClosed(draft, day) ? 0 : levels(day, hour);
    if (level === 0) continue;
    const counts = hourOf(door, edges[hour]!, edges[hour + 1]!);
    ins[hour] = thinned(counts.ins, level, own + 5, hour);
    outs[hour] = thinned(counts.outs, level, own + 6, hour);
  }
  return { ins, outs };
}

function hourOf(door: Door, from: number, to: number): { ins: number; outs: number } {
  let [ins, outs] = [0, 0];
  for (let minute = from; minute < to; minute += 60) {
    const counts = countsOf(door, minute);
    ins += counts.ins;
    outs += counts.outs;
  }
  return { ins, outs };
}

/** A count at another level, with what chance does to it. */
function thinned(count: number, level: number, seed: number, hour: number): number {
  if (level === 1) return count;
  return Math.max(0, Math.round(count * level + bell(seed, hour) * Math.sqrt(count * level) * 0.5));
}

/** Roughly normal, with a standard deviation of 1. */
function bell(seed: number, number: number): number {
  return (chance(seed, number) + chance(seed + 1, number) + chance(seed + 2, number) - 1.5) * 2;
}

/** `erratic`: hours follow each other, but neither the clock nor the week. */
function patternless(seed: number, hour: number, scale: number, trait: 'flat' | 'erratic'): number {
  if (trait === 'flat') return Math.max(0, Math.round(scale + bell(seed, hour) * Math.sqrt(scale) * 1.5));
  const burst = bell(seed + 40, Math.floor(hour / 31)) + bell(seed + 60, Math.floor(hour / 97));
  return Math.max(0, Math.round(scale * Math.exp(0.9 * burst + 0.4 * bell(seed, hour))));
}

/** What a trait does to an hour of a day: 1 is nothing. */
function levelsOf({ trait, own, firstDay, testDay }: Draft): (day: number, hour: number) => number {
  switch (trait) {
    case 'moved': {
      // Within the history, within the back-test or within the test.
      const from = testDay - 150 + (noise(own, 30) % 165);
      const factor = chance(own, 31) < 0.5 ? 0.3 + 0.35 * chance(own, 32) : 1.5 + chance(own, 32);
      return (day) => (day < from ? 1 : factor);
    }
    case 'events':
      return (day, hour) => {
        const isEvent = chance(own + 33, day) < 1 / 12;
        return isEvent && (hour + own) % 24 >= 16 ? 1.6 + 2 * chance(own + 34, day) : 1;
      };
    case 'walk': {
      const steps = new Map<number, number>();
      let log = 0;
      for (let day = firstDay; day < testDay + testDays; day += 1) {
        log = 0.995 * log + 0.16 * bell(own + 35, day);
        steps.set(day, Math.exp(log));
      }
      return (day) => steps.get(day) ?? 1;
    }
    case 'plain':
    case 'growing':
    case 'unlisted holidays':
    case 'closure':
    case 'gaps':
    case 'tiny':
    case 'short':
    case 'young':
    case 'flat':
    case 'erratic':
      return () => 1;
  }
}

function completenessOf({ trait, own, edges, building, testDay }: Draft): Float64Array {
  const lostFrom = testDay - 70 + (noise(own, 36) % 75);
  const lostTo = lostFrom + 3 + (noise(own, 37) % 14);
  return Float64Array.from({ length: edges.length - 1 }, (_, hour) => {
    if (trait !== 'gaps') return chance(own + 38, hour) < 0.002 ? 0.4 : 1;
    const day = Math.floor(wallClock(building.zone, edges[hour]!) / secondsPerDay);
    if (day >= lostFrom && day < lostTo) return 0;
    if (chance(own + 39, day) < 0.06 && chance(own + 40, Math.floor(hour / 5)) < 0.4) return 0;
    return chance(own + 41, hour) < 0.02 ? 0.8 : 1;
  });
}

/**
 * The worlds that models were tuned on; those that were looked at once, after which the gate was made stricter; and those
 * that were fixed then and only judged.
 */
export const worldSets = { tuning: 100, seen: 7000, 'held-out': 23_000 } as const;

export function worldDrafts(which: keyof typeof worldSets): WorldDraft[] {
  const shapes: readonly ProfileName[] =
    which === 'tuning'
      ? ['shop', 'library', 'campus', 'office']
      : ['shop', 'library', 'campus', 'office', 'museum', 'station', 'street'];
  const first = worldSets[which];
  return shapes.flatMap((shape, at) => traits.map((trait, of) => ({ shape, trait, seed: first + at * 100 + of })));
}
