import type { ForecastScoreboard } from '@atrium/contract/forecast';
import { dateOfDay } from '@atrium/calendar/opening-hours';
import { isZone, localDay, zoneOf } from '@atrium/calendar/zones';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobKind } from '../../jobs/jobs.ts';
import type { JobRequest } from '../../jobs/store.ts';
import type { Log } from '../../log.ts';
import { notFound } from '../../refusal.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Estate } from '../../registry/directory/estate.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { maySeeLocation, type Scope } from '../../scope.ts';
import { type Asking, forecastLocation } from './location-forecast.ts';
import { bandSeriesOf, locationRuns, type LocationRun, saveForecast, scoresOf } from './store.ts';

export interface ForecastDependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly clock: () => Date;
  readonly log: Log;
  readonly asking: (estate: Estate) => Pick<Asking, 'countsOf' | 'replace'>;
  /** How many jobs of a kind an organization has waiting or running. */
  readonly openJobs: (tx: Transaction, request: { kind: string; orgId: string }) => Promise<number>;
}

export interface Forecasts {
  readonly kinds: Readonly<Record<'plan-forecasts' | 'forecast', JobKind>>;
  /** Plans use it as soon as the queue runs. */
  bind(enqueue: Enqueue): void;
  scoreboard(scope: Scope, locationId?: string): Promise<ForecastScoreboard>;
}

type Enqueue = (tx: Transaction, request: JobRequest) => Promise<unknown>;

/** A night begins at one o'clock: by then the day before has arrived. */
const nightSeconds = 3600;
/** Then it is another organization's turn. */
const locationsPerJob = 20;
/** Computing takes at most a third of the thread's time. */
const restShare = 2;

export function createForecasts(dependencies: ForecastDependencies): Forecasts {
  const { registry, directory, clock, log, asking, openJobs } = dependencies;
  let enqueue: Enqueue | undefined;

  const startFor = async (orgId: string, after?: string) => {
    await registry.system(async (tx) =>
      enqueue?.(tx, { kind: 'forecast', orgId, data: after ? { orgId, after } : { orgId } }),
    );
  };

  /** Once for each organization with a location whose night has begun, unless it is at it already. */
  const plan = async () => {
    const due = dueAt(await registry.system((tx) => locationRuns(tx)), clock());
    for (const orgId of new Set(due.map((each) => each.orgId))) {
      const open = await registry.system((tx) => openJobs(tx, { kind: 'forecast', orgId }));
      if (open === 0) await startFor(orgId);
    }
  };

  const make = async ({ orgId, locationId, timezone }: LocationRun): Promise<void> => {
    const now = clock();
    const estate = await directory.latest(orgId);
    const zones = await forecastLocation(estate, locationId, now, {
      ...asking(estate),
      bandSeries: (isNeeded) => registry.system((tx) => bandSeriesOf(tx, { orgId, locationId }, isNeeded, now)),
      pause: (computedMs) => sleep(Math.min(500, computedMs * restShare)),
    });
    // Last: what ended before it is made again.
    const day = nightOf(timezone, now);
    await registry.system((tx) => saveForecast(tx, { orgId, locationId, day, madeAt: now, zones }));
  };

  const run: JobKind['run'] = async ({ data, report }) => {
    const { orgId, after = '' } = data as { orgId: string; after?: string };
    const runs = await registry.system((tx) => locationRuns(tx, orgId));
    const due = dueAt(runs, clock()).filter(({ locationId }) => locationId > after);
    const some = due.slice(0, locationsPerJob);
    for (const [done, each] of some.entries()) {
      await report(done, some.length, `Forecasting location ${done + 1} of ${some.length}.`);
      try {
        await make(each);
      } catch (error) {
        // The next plan tries again; the others do not wait for it.
        log.warn({ err: error, orgId, locationId: each.locationId }, 'A location could not be forecast');
      }
    }
    await report(some.length, some.length);
    const last = some.at(-1);
    if (last && due.length > some.length) await startFor(orgId, last.locationId);
  };

  return {
    kinds: {
      'plan-forecasts': { schedule: { cron: '*/5 * * * *', timezone: 'UTC' }, retries: 0, run: plan },
      forecast: { hours: 2, run },
    },
    bind(given) {
      enqueue = given;
    },
    async scoreboard(scope, locationId) {
      if (locationId !== undefined) {
        const estate = await directory.estate(scope.orgId);
        if (!estate.locations.has(locationId) || !maySeeLocation(scope, locationId)) throw notFound('The location');
      }
      return { zones: await registry.tenant(scope, (tx) => scoresOf(tx, scope, locationId)) };
    },
  };
}

function dueAt(runs: readonly LocationRun[], now: Date): LocationRun[] {
  return runs.filter(({ timezone, day }) => isZone(timezone) && (day === null || day < nightOf(timezone, now)));
}

/** The local day whose forecast is due, `YYYY-MM-DD`. */
function nightOf(timezone: string, now: Date): string {
  return dateOfDay(localDay(zoneOf(timezone), Math.floor(now.getTime() / 1000) - nightSeconds));
}
