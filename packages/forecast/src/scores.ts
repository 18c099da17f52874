import { actualsOf, backTestDays, directions, type Direction, type Trials } from './back-test.ts';
import { type Grid, hoursPerDay } from './grid.ts';

/** How far a method was off in the back-test, over both directions. Null where nothing came. */
export interface Score {
  /** Mean absolute error per hour. */
  readonly mae: number | null;
  /** Sum of the errors over the sum of what came: safe with zeros. */
  readonly wape: number | null;
  /** Error over that of "same hour last week" in the history. */
  readonly mase: number | null;
  /** Positive: too much was forecast. */
  readonly bias: number | null;
}

export type Choose = (run: Trials['past'][number], direction: Direction) => Float64Array;

export interface Scored<Name extends string> {
  readonly scores: Readonly<Record<Name, Score>>;
  /** In what share of the weeks one was not further off than another. */
  readonly winsOver: (one: Name, other: Name) => number;
}

/** Scores of several ways of forecasting, over the hours that all of them know. */
export function scoresOf<const Name extends string>(
  grid: Grid,
  { origins, past }: Trials,
  ways: Readonly<Record<Name, Choose>>,
): Scored<Name> {
  const names = Object.keys(ways) as Name[];
  const scale = seasonalScale(grid);
  const sums = new Map(names.map((name) => [name, { off: 0, net: 0 }]));
  const weeks = origins.map(() => new Float64Array(names.length));
  let [came, hours] = [0, 0];
  origins.forEach((origin, at) => {
    for (const direction of directions) {
      const actual = actualsOf(grid, direction, origin);
      const forecasts = names.map((name) => ways[name](past[at]!, direction));
      for (let hour = 0; hour < backTestDays * hoursPerDay; hour += 1) {
        const value = actual[hour]!;
        if (Number.isNaN(value) || forecasts.some((forecast) => Number.isNaN(forecast[hour]!))) continue;
        came += value;
        hours += 1;
        forecasts.forEach((forecast, which) => {
          const sum = sums.get(names[which]!)!;
          sum.off += Math.abs(forecast[hour]! - value);
          sum.net += forecast[hour]! - value;
          weeks[at]![which]! += Math.abs(forecast[hour]! - value);
        });
      }
    }
  });
  const of = (sum: number) => (came > 0 ? sum / came : null);
  const entries = names.map((name) => {
    const { off, net } = sums.get(name)!;
    const mae = hours > 0 ? off / hours : null;
    const mase = mae !== null && scale !== null && scale > 0 ? mae / scale : null;
    return [name, { mae, wape: of(off), mase, bias: of(net) }];
  });
  return {
    scores: Object.fromEntries(entries) as Record<Name, Score>,
    winsOver: (one, other) => {
      const [a, b] = [names.indexOf(one), names.indexOf(other)];
      return weeks.filter((week) => week[a]! <= week[b]!).length / Math.max(1, weeks.length);
    },
  };
}

const scaleWeeks = 26;

/** Mean absolute difference between an hour and the same hour a week later. */
function seasonalScale(grid: Grid): number | null {
  const week = 7 * hoursPerDay;
  let [sum, hours] = [0, 0];
  for (const direction of directions) {
    const values = grid[direction];
    const from = Math.max(week, grid.days * hoursPerDay - scaleWeeks * week);
    for (let slot = from; slot < grid.days * hoursPerDay; slot += 1) {
      const difference = Math.abs(values[slot]! - values[slot - week]!);
      if (Number.isNaN(difference)) continue;
      sum += difference;
      hours += 1;
    }
  }
  return hours > 0 ? sum / hours : null;
}
