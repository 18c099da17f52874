import type { Facts } from '@atrium/facts/face';
import { daysWithin } from '@atrium/facts/recompute';
import { daysTouchedByErasure } from '@atrium/facts/touched-days';
import type { SeriesDay } from '@atrium/facts/question';
import { packVer } from '@atrium/facts/ver';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { readCommand, type Command } from './commands.ts';
import { todaysSums, turnDay, type LastState } from './fold.ts';
import { freshFrom } from './horizon.ts';
import { fence, type HeldLanes } from './lane-store.ts';
import { askRefold, lockLast, openLast, saveLast } from './last-store.ts';
import { timesOf } from './live.ts';
import type { Log } from '../log.ts';
import { announceMarks, settleMarks, type Mark } from './mark-store.ts';
import { layApart } from './quarantine-store.ts';
import { noteApplied, removeTodo, type TodoBody } from './todo-store.ts';

/** Carries out commands, one after the other and beside the bodies of sensors: a long one keeps no live number waiting. */
export interface CommandRunner {
  /** Resolves when the command is done or must be tried again. */
  run(order: TodoBody, held: () => HeldLanes): Promise<void>;
}

export interface CommandRunnerOptions {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly clock: () => Date;
  readonly log: Log;
  readonly onDone: () => void;
}

const pauseAfterFailure = 1000;

export function createCommandRunner(options: CommandRunnerOptions): CommandRunner {
  const { registry, directory, facts, clock, log } = options;
  /** Ends when the commands before have ended. */
  let turn: Promise<void> = Promise.resolve();

  const execute = async (order: TodoBody, held: HeldLanes) => {
    const estate = await directory.estate(order.orgId);
    const work = workOf(readCommand(order.vendor, order.body), order, estate);
    if (!work) {
      await registry.system((tx) => refuse(tx, order, held));
      return;
    }
    const fresh = freshFrom(clock().getTime() / 1000);
    const marks = work.days.map(({ series, day }): Mark => ({
      orgId: order.orgId,
      seriesId: series,
      day,
      lane: order.lane,
    }));
    const old = marks.filter(({ day }) => day < fresh);
    const seq = await registry.system(async ({ client }) => {
      await fence(client, held, [order.lane]);
      return announceMarks(client, { fresh: marks.filter(({ day }) => day >= fresh), old });
    });
    await work.write(facts);
    await registry.system(async (tx) => {
      await fence(tx.client, held, [order.lane]);
      await removeTodo(tx.client, [order]);
      await settleMarks(
        tx.client,
        old.map((mark) => ({ ...mark, seq })),
      );
      await rereadToday(tx, work, order.orgId, estate, clock());
      await noteApplied(tx.client, [order], clock());
    });
    options.onDone();
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
  };
}

interface Work {
  readonly days: readonly SeriesDay[];
  readonly series: readonly number[];
  readonly write: (facts: Facts) => Promise<void>;
  /** The part of the tail that stands after the command. */
  readonly keep: (tail: LastState['tail'], seriesId: number) => LastState['tail'];
}

/** Series of other organizations are left out, as if they did not exist. */
function workOf(command: Command | undefined, order: TodoBody, estate: Estate): Work | undefined {
  const seq = BigInt(order.seq);
  const org = estate.factOrg;
  switch (command?.type) {
    case undefined:
      return undefined;
    case 'erase': {
      const { from, to } = command;
      const series = command.series.filter((id) => estate.series.has(id));
      const ver = packVer({ rank: 'manual', seq, generation: 0 });
      return {
        series,
        days: series.flatMap((id) => daysTouchedByErasure({ series: id, from: Math.max(from, firstDay), to })),
        write: async (facts) => {
          for (const id of series) await facts.erase({ org, series: id, from, to, ver });
        },
        keep: (tail) => tail.filter((row) => row.at < from || row.at >= to || row.ver > ver),
      };
    }
    case 'demo-history': {
      const histories = command.histories.filter(({ series }) => estate.series.has(series));
      const ver = packVer({ rank: 'history', seq, generation: 0 });
      return {
        series: histories.map(({ series }) => series),
        days: histories.flatMap(({ series, stretches }) =>
          daysWithin([series], stretches[0]?.from ?? 0, stretches.at(-1)?.to ?? 0),
        ),
        write: async (facts) => {
          for (const history of histories) await facts.appendFrom({ ...history, org, ver });
        },
        keep: (tail) => tail,
      };
    }
  }
}

/** Nothing is counted before it, so nothing has to be counted again. */
const firstDay = Date.UTC(2015, 0, 1) / 1000;

/** The facts changed under today's sums: up to this minute they are read again. */
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
    };
    return [{ seriesId, state: next, sums: todaysSums(next, found.valid) }];
  });
  await saveLast(client, rows, now);
  await askRefold(
    client,
    rows.map(({ seriesId }) => ({ seriesId, from: 0, to: second + 86_400 })),
    now,
  );
}

async function refuse({ client }: Transaction, order: TodoBody, held: HeldLanes): Promise<void> {
  await fence(client, held, [order.lane]);
  await layApart(client, [{ body: order, reason: 'not_applicable', shape: '', generation: 0 }]);
  await removeTodo(client, [order]);
}
