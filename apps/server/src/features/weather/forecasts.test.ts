import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { runAs } from '../../payer.ts';
import { type Forecast, type Point, pointOf, type Provider } from './forecast.ts';
import { createForecasts } from './forecasts.ts';

const log = pino({ level: 'silent' });
const clock = () => new Date('2026-03-04T12:20:00Z');
const weather = { icon: 'rain', summary: 'Rain', precipProbability: 0.4 } as const;
const forecast: Forecast = {
  now: null,
  hours: [{ time: '2026-03-04T12:00:00.000Z', temperature: 50, ...weather }],
  days: [],
};

function askedBy(): { asked: Point[]; forecasts: ReturnType<typeof createForecasts> } {
  const asked: Point[] = [];
  const ask = async (point: Point) => {
    asked.push(point);
    return forecast;
  };
  return { asked, forecasts: createForecasts({ provider: { name: 'nws', ask }, clock, log }) };
}

const as = <T>(key: string, work: () => Promise<T>) => runAs({ kind: 'organization', key, signal: undefined }, work);

describe('[S158] the calls of an organization', () => {
  it('are 300 in half an hour; others still have theirs, and what is known costs nothing', async () => {
    const { asked, forecasts } = askedBy();
    const at = (index: number) => forecasts.at(pointOf(index / 10, 0), 'UTC');
    for (let index = 0; index < 300; index++) await as('greedy', () => at(index));
    await expect(as('greedy', () => at(300))).rejects.toMatchObject({ code: 'too_many' });
    await expect(as('greedy', () => at(7))).resolves.toMatchObject({ forecast });
    await expect(as('other', () => at(300))).resolves.toMatchObject({ forecast });
    expect(asked).toHaveLength(301);
  });
});

describe('[R711] an answer without the hour of now', () => {
  it('is refused', async () => {
    const empty: Provider = { name: 'nws', ask: async () => ({ ...forecast, hours: [] }) };
    const forecasts = createForecasts({ provider: empty, clock, log });
    await expect(forecasts.at(pointOf(1, 1), 'UTC')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('[R715] near locations', () => {
  it('share a point of two decimals; others have their own', async () => {
    const { asked, forecasts } = askedBy();
    for (const [latitude, longitude] of [
      [30.2681, -97.7448],
      [30.2719, -97.7401],
      [30.2751, -97.7448],
    ] as const)
      await forecasts.at(pointOf(latitude, longitude), 'America/Chicago');
    expect(asked).toEqual([
      { latitude: 30.27, longitude: -97.74 },
      { latitude: 30.28, longitude: -97.74 },
    ]);
    expect(Object.is(pointOf(-0.001, 0).latitude, 0)).toBe(true);
  });
});
