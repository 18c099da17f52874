import type { ChartSeries } from './model.ts';

/** How many colors the palette has: `--atrium-data-1` and so on. */
const paletteSize = 8;

/** The color of a series, in its marks, its key and its readout. */
export function seriesColor({ color, comparison, age }: Pick<ChartSeries, 'color' | 'comparison' | 'age'>): string {
  const own = `var(--atrium-data-${(color % paletteSize) + 1})`;
  // The older, the closer to the background.
  if (age !== undefined) return `color-mix(in srgb, ${own} ${Math.round(75 - 50 * age)}%, var(--atrium-card))`;
  return comparison ? `color-mix(in srgb, ${own} 55%, white)` : own;
}
