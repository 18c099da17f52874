import type { ChartModel } from '../charts/model.ts';

/** What an axis of values in a format counts in. */
export function axisUnit(format: string): ChartModel['unit'] {
  if (format === 'integer') return undefined;
  return secondsFormats.has(format) ? 'time' : 'fraction';
}

const secondsFormats = new Set(['time', 'duration', 'minutes']);

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** There is room for `0:04:00` beside the axis. */
export function axisFormatter(
  format: (value: number | null) => string,
  unit: ChartModel['unit'],
): (value: number) => string {
  return (value) => {
    if (unit === 'time') return format(value);
    const text = format(value).replace(/\.0+(?=\D|$)/, '');
    return text.length > 6 && Math.abs(value) >= 1000 ? compact.format(value) : text;
  };
}
