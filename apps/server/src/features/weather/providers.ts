import { version } from '@atrium/contract/product';
import type { Config } from '../../config.ts';
import { createOutgoing, type Outgoing } from '../../outgoing/guarded-fetch.ts';
import { NotCovered, type Point, type Provider, Throttled } from './forecast.ts';
import { type GridPoint, isOutsideNws, nwsForecastPaths, nwsPointPath, readNws, readNwsPoint } from './nws.ts';
import { openMeteoQuery, readOpenMeteo } from './open-meteo.ts';
import { createRecent } from './recent.ts';

export type WeatherConfig = Partial<
  Pick<
    Config,
    'weatherProvider' | 'weatherUrl' | 'weatherApiKey' | 'weatherContact' | 'publicUrl' | 'internalHosts' | 'demo'
  >
>;

/** Undefined if no provider is set. */
export function providerOf(config: WeatherConfig): Provider | undefined {
  const outgoing = createOutgoing(config.internalHosts ?? []);
  switch (config.weatherProvider) {
    case 'open-meteo':
      return openMeteo(config, outgoing);
    case 'nws':
      return nationalWeatherService(config, outgoing);
    case undefined:
      return undefined;
  }
}

/** Customers of Open-Meteo have a key and a host of their own. */
function openMeteo({ weatherUrl, weatherApiKey: key }: WeatherConfig, outgoing: Outgoing): Provider {
  const origin = weatherUrl ?? `https://${key === undefined ? 'api' : 'customer-api'}.open-meteo.com`;
  return {
    name: 'open-meteo',
    async ask(point, timezone, now) {
      const query = openMeteoQuery(point, timezone, key).toString();
      const { status, body } = await get(outgoing, `${origin}/v1/forecast?${query}`, {
        accept: 'application/json',
        'user-agent': userAgent,
      });
      if (status !== 200) throw new Error(`The provider responded with ${status}`);
      return readOpenMeteo(body, timezone, now);
    },
  };
}

const userAgent = `Atrium/${version}`;
/** Which cell a point belongs to changes rarely. */
const cellMs = 24 * 3_600_000;

/** The service asks for a User-Agent that names someone it can contact. */
function nationalWeatherService(config: WeatherConfig, outgoing: Outgoing): Provider {
  const { weatherUrl: origin = 'https://api.weather.gov', weatherContact, publicUrl } = config;
  const contact = weatherContact ?? publicUrl;
  const agent = contact === undefined ? userAgent : `${userAgent} (${contact})`;
  const headers = { accept: 'application/geo+json', 'user-agent': agent };
  const cells = createRecent<{ cell: GridPoint; until: number }>(2_000);

  const read = async (path: string) => {
    const { status, body } = await get(outgoing, `${origin}${path}`, headers);
    if (status === 404 && isOutsideNws(body)) throw new NotCovered('The point is outside of the service area');
    if (status !== 200) throw new Error(`The provider responded with ${status}`);
    return body;
  };
  const cellAt = async (point: Point, now: Date) => {
    const path = nwsPointPath(point);
    const known = cells.get(path);
    if (known && known.until > now.getTime()) return known.cell;
    const cell = readNwsPoint(await read(path));
    cells.set(path, { cell, until: now.getTime() + cellMs });
    return cell;
  };
  return {
    name: 'nws',
    async ask(point, timezone, now) {
      const paths = nwsForecastPaths(await cellAt(point, now));
      const [hourly, daily] = await Promise.all([read(paths.hourly), read(paths.daily)]);
      return readNws({ hourly, daily }, timezone, now);
    },
  };
}

/** The body is undefined if it is no JSON. */
async function get(outgoing: Outgoing, url: string, headers: Record<string, string>) {
  const response = await outgoing.fetch(url, { headers });
  if (response.status === 429) throw new Throttled('The provider wants fewer calls');
  const body: unknown = await response.json().catch(() => undefined);
  return { status: response.status, body };
}
