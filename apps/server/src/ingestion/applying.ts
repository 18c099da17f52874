import type { Facts } from '@atrium/facts/facts-interface';
import type { Log } from '../log.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry } from '../registry/registry.ts';
import { createCommandRunner } from './command-runner.ts';
import { quartersBefore } from './horizon.ts';
import { holdLanes, type Node } from './lanes.ts';
import { findRefolds } from './today-store.ts';
import { findReadyDays } from './mark-store.ts';
import { startMidnight } from './midnight.ts';
import { startSpaceChecks } from './occupancy/check-spaces.ts';
import { createLiveSpaces } from './occupancy/live-spaces.ts';
import { createSettling } from './occupancy/settle-spaces.ts';
import { startOccupancy } from './occupancy/worker.ts';
import type { OnLevels } from './live-levels.ts';
import type { Reach } from './points.ts';
import { startPump } from './pump.ts';
import { createLiveZones } from './zones/live-zones.ts';
import { startZoneRefold } from './zones/refold-zones.ts';
import { findZoneRefolds } from './zones/zone-state-store.ts';
import { isAnyDue } from './quarantine-store.ts';
import { startRefold } from './refold.ts';
import { startRetries } from './retries.ts';
import { startRollups } from './rollups.ts';
import { countTodo, readBacklog, notifyInbox } from './todo-store.ts';
import { prepareDays, startCleanup } from './cleanup.ts';
import { startWorker } from '../jobs/worker.ts';
import { vendors as allVendors, type Vendors } from './vendors/table.ts';

export interface ApplyingOptions {
  readonly registry: Registry;
  readonly facts: Facts;
  readonly directory: Directory;
  readonly notifications: Notifications;
  readonly clock: () => Date;
  readonly log: Log;
  readonly node: Node;
  readonly reach?: Reach | undefined;
  /** Whose bodies are read, where these are not all. */
  readonly vendors?: Vendors | undefined;
  /** What joins the transaction that changes how many people are somewhere. */
  readonly onLevels?: OnLevels | undefined;
  readonly onHealth?: (health: Health) => void;
}

export interface Health {
  /** Since the oldest unapplied body was received. */
  readonly lagSeconds: number;
  /** ClickHouse accepts nothing at the moment. */
  readonly factsAway: boolean;
  /** For how long readings have waited while none reached the facts; 0 while they flow or none wait. */
  readonly stalledSeconds: number;
}

/** Everything after the durability boundary: the inbox becomes facts, live numbers and roll-ups. */
export interface Applying {
  /** The inbox has something new: in these lanes, or in any. */
  wake(lanes?: ReadonlySet<number>): void;
  /** Resolves when everything received is applied and every answer is right; levels of spaces and roll-ups may still follow. */
  applied(): Promise<void>;
  /** Resolves when, in addition, nothing is left to do. */
  idle(): Promise<void>;
  health(): Health;
  stop(): Promise<void>;
}

const lagWarning = 300;
/** Seconds without progress after which the facts count as stalled, and how often that is logged. */
const stallWarning = 30;
const stallRepeat = 60;
const tellEvery = 50;

export async function startApplying(options: ApplyingOptions): Promise<Applying> {
  const { registry, facts, directory, notifications, clock, log, reach, onLevels } = options;
  await prepareDays(registry, clock());

  const live = createLiveSpaces({ clock, onLevels });
  const settle = createSettling({ live, clock, onLevels });
  const { onFolded } = live;
  const lanes = await holdLanes(registry, options.node, log, () => pump.wake());
  const refold = startRefold({ registry, directory, facts, clock, log, onFolded });
  const zoneRefold = startZoneRefold({ registry, directory, facts, clock, log });
  const rollups = startRollups({ registry, facts, clock, log, reach });
  const occupancy = startOccupancy({ registry, directory, facts, clock, log, reach, settle });
  const spaceChecks = startSpaceChecks({ registry, clock, log, settle });
  const midnight = startMidnight({ registry, directory, clock, log, onLate: () => refold.wake(), onFolded });
  const cleanup = startCleanup({ registry, clock, log });
  const commands = createCommandRunner({
    registry,
    directory,
    facts,
    clock,
    log,
    onDone: () => {
      refold.wake();
      rollups.wake();
    },
    reach,
  });
  const pump = startPump({
    registry,
    directory,
    facts,
    commands,
    held: () => lanes.held,
    clock,
    log,
    onLate: () => {
      refold.wake();
      zoneRefold.wake();
    },
    onOldDays: () => rollups.wake(),
    onFolded,
    foldZones: createLiveZones({ onLevels }),
    reach,
    vendors: options.vendors ?? allVendors,
  });

  const retries = startRetries({ registry, clock, log, onReplay: () => pump.wake() });

  let lagSeconds = 0;
  let stalledSeconds = 0;
  let stallLoggedAt = -Infinity;
  const health = () => ({ lagSeconds, factsAway: pump.isFactsAway, stalledSeconds });
  const watchStall = () => {
    const stalled = Math.min(lagSeconds, pump.sinceWritten / 1000);
    const was = stalledSeconds;
    stalledSeconds = stalled > stallWarning ? Math.round(stalled) : 0;
    if (stalledSeconds > 0 && performance.now() - stallLoggedAt > stallRepeat * 1000) {
      stallLoggedAt = performance.now();
      log.error(
        { stalledSeconds, factsAway: pump.isFactsAway },
        'Facts are stalled: readings are waiting and none are written',
      );
    } else if (was > 0 && stalledSeconds === 0) {
      stallLoggedAt = -Infinity;
      log.info({ stalledSeconds: was }, 'Facts are written again');
    }
  };
  const lagWatch = startWorker({
    name: 'lag',
    log,
    pause: 1000,
    run: async () => {
      const { oldest } = await registry.system(({ client }) => readBacklog(client));
      const before = lagSeconds;
      lagSeconds = oldest ? Math.max(0, (clock().getTime() - oldest.getTime()) / 1000) : 0;
      if (lagSeconds > lagWarning && before <= lagWarning) log.warn({ lagSeconds }, 'Readings wait to be applied');
      watchStall();
      options.onHealth?.(health());
      return false;
    },
  });

  /** Lanes of other nodes: notified, but not for every push. */
  let telling: NodeJS.Timeout | undefined;
  const tellOthers = () => {
    telling ??= setTimeout(() => {
      telling = undefined;
      registry.system(({ client }) => notifyInbox(client)).catch(() => {});
    }, tellEvery);
  };
  const unsubscribe = [
    notifications.on('inbox', () => pump.wake()),
    notifications.on('estate', (orgId) => midnight.recheck(orgId)),
    notifications.on('estate', () => occupancy.recheck()),
    notifications.onResync(() => pump.wake()),
    notifications.onResync(() => occupancy.recheck()),
  ];

  const isApplied = async () =>
    pump.isIdle &&
    registry.system(
      async ({ client }) =>
        pump.isIdle &&
        !(await isAnyDue(client, clock())) &&
        (await countTodo(client)) === 0 &&
        (await findRefolds(client, 1)).length === 0 &&
        (await findZoneRefolds(client, 1)).length === 0,
    );
  const isRolledUp = () =>
    registry.system(
      async ({ client }) => (await findReadyDays(client, quartersBefore(clock().getTime() / 1000), 1)).length === 0,
    );
  const until = async (isSo: () => Promise<boolean>) => {
    // Unknown while the registry is unavailable.
    while (!(await isSo().catch(() => false))) {
      // What is in hand comes first; its end wakes the workers that follow.
      if (pump.isIdle)
        [pump, refold, zoneRefold, rollups, occupancy, spaceChecks, midnight, retries].forEach((worker) =>
          worker.wake(),
        );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  return {
    wake(changed) {
      pump.wake();
      if (changed === undefined || [...changed].some((lane) => !lanes.held.has(lane))) tellOthers();
    },
    applied: () => until(isApplied),
    idle: () => until(async () => (await isApplied()) && (await occupancy.isIdle()) && (await isRolledUp())),
    health,
    async stop() {
      clearTimeout(telling);
      unsubscribe.forEach((end) => end());
      await retries.stop();
      await pump.stop();
      await Promise.all(
        [refold, zoneRefold, rollups, occupancy, spaceChecks, midnight, cleanup, lagWatch].map((worker) =>
          worker.stop(),
        ),
      );
      await lanes.release();
    },
  };
}
