import type { Grid } from './grid.ts';
import type { DayRatios } from './level.ts';

/** By how much a special day differs from an ordinary one, by its name. */
export function specialEffects(
  { special }: Grid,
  { ratio, level }: Pick<DayRatios, 'ratio' | 'level'>,
  origin: number,
): (name: string | undefined) => number {
  const logs = new Map<string, number[]>();
  const all: number[] = [];
  for (let day = 1; day < origin; day += 1) {
    const name = special[day];
    const usual = level.after[day - 1]!;
    if (name === undefined || Number.isNaN(ratio[day]!) || !(usual > 0)) continue;
    const log = Math.log(Math.min(limit, Math.max(1 / limit, ratio[day]! / usual)));
    logs.set(name, [...(logs.get(name) ?? []), log]);
    all.push(log);
  }
  // A day whose name is new is somewhat like other special days.
  const common = mean(all) * (all.length / (all.length + 3));
  return (name) => {
    if (name === undefined) return 1;
    const own = logs.get(name) ?? [];
    const trust = own.length / (own.length + 0.35);
    return Math.exp(trust * mean(own) + (1 - trust) * 0.5 * common);
  };
}

const limit = 20;

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
