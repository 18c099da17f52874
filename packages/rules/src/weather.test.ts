import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degreesOf, nwsIcon, toCelsius, upcoming, weatherIcons, wmoWeather } from './weather.ts';

describe('[R369] Fahrenheit in Celsius', () => {
  it.each([
    [32, 0],
    [33.8, 1],
    [50, 10],
    [72.5, 22.5],
    [71, 21.66],
    [31.99, -0.01],
    [31, -0.56],
    [-40, -40],
    [-4.3, -20.17],
    [-128.6, -89.23],
    [98.6, 37],
  ])('%d°F is %d°C', (fahrenheit, celsius) => {
    expect(toCelsius(fahrenheit)).toBe(celsius);
  });

  it('is never above the exact value, and less than a hundredth below it', () => {
    assert(
      property(integer({ min: -20_000, max: 20_000 }), (hundredths) => {
        const exact = ((BigInt(hundredths) - 3_200n) * 5n * 1_000n) / 9n;
        const rounded = BigInt(Math.round(toCelsius(hundredths / 100) * 100)) * 1_000n;
        const isNegativeRest = (BigInt(hundredths) - 3_200n) * 5_000n < exact * 9n;
        const floor = isNegativeRest ? exact - 1n : exact;
        expect(floor - rounded >= 0n && floor - rounded < 1_000n).toBe(true);
      }),
    );
  });
});

describe('[R368] hours', () => {
  it('that began before now are left out', () => {
    const entries = ['11:00', '12:00', '13:00'].map((at) => ({ time: `2026-03-04T${at}:00.000Z` }));
    expect(upcoming(entries, new Date('2026-03-04T12:00:00Z'))).toEqual(entries.slice(1));
    expect(upcoming(entries, new Date('2026-03-04T12:00:01Z'))).toEqual(entries.slice(2));
  });
});

const at = (path: string) => `https://api.weather.gov/icons/land/${path}?size=medium`;

describe('[R706] an icon', () => {
  it.each([
    [0, true, 'clear-day', 'Clear sky'],
    [0, false, 'clear-night', 'Clear sky'],
    [2, true, 'partly-cloudy-day', 'Partly cloudy'],
    [2, false, 'partly-cloudy-night', 'Partly cloudy'],
    [3, false, 'cloudy', 'Overcast'],
    [45, true, 'fog', 'Fog'],
    [57, true, 'sleet', 'Freezing drizzle'],
    [65, true, 'rain', 'Heavy rain'],
    [66, true, 'sleet', 'Light freezing rain'],
    [77, true, 'snow', 'Snow grains'],
    [86, true, 'snow', 'Snow showers'],
    [99, true, 'thunderstorm', 'Thunderstorm with heavy hail'],
  ])('of WMO code %d, day %s, is %s', (code, isDay, icon, summary) => {
    expect(wmoWeather(code, isDay)).toEqual({ icon, summary });
  });

  it.each([4, 42, -1, 100, 1.5, Number.NaN])('of WMO code %s is unknown', (code) => {
    expect(wmoWeather(code, true)).toBeUndefined();
  });

  it.each([
    [at('day/skc'), true, 'Sunny', 'clear-day'],
    [at('night/few'), false, 'Mostly Clear', 'clear-night'],
    [at('night/sct'), false, 'Partly Cloudy', 'partly-cloudy-night'],
    [at('day/bkn'), true, 'Mostly Cloudy', 'cloudy'],
    [at('day/rain_showers,40/tsra_sct,30'), true, 'Chance Rain Showers', 'rain'],
    [at('day/tsra_hi,20'), true, 'Slight Chance T-storms', 'thunderstorm'],
    [at('night/wind_bkn'), false, 'Mostly Cloudy', 'wind'],
    [at('day/snow_fzra,80'), true, 'Snow Likely', 'sleet'],
    [at('day/blizzard'), true, 'Blizzard', 'snow'],
    [at('day/haze'), true, 'Haze', 'fog'],
    [null, false, 'Partly Cloudy', 'partly-cloudy-night'],
    [at('day/constructor'), true, 'Chance Light Rain', 'rain'],
    ['javascript:alert(1)', true, 'Sunny', 'clear-day'],
  ])('of %s, day %s, %s is %s', (url, isDay, words, icon) => {
    expect(nwsIcon(url, isDay, words)).toBe(icon);
    expect(weatherIcons).toContain(icon);
  });

  it('of an unknown condition in unknown words is unknown', () => {
    expect(nwsIcon(at('day/volcano'), true, 'Ashfall')).toBeUndefined();
  });
});

describe('[R713] the unit of a place', () => {
  it.each([
    ['United States', 'F'],
    ['Bahamas', 'F'],
    ['Germany', 'C'],
    ['India', 'C'],
    [null, 'F'],
  ])('in %s is °%s', (country, degrees) => {
    expect(degreesOf(country)).toBe(degrees);
  });
});
