import type { Facts } from '@atrium/facts/facts-interface';
import type { SeriesSums } from '@atrium/facts/question';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { Registry } from '../registry/registry.ts';
import { type OnFolded, saveFolded } from './folded.ts';
import { correctClosed, todaysSums, type Stretch } from './fold.ts';
import { isMine } from './lane-store.ts';
import { endRefolds, findRefolds, lockLast, type LastRow } from './today-store.ts';
import { timesOf } from './live.ts';
import type { Log } from '../log.ts';
import { readBacklog } from './todo-store.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';

const atOnce = 500;

/**
 * Rereads the closed part of today's sums where a record older than the tail was written. It waits while bodies wait
 * for ClickHouse: their numbers are already published, and reading before they are written would revert them for a
 * moment.
 */
export function startRefold(options: {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly clock: () => Date;
  readonly log: Log;
  readonly onFolded?: OnFolded | undefined;
}): Worker {
  const { registry, directory, facts, clock, log, onFolded } = options;

  // In one transaction: two nodes that read and correct the same sum would correct it twice.
  const run = (): Promise<boolean> =>
    registry.system(async (tx) => {
      const { client } = tx;
      if (!(await isMine(client, 'refold')) || (await readBacklog(client)).folded) return false;
      const rows = await findRefolds(client, atOnce);
      if (rows.length === 0) return false;
      const now = Math.floor(clock().getTime() / 1000);
      const asked = await withRanges(rows, directory, now);
      const found = await askFacts(facts, asked);
      const locked = await lockLast(
        client,
        asked.map(({ row }) => row.seriesId),
      );
      const corrected = asked.flatMap((each) => {
        const current = locked.get(each.row.seriesId);
        return current ? correct(each, current, found.get(each.row.seriesId)) : [];
      });
      await saveFolded(tx, corrected, clock(), onFolded);
      await endRefolds(client, rows);
      return rows.length === atOnce;
    });

  return startWorker({ name: 'refold', log, pause: 1000, breath: 200, rest: 4, run });
}

/** The facts replace what was closed when they were queried; minutes closed since then stay. */
function correct({ row, valid }: Asked, current: LastRow, found: SeriesSums | undefined) {
  const { day, lastMinute } = current.state;
  // A new day has begun since: its sums start over and need no correction.
  if (day.from !== row.state.day.from || day.to !== row.state.day.to) return [];
  const state = {
    ...correctClosed(current.state, row.state.closed, found ?? { ins: 0, outs: 0, got: 0 }),
    lastMinute: found ? Math.max(lastMinute ?? 0, found.lastMinute) : lastMinute,
  };
  return [{ seriesId: row.seriesId, orgId: row.orgId, state, sums: todaysSums(state, valid) }];
}

interface Asked {
  readonly row: LastRow;
  readonly factOrg: number;
  readonly valid: Stretch;
  readonly range: Stretch;
}

/** The closed minutes of today in which the series is in force. */
async function withRanges(rows: readonly LastRow[], directory: Directory, now: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  // The current state: a recent edit may be the reason.
  const estates = new Map<string, Estate>();
  for (const orgId of new Set(rows.map((row) => row.orgId))) {
    const estate = await directory.latest(orgId).catch(() => undefined);
    if (estate) estates.set(orgId, estate);
  }
  for (const row of rows) {
    const estate = estates.get(row.orgId);
    const times = estate && timesOf(estate, row.seriesId, now);
    if (!times) continue;
    const { valid } = times;
    const from = Math.ceil(Math.max(row.state.day.from, valid.from) / 60) * 60;
    const to = Math.ceil(Math.min(row.state.tailFrom, row.state.day.to, valid.to) / 60) * 60;
    asked.push({ row, factOrg: estate.factOrg, valid, range: { from, to: Math.max(from, to) } });
  }
  return asked;
}

/** Series of one organization and interval share a query; after a common cause most of them do. */
async function askFacts(facts: Facts, asked: readonly Asked[]): Promise<Map<number, SeriesSums>> {
  const questions = new Map<string, { org: number; from: number; to: number; series: number[] }>();
  for (const { row, factOrg: org, range } of asked) {
    if (range.from === range.to) continue;
    const key = `${org}/${range.from}/${range.to}`;
    const question = questions.get(key);
    if (question) question.series.push(row.seriesId);
    else questions.set(key, { org, ...range, series: [row.seriesId] });
  }
  const found = new Map<number, SeriesSums>();
  for (const question of questions.values()) {
    for (const sums of await facts.sums(question)) found.set(sums.series, sums);
  }
  return found;
}
