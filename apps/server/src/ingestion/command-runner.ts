import type { Facts } from '@atrium/facts/facts-interface';
import type { SeriesDay } from '@atrium/facts/question';
import { daysWithin } from '@atrium/facts/recompute';
import { daysTouchedByErasure } from '@atrium/facts/touched-days';
import { packVer } from '@atrium/facts/version';
import { kindOf } from '@atrium/metrics/measures';
import { Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { type DescribedHistory, readCommand, type StoredCommand } from './commands.ts';
import { forgetArrivals } from './arrival-store.ts';
import { noteLateDays } from './change-store.ts';
import type { Work } from './command-work.ts';
import { removeCounters } from './counter-store.ts';
import { todaysSums, turnDay, type Stretch } from './fold.ts';
import { removeHeld } from './heard-store.ts';
import { freshFrom } from './horizon.ts';
import { fence, type HeldLanes } from './lane-store.ts';
import { runsOf } from './late-changes.ts';
import { requestRefold, lockLast, openLast, saveLast } from './today-store.ts';
import { forgetZones } from './zones/zone-state-store.ts';
import { timesOf } from './live.ts';
import { amountsOf, importedOf } from './import-work.ts';
import { endJob, saveProgress } from '../jobs/store.ts';
import type { Log } from '../log.ts';
import { announceMarks, markWriters, markDaysReady, type Mark } from './mark-store.ts';
import type { Reach } from './points.ts';
import { type ChangedMinutes, markSpaces } from './occupancy/mark-store.ts';
import { quarantine } from './quarantine-store.ts';
import { noteApplied, removeTodo, type TodoBody } from './todo-store.ts';

/** Runs commands one after another, in parallel with sensor bodies: a long one does not delay live numbers. */
export interface CommandRunner {
  /** Resolves when the command is done or must be retried. */
  run(order: TodoBody, held: () => HeldLanes): Promise<void>;
  /** When a command last wrote something, by `performance.now()`. */
  readonly writtenAt: number;
}

export interface CommandRunnerOptions {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly clock: () => Date;
  readonly log: Log;
  readonly onDone: () => void;
  readonly reach?: Reach | undefined;
}

const pauseAfterFailure = 1000;

export function createCommandRunner(options: CommandRunnerOptions): CommandRunner {
  const { registry, directory, facts, clock, log, reach } = options;
  /** Resolves when the previous commands have ended. */
  let turn: Promise<void> = Promise.resolve();
  let writtenAt = -Infinity;

  const execute = async (order: TodoBody, held: HeldLanes) => {
    const estate = await estateOf(directory, order.orgId);
    const now = clock().getTime() / 1000;
    const work = estate && workOf(readCommand(order.vendor, order.body), order, estate, now);
    if (!work) {
      await registry.system((tx) => refuse(tx, order, held));
      return;
    }
    const fresh = freshFrom(now);
    const marks = work.days.map(({ series, day }): Mark => ({
      orgId: order.orgId,
      seriesId: series,
      day,
      lane: order.lane + markWriters.command,
    }));
    const old = marks.filter(({ day }) => day < fresh);
    const seq = await registry.system(async ({ client }) => {
      await fence(client, held, [order.lane]);
      return announceMarks(client, { fresh: marks.filter(({ day }) => day >= fresh), old });
    });
    for (const [done, part] of work.parts.entries()) {
      await part(facts);
      writtenAt = performance.now();
      await reach?.('command.after-part');
      await tellPart(work, done + 1);
    }
    await registry.system(async (tx) => {
      await fence(tx.client, held, [order.lane]);
      await removeTodo(tx.client, [order]);
      await markDaysReady(
        tx.client,
        old.map((mark) => ({ ...mark, seq })),
      );
      if (work.erased) {
        for (const forget of [removeCounters, removeHeld, forgetArrivals])
          await forget(tx.client, work.series, work.erased);
      }
      await rereadToday(tx, work, order.orgId, estate, clock());
      await forgetZones(tx.client, work.series);
      await markSpaces(tx.client, changedBy(work));
      await noteLateDays(tx.client, runsOf([...work.days, ...(work.daysWithoutMarks ?? [])]), clock());
      await noteApplied(tx.client, [order], clock());
      if (work.job !== undefined) await endJob(tx, work.job, clock());
      await reach?.('command.before-final-commit');
    });
    options.onDone();
  };

  const tellPart = async ({ job, parts }: Work, done: number) => {
    if (job === undefined) return;
    await registry.system((tx) => saveProgress(tx, job, { done, total: parts.length }, clock()));
  };

  const attempt = async (order: TodoBody, held: () => HeldLanes, before: Promise<void>) => {
    await before;
    try {
      await execute(order, held());
    } catch (error) {
      log.warn({ err: error, command: order.vendor, seq: order.seq }, 'A command will be tried again');
      await new Promise((resolve) => setTimeout(resolve, pauseAfterFailure));
    }
  };

  return {
    run(order, held) {
      turn = attempt(order, held, turn);
      return turn;
    },
    get writtenAt() {
      return writtenAt;
    },
  };
}

/** Undefined where the organization was deleted: nothing can be done for it any more. */
async function estateOf(directory: Directory, orgId: string): Promise<Estate | undefined> {
  try {
    return await directory.latest(orgId);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Series of other organizations are left out, as if they did not exist. */
function workOf(command: StoredCommand | undefined, order: TodoBody, estate: Estate, now: number): Work | undefined {
  const seq = BigInt(order.seq);
  const org = estate.factOrg;
  switch (command?.type) {
    case undefined:
      return undefined;
    case 'erase': {
      const { from, to, job } = command;
      const known = command.series.flatMap((id) => estate.series.get(id) ?? []);
      // Tracks have no quarters and no live numbers, and other days do not follow from them.
      const counted = known.filter(({ measure }) => kindOf(measure) !== 'event');
      const ver = packVer({ rank: 'manual', seq, generation: 0 });
      const begin = (recordedFrom: number) => Math.min(Math.max(from, firstDay, recordedFrom), to);
      return {
        series: counted.map(({ seriesId }) => seriesId),
        job,
        erased: { from: Math.max(from, 0), to },
        days: counted.flatMap(({ seriesId, recordedFrom }) =>
          daysTouchedByErasure({ series: seriesId, from: begin(recordedFrom), to }),
        ),
        parts: known.flatMap(({ seriesId, recordedFrom }) =>
          seasonsOf({ from, to }, begin(recordedFrom)).map(
            (season) => (store: Facts) => store.erase({ org, series: seriesId, ...season, ver }),
          ),
        ),
        keep: (tail) => tail.filter((row) => row.at < from || row.at >= to || row.ver > ver),
      };
    }
    case 'demo-history': {
      const histories = command.histories.filter(({ series }) => estate.series.has(series));
      const counts = histories.filter(({ as }) => as === undefined || as.kind === 'part');
      const ver = packVer({ rank: 'history', seq, generation: 0 });
      return {
        series: counts.map(({ series }) => series),
        days: daysOf(histories.filter(({ as }) => as?.kind !== 'times')),
        // Times have no quarters.
        daysWithoutMarks: daysOf(histories.filter(({ as }) => as?.kind === 'times')),
        parts: histories.map((history) => async (store: Facts) => {
          await store.appendFrom({ ...history, org, ver });
        }),
        keep: (tail) => tail,
        newest: new Map(counts.map((history) => [history.series, newestMinuteOf(history)])),
      };
    }
    case 'amounts':
      return amountsOf(command.rows, seq, estate);
    case 'history':
      return importedOf(command.blocks, seq, estate, now);
  }
}

function daysOf(histories: readonly Pick<DescribedHistory, 'series' | 'stretches'>[]): SeriesDay[] {
  return histories.flatMap(({ series, stretches }) =>
    daysWithin([series], stretches[0]?.from ?? 0, stretches.at(-1)?.to ?? 0),
  );
}

/** Of each series, from the first to the last day it was written to. */
function changedBy({ days }: Work): ChangedMinutes[] {
  const changed = new Map<number, ChangedMinutes>();
  for (const { series: seriesId, day } of days) {
    const { from = day, to = day } = changed.get(seriesId) ?? {};
    changed.set(seriesId, { seriesId, from: Math.min(from, day), to: Math.max(to, day + 86_400) });
  }
  return [...changed.values()];
}

/** The end of a generated history, or of its part before a gap that lasts to its end. */
function newestMinuteOf({ stretches, gaps }: DescribedHistory): number {
  const end = stretches.at(-1)?.to ?? 0;
  return (gaps.find(({ from, to }) => from < end && end <= to)?.from ?? end) - 60;
}

/** Nothing is counted before it, so nothing has to be recounted. */
const firstDay = Date.UTC(2015, 0, 1) / 1000;

/**
 * A range split at the partition boundaries of the facts, every third UTC month; anything before `first` belongs to the
 * first of them.
 */
function seasonsOf({ from, to }: Stretch, first: number): Stretch[] {
  const seasons: Stretch[] = [];
  let at = from;
  while (at < to) {
    const begin = new Date(Math.max(at, first) * 1000);
    const next = Math.min(Date.UTC(begin.getUTCFullYear(), 3 * Math.floor(begin.getUTCMonth() / 3) + 3) / 1000, to);
    seasons.push({ from: at, to: next });
    at = next;
  }
  return seasons;
}

/** The facts under today's sums changed: they are reread up to this minute. */
async function rereadToday(
  { client }: Transaction,
  work: Work,
  orgId: string,
  estate: Estate,
  now: Date,
): Promise<void> {
  const second = Math.floor(now.getTime() / 1000);
  const times = new Map(
    work.series.flatMap((id) => {
      const found = timesOf(estate, id, second);
      return found ? [[id, found]] : [];
    }),
  );
  await openLast(
    client,
    [...times].map(([seriesId, { day }]) => ({ seriesId, orgId, day })),
    now,
  );
  const rows = [...(await lockLast(client, [...times.keys()])).values()].flatMap(({ seriesId, state }) => {
    const found = times.get(seriesId);
    if (!found) return [];
    const turned = turnDay(state, found.day).state;
    const next = {
      ...turned,
      tailFrom: Math.max(turned.tailFrom, Math.floor(second / 60) * 60),
      tail: work.keep(turned.tail, seriesId),
      lastMinute: newer(turned.lastMinute, work.newest?.get(seriesId)),
    };
    return [{ seriesId, state: next, sums: todaysSums(next, found.valid) }];
  });
  await saveLast(client, rows, now);
  await requestRefold(
    client,
    rows.map(({ seriesId }) => ({ seriesId, from: 0, to: second + 86_400 })),
    now,
  );
}

function newer(known: number | null, written: number | undefined): number | null {
  return written === undefined ? known : Math.max(known ?? 0, written);
}

async function refuse({ client }: Transaction, order: TodoBody, held: HeldLanes): Promise<void> {
  await fence(client, held, [order.lane]);
  const refused = { reason: 'not_applicable', shape: '', generation: 0, waiting: [], retryAt: null } as const;
  await quarantine(client, [{ body: order, ...refused }]);
  await removeTodo(client, [order]);
}
