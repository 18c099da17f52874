import { dayStart, localDay, zoneOf } from '@atrium/calendar/zones';
import type { WeatherDay, WeatherHour } from '@atrium/contract/weather';
import { nwsIcon } from '@atrium/rules/weather';
import * as z from 'zod/mini';
import { type Forecast, hourMs, type Point, probabilityOf, temperatureOf, timeOf } from './forecast.ts';

/** A cell of a forecast office, which is what has a forecast. */
export interface GridPoint {
  readonly office: string;
  readonly x: number;
  readonly y: number;
}

/** At most four decimals and no trailing zeros: anything else is redirected. */
export function nwsPointPath({ latitude, longitude }: Point): string {
  return `/points/${latitude},${longitude}`;
}

/** Built from the parts of the cell: addresses in an answer are not followed. */
export function nwsForecastPaths({ office, x, y }: GridPoint): { hourly: string; daily: string } {
  const cell = `/gridpoints/${office}/${x},${y}/forecast`;
  return { hourly: `${cell}/hourly?units=us`, daily: `${cell}?units=us` };
}

const cell = z.int().check(z.minimum(0), z.maximum(10_000));
const gridReply = z.object({
  properties: z.object({ gridId: z.string().check(z.regex(/^[A-Z\d]{3}$/)), gridX: cell, gridY: cell }),
});

export function readNwsPoint(body: unknown): GridPoint {
  const { gridId, gridX, gridY } = z.parse(gridReply, body).properties;
  return { office: gridId, x: gridX, y: gridY };
}

/** Those of a place for which the service has no forecast. */
const invalidPoint = z.object({ type: z.literal('https://api.weather.gov/problems/InvalidPoint') });

export function isOutsideNws(body: unknown): boolean {
  return z.safeParse(invalidPoint, body).success;
}

const period = z.object({
  startTime: z.iso.datetime({ offset: true }),
  endTime: z.iso.datetime({ offset: true }),
  isDaytime: z.boolean(),
  temperature: z.number(),
  temperatureUnit: z.literal('F'),
  probabilityOfPrecipitation: z.optional(z.nullable(z.object({ value: z.nullable(z.number()) }))),
  icon: z.optional(z.nullable(z.string())),
  shortForecast: z.string().check(z.maxLength(200), z.regex(/^\P{Cc}*$/u)),
});
type Period = z.output<typeof period>;
const forecastReply = z.object({
  properties: z.object({ periods: z.array(period).check(z.maxLength(500)) }),
});

/** Throws for anything that is not the documented answer. */
export function readNws(replies: { hourly: unknown; daily: unknown }, timezone: string, now: Date): Forecast {
  const hours = z
    .parse(forecastReply, replies.hourly)
    .properties.periods.flatMap((each): WeatherHour[] => {
      if (Date.parse(each.endTime) - Date.parse(each.startTime) !== hourMs) throw new Error('An hour is not an hour');
      const shared = sharedOf(each);
      const time = timeOf(Date.parse(each.startTime), now);
      return shared ? [{ time, temperature: temperatureOf(each.temperature), ...shared }] : [];
    })
    .toSorted((a, b) => a.time.localeCompare(b.time));
  return { now: null, hours, days: daysOf(z.parse(forecastReply, replies.daily).properties.periods, timezone, now) };
}

/**
 * Periods are days and nights: a day has the high, the night after it the low. In the evening there is no high of today
 * any more, so days then begin with tomorrow.
 */
function daysOf(periods: readonly Period[], timezone: string, now: Date): WeatherDay[] {
  const zone = zoneOf(timezone);
  return periods.flatMap((day, index): WeatherDay[] => {
    const night = periods[index + 1];
    const shared = sharedOf(day);
    const isPair = day.isDaytime && night && !night.isDaytime && day.endTime === night.startTime;
    if (!isPair || !shared) return [];
    const temperatures = [temperatureOf(day.temperature), temperatureOf(night.temperature)] as const;
    const rain = [shared.precipProbability, probabilityOf(night.probabilityOfPrecipitation?.value)];
    const known = rain.filter((probability) => probability !== null);
    return [
      {
        ...shared,
        time: timeOf(dayStart(zone, localDay(zone, Date.parse(day.startTime) / 1000)) * 1000, now),
        // A night can be warmer than the day before it.
        temperatureMax: Math.max(...temperatures),
        temperatureMin: Math.min(...temperatures),
        precipProbability: known.length === 0 ? null : Math.max(...known),
      },
    ];
  });
}

function sharedOf({ icon, isDaytime, shortForecast, probabilityOfPrecipitation }: Period) {
  const known = nwsIcon(icon ?? null, isDaytime, shortForecast);
  if (!known) return undefined;
  return {
    icon: known,
    summary: shortForecast,
    precipProbability: probabilityOf(probabilityOfPrecipitation?.value),
  };
}
