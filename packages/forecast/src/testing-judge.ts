import { secondsPerDay } from '@atrium/calendar/civil';
import { dayStart, wallClock } from '@atrium/calendar/zones';
import type { HourWorld } from '@atrium/simulator/hour-worlds';
import { forecastZone, type ZoneForecast } from './forecast.ts';
import type { Direction } from './back-test.ts';

/** A world's forecasts beside what came, over four origins a week apart. */
export interface Judged {
  readonly world: string;
  readonly trait: string;
  readonly verdicts: readonly string[];
  /** Origins with a published forecast. */
  readonly published: number;
  /** Sums of absolute errors and of what came, where something was published. */
  readonly week: Errors;
  readonly month: Errors;
  readonly hourCoverage: Coverage;
  readonly dayCoverage: Coverage;
  /** CPU milliseconds of the quickest forecast. */
  readonly cpu: number;
}

export interface Errors {
  model: number;
  /** Same hour last week, without knowledge of closed hours. */
  lastWeek: number;
  came: number;
}

export interface Coverage {
  inside: number;
  all: number;
}

const originsAhead = 4;

export function judge(world: HourWorld): Judged {
  const week = { model: 0, lastWeek: 0, came: 0 };
  const month = { model: 0, lastWeek: 0, came: 0 };
  const hourCoverage = { inside: 0, all: 0 };
  const dayCoverage = { inside: 0, all: 0 };
  const verdicts: string[] = [];
  let published = 0;
  let cpu = Number.POSITIVE_INFINITY;
  for (let origin = 0; origin < originsAhead; origin += 1) {
    const today = world.testDay + origin * 7;
    const from = process.cpuUsage();
    const forecast = forecastAt(world, today);
    const { user, system } = process.cpuUsage(from);
    cpu = Math.min(cpu, (user + system) / 1000);
    verdicts.push(`${forecast.verdict}:${forecast.model ?? '-'}`);
    if (forecast.model === null) continue;
    published += 1;
    compare(world, today, forecast, week, month, hourCoverage, dayCoverage);
  }
  return { world: world.name, trait: world.trait, verdicts, published, week, month, hourCoverage, dayCoverage, cpu };
}

export function forecastAt(world: HourWorld, today: number): ZoneForecast {
  const { zone, firstDay, edges, completeness, open, special } = world;
  const now = dayStart(zone, today) + 3600;
  const hours = edges.findIndex((edge) => edge >= dayStart(zone, today));
  const received = (values: Float64Array) =>
    values.slice(0, hours).map((value, hour) => (completeness[hour]! > 0 ? value * completeness[hour]! : Number.NaN));
  return forecastZone({
    zone,
    now,
    firstDay,
    ins: received(world.ins),
    outs: received(world.outs),
    completeness: completeness.slice(0, hours),
    open,
    special,
  });
}

function compare(
  world: HourWorld,
  today: number,
  forecast: ZoneForecast,
  week: Errors,
  month: Errors,
  hourCoverage: Coverage,
  dayCoverage: Coverage,
): void {
  const hourAt = new Map(world.edges.map((edge, hour) => [edge, hour]));
  const sums = new Map<number, { ins: number; outs: number }>();
  const isOpen = (at: number) => !world.open || world.open.some(({ from, to }) => at < to && at + 3600 > from);
  for (const { at, ins, outs, insBand, outsBand } of forecast.hours) {
    const hour = hourAt.get(at)!;
    const day = Math.floor(wallClock(world.zone, at) / secondsPerDay);
    const sum = sums.get(day) ?? { ins: 0, outs: 0 };
    sums.set(day, { ins: sum.ins + world.ins[hour]!, outs: sum.outs + world.outs[hour]! });
    const sides = [
      ['ins', ins, insBand],
      ['outs', outs, outsBand],
    ] as const;
    for (const [direction, value, band] of sides) {
      const actual = world[direction][hour]!;
      const before = lastWeekOf(world, direction, today, at);
      if (before === undefined) continue;
      for (const errors of day < today + 7 ? [week, month] : [month]) {
        errors.model += Math.abs(value - actual);
        errors.lastWeek += Math.abs(before - actual);
        errors.came += actual;
      }
      if (!band || !isOpen(at)) continue;
      hourCoverage.all += 1;
      if (actual >= band.low && actual <= band.high) hourCoverage.inside += 1;
    }
  }
  for (const { day, insBand, outsBand } of forecast.days) {
    const sum = sums.get(day)!;
    for (const [actual, band] of [
      [sum.ins, insBand],
      [sum.outs, outsBand],
    ] as const) {
      if (!band || (band.high === 0 && actual === 0)) continue;
      dayCoverage.all += 1;
      if (actual >= band.low && actual <= band.high) dayCoverage.inside += 1;
    }
  }
}

/** The newest received hour of the same weekday and time before `today`. */
function lastWeekOf(world: HourWorld, direction: Direction, today: number, at: number): number | undefined {
  const { zone, edges, completeness } = world;
  const wall = wallClock(zone, at);
  const weeks = Math.floor((Math.floor(wall / secondsPerDay) - today) / 7) + 1;
  for (let back = weeks; back < weeks + 4; back += 1) {
    const then = wall - back * 7 * secondsPerDay;
    const hour = slotsOf(world).get(then);
    if (hour !== undefined && completeness[hour]! >= 0.75 && edges[hour] !== undefined) return world[direction][hour];
  }
  return undefined;
}

const slots = new WeakMap<HourWorld, Map<number, number>>();

function slotsOf(world: HourWorld): Map<number, number> {
  let known = slots.get(world);
  if (!known) slots.set(world, (known = new Map(world.edges.map((edge, hour) => [wallClock(world.zone, edge), hour]))));
  return known;
}
