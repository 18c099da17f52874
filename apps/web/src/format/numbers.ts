import { wholePercents } from '@atrium/metrics/completeness';
import { celsius, formatValue, type FormatOptions } from '@atrium/metrics/format';

export { celsius };

/** A count as shown on screens, with the same rules as in files and emails. */
export function count(value: number | null | undefined): string {
  return formatValue(value, 'integer');
}

/** Values in a format, such as the one that their metric names; an unknown format leaves them as they are. */
export function valuesIn(format: string, options: FormatOptions): (value: number | null) => string {
  return (value) => formatValue(value, format, options);
}

/** A number with the decimals that it has, up to two. */
export const fraction = (value: number): string => formatValue(value, 'decimal');

/** A share as a whole percentage, rounded down: 99.7% is not all of it. */
export function wholePercent(ratio: number | null): string {
  return formatValue(ratio === null ? null : wholePercents(ratio) / 100, 'percent');
}

/** A probability as a whole percentage. */
export function probability(ratio: number): string {
  return formatValue(ratio, 'percent', { decimals: 0 });
}

/** A temperature in whole degrees, with its unit. */
export function temperature(value: number, degrees: 'C' | 'F'): string {
  return formatValue(value, 'temperature', { degrees });
}

/** How numbers are written on a screen and, unless they are bare there, in a file. */
export interface Written {
  readonly format: (value: number | null) => string;
  readonly inFile?: (value: number) => number;
}

/** Whole numbers are whole in files too. */
export function writtenIn(format: string, options: FormatOptions): Written {
  return { format: valuesIn(format, options), ...(format === 'integer' && { inFile: Math.round }) };
}

/** A column of counts. Scaled zones count in fractions; on screens and in files a count is a whole number. */
export const asCount = { kind: 'number', format: count, inFile: Math.round } as const;
