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
