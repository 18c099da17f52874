import { weatherIcons, weatherProviders } from '@atrium/rules/weather';
import * as z from 'zod/mini';
import { dashboardReaders, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

const area = 'weather';

/** `demo` is the climate model of the demo. */
const provider = z.enum([...weatherProviders, 'demo']);
export type WeatherProviderName = z.output<typeof provider>;

const entry = {
  time: instant,
  icon: z.enum(weatherIcons),
  summary: z.string(),
  /** 0 to 1; null where the provider does not say. */
  precipProbability: z.nullable(z.number()),
};

/** Temperatures are in °F. */
const weatherHour = z.object({ ...entry, temperature: z.number() });
export type WeatherHour = z.output<typeof weatherHour>;

/** A local day of the location; `time` is its beginning. */
const weatherDay = z.object({ ...entry, temperatureMax: z.number(), temperatureMin: z.number() });
export type WeatherDay = z.output<typeof weatherDay>;

const place = z.object({ locationId: id, name: z.string() });
/** Made by a model, not measured or forecast by anyone. */
const simulated = z.optional(z.literal(true));

export const getWeather = defineEndpoint({
  name: 'getWeather',
  area,
  summary:
    'The weather of a location now, and in the next hours or days; 503 names the setting if there is no provider',
  method: 'GET',
  path: '/api/location/{locationId}/weather/{type}',
  access: dashboardReaders,
  params: z.object({ locationId: id, type: z.enum(['hourly', 'daily']) }),
  query: z.object(orgBound),
  reply: z.object({
    latitude: z.number(),
    longitude: z.number(),
    currently: weatherHour,
    /** Empty unless asked for; without hours that have passed. */
    hourly: z.array(weatherHour),
    /** Empty unless asked for; the first is today. */
    daily: z.array(weatherDay),
    location: place,
    provider,
    /** When the provider was asked. */
    asOf: instant,
    simulated,
  }),
  browserSeconds: 600,
});

/** An hour that has passed, as it was known last. */
const pastHour = z.object({ time: instant, temperature: z.number(), icon: z.enum(weatherIcons), provider });
export type PastWeatherHour = z.output<typeof pastHour>;

const localDate = z.iso.date();

export const getWeatherHistory = defineEndpoint({
  name: 'getWeatherHistory',
  area,
  summary: 'The known hours of past weather on local days of a location, first and last included, 31 at most',
  method: 'GET',
  path: '/api/location/{locationId}/weather/history',
  access: members,
  params: z.object({ locationId: id }),
  query: z.object({ ...orgBound, startDate: localDate, endDate: localDate }),
  reply: z.object({ location: place, hours: z.array(pastHour), simulated }),
});
