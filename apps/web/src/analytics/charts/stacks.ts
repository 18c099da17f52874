import type { ChartSeries } from './model.ts';

interface Stacks {
  /** Where each value of each series begins. */
  bases: readonly (readonly number[])[];
  /** The ends of all of them, for the scale. */
  tops: readonly Pick<ChartSeries, 'values'>[];
}

/** Values on top of each other, in the order of the series; negative ones hang below zero. Missing ones take no room. */
export function stacksOf(series: readonly Pick<ChartSeries, 'values'>[]): Stacks {
  const above: number[] = [];
  const below: number[] = [];
  const bases = series.map(({ values }) =>
    values.map((value, index) => {
      const pile = (value ?? 0) < 0 ? below : above;
      const base = pile[index] ?? 0;
      pile[index] = base + (value ?? 0);
      return base;
    }),
  );
  return { bases, tops: [{ values: above }, { values: below }] };
}
