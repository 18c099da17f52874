import { describe, expect, it } from 'vitest';
import { weatherAt, weatherDays, weatherHours } from './climate.ts';

const berlin = { latitude: 52.52, longitude: 13.41 };
const sydney = { latitude: -33.87, longitude: 151.21 };
const singapore = { latitude: 1.35, longitude: 103.82 };
const at = (text: string) => Date.parse(text) / 1000;

function meanOf(place: typeof berlin, month: string): number {
  const from = at(`2026-${month}-01T00:00:00Z`);
  const hours = weatherHours(place, from, from + 28 * 86_400);
  return hours.reduce((sum, { temperature }) => sum + temperature, 0) / hours.length;
}

describe('[R712] the weather of the demo', () => {
  it('is the same for the same place and time, and another elsewhere', () => {
    const instant = at('2026-03-04T12:00:00Z');
    expect(weatherAt(berlin, instant)).toEqual(weatherAt({ ...berlin }, instant));
    const week = (place: typeof berlin) => weatherHours(place, instant, instant + 7 * 86_400).map(({ icon }) => icon);
    expect(week(berlin)).not.toEqual(week({ ...berlin, longitude: 13.42 }));
  });

  it('is warmer in summer, on either side of the equator, and always warm at it', () => {
    expect(meanOf(berlin, '07') - meanOf(berlin, '01')).toBeGreaterThan(20);
    expect(meanOf(sydney, '01') - meanOf(sydney, '07')).toBeGreaterThan(10);
    for (const month of ['01', '07']) expect(meanOf(singapore, month)).toBeGreaterThan(72);
    expect(meanOf(berlin, '01')).toBeGreaterThan(15);
    expect(meanOf(berlin, '07')).toBeLessThan(75);
  });

  it('is warmer in the afternoon than at dawn, by day has a day icon, and snows only in the cold', () => {
    const from = at('2026-01-01T00:00:00Z');
    const hours = weatherHours(berlin, from, from + 365 * 86_400);
    const meanAt = (utc: number) => {
      const chosen = hours.filter(({ time }) => new Date(time).getUTCHours() === utc);
      return chosen.reduce((sum, { temperature }) => sum + temperature, 0) / chosen.length;
    };
    expect(meanAt(14) - meanAt(4)).toBeGreaterThan(5);
    const implausible = hours.filter(({ time, icon, temperature, precipProbability: rain }) => {
      const utc = new Date(time).getUTCHours();
      const isWrongLight = (icon.endsWith('-night') && utc === 11) || (icon.endsWith('-day') && utc === 23);
      const isWrongCold = (icon === 'snow' && temperature > 32) || (icon === 'thunderstorm' && temperature < 60);
      return isWrongLight || isWrongCold || rain === null || rain < 0 || rain >= 1;
    });
    expect(implausible).toEqual([]);
    expect(new Set(hours.map(({ icon }) => icon)).size).toBeGreaterThanOrEqual(8);
  });

  it('has days of the local calendar, whose bounds are those of their hours', () => {
    const days = weatherDays(berlin, 'Europe/Berlin', at('2026-03-28T12:00:00Z'), 3);
    expect(days.map(({ time }) => time)).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    const hours = weatherHours(berlin, at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'));
    expect(hours).toHaveLength(23);
    expect(days[1]?.temperatureMax).toBe(Math.max(...hours.map(({ temperature }) => temperature)));
    expect(days[1]?.temperatureMin).toBe(Math.min(...hours.map(({ temperature }) => temperature)));
  });
});
