import { dayStart, localDay, zoneOf } from '@atrium/calendar/zones';
import type { WeatherDay, WeatherHour } from '@atrium/contract/weather';
import { chance, seedOf } from './noise.ts';

/** Degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const hour = 3_600;
const day = 24 * hour;
const year = 365.2425 * day;

/** Weather that a place of this latitude could have at this time; the same for the same arguments. Instants in seconds. */
export function weatherAt(place: Place, instant: number): WeatherHour {
  const seed = seedOf(7, `${place.latitude},${place.longitude}`);
  const clouds = smooth(seedOf(seed, 'clouds'), instant, 18 * hour);
  const celsius = temperatureAt(place, instant, seed, clouds);
  const isDay = sunHeight(place, instant) > 0;
  const isHumid = smooth(seedOf(seed, 'fog'), instant, 9 * hour) > 0.8;
  return {
    time: new Date(instant * 1000).toISOString(),
    temperature: Math.round((celsius * 9) / 5 + 32),
    precipProbability: Math.round(Math.min(0.95, Math.max(0, (clouds - 0.45) * 2)) * 20) / 20,
    ...conditions(clouds, celsius, isDay, isHumid),
  };
}

/** The hours in [from, to), on the hour. */
export function weatherHours(place: Place, from: number, to: number): WeatherHour[] {
  const first = Math.ceil(from / hour);
  return Array.from({ length: Math.max(0, Math.ceil(to / hour) - first) }, (_, index) =>
    weatherAt(place, (first + index) * hour),
  );
}

/** Local days, beginning with that of `from`. */
export function weatherDays(place: Place, timezone: string, from: number, count: number): WeatherDay[] {
  const zone = zoneOf(timezone);
  const today = localDay(zone, from);
  return Array.from({ length: count }, (_, index) => {
    const hours = weatherHours(place, dayStart(zone, today + index), dayStart(zone, today + index + 1));
    const temperatures = hours.map(({ temperature }) => temperature);
    // The wettest hour describes a day, as in most forecasts; on a dry one that of the afternoon.
    const wettest = hours.reduce((most, each) => (rain(each) > rain(most) ? each : most), hours[15] ?? hours[0]!);
    const { icon, summary, precipProbability } = wettest;
    return {
      time: new Date(dayStart(zone, today + index) * 1000).toISOString(),
      icon: icon === 'clear-night' ? 'clear-day' : icon === 'partly-cloudy-night' ? 'partly-cloudy-day' : icon,
      summary,
      precipProbability,
      temperatureMax: Math.max(...temperatures),
      temperatureMin: Math.min(...temperatures),
    };
  });
}

function rain({ precipProbability }: WeatherHour): number {
  return precipProbability !== null && precipProbability > 0.5 ? precipProbability : 0;
}

/** °C: the mean of the latitude, the season, the time of day, and what passes by. */
function temperatureAt({ latitude, longitude }: Place, instant: number, seed: number, clouds: number): number {
  const polar = Math.abs(Math.sin((latitude * Math.PI) / 180));
  const mean = 27.5 - 28 * polar ** 2 - 18 * polar ** 8;
  // Warmest in late July in the north, in late January in the south.
  const season = Math.cos(2 * Math.PI * (instant / year - 0.55)) * 13 * polar * Math.sign(latitude);
  const solarHour = (((instant / hour + longitude / 15) % 24) + 24) % 24;
  const time = Math.cos((2 * Math.PI * (solarHour - 15)) / 24) * 5 * (1.1 - 0.6 * clouds);
  const passing = (smooth(seedOf(seed, 'air'), instant, 4 * day) - 0.5) * 14 * (0.3 + 0.7 * polar);
  return mean + season + time + passing;
}

/** The sine of its elevation. */
function sunHeight({ latitude, longitude }: Place, instant: number): number {
  const radians = Math.PI / 180;
  const declination = -23.44 * radians * Math.cos(2 * Math.PI * (instant / year + 10 / 365));
  const turned = (instant / hour + longitude / 15 - 12) * 15 * radians;
  const at = latitude * radians;
  return Math.sin(at) * Math.sin(declination) + Math.cos(at) * Math.cos(declination) * Math.cos(turned);
}

function conditions(clouds: number, celsius: number, isDay: boolean, isHumid: boolean) {
  const light = isDay ? 'day' : 'night';
  if (clouds > 0.88 && celsius > 18) return { icon: 'thunderstorm', summary: 'Thunderstorm' } as const;
  if (clouds > 0.74) {
    if (celsius < 0) return { icon: 'snow', summary: 'Snow' } as const;
    if (celsius < 2) return { icon: 'sleet', summary: 'Freezing rain' } as const;
    return { icon: 'rain', summary: clouds > 0.85 ? 'Rain' : 'Light rain' } as const;
  }
  if (isHumid && celsius < 12) return { icon: 'fog', summary: 'Fog' } as const;
  if (clouds > 0.6) return { icon: 'cloudy', summary: 'Overcast' } as const;
  if (clouds > 0.4) return { icon: `partly-cloudy-${light}`, summary: 'Partly cloudy' } as const;
  return { icon: `clear-${light}`, summary: 'Clear sky' } as const;
}

/** Between 0 and 1, changing slowly: noise at steps of `length`, with cosines between them. */
function smooth(seed: number, instant: number, length: number): number {
  const step = Math.floor(instant / length);
  const part = (1 - Math.cos(Math.PI * (instant / length - step))) / 2;
  return chance(seed, step) * (1 - part) + chance(seed, step + 1) * part;
}
