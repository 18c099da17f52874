import type { Facts } from '@atrium/facts/facts-interface';
import { correctSums, type ZoneSums } from '@atrium/rules/live-zone';
import { startWorker, type Worker } from '../../jobs/worker.ts';
import type { Log } from '../../log.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Estate } from '../../registry/directory/estate.ts';
import type { Registry } from '../../registry/registry.ts';
import { isMine } from '../lane-store.ts';
import { readBacklog } from '../todo-store.ts';
import { type WatchedZone, watchedZone, weightAt } from './watched-zones.ts';
import { endZoneRefolds, findZoneRefolds, lockZones, notifyZones, saveZones } from './zone-state-store.ts';

const atOnce = 50;
const minute = 60;
/** Who waited and gave up was not served. */
const served = ['unknown', 'served'] as const;

/**
 * Reads the closed sums of zones again where a record older than their tail was written. Like that of counts, it waits while
 * bodies wait for ClickHouse.
 */
export function startZoneRefold(options: {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly clock: () => Date;
  readonly log: Log;
}): Worker {
  const { registry, directory, facts, clock, log } = options;

  const run = (): Promise<boolean> =>
    registry.system(async (tx) => {
      const { client } = tx;
      if (!(await isMine(client, 'zone-refold')) || (await readBacklog(client)).folded) return false;
      const rows = await findZoneRefolds(client, atOnce);
      if (rows.length === 0) return false;
      const now = clock().getTime() / 1000;
      const found = new Map<string, ZoneSums>();
      for (const { zoneId, orgId, zone } of rows) {
        // The current state: a recent edit may be the reason.
        const estate = await directory.latest(orgId).catch(() => undefined);
        const watched = estate && watchedZone(estate, zoneId, now);
        if (watched) found.set(zoneId, await sumsIn(facts, estate, watched, zone.day.from, zone.tailFrom));
      }
      const locked = await lockZones(client, [...found.keys()]);
      const corrected = rows.flatMap(({ zoneId, zone: read }) => {
        const [current, sums] = [locked.get(zoneId), found.get(zoneId)];
        // A new day has begun since: its sums start over and need no correction.
        if (!current || !sums || current.zone.day.from !== read.day.from) return [];
        return [{ ...current, zone: correctSums(current.zone, read.closed, sums) }];
      });
      await saveZones(client, corrected, clock());
      await endZoneRefolds(client, rows);
      await notifyZones(
        client,
        corrected.map(({ zoneId }) => zoneId),
      );
      return rows.length === atOnce;
    });

  return startWorker({ name: 'zone refold', log, pause: 1000, breath: 200, rest: 4, run });
}

/** Of the minutes that start in `[from, to)`. */
async function sumsIn(
  facts: Facts,
  { factOrg: org }: Estate,
  { levels, visits }: WatchedZone,
  dayFrom: number,
  to: number,
): Promise<ZoneSums> {
  const from = Math.ceil(dayFrom / minute) * minute;
  if (from >= to) return { served: 0, occupied: 0, got: 0 };
  const edges = Array.from({ length: (to - from) / minute + 1 }, (_, index) => from + index * minute);
  const within = (series: WatchedZone['levels']) =>
    series
      .map((each) => ({ each, from: Math.max(each.from, from), to: Math.min(each.to, to) }))
      .filter((range) => range.from < range.to);
  // A weight that changes within the day is rare, and only zero or not matters here.
  const people = within(levels).map(({ each, ...range }) => {
    return { series: each.seriesId, ...range, key: 0, unit: 0, weight: weightAt(each, to - minute) };
  });
  const answer = await facts.levels.aggregate({
    org,
    slices: [{ edges, members: people }],
    columns: ['last', 'got'],
    freshFrom: 0,
    marks: [],
  });
  let [occupied, got] = [0, 0];
  for (const [row, seconds] of answer.got.entries()) {
    got += seconds;
    if (answer.last[row]! > 0) occupied += seconds;
  }
  const counted = await facts.samples.aggregate({
    org,
    slices: [
      { edges: [from, to], members: within(visits).map(({ each, ...r }) => ({ series: each.seriesId, ...r, key: 0 })) },
    ],
    columns: ['count'],
    outcomes: served,
  });
  return { served: counted.count[0] ?? 0, occupied, got };
}
