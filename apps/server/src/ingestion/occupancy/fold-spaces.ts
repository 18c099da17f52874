import { localDay, zoneOf } from '@atrium/calendar/zones';
import type { Facts } from '@atrium/facts/facts-interface';
import type { LevelRow } from '@atrium/facts/rows';
import { daysTouchedBy } from '@atrium/facts/touched-days';
import { packVer } from '@atrium/facts/version';
import { type CountedMinute, firstMinute, type FoldedOccupancy, unitsOf } from '@atrium/metrics/occupancy-fold';
import { type ByHand, nextReset } from '@atrium/rules/live-occupancy';
import {
  countsNeeded,
  endedStretches,
  foldInHindsight,
  foldWith,
  gainsAtTheTime,
} from '@atrium/rules/space-corrections';
import {
  afterWindow,
  type FoldedDay,
  type FoldedDays,
  type FoldWindow,
  nextWindow,
  type Stretch,
  withStale,
} from '@atrium/rules/space-days';
import { foldGeneration, isResetDaily, occupancyBefore, type SpaceDefinition } from '@atrium/rules/space-definition';
import { addSeries } from '../../estate/series-store.ts';
import { raiseEstateVersion } from '../../registry/directory/store.ts';
import type { Registry } from '../../registry/registry.ts';
import { noteLateDays } from '../change-store.ts';
import { freshFrom } from '../horizon.ts';
import { lateDaysOf } from '../late-changes.ts';
import { announceMarks, laneOfSpaces, type Mark, markDaysReady } from '../mark-store.ts';
import { noKindRows } from '../plan-kinds.ts';
import type { Reach } from '../points.ts';
import { byHandOf, readActions } from './action-store.ts';
import { askedMember, countsOf } from './counts.ts';
import {
  daysAround,
  locationOf,
  nextNumber,
  saveDays,
  saveProgress,
  saveSeries,
  type SpaceFold,
} from './fold-store.ts';
import type { SettleSpaces } from './settle-spaces.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly facts: Facts;
  readonly clock: () => Date;
  readonly reach?: Reach | undefined;
  readonly settle: SettleSpaces;
}

/** Folds the next days of spaces of one organization, and writes the minutes whose levels changed. */
export async function foldSpaces(
  dependencies: Dependencies,
  folds: readonly SpaceFold[],
  closed: number,
): Promise<void> {
  const { registry, facts, clock, reach, settle } = dependencies;
  const planned: Planned[] = [];
  for (const fold of folds) {
    const window = windowOf(fold.days, fold.definition!, closed);
    if (!window) continue;
    const counted = window.continues ? window : countsNeeded(fold.definition!, window, closed);
    const since = new Map([[fold.spaceId, counted.from - minute]]);
    const [{ before, last }, actions] = await registry.system(
      async ({ client }) =>
        [await daysAround(client, fold.spaceId, window.days), await readActions(client, since, counted.to)] as const,
    );
    const byHand = byHandOf(actions.get(fold.spaceId));
    planned.push({ fold, window, counted, byHand, ...startOf(fold, window, before), formerEnd: last });
  }
  const counted = await countedMinutes(facts, planned);
  const folded = planned.map((each, index) => foldOne(each, counted[index]!, closed));
  const series = await seriesOf(registry, folded);
  const rows = await changedLevels(registry, facts, folded, series);

  const marks = daysTouchedBy(rows).map(({ series: seriesId, day }): Mark => ({
    orgId: folds[0]!.orgId,
    seriesId,
    day,
    lane: laneOfSpaces,
  }));
  const fresh = freshFrom(clock().getTime() / 1000);
  const old = marks.filter(({ day }) => day < fresh);
  if (rows.length > 0) {
    const seq = await registry.system(({ client }) =>
      announceMarks(client, { fresh: marks.filter(({ day }) => day >= fresh), old }),
    );
    await reach?.('occupancy.before-write');
    await facts.levels.append(rows);
    await reach?.('occupancy.after-write');
    await save(seq);
  } else await save('0');

  async function save(seq: string): Promise<void> {
    const now = clock();
    await registry.system(async (tx) => {
      const { client } = tx;
      for (const { fold, written } of folded) await saveDays(client, fold, written, now);
      const after = new Map(folded.map(({ fold, days }) => [fold.spaceId, days]));
      const progress = folds.map(({ spaceId, days: before, definition }) => {
        const days = after.get(spaceId) ?? before;
        const isLeft = windowOf(days, definition!, closed) !== undefined;
        return { spaceId, stale: days.stale, dueAt: isLeft ? now : endOfDay(definition!, now) };
      });
      await saveProgress(client, progress, now);
      await markDaysReady(
        client,
        old.map((mark) => ({ ...mark, seq })),
      );
      const plan = { rows: [], kinds: { ...noKindRows, levels: rows } };
      await noteLateDays(client, lateDaysOf([plan], now.getTime() / 1000), now);
      await settle(
        tx,
        folds.map(({ spaceId }) => spaceId),
      );
    });
  }
}

/** When the day of a space is over and is balanced, although nothing may be received by then. */
function endOfDay(definition: SpaceDefinition, now: Date): Date | undefined {
  const at = now.getTime() / 1000;
  const isBalanced = definition.settings.some(({ corrections, to }) => corrections?.endOfDay && to > at);
  const reset = isBalanced ? nextReset(definition, at) : undefined;
  return reset === undefined ? undefined : new Date((reset + 3 * minute) * 1000);
}

function windowOf(days: FoldedDays, definition: SpaceDefinition, closed: number): FoldWindow | undefined {
  return nextWindow(days, zoneOf(definition.timezone), closed, isResetDaily(definition, closed));
}

/** The start of the local day on which the first reading of a space was received; `closed` where there is none. */
export async function firstReading(
  facts: Facts,
  org: number,
  { members, timezone }: SpaceDefinition,
  closed: number,
): Promise<number> {
  const begin = Math.max(earliest, Math.min(...members.map(({ from }) => from)));
  if (!(begin < closed)) return closed;
  const zone = zoneOf(timezone);
  const edges: number[] = [];
  for (let day = localDay(zone, begin); firstMinute(zone, day) < closed; day += 1) edges.push(firstMinute(zone, day));
  const slices = [{ edges: [...new Set(edges), closed], members: members.map((member) => askedMember(member, 0)) }];
  const { buckets } = await facts.aggregate({ org, slices, freshFrom: 0, marks: [] });
  return buckets.length > 0 ? slices[0]!.edges[Math.min(...buckets)]! : closed;
}

/** Nothing is counted before it. */
const earliest = Date.UTC(2000, 0, 1) / 1000;
const minute = 60;

interface Planned {
  readonly fold: SpaceFold;
  readonly window: FoldWindow;
  /** The window, and the days that are over as far as they meet it: their counts decide how they are balanced. */
  readonly counted: Stretch;
  /** Of what is counted and of the minute before it. */
  readonly byHand: ByHand;
  /** The number of people before the window, and who entered lately. */
  readonly start: number;
  readonly entered: FoldedDay['entered'];
  /** The last day of the window as it is stored. */
  readonly formerEnd: FoldedDay | undefined;
}

function startOf({ days, definition }: SpaceFold, window: FoldWindow, before: FoldedDay | undefined) {
  const day = window.continues ? days.last : before;
  return { start: day?.end ?? occupancyBefore(definition!, window.from), entered: day?.entered };
}

interface Folded extends ReturnType<typeof afterWindow> {
  readonly fold: SpaceFold;
  readonly window: FoldWindow;
  readonly levels: FoldedOccupancy['levels'];
}

function foldOne(
  { fold, window, byHand, start, entered, formerEnd }: Planned,
  counted: readonly CountedMinute[],
  closed: number,
): Folded {
  const definition = fold.definition!;
  const { from, to } = window;
  const zone = zoneOf(definition.timezone);
  const point = { start, entered };
  const result = window.continues
    ? foldWith(definition, window, counted, byHand, point, gainsAtTheTime(definition, from, to))
    : foldInHindsight(definition, window, closed, counted, byHand, point);
  const after = afterWindow(fold.days, window, result, formerEnd);
  // A day that ended meanwhile is balanced now.
  const ended = window.continues ? endedStretches(definition, window, Math.min(to, closed)) : [];
  const days = ended.reduce((known, stretch) => withStale(known, stretch, zone, closed), after.days);
  return { fold, window, levels: result.levels, ...after, days };
}

/** Of each space, the minutes in which something was received. */
function countedMinutes(facts: Facts, planned: readonly Planned[]): Promise<CountedMinute[][]> {
  const asked = planned.map(({ fold, counted }) => ({ members: fold.definition!.members, ...counted, step: minute }));
  return countsOf(facts, planned[0]?.fold.factOrg ?? 0, asked);
}

function minutesOf({ from, to }: Stretch): number[] {
  return Array.from({ length: (to - from) / minute + 1 }, (_, index) => from + index * minute);
}

/** The series of the levels of these spaces, in their order; none where there is nothing to write and never was. */
async function seriesOf(registry: Registry, folded: readonly Folded[]): Promise<(number | undefined)[]> {
  const missing = folded.filter(({ fold, levels }) => fold.seriesId === undefined && levels.length > 0);
  const made = new Map<string, number>();
  if (missing.length > 0) {
    const orgId = missing[0]!.fold.orgId;
    await registry.system(async (tx) => {
      await raiseEstateVersion(tx, orgId);
      for (const { fold } of missing) {
        const { spaceId } = fold;
        const locationId = await locationOf(tx.client, spaceId);
        const of = { orgId, owner: 'space', spaceId, locationId, measure: 'level', enabled: true } as const;
        const [seriesId] = await addSeries(tx.sql, [{ ...of, from: new Date(0) }]);
        await saveSeries(tx.client, spaceId, seriesId!);
        made.set(spaceId, seriesId!);
      }
    });
  }
  return folded.map(({ fold }) => fold.seriesId ?? made.get(fold.spaceId));
}

/** What must be written so that the stored levels are the folded ones. */
async function changedLevels(
  registry: Registry,
  facts: Facts,
  folded: readonly Folded[],
  series: readonly (number | undefined)[],
): Promise<LevelRow[]> {
  const org = folded[0]?.fold.factOrg ?? 0;
  const known = await storedLevels(facts, org, folded, series);
  const number = await registry.system(({ client }) => nextNumber(client));
  const ver = packVer({ rank: 'final', seq: number, generation: foldGeneration });
  return folded.flatMap(({ levels }, index) => {
    const seriesId = series[index];
    if (seriesId === undefined) return [];
    const stored = known[index]!;
    const rowOf = (at: number, value: number, gone: 0 | 1): LevelRow => {
      return { org, series: seriesId, at, span: minute, last: value, lo: value, hi: value, ver, gone };
    };
    const rows = levels.flatMap(({ at, last }) => {
      const value = storable(last);
      const before = stored.get(at);
      stored.delete(at);
      return before === value ? [] : [rowOf(at, value, 0)];
    });
    return [...rows, ...[...stored.keys()].map((at) => rowOf(at, 0, 1))];
  });
}

async function storedLevels(
  facts: Facts,
  org: number,
  folded: readonly Folded[],
  series: readonly (number | undefined)[],
): Promise<Map<number, number>[]> {
  const found = folded.map(() => new Map<number, number>());
  const slices = folded.flatMap(({ window }, key) => {
    const known = series[key];
    if (known === undefined) return [];
    return [
      { edges: minutesOf(window), members: [{ series: known, from: 0, to: window.to, key, unit: 0, weight: 1 }] },
    ];
  });
  if (slices.length === 0) return found;
  const answer = await facts.levels.aggregate({ org, slices, columns: ['last'], freshFrom: 0, marks: [] });
  for (const [index, key] of answer.keys.entries()) {
    found[key]!.set(folded[key]!.window.from + answer.buckets[index]! * minute, answer.last[index]!);
  }
  return found;
}

/** Levels are stored in ten-thousandths of a person, in 32 bits: more than 214,748 people are stored as so many. */
function storable(people: number): number {
  return Math.max(-(2 ** 31) + 1, Math.min(2 ** 31 - 1, unitsOf(people)));
}
