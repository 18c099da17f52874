export type ValueFormat = 'integer' | 'decimal' | 'currency' | 'percent' | 'time' | 'duration' | 'temperature';
/** Of seconds, besides `time`: h:mm:ss, or whole minutes. */
export type SecondsFormat = 'duration' | 'minutes';

/** The format `temperature` of who reads degrees Celsius. */
export const celsius = 'celsius';

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
      return longClockTime(value);
    case 'minutes':
      return `${numberFormat('decimal', decimals ?? 0).format(value / 60)} min`;
    case 'temperature':
      return `${numberFormat('decimal', decimals ?? 0).format(value)}°${degrees}`;
    case celsius:
      return formatValue(value, 'temperature', { ...(decimals !== undefined && { decimals }), degrees: 'C' });
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
  const hours = whole >= 3600 ? `${twoDigits(Math.floor(whole / 3600))}:` : '';
  return signed(seconds, whole, `${hours}${minutesAndSeconds(whole)}`);
}

/** h:mm:ss. */
function longClockTime(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  return signed(seconds, whole, `${Math.floor(whole / 3600)}:${minutesAndSeconds(whole)}`);
}

function minutesAndSeconds(whole: number): string {
  return `${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

function signed(seconds: number, whole: number, text: string): string {
  return seconds < 0 && whole > 0 ? `-${text}` : text;
}
