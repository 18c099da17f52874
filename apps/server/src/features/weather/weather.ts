import { dayNumber } from '@atrium/calendar/civil';
import { dayStart, isKnownDay, zoneOf } from '@atrium/calendar/zones';
import type { ReplyOf } from '@atrium/contract/endpoint';
import type { getWeather, getWeatherHistory, PastWeatherHour, WeatherProviderName } from '@atrium/contract/weather';
import { upcoming, weatherTexts } from '@atrium/rules/weather';
import type { Logger } from 'pino';
import { invalidField, notFound, Refusal } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { currentOf, type Forecast, type Point, pointOf, type Provider } from './forecast.ts';
import { createForecasts } from './forecasts.ts';
import { findPlace, keepHours, keptHours, type Place } from './store.ts';

export interface Weather {
  get(scope: Scope, locationId: string, type: 'hourly' | 'daily'): Promise<ReplyOf<typeof getWeather>>;
  history(
    scope: Scope,
    locationId: string,
    days: { startDate: string; endDate: string },
  ): Promise<ReplyOf<typeof getWeatherHistory>>;
}

/** A world whose weather follows from the place and the time alone, so that nothing of it is stored. */
export interface SimulatedWeather {
  covers(orgId: string): boolean;
  forecast(point: Point, timezone: string, now: Date): Forecast;
  /** The hours in [from, to). */
  hours(point: Point, from: Date, to: Date): Omit<PastWeatherHour, 'provider'>[];
}

export interface WeatherDependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly provider: Provider | undefined;
  readonly simulated: SimulatedWeather | undefined;
}

const maxDays = 31;

export function createWeather({ registry, clock, log, provider, simulated }: WeatherDependencies): Weather {
  const forecasts = provider && createForecasts({ provider, clock, log });
  /** The locations whose history has the hours of a forecast. */
  const kept = new WeakMap<Forecast, Set<string>>();

  const placeOf = async (scope: Scope, locationId: string) => {
    const place = await registry.tenant(scope, (tx) => findPlace(tx, scope, locationId));
    if (!place) throw notFound('The location');
    return place;
  };
  const simulation = ({ orgId }: Scope) => (!provider && simulated?.covers(orgId) ? simulated : undefined);

  /** Without its history the weather of now is still right. */
  const keep = async (scope: Scope, { locationId }: Place, forecast: Forecast, name: WeatherProviderName) => {
    const already = kept.get(forecast) ?? new Set();
    if (already.has(locationId)) return;
    kept.set(forecast, already.add(locationId));
    const now = clock().getTime();
    const past = forecast.hours.filter(({ time }) => Date.parse(time) <= now);
    const rows = past.map(({ time, temperature, icon }) => ({ time, temperature, icon, provider: name }));
    try {
      await registry.tenant(scope, (tx) => keepHours(tx, { orgId: scope.orgId, locationId }, rows));
    } catch (error) {
      already.delete(locationId);
      log.warn({ err: error }, 'Past weather was not stored');
    }
  };

  return {
    async get(scope, locationId, type) {
      const place = await placeOf(scope, locationId);
      const model = simulation(scope);
      if (!forecasts && !model) throw refusal('unavailable', weatherTexts.noProvider);
      const { latitude, longitude } = place;
      if (latitude === null || longitude === null) throw refusal('conflict', weatherTexts.noCoordinates);
      const point = pointOf(latitude, longitude);
      const asked = clock();
      const { forecast, asOf } = model
        ? { forecast: model.forecast(point, place.timezone, asked), asOf: asked }
        : await forecasts!.at(point, place.timezone);
      const name = model ? 'demo' : provider!.name;
      if (!model) await keep(scope, place, forecast, name);
      const now = clock();
      const currently = currentOf(forecast, now);
      if (!currently) throw refusal('unavailable', weatherTexts.unavailable);
      return {
        latitude,
        longitude,
        currently,
        hourly: type === 'hourly' ? upcoming(forecast.hours, now) : [],
        daily: type === 'daily' ? [...forecast.days] : [],
        location: { locationId: place.locationId, name: place.name },
        provider: name,
        asOf: asOf.toISOString(),
        ...(model && { simulated: true as const }),
      };
    },

    async history(scope, locationId, { startDate, endDate }) {
      const [first, last] = [dayOf(startDate), dayOf(endDate)];
      if (!isKnownDay(first)) throw invalidField('startDate', 'is not a day of this calendar');
      if (last < first) throw invalidField('endDate', 'is before startDate');
      if (last - first >= maxDays) throw invalidField('endDate', `is more than ${maxDays} days after startDate`);
      const place = await placeOf(scope, locationId);
      const zone = zoneOf(place.timezone);
      const from = new Date(dayStart(zone, first) * 1000);
      const to = new Date(Math.min(dayStart(zone, last + 1) * 1000, clock().getTime()));
      const location = { locationId: place.locationId, name: place.name };
      const model = simulation(scope);
      if (!model)
        return { location, hours: await registry.tenant(scope, (tx) => keptHours(tx, scope, place, from, to)) };
      const { latitude, longitude } = place;
      const hours = latitude === null || longitude === null ? [] : model.hours(pointOf(latitude, longitude), from, to);
      return {
        location,
        hours: hours.map((hour) => ({ ...hour, provider: 'demo' as const })),
        simulated: true as const,
      };
    },
  };
}

function dayOf(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return dayNumber(year, month, day);
}

/** With the text in `error` too, which weather cards read. */
function refusal(code: 'unavailable' | 'conflict', error: string): Refusal {
  return new Refusal(code, error, { extra: { error } });
}
