import { dayStart, localDay, offsetAt, zoneOf } from '@atrium/calendar/zones';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A weather provider as far as its API is documented. */
export interface WeatherPeer {
  readonly origin: string;
  /** Requested paths so far, with their queries. */
  readonly asked: string[];
  /** What the requests had as User-Agent. */
  readonly agents: string[];
  /** What happens to the next requests instead. */
  trouble: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

type Answer = readonly [status: number, body: object, headers?: Record<string, string>];

async function startPeer(answer: (url: URL, request: IncomingMessage) => Answer): Promise<WeatherPeer> {
  const server = createServer((request, response) => {
    peer.asked.push(request.url ?? '');
    peer.agents.push(request.headers['user-agent'] ?? '');
    if (peer.trouble) return peer.trouble(request, response);
    const [status, body, headers] = answer(new URL(request.url ?? '', peer.origin), request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const peer: WeatherPeer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    agents: [],
    trouble: undefined,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
  return peer;
}

/** °F, from the place and the hour alone: the test computes the same. */
export function peerTemperature(latitude: number, instant: number): number {
  return Math.round((40 + latitude / 2 + 10 * Math.sin(instant / 14_400)) * 10) / 10;
}

const hourlyVariables = ['temperature_2m', 'precipitation_probability', 'weather_code', 'is_day'];
const dailyVariables = ['weather_code', 'temperature_2m_max', 'temperature_2m_min', 'precipitation_probability_max'];
const units: Record<string, string> = {
  temperature_2m: '°F',
  temperature_2m_max: '°F',
  temperature_2m_min: '°F',
  precipitation_probability: '%',
  precipitation_probability_max: '%',
  weather_code: 'wmo code',
  is_day: '',
};

const refuse = (reason: string, status = 400): Answer => [status, { error: true, reason }];

/** `GET /v1/forecast`; with a key, only for those who send it. */
export function startOpenMeteo(clock: () => Date, key?: string): Promise<WeatherPeer> {
  return startPeer((url) => {
    const query = url.searchParams;
    if (url.pathname !== '/v1/forecast') return refuse('Not Found', 404);
    if (key !== undefined && query.get('apikey') !== key) return refuse('The supplied API key is invalid.');
    const latitude = Number(query.get('latitude') ?? Number.NaN);
    const longitude = Number(query.get('longitude') ?? Number.NaN);
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
      return refuse(`Latitude must be in range of -90 to 90°. Given: ${latitude}.`);
    const hourly = (query.get('hourly') ?? '').split(',').filter(Boolean);
    const daily = (query.get('daily') ?? '').split(',').filter(Boolean);
    const unknown = [
      ...hourly.filter((name) => !hourlyVariables.includes(name)),
      ...daily.filter((name) => !dailyVariables.includes(name)),
    ];
    if (unknown.length > 0) return refuse(`Cannot initialize variable from invalid String value ${unknown[0]}`);
    if (daily.length > 0 && !query.has('timezone')) return refuse('Timezone is required');
    if (query.get('timeformat') !== 'unixtime') return refuse('This peer speaks unixtime only');
    const isFahrenheit = query.get('temperature_unit') === 'fahrenheit';
    const zone = zoneOf(query.get('timezone') ?? 'GMT');
    const now = clock().getTime() / 1000;
    const today = localDay(zone, now);
    const [past, ahead] = [Number(query.get('past_days') ?? 0), Number(query.get('forecast_days') ?? 7)];
    const days = Array.from({ length: past + ahead }, (_, index) => dayStart(zone, today - past) + index * 86_400);
    const hours = Array.from({ length: (past + ahead) * 24 }, (_, index) => days[0]! + index * 3_600);
    const inUnit = (fahrenheit: number) => (isFahrenheit ? fahrenheit : ((fahrenheit - 32) * 5) / 9);
    const valueAt = (name: string, at: number): number | null => {
      if (name === 'is_day') return localHour(at + offsetAt(zone, at)) >= 7 ? 1 : 0;
      if (name === 'weather_code') return at % 7_200 === 0 ? 61 : 2;
      if (name.startsWith('precipitation')) return at < now ? null : 25;
      return inUnit(peerTemperature(latitude, at));
    };
    const dailyAt = (name: string, at: number) => {
      const all = Array.from({ length: 24 }, (_, index) => inUnit(peerTemperature(latitude, at + index * 3_600)));
      if (name === 'temperature_2m_max') return Math.max(...all);
      if (name === 'temperature_2m_min') return Math.min(...all);
      return name === 'weather_code' ? 61 : 25;
    };
    const unitsOf = (names: readonly string[]) =>
      Object.fromEntries([
        ['time', 'unixtime'],
        ...names.map((name) => [name, !isFahrenheit && units[name] === '°F' ? '°C' : units[name]]),
      ]);
    const current = (query.get('current') ?? '').split(',').filter(Boolean);
    const quarter = Math.floor(now / 900) * 900;
    return [
      200,
      {
        latitude: latitude + 0.001,
        longitude: longitude - 0.001,
        generationtime_ms: 0.2,
        utc_offset_seconds: offsetAt(zone, now),
        timezone: zone.name,
        timezone_abbreviation: 'GMT',
        elevation: 150,
        current_units: unitsOf(current),
        current: {
          time: quarter,
          interval: 900,
          ...Object.fromEntries(current.map((name) => [name, valueAt(name, quarter)])),
        },
        hourly_units: unitsOf(hourly),
        hourly: {
          time: hours,
          ...Object.fromEntries(hourly.map((name) => [name, hours.map((at) => valueAt(name, at))])),
        },
        daily_units: unitsOf(daily),
        daily: { time: days, ...Object.fromEntries(daily.map((name) => [name, days.map((at) => dailyAt(name, at))])) },
      },
    ];
  });
}

function localHour(wall: number): number {
  return Math.floor(wall / 3_600) % 24;
}

const problem = (status: number, type: string, title: string): Answer => [
  status,
  { correlationId: '308408e8', title, type: `https://api.weather.gov/problems/${type}`, status, detail: title },
  { 'content-type': 'application/problem+json' },
];

/** `/points/{point}` and the two forecasts of a cell; the United States are a box. */
export function startNationalWeatherService(clock: () => Date): Promise<WeatherPeer> {
  const cells = new Map<string, number>();
  return startPeer((url, request) => {
    if (!request.headers['user-agent']) return problem(403, 'Forbidden', 'Forbidden');
    const [, lat, lon] = /^\/points\/(-?[\d.]+),(-?[\d.]+)$/.exec(url.pathname) ?? [];
    if (lat !== undefined && lon !== undefined) {
      const canonical = `/points/${[lat, lon].map((degrees) => Math.round(Number(degrees) * 1e4) / 1e4).join(',')}`;
      if (canonical !== url.pathname) return [301, {}, { location: canonical }];
      const isCovered = Number(lat) > 24 && Number(lat) < 50 && Number(lon) > -125 && Number(lon) < -66;
      if (!isCovered) return problem(404, 'InvalidPoint', 'Data Unavailable For Requested Point');
      const [gridX, gridY] = [Math.round(Number(lon) * -1), Math.round(Number(lat))];
      cells.set(`EWX/${gridX},${gridY}`, Number(lat));
      const base = 'https://api.weather.gov/gridpoints/EWX';
      const links = {
        forecast: `${base}/${gridX},${gridY}/forecast`,
        forecastHourly: `${base}/${gridX},${gridY}/forecast/hourly`,
      };
      return [200, { type: 'Feature', properties: { gridId: 'EWX', gridX, gridY, ...links } }];
    }
    const [, cell = '', hourly] = /^\/gridpoints\/(\w{3}\/\d+,\d+)\/forecast(\/hourly)?$/.exec(url.pathname) ?? [];
    const latitude = cells.get(cell);
    if (latitude === undefined) return problem(404, 'NotFound', 'Not Found');
    if (url.searchParams.get('units') !== 'us') return problem(400, 'InvalidParameter', 'units');
    const now = Math.floor(clock().getTime() / 3_600_000) * 3_600;
    const length = hourly ? 3_600 : 12 * 3_600;
    // Days from 12:00 to 24:00 UTC are about those of the United States.
    const first = hourly ? now : Math.floor(now / 43_200) * 43_200;
    const periods = Array.from({ length: hourly ? 156 : 14 }, (_, index) => {
      const start = first + index * length;
      const isDaytime = start % 86_400 >= 43_200;
      return {
        number: index + 1,
        name: '',
        startTime: offsetTime(start),
        endTime: offsetTime(start + length),
        isDaytime,
        temperature: Math.round(peerTemperature(latitude, start)),
        temperatureUnit: 'F',
        temperatureTrend: null,
        probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: index === 0 ? null : 30 },
        windSpeed: '5 mph',
        windDirection: 'S',
        icon: `https://api.weather.gov/icons/land/${isDaytime ? 'day' : 'night'}/rain_showers,30?size=small`,
        shortForecast: 'Chance Rain Showers',
        detailedForecast: '',
      };
    });
    return [200, { type: 'Feature', properties: { units: 'us', periods } }, { 'content-type': 'application/geo+json' }];
  });
}

/** In the zone of the office, with its offset. */
function offsetTime(instant: number): string {
  return `${new Date((instant - 6 * 3_600) * 1000).toISOString().slice(0, 19)}-06:00`;
}
