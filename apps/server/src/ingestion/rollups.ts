import { FactsDamaged } from '@atrium/facts/errors';
import type { Facts } from '@atrium/facts/facts-interface';
import type { SeriesDay } from '@atrium/facts/question';
import { kindOf } from '@atrium/metrics/measures';
import { lacksMinutes } from '@atrium/rules/store-match';
import type { Registry } from '../registry/registry.ts';
import { quartersBefore } from './horizon.ts';
import { isMine } from './lane-store.ts';
import type { Log } from '../log.ts';
import { findReadyDays, removeMarks, type OrgMonth, type ReadyDay } from './mark-store.ts';
import type { Reach } from './points.ts';
import { lostMonths, type LostMonths } from './lost-minutes-store.ts';
import { quarterTables } from './quarter-tables.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';

/** After a back-fill thousands of days wait: they are computed in few statements. */
const atOnce = 5000;
/**
 * Milliseconds until days with unreadable files are retried. Until then they are read from minutes, as far as possible.
 */
const deferFor = 600_000;

/** Computes the quarters of past days with readings, of counts and of levels. Until then these days are read from minutes. */
export function startRollups(options: {
  readonly registry: Registry;
  readonly facts: Facts;
  readonly clock: () => Date;
  readonly log: Log;
  readonly reach?: Reach | undefined;
}): Worker {
  const { registry, facts, clock, log, reach } = options;

  /** Organizations and months with unreadable files, and until when they wait. */
  const deferred = new Map<string, OrgMonth & { readonly until: number }>();

  const make = async (org: number, days: readonly ReadyDay[], lost: LostMonths) => {
    await reach?.('rollup.before-recompute');
    for (const { kind, recompute, source } of quarterTables(facts)) {
      const ofKind = days.filter(({ measure }) => kindOf(measure) === kind);
      const [damaged, whole] = [true, false].map((lacks) =>
        ofKind
          .filter(({ day }) => lacksMinutes(lost[source], day) === lacks)
          .map(({ seriesId, day }) => ({ series: seriesId, day })),
      ) as [SeriesDay[], SeriesDay[]];
      if (whole.length > 0) await recompute(org, whole);
      if (damaged.length > 0) await recompute(org, damaged, { keepFuller: true });
    }
    await reach?.('rollup.after-recompute');
    await registry.system((inner) => removeMarks(inner.client, days, clock()));
  };

  /** Month by month, so that unreadable ones do not delay others. */
  const makeReadable = async (org: number, days: readonly ReadyDay[], lost: LostMonths) => {
    for (const [month, ofMonth] of groupBy(days, ({ day }) => monthOf(day))) {
      try {
        await make(org, ofMonth, lost);
      } catch (error) {
        if (!(error instanceof FactsDamaged)) throw error;
        log.warn({ err: error, org, month }, 'Quarters of a month cannot be computed because files are damaged');
        deferred.set(`${org}/${month}`, { org, month, until: performance.now() + deferFor });
      }
    }
  };

  const run = (): Promise<boolean> =>
    registry.system(async ({ client }) => {
      if (!(await isMine(client, 'rollups'))) return false;
      const before = quartersBefore(clock().getTime() / 1000);
      for (const [key, { until }] of deferred) if (performance.now() >= until) deferred.delete(key);
      const except = [...deferred.values()];
      const days = await registry.system((inner) => findReadyDays(inner.client, before, atOnce, except));
      if (days.length === 0) return false;
      const lost = await registry.system((inner) => lostMonths(inner.client));
      for (const [org, ofOrg] of groupBy(days, ({ factOrg }) => factOrg)) {
        try {
          await make(org, ofOrg, lost);
        } catch (error) {
          if (!(error instanceof FactsDamaged)) throw error;
          await makeReadable(org, ofOrg, lost);
        }
      }
      return days.length === atOnce;
    });

  return startWorker({ name: 'rollups', log, pause: 5000, breath: 100, rest: 2, run });
}

function groupBy<Key>(days: readonly ReadyDay[], keyOf: (day: ReadyDay) => Key): Map<Key, ReadyDay[]> {
  const groups = new Map<Key, ReadyDay[]>();
  for (const day of days) {
    const group = groups.get(keyOf(day));
    if (group) group.push(day);
    else groups.set(keyOf(day), [day]);
  }
  return groups;
}

function monthOf(day: number): string {
  return new Date(day * 1000).toISOString().slice(0, 7);
}
