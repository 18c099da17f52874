import { getWeather, getWeatherHistory } from '@atrium/contract/weather';
import { weatherTexts } from '@atrium/rules/weather';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeWeather } from '../src/features/weather/store.ts';
import { deleteLocation } from '@atrium/contract/locations';
import type { Client } from './client.ts';
import { peerTemperature, startNationalWeatherService, startOpenMeteo, type WeatherPeer } from './weather-peers.ts';
import { openWorld, type World } from './world.ts';

const start = new Date('2026-03-04T12:20:00Z');
let now = start;
const clock = () => now;
let nextLatitude = 20;

interface Setting {
  readonly peer: WeatherPeer;
  readonly world: World;
}

async function at(place: Partial<{ latitude: number; longitude: number; timezone: string }> = {}, { world } = meteo) {
  nextLatitude += 0.1;
  const { locationId, orgId, name } = await world.location({
    // Each test has a place of its own: answers are shared by all who ask for it.
    latitude: Math.round(nextLatitude * 10) / 10,
    longitude: -97.744821,
    timezone: 'America/Chicago',
    ...place,
  });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { locationId, orgId, name, admin, latitude: place.latitude ?? Math.round(nextLatitude * 10) / 10 };
}

const daily = (client: Client, locationId: string) => client.get(`/api/location/${locationId}/weather/daily`);
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
  for (const { world } of [meteo, nws]) world.setNow(now);
};

let meteo: Setting;
let nws: Setting;
beforeAll(async () => {
  const shared = { internalHosts: ['127.0.0.1'], now: start };
  const peer = await startOpenMeteo(clock, 'hunter2');
  const settings = { weatherProvider: 'open-meteo', weatherUrl: peer.origin, weatherApiKey: 'hunter2' } as const;
  meteo = { peer, world: await openWorld({ ...shared, ...settings }) };
  const service = await startNationalWeatherService(clock);
  const contact = { weatherProvider: 'nws', weatherUrl: service.origin, weatherContact: 'ops@example.com' } as const;
  nws = { peer: service, world: await openWorld({ ...shared, ...contact }) };
});
afterAll(async () => {
  for (const { peer, world } of [meteo, nws]) {
    await world.close();
    await peer.close();
  }
});
beforeEach(() => {
  for (const { peer } of [meteo, nws]) {
    peer.trouble = undefined;
    peer.asked.length = 0;
  }
});

describe('the weather of a location', () => {
  it('[R366] [R707] is that of Open-Meteo: now, and the hours that are still to come', async () => {
    const { admin, locationId, latitude, name } = await at();
    const { body } = await admin.get(`/api/location/${locationId}/weather/hourly`);
    const weather = getWeather.reply.parse(body);
    const { hourly, ...rest } = weather;
    expect(rest).toEqual({
      latitude,
      longitude: -97.744821,
      currently: {
        time: '2026-03-04T12:15:00.000Z',
        temperature: peerTemperature(latitude, Date.parse('2026-03-04T12:15:00Z') / 1000),
        icon: 'partly-cloudy-night',
        summary: 'Partly cloudy',
        precipProbability: null,
      },
      daily: [],
      location: { locationId, name },
      provider: 'open-meteo',
      asOf: start.toISOString(),
    });
    expect(hourly[0]).toEqual({
      time: '2026-03-04T13:00:00.000Z',
      temperature: peerTemperature(latitude, Date.parse('2026-03-04T13:00:00Z') / 1000),
      icon: 'partly-cloudy-day',
      summary: 'Partly cloudy',
      precipProbability: 0.25,
    });
    expect(meteo.peer.asked[0]).toContain(`latitude=${latitude}&longitude=-97.74&`);
  });

  it('[R366] has days of the location, the first of them today', async () => {
    const { admin, locationId } = await at();
    const weather = await admin.call(getWeather, { params: { locationId, type: 'daily' } });
    expect(weather.hourly).toEqual([]);
    expect(weather.daily.map(({ time }) => time)).toEqual([
      '2026-03-04T06:00:00.000Z',
      '2026-03-05T06:00:00.000Z',
      '2026-03-06T06:00:00.000Z',
      '2026-03-07T06:00:00.000Z',
      '2026-03-08T06:00:00.000Z',
      '2026-03-09T05:00:00.000Z',
      '2026-03-10T05:00:00.000Z',
    ]);
    for (const { temperatureMax, temperatureMin } of weather.daily)
      expect(temperatureMax).toBeGreaterThan(temperatureMin);
    expect((await admin.get(`/api/location/${locationId}/weather/minutely`)).status).toBe(404);
  });

  it('[R708] is that of the National Weather Service, which learns whom it can contact', async () => {
    const { admin, locationId, latitude } = await at({ latitude: 30.268107 }, nws);
    const weather = await admin.call(getWeather, { params: { locationId, type: 'hourly' } });
    expect(weather).toMatchObject({
      latitude,
      provider: 'nws',
      currently: {
        time: '2026-03-04T12:00:00.000Z',
        icon: 'rain',
        summary: 'Chance Rain Showers',
        precipProbability: null,
      },
    });
    expect(weather.currently.temperature).toBe(
      Math.round(peerTemperature(30.27, Date.parse('2026-03-04T12:00:00Z') / 1000)),
    );
    expect(weather.hourly[0]?.time).toBe('2026-03-04T13:00:00.000Z');
    expect(nws.peer.asked).toEqual([
      '/points/30.27,-97.74',
      '/gridpoints/EWX/98,30/forecast/hourly?units=us',
      '/gridpoints/EWX/98,30/forecast?units=us',
    ]);
    expect(new Set(nws.peer.agents)).toEqual(new Set(['Atrium/3.40.0 (ops@example.com)']));
    const days = await admin.call(getWeather, { params: { locationId, type: 'daily' } });
    expect(days.daily[0]?.time).toBe('2026-03-04T06:00:00.000Z');
    expect(days.daily.length).toBeGreaterThanOrEqual(6);
  });

  it('[R708] is missing outside of the United States, and the service is not asked again', async () => {
    const { admin, locationId } = await at({ latitude: 52.52, longitude: 13.41 }, nws);
    for (let round = 0; round < 2; round++)
      expect(await daily(admin, locationId)).toMatchObject({ status: 503, body: { error: weatherTexts.notCovered } });
    expect(nws.peer.asked).toEqual(['/points/52.52,13.41']);
  });

  it('[R710] needs coordinates, and says so', async () => {
    const { orgId, admin } = await at();
    const { locationId } = await meteo.world.location({ orgId, latitude: null, longitude: null });
    const message = weatherTexts.noCoordinates;
    expect(await daily(admin, locationId)).toMatchObject({
      status: 409,
      body: { message, err: message, error: message },
    });
    expect(meteo.peer.asked).toEqual([]);
  });
});

describe('[R366] an answer', () => {
  it('may be kept by the browser of its user for 10 minutes; a refusal may not', async () => {
    const { admin, locationId } = await at();
    const { headers } = await daily(admin, locationId);
    expect(headers.get('cache-control')).toBe('private, max-age=600');
    expect(headers.get('vary')?.toLowerCase()).toContain('cookie');
    const unknown = await daily(admin, crypto.randomUUID());
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-cache, no-store']);
  });

  it('is asked for once in 30 minutes, by everyone near the place, whatever their organization', async () => {
    const { admin, locationId, latitude } = await at();
    const neighbor = await at({ latitude: latitude + 0.003 });
    await daily(admin, locationId);
    const { body } = await daily(neighbor.admin, neighbor.locationId);
    expect(body).toMatchObject({ latitude: latitude + 0.003, location: { locationId: neighbor.locationId } });
    pass(29);
    await admin.get(`/api/location/${locationId}/weather/hourly`);
    expect(meteo.peer.asked).toHaveLength(1);
    pass(1);
    expect((await daily(admin, locationId)).body).toMatchObject({ asOf: now.toISOString() });
    expect(meteo.peer.asked).toHaveLength(2);
  });

  it('is shared by those who ask at the same moment, even if the first of them leaves', async () => {
    const { admin, locationId } = await at();
    const moments = new EventEmitter();
    const [held, asked] = [once(moments, 'answer'), once(moments, 'asked')];
    meteo.peer.trouble = (_, response) => {
      meteo.peer.trouble = undefined;
      moments.emit('asked');
      void held
        .then(() => fetch(`${meteo.peer.origin}${meteo.peer.asked[0]}`))
        .then(async (real) => response.end(await real.text()));
    };
    const leaving = new AbortController();
    const first = fetch(`${meteo.world.url}/api/location/${locationId}/weather/daily`, {
      headers: { cookie: admin.cookieHeader() },
      signal: leaving.signal,
    }).catch(() => 'left');
    await asked;
    const others = [daily(admin, locationId), daily(admin, locationId)];
    leaving.abort();
    expect(await first).toBe('left');
    await new Promise((resolve) => setTimeout(resolve, 100));
    moments.emit('answer');
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
    // The second is the peer's own.
    expect(meteo.peer.asked).toHaveLength(2);
  });
});

const troubles: Record<string, WeatherPeer['trouble']> = {
  'an error': (_, response) => response.writeHead(400).end('{"error":true,"reason":"hunter2"}'),
  'its own failure': (_, response) => response.writeHead(500).end('oops'),
  'that there were too many calls': (_, response) => response.writeHead(429).end('{"error":true}'),
  'no JSON': (_, response) => response.end('<html>hunter2</html>'),
  'another kind of number': (_, response) => response.end('{"hourly":{"time":[NaN]}}'),
  'something else': (_, response) => response.end('{"hourly":[]}'),
  'far too much': (_, response) => response.end(Buffer.alloc(3 * 1024 * 1024, ' ')),
  'half of it': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{');
    setTimeout(() => response.destroy(), 20);
  },
  nothing: (request) => request.socket.destroy(),
};

describe('[R711] a provider that answers', () => {
  it.each(Object.entries(troubles))('%s gives a plain 503, and is left alone for a while', async (_, trouble) => {
    const { admin, locationId } = await at();
    meteo.peer.trouble = trouble;
    const answer = await daily(admin, locationId);
    const message = weatherTexts.unavailable;
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', message, err: message, error: message } });
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
    expect((await daily(admin, locationId)).status).toBe(503);
    expect(meteo.peer.asked).toHaveLength(1);
    meteo.peer.trouble = undefined;
    pass(5);
    expect((await daily(admin, locationId)).status).toBe(200);
  });

  it('[S157] with a redirect is not followed, and no key reaches another server or the log', async () => {
    const heard: string[] = [];
    const elsewhere = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const { admin, locationId } = await at();
    meteo.peer.trouble = (request, response) =>
      void response.writeHead(302, { location: `http://127.0.0.1:${port}${request.url}` }).end();
    expect((await daily(admin, locationId)).status).toBe(503);
    expect(heard).toEqual([]);
    expect(meteo.world.log.join('\n')).toContain('The weather is not available');
    expect(meteo.world.log.join('\n')).not.toContain('hunter2');
    elsewhere.close();
  });

  it('in Celsius is refused rather than shown as Fahrenheit', async () => {
    const { admin, locationId } = await at();
    meteo.peer.trouble = (request, response) => {
      meteo.peer.trouble = undefined;
      const url = `${meteo.peer.origin}${request.url}`.replace(
        'temperature_unit=fahrenheit',
        'temperature_unit=celsius',
      );
      void fetch(url).then(async (real) => response.end(await real.text()));
    };
    expect((await daily(admin, locationId)).status).toBe(503);
    expect(meteo.peer.asked).toHaveLength(2);
  });

  it('no more gives what is known for up to 6 hours, with its age and the hour of now', async () => {
    const { admin, locationId, latitude } = await at();
    const asOf = now.toISOString();
    await daily(admin, locationId);
    meteo.peer.trouble = troubles['its own failure'];
    pass(300);
    const stale = await admin.call(getWeather, { params: { locationId, type: 'hourly' } });
    const hour = Math.floor(now.getTime() / 3_600_000) * 3_600;
    expect(stale.asOf).toBe(asOf);
    expect(stale.currently).toMatchObject({
      time: new Date(hour * 1000).toISOString(),
      temperature: peerTemperature(latitude, hour),
    });
    expect(stale.hourly.every(({ time }) => Date.parse(time) >= now.getTime())).toBe(true);
    pass(61);
    expect((await daily(admin, locationId)).status).toBe(503);
  });
});

describe('[R714] past weather', () => {
  it('is kept hour by hour, and read by local days', async () => {
    const { admin, locationId, latitude } = await at();
    await daily(admin, locationId);
    const day = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
    const query = { startDate: day, endDate: day };
    const { hours, simulated } = await admin.call(getWeatherHistory, { params: { locationId }, query });
    expect(simulated).toBeUndefined();
    expect(hours).toHaveLength(24);
    const [first] = hours;
    expect(first).toMatchObject({ time: `${day}T06:00:00.000Z`, provider: 'open-meteo' });
    expect(first?.temperature).toBe(peerTemperature(latitude, Date.parse(first!.time) / 1000));
    const today = await admin.call(getWeatherHistory, {
      params: { locationId },
      query: { startDate: day, endDate: now.toISOString().slice(0, 10) },
    });
    expect(today.hours.every(({ time }) => Date.parse(time) <= now.getTime())).toBe(true);
    expect(today.hours.length).toBeGreaterThan(24);
  });

  it('grows with each answer, and what is known later counts', async () => {
    const { admin, locationId } = await at({ latitude: 41.5 }, nws);
    await daily(admin, locationId);
    const first = now;
    pass(60);
    await daily(admin, locationId);
    const day = first.toISOString().slice(0, 10);
    const { hours } = await admin.call(getWeatherHistory, {
      params: { locationId },
      query: { startDate: day, endDate: day },
    });
    expect(hours.map(({ provider }) => provider)).toEqual(['nws', 'nws']);
  });

  it.each([
    ['2026-03-02', '2026-03-01', 'endDate is before startDate.'],
    ['2026-01-01', '2026-02-01', 'endDate is more than 31 days after startDate.'],
    ['1200-01-01', '1200-01-01', 'startDate is not a day of this calendar.'],
  ])('from %s to %s is refused', async (startDate, endDate, message) => {
    const { admin, locationId } = await at();
    const answer = await admin.get(
      `/api/location/${locationId}/weather/history?startDate=${startDate}&endDate=${endDate}`,
    );
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  it('is erased with its location and its organization', async () => {
    const { registry } = meteo.world;
    const kept = () =>
      registry.system(async ({ client }) => {
        const { rows } = await client.query<{ id: string }>('SELECT DISTINCT location_id::text AS id FROM weather_day');
        return rows.map(({ id }) => id);
      });
    const [gone, ended, stays] = [await at(), await at(), await at()];
    for (const { admin, locationId } of [gone, ended, stays]) await daily(admin, locationId);
    await gone.admin.call(deleteLocation, { params: { locationId: gone.locationId } });
    await registry.system(({ client }) =>
      client.query('UPDATE organization SET deleted_at = now() WHERE org_id = $1', [ended.orgId]),
    );
    expect(await kept()).toEqual(expect.arrayContaining([gone.locationId, ended.locationId]));
    await registry.system(purgeWeather);
    const left = await kept();
    expect(left).toContain(stays.locationId);
    expect(left).not.toContain(gone.locationId);
    expect(left).not.toContain(ended.locationId);
  });
});
