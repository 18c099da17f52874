import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anything, assert, constantFrom, property } from 'fast-check';
import { currentOf, pointOf } from './forecast.ts';
import { isOutsideNws, nwsForecastPaths, nwsPointPath, readNws, readNwsPoint } from './nws.ts';
import { openMeteoQuery, readOpenMeteo } from './open-meteo.ts';

interface Nws {
  properties: { periods: Values[] };
}
type Lists = Record<string, unknown[]>;
type Values = Record<string, unknown>;

const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
const openMeteo = () =>
  recorded('open-meteo') as {
    current: Values;
    hourly: Lists;
    daily: Lists;
    current_units: Values;
    hourly_units: Values;
    daily_units: Values;
  };
type OpenMeteo = ReturnType<typeof openMeteo>;
const timesOf = ({ hourly }: OpenMeteo) => hourly['time'] as number[];
const now = new Date('2026-03-04T12:20:00Z');
const zone = 'America/Chicago';

function hoursIn(body: unknown) {
  try {
    return readOpenMeteo(body, zone, now).hours;
  } catch {
    return [];
  }
}

describe('[R707] Open-Meteo', () => {
  it('is asked in Fahrenheit and in instants, with the past day', () => {
    const query = openMeteoQuery(pointOf(30.268107, -97.744821), zone, undefined);
    expect(Object.fromEntries(query)).toEqual({
      latitude: '30.27',
      longitude: '-97.74',
      current: 'temperature_2m,weather_code,is_day',
      hourly: 'temperature_2m,precipitation_probability,weather_code,is_day',
      daily: 'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max',
      temperature_unit: 'fahrenheit',
      timeformat: 'unixtime',
      timezone: zone,
      past_days: '1',
      forecast_days: '7',
    });
    expect(openMeteoQuery(pointOf(0, 0), zone, 'hunter2').get('apikey')).toBe('hunter2');
  });

  it('is read hour by hour and day by day; what it does not know is left out', () => {
    const forecast = readOpenMeteo(openMeteo(), zone, now);
    expect(forecast.now).toEqual({
      time: '2026-03-04T12:15:00.000Z',
      temperature: 58.3,
      icon: 'partly-cloudy-night',
      summary: 'Partly cloudy',
      precipProbability: null,
    });
    expect(
      forecast.hours.map(({ time, temperature, icon, precipProbability }) => [
        time.slice(11, 16),
        temperature,
        icon,
        precipProbability,
      ]),
    ).toEqual([
      ['10:00', 57.2, 'clear-night', 0],
      ['11:00', 57.9, 'clear-night', null],
      ['12:00', 58.1, 'partly-cloudy-night', 0.05],
      ['13:00', 59.4, 'rain', 0.2],
      ['14:00', 61, 'thunderstorm', 0.35],
    ]);
    expect(forecast.days).toHaveLength(5);
    expect(forecast.days.slice(0, 2)).toEqual([
      {
        time: '2026-03-04T06:00:00.000Z',
        temperatureMax: 72.4,
        temperatureMin: 55.2,
        precipProbability: 0.35,
        icon: 'thunderstorm',
        summary: 'Thunderstorm',
      },
      {
        time: '2026-03-05T06:00:00.000Z',
        temperatureMax: 68,
        temperatureMin: 51.3,
        precipProbability: 0.8,
        icon: 'rain',
        summary: 'Light rain',
      },
    ]);
    expect(forecast.days.at(-1)?.time).toBe('2026-03-08T06:00:00.000Z');
  });

  it.each([
    ['2026-03-10T06:00:00Z', '2026-03-10T05:00:00.000Z'],
    ['2026-03-10T05:00:00Z', '2026-03-10T05:00:00.000Z'],
  ])('has days that begin at local midnight behind a clock change too: %s', (given, begins) => {
    const body = openMeteo();
    body.daily['time']![6] = Date.parse(given) / 1000;
    body.daily['temperature_2m_max']![6] = 70;
    expect(readOpenMeteo(body, zone, now).days.at(-1)?.time).toBe(begins);
  });

  it.each<[string, (body: OpenMeteo) => void]>([
    ['Celsius', (body) => (body.hourly_units['temperature_2m'] = '°C')],
    ['Celsius now', (body) => (body.current_units['temperature_2m'] = '°C')],
    ['Celsius by day', (body) => (body.daily_units['temperature_2m_max'] = '°C')],
    ['times as text', (body) => (body.hourly['time'] = timesOf(body).map(String))],
    ['times in milliseconds', (body) => (body.hourly['time'] = timesOf(body).map((at) => at * 1000))],
    ['times of last year', (body) => (body.hourly['time'] = timesOf(body).map((at) => at - 31_536_000))],
    ['a list that is too short', (body) => body.hourly['temperature_2m']!.pop()],
    ['a list that is too long', (body) => body.daily['weather_code']!.push(1)],
    ['more hours than it was asked for', (body) => (body.hourly['time'] = Array.from({ length: 1_001 }, () => 1))],
    ['temperatures as text', (body) => (body.hourly['temperature_2m']![0] = '57.2')],
    ['an impossible temperature', (body) => (body.hourly['temperature_2m']![0] = 999)],
    ['an impossible probability', (body) => (body.hourly['precipitation_probability']![0] = 130)],
    ['a day colder at its warmest', (body) => (body.daily['temperature_2m_max']![1] = 20)],
    ['no hours', (body) => Object.assign(body, { hourly: undefined })],
    ['no units', (body) => Object.assign(body, { hourly_units: undefined })],
    ['its error', (body) => Object.assign(body, { hourly: undefined, error: true, reason: 'Too many requests' })],
  ])('is refused with %s', (_, change) => {
    const body = openMeteo();
    change(body);
    expect(() => readOpenMeteo(body, zone, now)).toThrow();
  });

  it('leaves out a code that nobody documented', () => {
    const body = openMeteo();
    body.hourly['weather_code']![0] = 17;
    expect(readOpenMeteo(body, zone, now).hours).toHaveLength(4);
  });

  it('gives possible values or nothing, whatever one field is', () => {
    const paths = (['current', 'hourly', 'daily'] as const).flatMap((part) =>
      Object.keys(openMeteo()[part]).map((name) => [part, name] as const),
    );
    assert(
      property(constantFrom(...paths), anything({ withBigInt: false }), ([part, name], value) => {
        const body = openMeteo();
        Object.assign(body[part], { [name]: value });
        for (const { temperature } of hoursIn(JSON.parse(JSON.stringify(body)) as unknown))
          expect(Math.abs(temperature)).toBeLessThanOrEqual(140);
      }),
    );
  });
});

const replies = () => ({ hourly: recorded('nws-hourly') as Nws, daily: recorded('nws-forecast') as Nws });

describe('[R708] the National Weather Service', () => {
  it('is asked for a cell of its grid, at addresses that its answers do not choose', () => {
    expect(nwsPointPath(pointOf(30.268107, -97.744821))).toBe('/points/30.27,-97.74');
    expect(nwsPointPath(pointOf(30.3, -0.001))).toBe('/points/30.3,0');
    const cell = readNwsPoint(recorded('nws-point'));
    expect(cell).toEqual({ office: 'EWX', x: 156, y: 91 });
    expect(nwsForecastPaths(cell)).toEqual({
      hourly: '/gridpoints/EWX/156,91/forecast/hourly?units=us',
      daily: '/gridpoints/EWX/156,91/forecast?units=us',
    });
    for (const gridId of ['EWX/../..', 'ewx', '', 7, null, '@evil.example'])
      expect(() => readNwsPoint({ properties: { gridId, gridX: 1, gridY: 1 } })).toThrow();
    for (const gridX of ['1', -1, 1.5, 1e9, null])
      expect(() => readNwsPoint({ properties: { gridId: 'EWX', gridX, gridY: 1 } })).toThrow();
  });

  it('says in its own way that a place is not in its area', () => {
    expect(isOutsideNws({ type: 'https://api.weather.gov/problems/InvalidPoint', status: 404 })).toBe(true);
    for (const body of [undefined, null, [], {}, { type: 'https://api.weather.gov/problems/NotFound' }])
      expect(isOutsideNws(body)).toBe(false);
  });

  it('is read hour by hour; a day has the high, and the low of the night after it', () => {
    const forecast = readNws(replies(), zone, now);
    expect(currentOf(forecast, now)).toEqual({
      time: '2026-03-04T12:00:00.000Z',
      temperature: 58,
      icon: 'partly-cloudy-night',
      summary: 'Partly Cloudy',
      precipProbability: 0.03,
    });
    expect(forecast.hours.map(({ icon, precipProbability }) => [icon, precipProbability])).toEqual([
      ['partly-cloudy-night', 0.03],
      ['rain', 0.2],
      ['clear-day', null],
      ['wind', 0],
    ]);
    expect(forecast.days).toEqual([
      {
        time: '2026-03-04T06:00:00.000Z',
        temperatureMax: 72,
        temperatureMin: 54,
        precipProbability: 0.4,
        icon: 'rain',
        summary: 'Slight Chance Rain Showers then Partly Sunny',
      },
      {
        time: '2026-03-05T06:00:00.000Z',
        temperatureMax: 51,
        temperatureMin: 49,
        precipProbability: null,
        icon: 'cloudy',
        summary: 'Mostly Cloudy',
      },
    ]);
  });

  it.each<[string, (period: Values) => void]>([
    ['Celsius', (period) => (period['temperatureUnit'] = 'C')],
    ['a quantity where a number was', (period) => (period['temperature'] = { unitCode: 'wmoUnit:degC', value: 14 })],
    ['an impossible temperature', (period) => (period['temperature'] = -300)],
    ['no temperature', (period) => delete period['temperature']],
    ['a time without an offset', (period) => (period['startTime'] = '2026-03-04T06:00:00')],
    ['a time of another year', (period) => (period['startTime'] = '2020-03-04T06:00:00-06:00')],
    ['two hours', (period) => (period['endTime'] = '2026-03-04T08:00:00-06:00')],
    ['an impossible probability', (period) => (period['probabilityOfPrecipitation'] = { value: -1 })],
    ['control characters', (period) => (period['shortForecast'] = 'Sunny\u0007')],
    ['endless words', (period) => (period['shortForecast'] = 'Sunny '.repeat(100))],
  ])('is refused with %s', (_, change) => {
    const both = replies();
    change(both.hourly.properties.periods[0]!);
    expect(() => readNws(both, zone, now)).toThrow();
  });

  it.each([undefined, null, [], {}, { properties: null }, { properties: { periods: 'none' } }, 'text', 7])(
    'is refused with %j',
    (body) => {
      expect(() => readNws({ ...replies(), hourly: body }, zone, now)).toThrow();
      expect(() => readNws({ ...replies(), daily: body }, zone, now)).toThrow();
      expect(() => readNwsPoint(body)).toThrow();
    },
  );
});

describe('[R709] the weather of now', () => {
  it('is what was observed in the last hour, otherwise that of the hour', () => {
    const forecast = readOpenMeteo(openMeteo(), zone, now);
    expect(currentOf(forecast, now)?.temperature).toBe(58.3);
    expect(currentOf(forecast, new Date('2026-03-04T13:14:59Z'))?.temperature).toBe(58.3);
    expect(currentOf(forecast, new Date('2026-03-04T13:15:00Z'))?.temperature).toBe(59.4);
    expect(currentOf(forecast, new Date('2026-03-04T14:59:00Z'))?.temperature).toBe(61);
    expect(currentOf(forecast, new Date('2026-03-04T15:00:00Z'))).toBeUndefined();
  });
});
