import type { PastWeatherHour } from '@atrium/contract/weather';
import type { WeatherIcon } from '@atrium/rules/weather';

/** A past day in one line; °F. */
export interface PastDay {
  readonly min: number;
  readonly max: number;
  /** That of most hours; of several, the one that came first. */
  readonly icon: WeatherIcon;
  readonly provider: PastWeatherHour['provider'];
}

/** Undefined if nothing is known of it. */
export function pastDay(hours: readonly PastWeatherHour[]): PastDay | undefined {
  const [first] = hours;
  if (!first) return undefined;
  const temperatures = hours.map(({ temperature }) => temperature);
  const count = new Map<WeatherIcon, number>();
  // The same sky has another icon at night.
  const icons = hours.map(({ icon }) => icon.replace('-night', '-day') as WeatherIcon);
  for (const icon of icons) count.set(icon, (count.get(icon) ?? 0) + 1);
  const [icon] = [...count].toSorted(([, a], [, b]) => b - a)[0]!;
  return { min: Math.min(...temperatures), max: Math.max(...temperatures), icon, provider: first.provider };
}
