import { describe, expect, it } from 'vitest';
import { intervalOf, weatherRows } from './rows.ts';

const now = new Date('2026-03-02T12:30:00Z');
const entry = { icon: 'rain', summary: 'Rain', precipProbability: 0.4 } as const;
const hourly = Array.from({ length: 8 }, (_, index) => ({
  ...entry,
  time: new Date(Date.UTC(2026, 2, 2, 10 + index)).toISOString(),
  temperature: 50 + index,
}));
const daily = Array.from({ length: 8 }, (_, index) => ({
  ...entry,
  time: new Date(Date.UTC(2026, 2, 2 + index, 5)).toISOString(),
  temperatureMax: 60 + index,
  temperatureMin: 40 - index,
}));

describe('the rows of a weather card', () => {
  it('[R368] [R370] are four hours at most, without those that have passed', () => {
    const rows = weatherRows({ hourly, daily: [] }, 'hourly', false, now);
    expect(rows.map(({ time }) => time.slice(11, 13))).toEqual(['13', '14', '15', '16']);
    expect(rows[0]).toMatchObject({ temperature: 53, lowest: null });
    expect(weatherRows({ hourly, daily }, 'hourly', false, new Date('2026-03-02T16:00:00Z'))).toHaveLength(2);
  });

  it('[R370] are five days at most', () => {
    const rows = weatherRows({ hourly: [], daily }, 'daily', false, now);
    expect(rows).toHaveLength(5);
    expect(rows[4]).toMatchObject({ temperature: 64, lowest: 36 });
  });

  it('[R369] are in Celsius on request, rounded down to two decimals', () => {
    const [day] = weatherRows(
      { hourly: [], daily: [{ ...daily[0]!, temperatureMax: 71, temperatureMin: 31 }] },
      'daily',
      true,
      now,
    );
    // 21.666… and -0.555…
    expect(day).toMatchObject({ temperature: 21.66, lowest: -0.56 });
  });

  it('are daily unless hours are chosen', () => {
    expect(intervalOf({ dataOptions: {} })).toBe('daily');
    expect(intervalOf({ dataOptions: { weatherInterval: 'hourly' } })).toBe('hourly');
    expect(intervalOf({ dataOptions: { weatherInterval: 'monthly' } })).toBe('daily');
  });
});
