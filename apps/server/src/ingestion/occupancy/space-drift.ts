import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import type { PastPart, PastPreview, SpaceDrift } from '@atrium/contract/space-drift';
import type { Facts } from '@atrium/facts/facts-interface';
import { type CountedMinute, firstMinute, type LevelMinute, minuteOfReset } from '@atrium/metrics/occupancy-fold';
import { fourDecimals } from '@atrium/metrics/precision';
import type { ByHand } from '@atrium/rules/live-occupancy';
import {
  balanceOf,
  countedStretches,
  expectedError,
  learningSeconds,
  maxStretchSeconds,
} from '@atrium/rules/occupancy-drift';
import {
  countsNeeded,
  foldInHindsight,
  foldWith,
  gainsAtTheTime,
  withPastSettings,
} from '@atrium/rules/space-corrections';
import type { Stretch } from '@atrium/rules/space-days';
import { occupancyBefore, resetsOf, type SpaceDefinition } from '@atrium/rules/space-definition';
import { countedPeriods, withPastZones } from '@atrium/rules/space-zones';
import type { Directory } from '../../registry/directory/directory.ts';
import { zonePeriodsOf } from '../../registry/directory/space-store.ts';
import type { Registry } from '../../registry/registry.ts';
import { byHandOf, readActions } from './action-store.ts';
import { closedMinute } from './closed-minute.ts';
import { countsOf } from './counts.ts';
import { readSpaceSettings } from './definition-store.ts';
import { countedMembers, definitionOf } from './definitions.ts';
import { daysAround, foldsOf, type SpaceFold } from './fold-store.ts';

/** What the corrections of a space do, and what they would do to its past. Undefined for a space that is not folded yet. */
export interface SpaceDrifts {
  drift(spaceId: string): Promise<SpaceDrift | undefined>;
  preview(spaceId: string, from: string, part: PastPart): Promise<PastPreview | undefined>;
  /** How many local days of a space are left to fold, and how many there are from a date on. */
  left(
    spaceId: string,
    from: string,
  ): Promise<{ readonly left: number; readonly days: number; readonly version: number }>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly facts: Facts;
  readonly directory: Directory;
  readonly clock: () => Date;
}

const [minute, quarter] = [60, 900];
const daysShown = 7;

export function createSpaceDrifts({ registry, facts, directory, clock }: Dependencies): SpaceDrifts {
  const foldOf = async (spaceId: string) => {
    const [fold] = await registry.system(({ client }) => foldsOf(client, [spaceId]));
    return fold?.definition ? { ...fold, definition: fold.definition } : undefined;
  };
  type Fold = SpaceFold & { readonly definition: SpaceDefinition };

  const countsIn = async (fold: Fold, { from, to }: Stretch, step: number) => {
    const { factOrg, definition, spaceId } = fold;
    const [counts] = await countsOf(facts, factOrg, [{ members: definition.members, from, to, step }]);
    const since = new Map([[spaceId, from - minute]]);
    const actions = await registry.system(({ client }) => readActions(client, since, to));
    return { counts: counts!, byHand: byHandOf(actions.get(spaceId)) };
  };

  /** The number of people at the end of the day before. */
  const startOf = async ({ spaceId, definition }: Fold, day: number) => {
    const { before } = await registry.system(({ client }) => daysAround(client, spaceId, { from: day, to: day }));
    const zone = zoneOf(definition.timezone);
    return { start: before?.end ?? occupancyBefore(definition, firstMinute(zone, day)), entered: before?.entered };
  };

  /** How a space is defined now: what was edited a moment ago is not folded yet. */
  const editedDefinition = async ({ orgId, spaceId, definition }: Fold): Promise<SpaceDefinition> => {
    const [estate, settings] = await Promise.all([
      directory.latest(orgId),
      registry.system((tx) => readSpaceSettings(tx, orgId, clock())),
    ]);
    return definitionOf(estate, settings, spaceId) ?? definition;
  };

  /** What is counted at the doors of a space if those that it has now were there from an instant on. */
  const pastMembers = async ({ orgId, spaceId }: Fold, from: number) => {
    const estate = await directory.latest(orgId);
    const space = estate.spaces.get(spaceId);
    if (!space) return [];
    const periods = await registry.system((tx) => zonePeriodsOf(tx, spaceId));
    const zones = countedPeriods(withPastZones(periods, from, clock().getTime() / 1000));
    const changed = { ...estate, spaces: new Map([...estate.spaces, [spaceId, { ...space, zones }]]) };
    return countedMembers(changed, 'space', spaceId);
  };

  return {
    async drift(spaceId) {
      const fold = await foldOf(spaceId);
      if (!fold) return undefined;
      const { definition } = fold;
      const zone = zoneOf(definition.timezone);
      const closed = closedMinute(clock());
      const known = resetsOf(definition, closed - maxStretchSeconds, closed)
        .map(({ at, value }) => ({ at: minuteOfReset(at), value }))
        .filter(({ at }) => at < closed)
        .toSorted((one, other) => one.at - other.at)
        .at(-1);
      const today = localDay(zone, closed);
      const point = known ? { start: known.value, entered: undefined } : await startOf(fold, today);
      const now = { from: known?.at ?? Math.min(firstMinute(zone, today), closed - minute), to: closed };
      const learned = { from: Math.floor((closed - learningSeconds) / quarter) * quarter, to: closed };
      const [ofNow, ofWeeks] = await Promise.all([countsIn(fold, now, minute), countsIn(fold, learned, quarter)]);
      const { counts, byHand } = ofNow;
      const uncorrected = {
        ...definition,
        settings: definition.settings.map((each) => ({ ...each, corrections: undefined })),
      };
      const stretches = countedStretches(
        ofWeeks.counts,
        resetsOf(definition, learned.from, closed + 1),
        ofWeeks.byHand,
      );
      const crossings = counts.reduce((sum, { ins, outs }) => sum + ins + outs, 0);
      const error = expectedError(stretches, (from, to) => gainsOfNow(definition, closed, from, to), crossings);
      const balance = definition.balances?.at(-1)?.balance;
      return {
        since: iso(now.from),
        asOf: iso(closed),
        plain: foldWith(uncorrected, now, counts, byHand, point, []).end,
        corrected: foldWith(definition, now, counts, byHand, point, gainsAtTheTime(definition, now.from, closed)).end,
        error: error === undefined ? null : fourDecimals(error),
        acf: balance?.acf ?? null,
        knowsHours: balance?.hours !== undefined && balance.hours !== null,
        days: stretches
          .slice(-daysShown)
          .toReversed()
          .map((stretch) => {
            const { from, to, ins, outs, gained } = stretch;
            const balanced = balanceOf(stretch);
            return {
              from: iso(from),
              to: iso(to),
              ins: fourDecimals(ins),
              outs: fourDecimals(outs),
              residual: fourDecimals(ins - outs - gained),
              balance: balanced === undefined ? null : fourDecimals(balanced),
            };
          }),
      };
    },

    async preview(spaceId, date, part) {
      const fold = await foldOf(spaceId);
      const range = fold && rangeOf(fold, date, closedMinute(clock()));
      if (!fold || !range) return undefined;
      const { definition } = fold;
      const [zone, now, closed] = [zoneOf(definition.timezone), clock(), closedMinute(clock())];
      const { first, last } = range;
      const shown = Math.max(first, last - daysShown + 1);
      const window = { from: firstMinute(zone, shown), to: Math.min(closed, firstMinute(zone, last + 1)) };
      if (first > last || window.from >= window.to) return { days: 0, shown: [], change: 0 };
      const begin = firstMinute(zone, first);
      const edited = await editedDefinition(fold);
      const after =
        part === 'zones'
          ? { ...edited, members: await pastMembers(fold, begin) }
          : withPastSettings(edited, begin, now.getTime() / 1000);
      const needed = countsNeeded(after, countsNeeded(definition, window, closed), closed);
      const point = await startOf(fold, shown);
      const [was, becomes] = await Promise.all(
        [definition, after].map(async (each) => {
          const { counts, byHand } = await countsIn({ ...fold, definition: each }, needed, minute);
          return levelsOf(each, window, closed, counts, byHand, point);
        }),
      );
      return {
        days: last - first + 1,
        shown: Array.from({ length: last - shown + 1 }, (_, index) => last - index).map((day) => {
          const isOfDay = ({ at }: LevelMinute) => localDay(zone, at) === day;
          return {
            date: dateOfDay(day),
            before: highest(was!.filter(isOfDay)),
            after: highest(becomes!.filter(isOfDay)),
          };
        }),
        change: meanChange(was!, becomes!, point.start),
      };
    },

    async left(spaceId, date) {
      const fold = await foldOf(spaceId);
      const range = fold && rangeOf(fold, date, closedMinute(clock()));
      if (!fold || !range) return { left: 0, days: 0, version: Infinity };
      const left = fold.days.stale.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      return { left, days: Math.max(0, range.last - range.first + 1), version: fold.estateVersion };
    },
  };
}

/** The local days of a space from a date on, as day numbers. */
function rangeOf({ days, definition }: SpaceFold, date: string, closed: number) {
  const from = dayOfDate(date);
  if (from === undefined || days.first === undefined || !definition) return undefined;
  return { first: Math.max(from, days.first), last: localDay(zoneOf(definition.timezone), closed - 1) };
}

/** Past days by what is known now: that is how far today may be off. */
function gainsOfNow(definition: SpaceDefinition, now: number, from: number, to: number) {
  const balance = definition.balances?.at(-1);
  const current = definition.settings.find((setting) => setting.from <= now && now < setting.to);
  if (!balance || !current) return [];
  const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const settled = { ...definition, settings: [{ ...current, ...always }], balances: [{ ...balance, ...always }] };
  return gainsAtTheTime(settled, from, to);
}

function levelsOf(
  definition: SpaceDefinition,
  window: Stretch,
  closed: number,
  counts: readonly CountedMinute[],
  byHand: ByHand,
  point: Parameters<typeof foldInHindsight>[5],
) {
  return foldInHindsight(definition, window, closed, counts, byHand, point).levels;
}

/** By how many people minutes differ on average. Other doors read other minutes: until its next one, each side holds its number. */
function meanChange(was: readonly LevelMinute[], becomes: readonly LevelMinute[], start: number): number {
  const sides = [was, becomes].map((levels) => new Map(levels.map(({ at, last }) => [at, last])));
  const minutes = [...new Set(sides.flatMap((side) => [...side.keys()]))].toSorted((one, other) => one - other);
  const held = sides.map(() => start);
  let sum = 0;
  for (const at of minutes) {
    for (const [index, side] of sides.entries()) held[index] = side.get(at) ?? held[index]!;
    sum += Math.abs(held[0]! - held[1]!);
  }
  return minutes.length > 0 ? fourDecimals(sum / minutes.length) : 0;
}

function highest(levels: readonly LevelMinute[]): number {
  return Math.max(0, ...levels.map(({ last }) => last));
}

function iso(at: number): string {
  return new Date(at * 1000).toISOString();
}
