import { compare, type Comparison } from '@atrium/metrics/compare';
import type { ChartSeries } from './model.ts';

/** The value of a series at a point, with its range where it has one: `120 (98 – 143)` */
export function pointText(
  { values, band }: Pick<ChartSeries, 'values' | 'band'>,
  index: number,
  format: (value: number | null) => string,
): string {
  const text = format(values[index] ?? null);
  const [low, high] = [band?.low[index] ?? null, band?.high[index] ?? null];
  return low === null || high === null ? text : `${text} (${format(low)} – ${format(high)})`;
}

/** How a value differs from its comparison at a point; undefined without one, with several, or where it means nothing. */
export function differenceAt(series: ChartSeries, all: readonly ChartSeries[], index: number): Comparison | undefined {
  const { lowerIsBetter, open } = series;
  const [before, ...others] = all.filter(({ comparison, color }) => comparison && color === series.color);
  if (lowerIsBetter === undefined || open?.[index] || !before || others.length > 0) return undefined;
  const found = compare(series.values[index], before.values[index], { lowerIsBetter });
  return found.difference === null ? undefined : found;
}
