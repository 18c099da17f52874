import { getProductInfo } from '@atrium/contract/product-info';
import { getWeather, getWeatherHistory } from '@atrium/contract/weather';
import { demoWorld } from '@atrium/simulator/demo-world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoWeather } from '../src/demo/weather.ts';
import { openWorld, type World } from './world.ts';

const start = new Date('2026-03-04T12:20:00Z');

describe('without a provider', () => {
  let world: World;
  const [northgate] = demoWorld().organizations;
  beforeAll(async () => {
    world = await openWorld({ now: start, app: { simulatedWeather: demoWeather() } });
  });
  afterAll(() => world.close());

  it('[R710] the answer names the setting', async () => {
    const { orgId, locationId } = await world.location({ latitude: 30, longitude: -97 });
    const client = await world.signIn(await world.user({ orgId }));
    const message = 'Weather is not set up. Set WEATHER_PROVIDER to open-meteo or nws.';
    expect(await client.get(`/api/location/${locationId}/weather/daily`)).toMatchObject({
      status: 503,
      body: { err: message, error: message },
    });
    const query = 'startDate=2026-03-03&endDate=2026-03-03';
    const history = await client.get(`/api/location/${locationId}/weather/history?${query}`);
    expect(history).toMatchObject({ status: 200, body: { hours: [] } });
  });

  it('[R712] the demo has a simulated one, and only the demo', async () => {
    const { orgId } = await world.organization({ orgId: northgate!.orgId });
    const { locationId } = await world.location({
      orgId,
      latitude: 52.52,
      longitude: 13.41,
      timezone: 'Europe/Berlin',
    });
    const client = await world.signIn(await world.user({ orgId }));
    const weather = await client.call(getWeather, { params: { locationId, type: 'daily' } });
    expect(weather).toMatchObject({ simulated: true, provider: 'demo', asOf: start.toISOString() });
    expect(weather.daily).toHaveLength(7);
    expect(await client.call(getWeather, { params: { locationId, type: 'daily' } })).toEqual(weather);
    const query = { startDate: '2025-12-01', endDate: '2025-12-02' };
    const past = await client.call(getWeatherHistory, { params: { locationId }, query });
    expect([past.simulated, past.hours.length]).toEqual([true, 48]);
    expect((await world.anonymous().call(getProductInfo, {})).weather).toBe(true);
  });
});
