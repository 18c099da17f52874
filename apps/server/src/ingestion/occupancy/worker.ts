import { zoneOf } from '@atrium/calendar/zones';
import type { Facts } from '@atrium/facts/facts-interface';
import { firstMinute } from '@atrium/metrics/occupancy-fold';
import { changedStretch, type SpaceDefinition } from '@atrium/rules/space-definition';
import { touchedStretch } from '@atrium/rules/space-corrections';
import { type FoldedDays, staleAfterEdit, type Stretch, withStale } from '@atrium/rules/space-days';
import { startWorker, type Worker } from '../../jobs/worker.ts';
import type { Log } from '../../log.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Registry } from '../../registry/registry.ts';
import { isMine } from '../lane-store.ts';
import type { Reach } from '../points.ts';
import { readSpaceSettings } from './definition-store.ts';
import { definitionsIn } from './definitions.ts';
import { closedMinute } from './closed-minute.ts';
import { firstReading, foldSpaces } from './fold-spaces.ts';
import {
  findDue,
  findOutdated,
  foldsOf,
  foldsOfOrganization,
  isAnythingToFold,
  removeDays,
  saveDefinitions,
  saveProgress,
  type SpaceFold,
} from './fold-store.ts';
import { learnBalances } from './learn-balances.ts';
import { readMarks, removeMarks, type SpaceMark } from './mark-store.ts';
import type { SettleSpaces } from './settle-spaces.ts';

export interface OccupancyOptions {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly clock: () => Date;
  readonly log: Log;
  readonly reach?: Reach | undefined;
  readonly settle: SettleSpaces;
}

export interface OccupancyWorker extends Worker {
  /** An estate was edited. */
  recheck(): void;
  /** Whether all closed minutes are folded. */
  isIdle(): Promise<boolean>;
}

const organizationsAtOnce = 5;
const marksAtOnce = 5000;
/** Spaces folded in one turn, of all organizations and of each. */
const spacesAtOnce = { all: 40, each: 10 };
/** Milliseconds after which estates are compared without being told. */
const recheckEvery = 10_000;
/** Milliseconds after which spaces are asked whether a day is over. */
const learnEvery = 3_600_000;

/**
 * Keeps the levels of spaces true. Readings leave marks, edits another state of the estate; both become days to fold again, a few
 * at a time. What was folded is compared with what is stored, so that only changed minutes are written.
 */
export function startOccupancy(options: OccupancyOptions): OccupancyWorker {
  const { registry, facts, clock, log } = options;
  let recheckAt = -Infinity;
  let learnedAt = -Infinity;
  const learned = new Map<string, number>();

  const run = (): Promise<boolean> =>
    registry.system(async ({ client }) => {
      if (!(await isMine(client, 'occupancy'))) return false;
      let more = false;
      if (performance.now() >= recheckAt) {
        recheckAt = performance.now() + recheckEvery;
        more = await renewDefinitions(options);
        if (more) recheckAt = -Infinity;
      }
      more = (await takeMarks(registry, clock())) || more;
      const now = clock();
      if (Math.abs(now.getTime() - learnedAt) >= learnEvery) {
        learnedAt = now.getTime();
        await learnBalances(options, learned);
      }
      const due = await registry.system((inner) => findDue(inner.client, now, spacesAtOnce));
      const failures: unknown[] = [];
      for (const ofOrganization of byOrganization(due)) {
        try {
          await foldSpaces(options, ofOrganization, closedMinute(now));
        } catch (error) {
          failures.push(error);
          const later = ofOrganization.map(({ spaceId, days }) => ({ spaceId, stale: days.stale, dueAt: now }));
          await registry.system((inner) => saveProgress(inner.client, later, now));
        }
      }
      // After the others had their turn; the next attempt waits longer each time.
      if (failures.length > 0) throw failures[0];
      return more || due.length > 0;
    });

  const worker = startWorker({ name: 'occupancy', log, pause: 1000, breath: 100, rest: 3, run });
  return {
    ...worker,
    recheck() {
      recheckAt = -Infinity;
      worker.wake();
    },
    isIdle: () =>
      registry.system(({ client }) => isAnythingToFold(client, closedMinute(clock()), clock()).then((any) => !any)),
  };

  /** Compares how spaces are folded with how their estates define them now. Returns whether there are more. */
  async function renewDefinitions({ directory }: OccupancyOptions): Promise<boolean> {
    const outdated = await registry.system(({ client }) => findOutdated(client, organizationsAtOnce));
    for (const orgId of outdated) {
      const estate = await directory.latest(orgId).catch(() => undefined);
      if (!estate) continue;
      const [settings, folds] = await registry.system(
        async (tx) =>
          [await readSpaceSettings(tx, orgId, clock()), await foldsOfOrganization(tx.client, orgId)] as const,
      );
      const now = clock();
      const closed = closedMinute(now);
      const definitions = definitionsIn(estate, settings);
      const saved: Parameters<typeof saveDefinitions>[3][number][] = [];
      const emptied: string[] = [];
      for (const spaceId of new Set([...definitions.keys(), ...folds.keys()])) {
        const [definition, fold] = [definitions.get(spaceId), folds.get(spaceId)];
        const restarts = !definition || fold?.definition?.timezone !== definition.timezone;
        if (restarts && fold?.days.first !== undefined) emptied.push(spaceId);
        const kept = restarts ? nothingFolded : (fold?.days ?? nothingFolded);
        const days = definition
          ? await afterEdit(facts, estate.factOrg, kept, fold?.definition, definition, closed)
          : kept;
        const dueAt = days.stale.length > 0 ? now : undefined;
        saved.push({ spaceId, definition: definition ?? null, stale: days.stale, dueAt });
      }
      await registry.system(async (tx) => {
        await removeDays(tx.client, emptied);
        await saveDefinitions(tx.client, orgId, estate.version, saved, now);
        await options.settle(
          tx,
          saved.map(({ spaceId }) => spaceId),
        );
      });
    }
    return outdated.length === organizationsAtOnce;
  }
}

const nothingFolded: FoldedDays = { first: undefined, last: undefined, stale: [] };

/** The days to fold again after an edit. */
async function afterEdit(
  facts: Facts,
  org: number,
  days: FoldedDays,
  before: SpaceDefinition | null | undefined,
  after: SpaceDefinition,
  closed: number,
): Promise<FoldedDays> {
  const edited = before ? changedStretch(before, after, closed) : { from: 0, to: closed };
  if (!edited) return days;
  const changed = touchedStretch(after, edited, closed);
  const zone = zoneOf(after.timezone);
  const reachesBack = days.first === undefined || changed.from < firstMinute(zone, days.first);
  const first = reachesBack ? await firstReading(facts, org, after, closed) : 0;
  return staleAfterEdit(days, changed, first, zone, closed);
}

/** Turns marks into days to fold. Returns whether there are more. */
async function takeMarks(registry: Registry, now: Date): Promise<boolean> {
  return registry.system(async ({ client }) => {
    const closed = closedMinute(now);
    const marks = await readMarks(client, closed, marksAtOnce);
    if (marks.length === 0) return false;
    const bySpace = new Map<string, SpaceMark[]>();
    for (const mark of marks) bySpace.set(mark.spaceId, [...(bySpace.get(mark.spaceId) ?? []), mark]);
    // One that is not defined yet will be folded from its first reading on.
    const folds = (await foldsOf(client, [...bySpace.keys()])).filter(({ definition }) => definition);
    const progress = folds.map((fold) => {
      const { stale } = withMarks(fold, bySpace.get(fold.spaceId)!, closed);
      return { spaceId: fold.spaceId, stale, dueAt: now };
    });
    await saveProgress(client, progress, undefined);
    await removeMarks(client, marks, closed);
    return marks.length === marksAtOnce;
  });
}

function withMarks({ days, definition }: SpaceFold, marks: readonly Stretch[], closed: number): FoldedDays {
  const { members } = definition!;
  // One without zones is counted by hand.
  const begin = members.length > 0 ? Math.min(...members.map(({ from }) => from)) : 0;
  const zone = zoneOf(definition!.timezone);
  return marks.reduce((known, mark) => {
    const [from, to] = [Math.max(mark.from, begin), Math.min(mark.to, closed)];
    if (from >= to || (days.last && from >= days.last.foldedTo)) return known;
    return withStale(known, touchedStretch(definition!, { from, to }, closed), zone, closed);
  }, days);
}

function byOrganization(folds: readonly SpaceFold[]): SpaceFold[][] {
  const groups = new Map<string, SpaceFold[]>();
  for (const fold of folds) groups.set(fold.orgId, [...(groups.get(fold.orgId) ?? []), fold]);
  return [...groups.values()];
}
