import { civilDate, dayNumber } from '@atrium/calendar/civil';
import type { HolidayKind } from './holidays.ts';

/** How a kind of place is used: the shape of its days, weeks and years, independent of a particular place. */
export interface Profile {
  /** When people come, as bumps over the hours of the day. */
  readonly peaks: readonly { readonly hour: number; readonly width: number; readonly weight: number }[];
  /** Share of the day's people that come evenly, at any open hour. */
  readonly steady: number;
  /** Sunday first. */
  readonly weekdays: readonly number[];
  /** January first; a day is interpolated between the middles of its months. */
  readonly months: readonly number[];
  readonly holidays: Readonly<Record<HolidayKind, number>>;
  readonly stayMinutes: number;
  /** Weeks of the year in which the place is busiest. */
  readonly seasons: readonly Season[];
}

interface Season {
  readonly from: readonly [month: number, day: number];
  readonly to: readonly [month: number, day: number];
  readonly factor: number;
}

/** Hours of the day, local; null is closed. Sunday first. */
export type OpeningHours = readonly (readonly [open: number, close: number] | null)[];

export const profiles = {
  shop: {
    peaks: [
      { hour: 12.5, width: 1.8, weight: 1 },
      { hour: 17.25, width: 1.9, weight: 1.35 },
    ],
    steady: 0.25,
    weekdays: [0.95, 0.78, 0.8, 0.86, 0.92, 1.12, 1.5],
    months: [0.86, 0.82, 0.93, 0.97, 1, 0.98, 1.03, 1.01, 0.94, 0.99, 1.14, 1.46],
    holidays: { closed: 0, public: 1.16, rush: 1.85 },
    stayMinutes: 24,
    seasons: [],
  },
  station: {
    peaks: [
      { hour: 7.6, width: 1.2, weight: 1.5 },
      { hour: 12.3, width: 2, weight: 0.6 },
      { hour: 17.1, width: 1.8, weight: 1.6 },
    ],
    steady: 0.3,
    weekdays: [0.82, 1, 1.02, 1.01, 1.05, 1.2, 0.92],
    months: [0.9, 0.9, 0.96, 1, 1.02, 1.06, 1.12, 1.1, 1.02, 1, 0.98, 1.12],
    holidays: { closed: 0.62, public: 0.85, rush: 1.15 },
    stayMinutes: 7,
    seasons: [],
  },
  library: {
    peaks: [
      { hour: 10.75, width: 1.6, weight: 1 },
      { hour: 15.5, width: 2.1, weight: 1.5 },
    ],
    steady: 0.3,
    weekdays: [0.7, 1.08, 1.12, 1.1, 1.04, 0.82, 0.94],
    months: [1.02, 1.04, 1, 1, 0.96, 0.94, 0.92, 0.9, 1.02, 1.05, 1.02, 0.86],
    holidays: { closed: 0, public: 0, rush: 0.8 },
    stayMinutes: 52,
    seasons: [],
  },
  campus: {
    peaks: [
      { hour: 11, width: 2, weight: 1 },
      { hour: 15, width: 2.2, weight: 1.2 },
      { hour: 20, width: 1.7, weight: 0.8 },
    ],
    steady: 0.15,
    weekdays: [0.75, 1.15, 1.18, 1.16, 1.08, 0.82, 0.6],
    months: [0.8, 1.05, 1.02, 1.08, 0.8, 0.5, 0.45, 0.6, 1.05, 1.1, 1.05, 0.75],
    holidays: { closed: 0, public: 0.35, rush: 0.5 },
    stayMinutes: 95,
    seasons: [
      { from: [4, 20], to: [5, 12], factor: 1.65 },
      { from: [11, 28], to: [12, 16], factor: 1.7 },
      { from: [12, 20], to: [12, 31], factor: 0.3 },
    ],
  },
  museum: {
    peaks: [
      { hour: 11.5, width: 1.7, weight: 1.1 },
      { hour: 14.75, width: 1.8, weight: 1.4 },
    ],
    steady: 0.1,
    weekdays: [1.5, 0.7, 0.8, 0.85, 0.9, 1, 1.55],
    months: [0.75, 0.85, 1, 1.1, 1.05, 1, 1.25, 1.3, 0.95, 1, 0.9, 1.05],
    holidays: { closed: 0, public: 1.5, rush: 1.2 },
    stayMinutes: 80,
    seasons: [],
  },
  office: {
    peaks: [
      { hour: 8.75, width: 0.9, weight: 2 },
      { hour: 13, width: 0.7, weight: 1 },
      { hour: 15.5, width: 2, weight: 0.4 },
    ],
    steady: 0.08,
    weekdays: [0.05, 0.95, 1.15, 1.12, 1.05, 0.72, 0.07],
    months: [1, 1.03, 1.03, 1, 1, 0.98, 0.86, 0.82, 1.02, 1.04, 1.03, 0.8],
    holidays: { closed: 0.04, public: 0.1, rush: 0.6 },
    stayMinutes: 190,
    seasons: [],
  },
  /** People who walk past. */
  street: {
    peaks: [
      { hour: 8.5, width: 1.3, weight: 1 },
      { hour: 12.75, width: 1.9, weight: 1.2 },
      { hour: 17.75, width: 2.1, weight: 1.5 },
    ],
    steady: 0.2,
    weekdays: [0.85, 0.95, 0.98, 1, 1.04, 1.15, 1.2],
    months: [0.86, 0.86, 0.94, 1, 1.05, 1.06, 1.04, 1.02, 1, 1, 1.02, 1.15],
    holidays: { closed: 0.8, public: 1, rush: 1.3 },
    stayMinutes: 1,
    seasons: [],
  },
} as const satisfies Record<string, Profile>;
export type ProfileName = keyof typeof profiles;

/** A quarter of an hour: fine enough for the eye, and every UTC offset is a whole number of quarters. */
export const slotSeconds = 900;
const slotsPerDay = 96;

/** The distribution of a day's ins and outs over its quarter hours; both add up to 1. */
export interface DayShape {
  readonly ins: readonly number[];
  readonly outs: readonly number[];
}

export function dayShape(profile: Profile, hours: readonly [open: number, close: number]): DayShape {
  const [open, close] = hours;
  const shape = Array.from({ length: slotsPerDay }, (_, slot) => arrivals(profile, open, close, (slot + 0.5) / 4));
  const staying = Math.exp(-15 / profile.stayMinutes);
  const alwaysOpen = open === 0 && close === 24;
  const leaving = alwaysOpen ? leavingRoundTheClock(shape, staying) : leavingByClose(shape, staying, close * 4);
  return { ins: scaled(shape), outs: scaled(leaving) };
}

/** How much busier than an ordinary day the season makes a day; weekday and holidays are applied on top. */
export function seasonFactor(profile: Profile, day: number): number {
  const { year, month } = civilDate(day);
  const middle = dayNumber(year, month, 15);
  const [before, after] = day < middle ? [month - 2, month - 1] : [month - 1, month];
  const start = day < middle ? dayNumber(month === 1 ? year - 1 : year, month === 1 ? 12 : month - 1, 15) : middle;
  const end = day < middle ? middle : dayNumber(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 15);
  const along = (day - start) / (end - start);
  const level = monthLevel(profile, before) * (1 - along) + monthLevel(profile, after) * along;
  const season = profile.seasons.find(
    ({ from, to }) => day >= dayNumber(year, ...from) && day <= dayNumber(year, ...to),
  );
  return level * (season?.factor ?? 1);
}

function monthLevel(profile: Profile, index: number): number {
  return profile.months[(index + 12) % 12] ?? 1;
}

function arrivals({ peaks, steady }: Profile, open: number, close: number, hour: number): number {
  // Staff arrive a little earlier.
  if (hour < open) return hour > open - 0.5 ? 0.02 : 0;
  if (hour >= close) return 0;
  const bumps = peaks.map(({ hour: at, width, weight }) => weight * Math.exp(-(((hour - at) / width) ** 2)));
  const crowd = bumps.reduce((sum, bump) => sum + bump, 0) * (1 - steady) + steady;
  if (open === 0 && close === 24) return crowd * (0.5 + 0.5 * rise(hour - 5.25) * rise(22.75 - hour));
  // Few people come in shortly before closing.
  return crowd * Math.min(1, (close - hour) / 0.75);
}

/** From 0 to 1 in the hour around zero. */
function rise(hours: number): number {
  return 1 / (1 + Math.exp(-hours * 2.2));
}

function leavingByClose(arriving: readonly number[], staying: number, closeSlot: number): number[] {
  let inside = 0;
  return arriving.map((people, slot) => {
    inside += people;
    // Half an hour after closing everyone is out.
    const leaves = slot >= closeSlot + 1 ? inside : inside * (slot >= closeSlot ? 0.7 : 1 - staying);
    inside -= leaves;
    return leaves;
  });
}

function leavingRoundTheClock(arriving: readonly number[], staying: number): number[] {
  let inside = 0;
  let leaving: number[] = [];
  // The second pass starts with those who were still inside at midnight.
  for (let round = 0; round < 2; round += 1)
    leaving = arriving.map((people) => {
      const leaves = (inside + people) * (1 - staying);
      inside += people - leaves;
      return leaves;
    });
  return leaving;
}

function scaled(shape: readonly number[]): number[] {
  const total = shape.reduce((sum, value) => sum + value, 0);
  return shape.map((value) => value / total);
}
