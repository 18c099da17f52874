import { getWeather, getWeatherHistory } from '@atrium/contract/weather';
import type { Http } from '../../http/server.ts';
import type { Weather } from './weather.ts';

export function bindWeather(http: Http, weather: Weather): void {
  http.bind(getWeather, ({ scope, params }) => weather.get(scope, params.locationId, params.type));
  http.bind(getWeatherHistory, ({ scope, params, query }) => weather.history(scope, params.locationId, query));
}
