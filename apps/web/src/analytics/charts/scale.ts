import type { ChartSeries } from './model.ts';

export interface Scale {
  /** The top of the axis. */
  max: number;
  /** Where it has lines and numbers, from zero up. */
  ticks: readonly number[];
}

const parts = 4;
/** An empty chart still has an axis. */
const emptyMax = 8;

/** Counts start at zero and have no halves: whole, round steps up to the first one above every value. */
export function scaleOf(series: readonly Pick<ChartSeries, 'values'>[]): Scale {
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const step = Math.max(1, roundStep((highest || emptyMax) / parts));
  const steps = Math.ceil((highest || emptyMax) / step);
  return { max: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) };
}

/** The nearest of 1, 2, 3, 5 and 10, times a power of ten. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const share = size / power;
  const round = share < 1.5 ? 1 : share < 2.5 ? 2 : share < 4 ? 3 : share < 7 ? 5 : 10;
  return round * power;
}
