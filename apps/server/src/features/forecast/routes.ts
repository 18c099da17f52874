import { getForecastScoreboard } from '@atrium/contract/forecast';
import type { Http } from '../../http/server.ts';
import type { Forecasts } from './forecasts.ts';

export function bindForecast(http: Http, forecasts: Pick<Forecasts, 'scoreboard'>): void {
  http.bind(getForecastScoreboard, ({ scope, query }) => forecasts.scoreboard(scope, query.locationId));
}
