import { dayNumber, secondsPerDay, weekdayOf } from '@atrium/calendar/civil';
import { wallClock, type Zone, zoneOf } from '@atrium/calendar/zones';
import { type Country, holidayOn } from './holidays.ts';
import { chance, mix, noise, seedOf } from './noise.ts';
import {
  type DayShape,
  dayShape,
  type OpeningHours,
  type Profile,
  type ProfileName,
  profiles,
  seasonFactor,
  slotSeconds,
} from './profile.ts';

/** What distinguishes one place from another of its kind. */
export interface Place {
  readonly key: string;
  readonly timezone: string;
  readonly country: Country;
  readonly profile: ProfileName | Profile;
  readonly hours: OpeningHours;
  /** On an ordinary day, through all of its doors. */
  readonly visitors: number;
  /** Per year; 0.04 is four percent more. */
  readonly growth: number;
}

/** A simulated place: how busy a day is, and when. */
export interface Building {
  readonly zone: Zone;
  readonly visitors: number;
  readonly shapes: readonly DayShape[];
  /** Of a local day, by its day number. */
  readonly dayPlan: (day: number) => DayPlan;
}

export interface DayPlan {
  /** Index into the shapes, and into the curves of every door. */
  readonly curve: number;
  /** Thousandths: 1000 is an ordinary day, 0 a closed one. */
  readonly factor: number;
}

/** A line that people cross. */
export interface Door {
  readonly building: Building;
  readonly seed: number;
  /** For each shape of a day: thousandths of a person per minute, per quarter hour. */
  readonly curves: readonly DayShape[];
}

/** A place that people leave as soon as they are through: a queue or a shelf, with room for a quarter more than come. */
export function throughDoorOf(building: Building, key: string, share: number, seed: number): Door {
  const door = doorOf(building, key, share, 1, seed);
  return {
    ...door,
    curves: door.curves.map(({ ins }) => ({ ins: ins.map((rate) => Math.round(rate / 1.25)), outs: ins })),
  };
}

export interface Counts {
  readonly ins: number;
  readonly outs: number;
}

export function buildingOf(place: Place, seed: number): Building {
  const profile: Profile = typeof place.profile === 'string' ? profiles[place.profile] : place.profile;
  const ownSeed = seedOf(seed, place.key);
  const shapes: DayShape[] = [];
  const shapeOfHours = new Map<string, number>();
  const shapeOfWeekday = place.hours.map((hours) => {
    const key = String(hours);
    if (hours && !shapeOfHours.has(key)) shapeOfHours.set(key, shapes.push(dayShape(profile, hours)) - 1);
    return shapeOfHours.get(key);
  });
  const plans = new Map<number, DayPlan>();
  const plan = (day: number): DayPlan => {
    const curve = shapeOfWeekday[weekdayOf(day)];
    if (curve === undefined) return { curve: 0, factor: 0 };
    return { curve, factor: Math.round(dayFactor(place, profile, ownSeed, day) * 1000) };
  };
  return {
    zone: zoneOf(place.timezone),
    visitors: place.visitors,
    shapes,
    dayPlan: (day) => {
      let known = plans.get(day);
      if (!known) plans.set(day, (known = plan(day)));
      return known;
    },
  };
}

/** `share` is of the building's visitors, `imbalance` is outs over ins: no sensor sees both directions equally well. */
export function doorOf(building: Building, key: string, share: number, imbalance: number, seed: number): Door {
  const perMinute = (building.visitors * share * 1000) / (slotSeconds / 60);
  return {
    building,
    seed: seedOf(seed, key),
    curves: building.shapes.map(({ ins, outs }) => ({
      ins: ins.map((part) => Math.round(part * perMinute)),
      outs: outs.map((part) => Math.round(part * perMinute * imbalance)),
    })),
  };
}

/**
 * Who crosses a door in the minute that begins at `minute` (epoch seconds). All integers, so that the store, which
 * generates the history of a door from its description, agrees to the last person.
 */
export function countsOf({ building, seed, curves }: Door, minute: number): Counts {
  const wall = wallClock(building.zone, minute);
  const day = Math.floor(wall / secondsPerDay);
  const { curve, factor } = building.dayPlan(day);
  const slot = Math.floor((wall - day * secondsPerDay) / slotSeconds);
  const { ins, outs } = curves[curve]!;
  const tick = seed + minute / 30;
  return { ins: crossings(ins[slot]! * factor, mix(tick)), outs: crossings(outs[slot]! * factor, mix(tick + 1)) };
}

/** The seconds of a minute, ascending, at which each of its people crosses. */
export function crossingSeconds(door: Door, minute: number, direction: 'ins' | 'outs'): number[] {
  const people = countsOf(door, minute)[direction];
  const salt = direction === 'ins' ? 1 : 2;
  const seconds = Array.from({ length: people }, (_, person) => noise(door.seed + salt, minute + person) % 60);
  return seconds.toSorted((a, b) => a - b);
}

/** A rate in millionths, varied by up to half because people come in groups, rounded at random. */
function crossings(rate: number, hash: number): number {
  const swung = Math.floor((rate * (512 + (hash % 1024))) / 1024);
  return Math.floor((swung + Math.floor((Math.floor(hash / 1024) * 1_000_000) / 2 ** 22)) / 1_000_000);
}

const growthFrom = dayNumber(2025, 1, 1);

function dayFactor({ country, growth }: Place, profile: Profile, seed: number, day: number): number {
  const holiday = holidayOn(country, day);
  const weekday = profile.weekdays[weekdayOf(day)] ?? 1;
  // Weather persists: today is half like yesterday.
  const weather = 2 * chance(seed, day) + chance(seed, day - 1) - 1.5;
  const surprise = chance(seed + 1, day) < 1 / 45 ? 1.28 : 1;
  return (
    weekday *
    seasonFactor(profile, day) *
    (holiday ? profile.holidays[holiday.kind] : 1) *
    (1 + growth * ((day - growthFrom) / 365)) *
    (1 + 0.09 * weather) *
    surprise
  );
}
