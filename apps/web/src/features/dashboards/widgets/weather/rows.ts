import type { WeatherDay, WeatherHour } from '@atrium/contract/weather';
import type { Widget } from '@atrium/rules/dashboard';
import { toCelsius, upcoming, type WeatherIcon } from '@atrium/rules/weather';

export type WeatherInterval = 'hourly' | 'daily';

const maxDays = 5;
const maxHours = 4;

/** A day or an hour to come. */
export interface WeatherRow {
  readonly time: string;
  readonly icon: WeatherIcon;
  readonly summary: string;
  readonly precipProbability: number | null;
  /** Of a day, the highest. */
  readonly temperature: number;
  /** Null for an hour. */
  readonly lowest: number | null;
}

interface Weather {
  readonly hourly: readonly WeatherHour[];
  readonly daily: readonly WeatherDay[];
}

export function intervalOf({ dataOptions }: Pick<Widget, 'dataOptions'>): WeatherInterval {
  return dataOptions['weatherInterval'] === 'hourly' ? 'hourly' : 'daily';
}

/** What a card shows; hours that have passed since it was loaded are left out. */
export function weatherRows(
  { hourly, daily }: Weather,
  interval: WeatherInterval,
  isCelsius: boolean,
  now: Date,
): WeatherRow[] {
  const shown = inDegrees(isCelsius);
  if (interval === 'hourly')
    return upcoming(hourly, now)
      .slice(0, maxHours)
      .map(({ temperature, ...entry }) => ({ ...entry, temperature: shown(temperature), lowest: null }));
  return daily.slice(0, maxDays).map(({ temperatureMax, temperatureMin, ...entry }) => ({
    ...entry,
    temperature: shown(temperatureMax),
    lowest: shown(temperatureMin),
  }));
}

/** Replies are in Fahrenheit. */
export function inDegrees(isCelsius: boolean): (fahrenheit: number) => number {
  return isCelsius ? toCelsius : (fahrenheit) => fahrenheit;
}
