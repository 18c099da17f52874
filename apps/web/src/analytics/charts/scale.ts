import type { ChartModel, ChartSeries } from './model.ts';

export interface Scale {
  /** The bottom of the axis: zero, unless a value is below it. */
  min: number;
  /** The top of the axis. */
  max: number;
  /** Where it has lines and numbers, from the bottom up. */
  ticks: readonly number[];
}

const parts = 4;
/** An empty chart still has an axis. */
const emptyMax = 8;

/** The axis includes zero and has round steps, up to the first one above every value. Counts have no halves. */
export function scaleOf(series: readonly Pick<ChartSeries, 'values'>[], unit?: ChartModel['unit']): Scale {
  let [lowest, highest] = [0, 0];
  for (const { values } of series)
    for (const value of values) {
      lowest = Math.min(lowest, value ?? 0);
      highest = Math.max(highest, value ?? 0);
    }
  const height = highest - lowest || (unit === 'fraction' ? 1 : emptyMax);
  const step = stepFor(height / parts, unit);
  const [below, above] = [Math.ceil(-lowest / step), Math.ceil((lowest === highest ? height : highest) / step)];
  const ticks = Array.from({ length: below + above + 1 }, (_, index) => exact((index - below) * step));
  return { min: exact(-below * step), max: exact(above * step), ticks };
}

function stepFor(size: number, unit: ChartModel['unit']): number {
  switch (unit) {
    case undefined:
      return Math.max(1, roundStep(size));
    case 'fraction':
      return roundStep(size);
    case 'time':
      return timeSteps.find((step) => step >= size) ?? Math.ceil(size / 3600) * 3600;
  }
}

/** Seconds that read well as a time. */
const timeSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** Multiples of 0.1 are not exact in binary. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}

/** The nearest of 1, 2, 3, 5 and 10, times a power of ten. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const share = size / power;
  const round = share < 1.5 ? 1 : share < 2.5 ? 2 : share < 4 ? 3 : share < 7 ? 5 : 10;
  return round * power;
}
