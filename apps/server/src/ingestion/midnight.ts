import type { Directory } from '../registry/directory/directory.ts';
import type { Registry } from '../registry/registry.ts';
import { type OnFolded, saveFolded } from './folded.ts';
import { todaysSums, turnDay } from './fold.ts';
import { requestRefold, findDays, lockLast, type LastRow } from './today-store.ts';
import { timesOf } from './live.ts';
import type { Log } from '../log.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';

const atOnce = 500;

export interface Midnight extends Worker {
  /** The time zone of one of its locations may have been edited. */
  recheck(orgId: string): void;
}

/** Starts the day's sums again at the midnight of each location, whether or not its sensors send anything. */
export function startMidnight(options: {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly clock: () => Date;
  readonly log: Log;
  readonly onLate: () => void;
  readonly onFolded?: OnFolded | undefined;
}): Midnight {
  const { registry, directory, clock, log, onFolded } = options;
  let doubtful = new Set<string>();

  const turn = async (rows: readonly LastRow[]): Promise<number> => {
    const now = clock();
    const second = Math.floor(now.getTime() / 1000);
    const times = new Map<number, NonNullable<ReturnType<typeof timesOf>>>();
    for (const { seriesId, orgId } of rows) {
      const estate = await directory.estate(orgId).catch(() => undefined);
      const found = estate && timesOf(estate, seriesId, second);
      if (found) times.set(seriesId, found);
    }
    return registry.system(async (tx) => {
      const { client } = tx;
      const turned = [...(await lockLast(client, [...times.keys()])).values()].flatMap(({ seriesId, orgId, state }) => {
        const found = times.get(seriesId);
        const next = found && turnDay(state, found.day);
        if (!found || !next || next.state === state) return [];
        return [{ seriesId, orgId, ...next, sums: todaysSums(next.state, found.valid) }];
      });
      await saveFolded(tx, turned, now, onFolded);
      const unsure = turned.filter((row) => row.unsure).map(({ seriesId }) => ({ seriesId, from: 0, to: second }));
      if (unsure.length > 0 && (await requestRefold(client, unsure, now))) options.onLate();
      return turned.length;
    });
  };

  const run = async (): Promise<boolean> => {
    const ended = await registry.system(({ client }) => findDays(client, { endedBy: clock(), most: atOnce }));
    const turned = ended.length > 0 ? await turn(ended) : 0;
    const organizations = doubtful;
    doubtful = new Set();
    for (const orgId of organizations) {
      const rows = await registry.system(({ client }) => findDays(client, { orgId }));
      if (rows.length > 0) await turn(rows);
    }
    return turned > 0;
  };

  const worker = startWorker({ name: 'midnight', log, pause: 1000, run });
  return {
    ...worker,
    recheck(orgId) {
      doubtful.add(orgId);
      worker.wake();
    },
  };
}
