import type { Facts } from '@atrium/facts/face';
import type { SeriesDay } from '@atrium/facts/question';
import { lacksMinutes } from '@atrium/rules/store-match';
import type { Registry } from '../registry/registry.ts';
import { settledBefore } from './horizon.ts';
import { isMine } from './lane-store.ts';
import type { Log } from '../log.ts';
import { findReadyDays, removeMarks, type ReadyDay } from './mark-store.ts';
import type { Reach } from './points.ts';
import { monthsWithoutMinutes } from '../stores/damage-store.ts';
import { startWorker, type Worker } from './worker.ts';

/** After a back-fill thousands of days wait: they are made in few statements. */
const atOnce = 5000;

/** Makes the quarters of days that are past and got readings. Until then these days are read from minutes. */
export function startRollups(options: {
  readonly registry: Registry;
  readonly facts: Facts;
  readonly clock: () => Date;
  readonly log: Log;
  readonly reach?: Reach | undefined;
}): Worker {
  const { registry, facts, clock, log, reach } = options;

  const run = (): Promise<boolean> =>
    registry.system(async ({ client }) => {
      if (!(await isMine(client, 'rollups'))) return false;
      const before = settledBefore(clock().getTime() / 1000);
      const days = await registry.system((inner) => findReadyDays(inner.client, before, atOnce));
      if (days.length === 0) return false;
      const lost = await registry.system((inner) => monthsWithoutMinutes(inner.client));
      for (const [org, ofOrg] of byOrganization(days)) {
        await reach?.('rollup.before-recompute');
        const [damaged, whole] = [true, false].map((lacks) =>
          ofOrg
            .filter(({ day }) => lacksMinutes(lost, day) === lacks)
            .map(({ seriesId, day }) => ({ series: seriesId, day })),
        ) as [SeriesDay[], SeriesDay[]];
        if (whole.length > 0) await facts.recompute(org, whole);
        if (damaged.length > 0) await facts.recompute(org, damaged, { keepFuller: true });
        await reach?.('rollup.after-recompute');
        await registry.system((inner) => removeMarks(inner.client, ofOrg, clock()));
      }
      return days.length === atOnce;
    });

  return startWorker({ name: 'rollups', log, pause: 5000, breath: 100, rest: 2, run });
}

function byOrganization(days: readonly ReadyDay[]): Map<number, ReadyDay[]> {
  const groups = new Map<number, ReadyDay[]>();
  for (const day of days) groups.set(day.factOrg, [...(groups.get(day.factOrg) ?? []), day]);
  return groups;
}
