import { getLocation } from '@atrium/contract/locations';
import { getProductInfo } from '@atrium/contract/product-info';
import { getWeather, getWeatherHistory } from '@atrium/contract/weather';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, type Answer, refuse, sentTo, withhold } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { heading, hide } from './steps.ts';

const path = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`;
const place = {
  name: 'Riverside Branch',
  city: 'Austin',
  timezone: 'America/Chicago',
  latitude: 30.268107,
  longitude: -97.744821,
};
const at = (values: object = {}) => answer(getLocation, { ...place, country: 'United States', ...values, site: [] });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Local midnight, however the clock is set today. */
const today = () => {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' }).format(Date.now());
  return `${date}T12:00:00.000Z`;
};
const now = {
  temperature: 58.3,
  icon: 'partly-cloudy-day',
  summary: 'Partly cloudy',
  precipProbability: null,
} as const;
const days = () => [
  {
    time: today(),
    temperatureMin: 55.2,
    temperatureMax: 72.4,
    precipProbability: 0.35,
    icon: 'rain',
    summary: 'Rain',
  } as const,
];
const weather = (values: object = {}) =>
  answer(getWeather, {
    provider: 'open-meteo',
    currently: { ...now, time: minutesAgo(10) },
    daily: days(),
    asOf: minutesAgo(5),
    ...values,
  });
const line = page.getByRole('region', { name: 'Weather' });

const waiting = () => document.querySelector('[class*="_loading_"]');

const hour = (utc: number, temperature: number) =>
  ({ time: `2026-03-02T${utc}:00:00.000Z`, temperature, icon: 'rain', provider: 'nws' }) as const;

function show(address: string, ...answers: readonly Answer[]): Promise<void> {
  const user = [...records, ...signedInAs('OrganizationUser')];
  return open(address, [...user, at(), ...answers]);
}

describe('the weather of a location', () => {
  it('[R713] is a line beside its day: now, the bounds of today, and whom it is from', async () => {
    await show(path, weather());
    await look('location-weather', line);
    await expect.element(line).toHaveTextContent(/^58°FPartly cloudy55°F to 72°FPrecipitation 35%Open-Meteo$/);
    await expect
      .element(page.getByRole('link', { name: 'Open-Meteo' }))
      .toHaveAttribute('href', 'https://open-meteo.com/');
    expect(sentTo(getWeather).at(-1)).toMatchObject({ params: { type: 'daily' } });
  });

  it('[R713] [R369] is in Celsius where people read Celsius', async () => {
    await show(
      path,
      at({ country: 'Germany' }),
      weather({ currently: { ...now, temperature: 31, time: minutesAgo(1) } }),
    );
    await see(line);
    await expect.element(line).toHaveTextContent(/^-1°CPartly cloudy13°C to 22°C/);
  });

  it('[R711] says its age when it is old, and that it is simulated', async () => {
    await show(path, weather({ asOf: minutesAgo(190) }));
    await see(line.getByText(/^as of \d/));
    await show(path, weather({ provider: 'demo', simulated: true }));
    await see(line.getByText('Simulated'));
    await expect.element(line).not.toHaveTextContent('as of');
    expect(line.getByRole('link').elements()).toHaveLength(0);
  });

  it('[R713] has no bounds of today where the provider has none', async () => {
    await show(
      path,
      weather({ daily: days().map((day) => ({ ...day, time: new Date(Date.now() + 30 * 3_600_000).toISOString() })) }),
    );
    await see(line);
    await expect.element(line).toHaveTextContent(/^58°FPartly cloudyOpen-Meteo$/);
  });

  it('[R713] of a past day is what is known of its hours', async () => {
    await show(`${path}?day=2026-03-02`, answer(getWeatherHistory, { hours: [hour(12, 50), hour(13, 54.4)] }));
    await see(line);
    await expect.element(line).toHaveTextContent(/^50°F to 54°FRain2 of 24 hours knownNational Weather Service$/);
    expect(sentTo(getWeatherHistory).at(-1)).toMatchObject({
      query: { startDate: '2026-03-02', endDate: '2026-03-02' },
    });
    expect(sentTo(getWeather)).toEqual([]);
  });

  it('[R713] of a day that nothing is known of, or of a place without coordinates, is nothing', async () => {
    await show(`${path}?day=2026-03-02`, answer(getWeatherHistory, { hours: [] }));
    await expect.poll(() => sentTo(getWeatherHistory).length).toBeGreaterThan(0);
    await expect.poll(waiting).toBeNull();
    expect(line.elements()).toHaveLength(0);
    await show(path, at({ latitude: null, longitude: null }));
    await see(page.getByText('Not set').first());
    expect([line.elements().length, sentTo(getWeather).length]).toEqual([0, 0]);
  });

  it('[R371] that fails is logged and raises no toast', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await show(path, refuse(getWeather, 503, 'The weather cannot be retrieved right now.', { code: 'unavailable' }));
    await see(line.getByText('Weather unavailable'));
    expect(logged.mock.calls).toContainEqual([
      'Unable to retrieve location weather',
      'The weather cannot be retrieved right now.',
    ]);
    expect(page.getByRole('alert').elements()).toHaveLength(0);
    logged.mockRestore();
  });

  it('[R713] keeps its place while it loads', async () => {
    await show(path, withhold(getWeather));
    await see(heading('Riverside Branch'));
    await expect.poll(() => waiting()?.clientHeight).toBe(24);
    expect(line.elements()).toHaveLength(0);
  });
});

const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

describe('an installation', () => {
  it('[R713] [R844] without weather shows none, and open tabs learn of it', async () => {
    try {
      later(11);
      await show(path, answer(getProductInfo, { weather: false }), withhold(getWeather));
      await see(heading('Riverside Branch'));
      await expect.poll(() => sentTo(getProductInfo)).toHaveLength(1);
      await expect.poll(waiting).toBeNull();
      await hide(line);
      later(11);
      await show(path, weather());
      await see(line);
      expect(sentTo(getProductInfo)).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
