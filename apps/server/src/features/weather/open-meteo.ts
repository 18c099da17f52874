import { secondsPerDay } from '@atrium/calendar/civil';
import { dayStart, zoneOf } from '@atrium/calendar/zones';
import type { WeatherDay, WeatherHour } from '@atrium/contract/weather';
import { wmoWeather } from '@atrium/rules/weather';
import * as z from 'zod/mini';
import { type Forecast, type Point, probabilityOf, temperatureOf, timeOf } from './forecast.ts';

/** The query of `/v1/forecast`, with the past day for the history. */
export function openMeteoQuery(
  { latitude, longitude }: Point,
  timezone: string,
  apiKey: string | undefined,
): URLSearchParams {
  return new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    current: 'temperature_2m,weather_code,is_day',
    hourly: 'temperature_2m,precipitation_probability,weather_code,is_day',
    daily: 'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max',
    temperature_unit: 'fahrenheit',
    timeformat: 'unixtime',
    timezone,
    past_days: '1',
    forecast_days: '7',
    ...(apiKey !== undefined && { apikey: apiKey }),
  });
}

const times = z.array(z.int()).check(z.maxLength(1_000));
/** Where a model does not reach, a value is null. */
const values = z.array(z.nullable(z.number())).check(z.maxLength(1_000));
const value = z.nullable(z.number());
const fahrenheit = z.literal('°F');
const inSeconds = z.literal('unixtime');

/** Units are checked: a server that ignores a parameter must not turn Celsius into Fahrenheit. */
const answer = z.object({
  utc_offset_seconds: z.int(),
  current_units: z.object({ time: inSeconds, temperature_2m: fahrenheit }),
  current: z.object({ time: z.int(), temperature_2m: value, weather_code: value, is_day: value }),
  hourly_units: z.object({ time: inSeconds, temperature_2m: fahrenheit }),
  hourly: z.object({
    time: times,
    temperature_2m: values,
    precipitation_probability: values,
    weather_code: values,
    is_day: values,
  }),
  daily_units: z.object({ time: inSeconds, temperature_2m_max: fahrenheit, temperature_2m_min: fahrenheit }),
  daily: z.object({
    time: times,
    weather_code: values,
    temperature_2m_max: values,
    temperature_2m_min: values,
    precipitation_probability_max: values,
  }),
});
type Answer = z.output<typeof answer>;

/** Throws for anything that is not the documented answer to `openMeteoQuery`. Hours without values are left out. */
export function readOpenMeteo(body: unknown, timezone: string, now: Date): Forecast {
  const { current, hourly, daily, utc_offset_seconds: offset } = z.parse(answer, body);
  const { time, temperature_2m: temperature, precipitation_probability: rain } = hourly;
  refuseRagged(hourly);
  refuseRagged(daily);
  const hours = time.flatMap((at, index) =>
    hourOf(
      {
        time: at,
        temperature: temperature[index]!,
        code: hourly.weather_code[index]!,
        isDay: hourly.is_day[index]!,
        rain: rain[index]!,
      },
      now,
    ),
  );
  const observed = {
    time: current.time,
    temperature: current.temperature_2m,
    code: current.weather_code,
    isDay: current.is_day,
    rain: null,
  };
  return {
    now: hourOf(observed, now)[0] ?? null,
    hours: hours.toSorted((a, b) => a.time.localeCompare(b.time)),
    days: daysOf(daily, offset, timezone, now),
  };
}

interface Values {
  readonly time: number;
  readonly temperature: number | null;
  readonly code: number | null;
  readonly isDay: number | null;
  readonly rain: number | null;
}

function hourOf({ time, temperature, code, isDay, rain }: Values, now: Date): [WeatherHour] | [] {
  const weather = code === null ? undefined : wmoWeather(code, isDay !== 0);
  if (temperature === null || !weather) return [];
  return [
    {
      time: timeOf(time * 1000, now),
      temperature: temperatureOf(temperature),
      precipProbability: probabilityOf(rain),
      ...weather,
    },
  ];
}

/**
 * Today and later. Their times are midnights with the offset of today, so those behind a clock change are an hour off:
 * the nearest date is the one that is meant.
 */
function daysOf(daily: Answer['daily'], offset: number, timezone: string, now: Date): WeatherDay[] {
  const zone = zoneOf(timezone);
  return daily.time.flatMap((time, index): WeatherDay[] => {
    const day = Math.round((time + offset) / secondsPerDay);
    if (dayStart(zone, day + 1) * 1000 <= now.getTime()) return [];
    const [max, min] = [daily.temperature_2m_max[index]!, daily.temperature_2m_min[index]!];
    const code = daily.weather_code[index]!;
    const weather = code === null ? undefined : wmoWeather(code, true);
    if (max === null || min === null || !weather) return [];
    if (min > max) throw new Error('The coldest moment of a day is warmer than its warmest one');
    return [
      {
        time: timeOf(dayStart(zone, day) * 1000, now),
        temperatureMax: temperatureOf(max),
        temperatureMin: temperatureOf(min),
        precipProbability: probabilityOf(daily.precipitation_probability_max[index]),
        ...weather,
      },
    ];
  });
}

function refuseRagged(columns: Readonly<Record<string, readonly unknown[]>>): void {
  const lengths = new Set(Object.values(columns).map(({ length }) => length));
  if (lengths.size > 1) throw new Error('The lists of the answer do not have the same length');
}
