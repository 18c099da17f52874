import { marksOf } from '../analytics/store.ts';
import { createForecasts, type Forecasts } from '../features/forecast/forecasts.ts';
import { bindForecast } from '../features/forecast/routes.ts';
import { freshFrom } from '../ingestion/horizon.ts';
import { openJobs } from '../jobs/store.ts';
import type { Core } from './core.ts';

/** As long as a job may take; what is older was lost with its process. */
const lostAfter = 6 * 3_600_000;

/** The nightly forecast, and how good it is. */
export function openForecast({ http, registry, directory, facts, clock, log }: Core): Forecasts {
  const forecasts = createForecasts({
    registry,
    directory,
    clock,
    log,
    openJobs: (tx, request) => openJobs(tx, request, new Date(clock().getTime() - lostAfter)),
    asking: ({ orgId, factOrg }) => ({
      replace: (forecast) => facts.forecasts.replace(forecast),
      countsOf: async (slices) => {
        const series = [...new Set(slices.flatMap(({ members }) => members.map((member) => member.series)))];
        const from = Math.min(...slices.map(({ edges }) => edges[0]!));
        const to = Math.max(...slices.map(({ edges }) => edges.at(-1)!));
        const marks = await registry.tenant({ orgId }, (tx) => marksOf(tx, series, from, to));
        return facts.aggregate({ org: factOrg, slices, freshFrom: freshFrom(clock().getTime() / 1000), marks });
      },
    }),
  });
  bindForecast(http, forecasts);
  return forecasts;
}
