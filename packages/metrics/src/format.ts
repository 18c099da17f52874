export type ValueFormat = 'integer' | 'decimal' | 'currency' | 'percent' | 'time' | 'temperature';
/** Of seconds, besides `time`: h:mm:ss, or whole minutes. */
export type SecondsFormat = 'duration' | 'minutes';

export interface FormatOptions {
  /** At most this many; currencies have their own. */
  readonly decimals?: number;
  readonly currency?: string;
  readonly degrees?: 'C' | 'F';
}

export const notAvailable = 'N/A';

/**
 * Formats a number as its metric defines. Percentages are ratios (0.12 is 12%), times are seconds. A missing value is
 * N/A, and an unknown format leaves the number unchanged.
 */
export function formatValue(
  value: number | null | undefined,
  format: ValueFormat | SecondsFormat | (string & {}),
  { decimals, currency = 'USD', degrees = 'F' }: FormatOptions = {},
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return notAvailable;
  switch (format) {
    case 'integer':
      return numberFormat('decimal', 0).format(value);
    case 'decimal':
      return numberFormat('decimal', decimals ?? 2).format(value);
    case 'currency':
      return numberFormat('currency', undefined, currency).format(value);
    case 'percent':
      return numberFormat('percent', decimals ?? 1).format(value);
    case 'time':
      return clockTime(value);
    case 'duration':
      return hoursMinutesSeconds(value);
    case 'minutes':
      return `${numberFormat('decimal', decimals ?? 0).format(value / 60)} min`;
    case 'temperature':
      return `${numberFormat('decimal', decimals ?? 0).format(value)}°${degrees}`;
    default:
      return String(value);
  }
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating one costs far more than using it. */
function numberFormat(style: 'decimal' | 'percent' | 'currency', decimals?: number, currency?: string) {
  const key = `${style} ${decimals} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style,
      // What rounds to zero has no sign.
      signDisplay: 'negative',
      ...(decimals === undefined ? {} : { maximumFractionDigits: decimals }),
      ...(currency === undefined ? {} : { currency }),
    });
    formats.set(key, format);
  }
  return format;
}

/** mm:ss, or HH:mm:ss from an hour on. */
function clockTime(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return seconds < 0 && whole > 0 ? `-${text}` : text;
}

/** h:mm:ss, however short. */
function hoursMinutesSeconds(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const text = [Math.floor(whole / 3600), ...parts].join(':');
  return seconds < 0 && whole > 0 ? `-${text}` : text;
}
