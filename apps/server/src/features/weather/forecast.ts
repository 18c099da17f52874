import type { WeatherDay, WeatherHour, WeatherProviderName } from '@atrium/contract/weather';

/** The answer of a provider in our own words. */
export interface Forecast {
  /** Observed, or of the hour that runs; null where the provider does not say. */
  readonly now: WeatherHour | null;
  /** In the order of time; may begin in the past. */
  readonly hours: readonly WeatherHour[];
  readonly days: readonly WeatherDay[];
}

/** Degrees with two decimals: about a kilometer. Near locations share a call. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Provider {
  readonly name: Exclude<WeatherProviderName, 'demo'>;
  /** Throws what went wrong: `NotCovered`, or anything else for an answer that cannot be used. */
  ask(point: Point, timezone: string, now: Date): Promise<Forecast>;
}

/** The provider has no weather for this place, and will have none later. */
export class NotCovered extends Error {
  override readonly name = 'NotCovered';
}

/** The provider wants fewer calls. */
export class Throttled extends Error {
  override readonly name = 'Throttled';
}

/** Adding zero turns a negative zero into a plain one. */
export function pointOf(latitude: number, longitude: number): Point {
  return { latitude: Math.round(latitude * 100) / 100 + 0, longitude: Math.round(longitude * 100) / 100 + 0 };
}

/** The weather at a moment: as observed within the last hour, otherwise that of the hour it is in. */
export function currentOf({ now: observed, hours }: Forecast, now: Date): WeatherHour | undefined {
  const isCurrent = ({ time }: WeatherHour) => {
    const age = now.getTime() - Date.parse(time);
    return age >= 0 && age < hourMs;
  };
  return observed && isCurrent(observed) ? observed : hours.find(isCurrent);
}

export const hourMs = 3_600_000;

/** No thermometer on earth has shown less or more; °F. */
const coldest = -140;
const hottest = 140;

/** Throws for a number that cannot be a temperature: the rest of such an answer is not to be trusted either. */
export function temperatureOf(fahrenheit: number): number {
  if (fahrenheit < coldest || fahrenheit > hottest) throw new Error(`${fahrenheit} °F is no temperature`);
  return Math.round(fahrenheit * 100) / 100;
}

export function probabilityOf(percent: number | null | undefined): number | null {
  if (percent === null || percent === undefined) return null;
  if (percent < 0 || percent > 100) throw new Error(`${percent}% is not a probability`);
  return percent / 100;
}

const daysBack = 4;
const daysAhead = 20;

/** Throws for a time that nobody asked for, such as one in another unit. */
export function timeOf(ms: number, now: Date): string {
  const days = (ms - now.getTime()) / (24 * hourMs);
  if (!(days > -daysBack && days < daysAhead)) throw new Error(`${ms} is not a time of this forecast`);
  return new Date(ms).toISOString();
}
