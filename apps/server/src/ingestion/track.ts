import { FactsDamaged, FactsTimeout, FactsUnavailable } from '@atrium/facts/errors';
import type { Facts } from '@atrium/facts/facts-interface';
import type { Directory } from '../registry/directory/directory.ts';
import type { Registry } from '../registry/registry.ts';
import type { OnFolded } from './folded.ts';
import type { FoldZones } from './zones/live-zones.ts';
import { createAnnouncer, type Announced, type PlannedBody } from './announce.ts';
import { completeBodies, EstateMoved, writeFacts, writtenBy } from './apply.ts';
import type { CommandRunner } from './command-runner.ts';
import { LaneLost, type HeldLanes } from './lane-store.ts';
import type { Log } from '../log.ts';
import type { Reach } from './points.ts';
import { nothingPlanned, type BodyPlan } from './plan.ts';
import { isPoison } from './poison.ts';
import { markWriters } from './mark-store.ts';
import type { Written } from './today-store.ts';
import { holdEstates, setFolded, takeTodo, type Priority, type TodoBody } from './todo-store.ts';
import { noSigns } from './signs.ts';
import { startWorker } from '../jobs/worker.ts';
import type { Vendors } from './vendors/table.ts';

/**
 * Moves the bodies of one priority from the inbox to the facts. Two workers share the work: one announces (live numbers
 * and marks, PostgreSQL alone, at once), the other writes the announced bodies to ClickHouse in few, larger inserts. A
 * body stays in the todo list until both are done, so an interrupted step is repeated and changes nothing.
 */
export interface Track {
  wake(): void;
  /** Nothing is in progress. */
  readonly isIdle: boolean;
  stop(): Promise<void>;
}

export interface TrackOptions {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly commands: CommandRunner;
  readonly held: () => HeldLanes;
  readonly clock: () => Date;
  readonly log: Log;
  /** A closed sum of today must be reread. */
  readonly onLate: () => void;
  /** Old days got readings. */
  readonly onOldDays: () => void;
  readonly onFolded?: OnFolded | undefined;
  readonly foldZones: FoldZones;
  readonly reach?: Reach | undefined;
  readonly vendors: Vendors;
  readonly pace: Pace;
  /** Shared by all tracks: ClickHouse is unavailable for all of them or for none. */
  readonly reachability: Reachability;
}

/** Which bodies a track takes, and how much of them at once. */
export interface Pace {
  readonly name: string;
  readonly priority: Priority;
  /** One transaction announces at most this much. */
  readonly maxBodies: number;
  readonly maxBytes: number;
  /** Announced and not written yet. */
  readonly maxBufferedBytes: number;
  /** One insert into ClickHouse starts with at most this much. */
  readonly maxWrittenBytes: number;
  /** The pause before the next insert, as a multiple of the last one's duration. */
  readonly writeRest: number;
}

/** What the tracks know about ClickHouse. */
export interface Reachability {
  away: boolean;
  /** How many writes failed in a row, even if it responds: a full disk accepts nothing. */
  failures: number;
  /** When to try again, on the monotonic clock. */
  retryAt: number;
  /** When bodies last reached the facts, on the monotonic clock. */
  writtenAt: number;
}

/** Milliseconds between two announcements: the maximum delay of a live number. */
const announceEvery = 20;
/** Milliseconds between two inserts into ClickHouse, which prefers few and large ones. */
const writeEvery = 250;
const drainFor = 5000;
/** Maximum milliseconds between two write attempts. */
const maxRetry = 5000;
/** Attempts to plan readings while the estate is edited; after these, edits wait for them. */
const maxTries = 3;
const nothingAbandoned: readonly Written[] = [];
/** An older announcement is repeated: the marks must exist while the facts are written. */
const announcedFor = 60_000;

export function startTrack(options: TrackOptions): Track {
  const { registry, facts, commands, held, clock, log, reach, pace, reachability } = options;
  const { priority } = pace;
  const { directory, onFolded, foldZones, vendors } = options;
  const announcer = createAnnouncer(registry, directory, clock, markWriters[priority], onFolded, foldZones, vendors);
  /** Sequence numbers in hand, whatever stage they are in. */
  const inHand = new Set<string>();
  let buffer: Announced[] = [];
  let bufferedBytes = 0;

  const putDown = (bodies: readonly { seq: string }[]) => bodies.forEach(({ seq }) => inHand.delete(seq));

  /** Takes new bodies first; those that waited for ClickHouse when there are none. */
  const take = async (): Promise<TodoBody[]> => {
    const lanes = [...held().keys()];
    if (lanes.length === 0 || bufferedBytes > pace.maxBufferedBytes) return [];
    const taking = { lanes, priority, except: [...inHand], maxRows: pace.maxBodies, maxBytes: pace.maxBytes };
    const fresh = await registry.system(({ client }) => takeTodo(client, { ...taking, folded: false }));
    if (fresh.length > 0 || reachability.away) return fresh;
    return registry.system(({ client }) => takeTodo(client, { ...taking, folded: true }));
  };

  const announceNext = async (): Promise<boolean> => {
    const taken = await take();
    taken.forEach(({ seq }) => inHand.add(seq));
    const orders = taken.filter(({ kind }) => kind === 'command');
    for (const order of orders) {
      void commands.run(order, held).finally(() => {
        putDown([order]);
        // A large command is taken alone: the next one waits for this.
        announcing.wake();
      });
    }
    const bodies = taken.filter(({ kind }) => kind !== 'command');
    if (bodies.length === 0) return false;
    try {
      for (const batch of await announceAll(bodies)) await hold(batch);
    } catch (error) {
      putDown(bodies);
      if (!(error instanceof LaneLost)) throw error;
    }
    return true;
  };

  /** A body that cannot be announced is found by bisection and quarantined, so that it does not block its lane. */
  const announceAll = async (bodies: readonly TodoBody[]): Promise<Announced[]> => {
    try {
      await reach?.('pump.before-marks');
      const batch = await announcer.announce(bodies, held());
      await reach?.('pump.after-marks');
      return [batch];
    } catch (error) {
      const [only] = bodies;
      if (!isPoison(error) || !only) throw error;
      if (bodies.length === 1) {
        log.error({ err: error, seq: only.seq, device: only.device }, 'A body could not be applied and is quarantined');
        return [{ ...nothingAnnounced, bodies: [{ body: only, generation: 0, plan: notApplicable, signs: noSigns }] }];
      }
      const middle = bodies.length >> 1;
      return [...(await announceAll(bodies.slice(0, middle))), ...(await announceAll(bodies.slice(middle)))];
    }
  };

  /**
   * Until it is written; while ClickHouse is unavailable, only its numbers are updated and the bodies return to the
   * list.
   */
  const hold = async (batch: Announced) => {
    const bodies = bodiesOf([batch]);
    if (reachability.away) {
      await registry.system(({ client }) => setFolded(client, bodies));
      putDown(bodies);
      return;
    }
    buffer.push(batch);
    bufferedBytes += bytesOf(batch);
    writing.wake();
  };

  const writeNext = async (): Promise<boolean> => {
    if (reachability.away) {
      const wait = reachability.retryAt - performance.now();
      if (wait > 0) {
        setTimeout(() => writing.wake(), wait).unref();
        return false;
      }
      await facts.ping();
      reachability.away = false;
      announcing.wake();
    }
    if (buffer.length === 0) return false;
    const batches = takeBuffered();
    const bodies = bodiesOf(batches);
    try {
      await write(batches);
      if (reachability.failures > 0) log.info({}, 'ClickHouse accepts readings again');
      reachability.failures = 0;
      reachability.writtenAt = performance.now();
    } catch (error) {
      if (isAway(error)) {
        noteAway(error);
        await registry.system(({ client }) => setFolded(client, bodies));
      }
      if (!(error instanceof LaneLost)) throw error;
    } finally {
      putDown(bodies);
      for (const batch of batches) bufferedBytes -= bytesOf(batch);
      announcing.wake();
    }
    return buffer.length > 0;
  };

  /** One line, however long it lasts. */
  const noteAway = (error: unknown) => {
    if (reachability.failures === 0)
      log.warn({ err: error }, 'ClickHouse is unavailable; live numbers continue, facts are written later');
    // Tracks that fail together count once.
    if (!reachability.away) reachability.failures += 1;
    reachability.away = true;
    reachability.retryAt = performance.now() + Math.min(maxRetry, 100 * 2 ** reachability.failures);
  };

  const takeBuffered = (): Announced[] => {
    let bytes = 0;
    const count = buffer.findIndex((batch) => (bytes += bytesOf(batch)) > pace.maxWrittenBytes);
    return buffer.splice(0, count < 0 ? buffer.length : Math.max(1, count));
  };

  const write = async (announced: readonly Announced[]) => settle(await announcedAnew(announced), nothingAbandoned, 1);

  /** An organization that is edited without a pause holds up nobody else, and is kept from it when it has lasted too long. */
  const settle = async (planned: readonly Announced[], abandoned: readonly Written[], tries: number): Promise<void> => {
    const batches = await writeApplicable(planned);
    await reach?.('pump.after-facts');
    try {
      await complete(batches, abandoned);
    } catch (error) {
      if (!(error instanceof EstateMoved)) throw error;
      const moved = new Set(error.orgIds);
      const others = ofOrganizations(batches, (orgId) => !moved.has(orgId));
      if (bodiesOf(others).length > 0) await settle(others, nothingAbandoned, 1);
      const again = ofOrganizations(batches, (orgId) => moved.has(orgId));
      const left = [...abandoned, ...writtenBy(plannedIn(again))];
      const plan = async () => {
        moved.forEach((orgId) => options.directory.forget(orgId));
        return settle(await announceAll(bodiesOf(again)), left, tries + 1);
      };
      await (tries < maxTries ? plan() : registry.system(({ client }) => holdEstates(client, moved).then(plan)));
    }
  };

  /** Like announcing: a body that cannot be completed with the others is completed alone, or else quarantined. */
  const complete = async (batches: readonly Announced[], abandoned: readonly Written[]): Promise<void> => {
    try {
      const beforeCommit = reach && (() => reach('pump.before-final-commit'));
      const late = await completeBodies({ registry, batches, held: held(), now: clock(), abandoned, beforeCommit });
      if (late) options.onLate();
      if (batches.some(({ marks }) => marks.length > 0)) options.onOldDays();
      await reach?.('pump.after-final-commit');
    } catch (error) {
      if (!isPoison(error)) throw error;
      const singles = oneByOne(batches);
      const [only] = singles;
      if (singles.length > 1) {
        for (const single of singles) await complete([single], abandoned);
      } else if (only && plannedIn([only]).some(({ plan }) => plan.reason !== 'not_applicable')) {
        log.error({ err: error, seq: bodiesOf([only])[0]?.seq }, 'A body could not be applied and is quarantined');
        await complete([quarantined(only)], abandoned);
      } else {
        throw error;
      }
    }
  };

  const announcedAnew = async (batches: readonly Announced[]): Promise<readonly Announced[]> => {
    const oldest = Math.min(...batches.map(({ at }) => at));
    if (performance.now() - oldest < announcedFor) return batches;
    return announceAll(bodiesOf(batches));
  };

  /** A batch that ClickHouse rejects is retried body by body; a body that it rejects alone is quarantined. */
  const writeApplicable = async (batches: readonly Announced[]): Promise<readonly Announced[]> => {
    try {
      await writeFacts(facts, batches);
      return batches;
    } catch (error) {
      if (isAway(error)) throw error;
      const alone = oneByOne(batches);
      const outcome: Announced[] = [];
      let refused = 0;
      for (const single of alone) {
        try {
          await writeFacts(facts, [single]);
          outcome.push(single);
        } catch (reason) {
          if (isAway(reason)) throw reason;
          refused += 1;
          log.error({ err: reason, seq: bodiesOf([single])[0]?.seq }, 'ClickHouse refuses a body; it is quarantined');
          outcome.push(quarantined(single));
        }
      }
      // All of several were refused: the bodies are not the cause.
      if (refused > 1 && refused === alone.length) throw new FactsUnavailable();
      return outcome;
    }
  };

  /** What arrived last is applied before the end, as far as that is fast. */
  const drain = async () => {
    const deadline = performance.now() + drainFor;
    let more = true;
    while (more && performance.now() < deadline) {
      const isBuffered = await writeNext();
      more = isBuffered || (!reachability.away && (await announceNext()));
    }
  };

  const announcing = startWorker({
    name: `announce ${pace.name}`,
    log,
    pause: 1000,
    breath: announceEvery,
    rest: 1,
    run: announceNext,
  });
  const writing = startWorker({
    name: `write ${pace.name}`,
    log,
    pause: 60_000,
    breath: writeEvery,
    rest: pace.writeRest,
    run: writeNext,
  });

  return {
    wake: () => announcing.wake(),
    get isIdle() {
      return inHand.size === 0;
    },
    async stop() {
      await Promise.all([announcing.stop(), writing.stop()]);
      await drain().catch((error: unknown) =>
        log.debug({ err: error }, 'The remaining bodies will be applied at the next start'),
      );
    },
  };
}

function isAway(error: unknown): boolean {
  return error instanceof FactsUnavailable || error instanceof FactsTimeout || error instanceof FactsDamaged;
}

function bytesOf({ bodies }: Announced): number {
  return bodies.reduce((sum, { body, plan }) => sum + body.body.length + 100 * rowsOf(plan), 0);
}

function rowsOf({ rows, kinds: { levels, samples, events, heard } }: BodyPlan): number {
  return rows.length + levels.length + samples.length + events.length + heard.length;
}

function plannedIn(batches: readonly Announced[]): PlannedBody[] {
  return batches.flatMap((batch) => batch.bodies);
}

function bodiesOf(batches: readonly Announced[]): TodoBody[] {
  return plannedIn(batches).map(({ body }) => body);
}

function ofOrganizations(batches: readonly Announced[], isWanted: (orgId: string) => boolean): Announced[] {
  return batches.map((batch) => ({
    ...batch,
    bodies: batch.bodies.filter(({ body }) => isWanted(body.orgId)),
    estates: new Map([...batch.estates].filter(([orgId]) => isWanted(orgId))),
    marks: batch.marks.filter(({ orgId }) => isWanted(orgId)),
  }));
}

function oneByOne(batches: readonly Announced[]): Announced[] {
  return batches.flatMap((batch) => batch.bodies.map((planned) => ({ ...batch, bodies: [planned] })));
}

const notApplicable = { ...nothingPlanned, reason: 'not_applicable' as const };
const nothingAnnounced = { estates: new Map(), marks: [], at: Infinity };

function quarantined(batch: Announced): Announced {
  return { ...batch, bodies: batch.bodies.map((planned) => ({ ...planned, plan: notApplicable })) };
}
