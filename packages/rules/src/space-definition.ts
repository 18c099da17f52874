import type { OpeningHours } from '@atrium/calendar/opening-hours';
import { zoneOf } from '@atrium/calendar/zones';
import { type KnownOccupancy, minuteOfReset } from '@atrium/metrics/occupancy-fold';
import { dailyResets, type ResetPeriod } from './daily-resets.ts';
import { type Corrections, type LearnedBalance, noCorrections } from './occupancy-drift.ts';

/** All that decides the occupancy of a space besides its readings. It is stored as it was folded, so that a change shows. */
export interface SpaceDefinition {
  /** Raised when the fold itself changes its meaning. */
  readonly generation: number;
  readonly timezone: string;
  readonly members: readonly SpaceMember[];
  readonly settings: readonly SpaceSetting[];
  readonly resets: readonly KnownOccupancy[];
  /** Of its location, where resets depend on them. */
  readonly hours: OpeningHours;
  /** What was learned of its doors, and when; absent where nothing was. */
  readonly balances?: readonly BalancePeriod[] | undefined;
}

export interface BalancePeriod extends Span {
  readonly balance: LearnedBalance;
}

/** A series while it counts for the space: epoch seconds, `[from, to)`. */
export interface SpaceMember extends Span {
  readonly series: number;
  readonly wIn: number;
  readonly wOut: number;
  readonly reversed: boolean;
}

export interface SpaceSetting extends ResetPeriod {
  /** A sum below zero begins again at zero. */
  readonly reflects: boolean;
  /** Absent where there are none. */
  readonly corrections?: Corrections | undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export const foldGeneration = 1;
export const noHours: OpeningHours = { assignments: [], locationExceptions: [], organizationExceptions: [] };

/** A space is set up in several edits: the settings that it has an hour after the first ones count for all the time before. */
export function countedSettings<S extends Span>(settings: readonly S[]): S[] {
  const readyAt = Math.min(...settings.map(({ from }) => from)) + setUpSeconds;
  return settings
    .filter(({ to }) => to > readyAt)
    .toSorted((one, other) => one.from - other.from)
    .map((setting) => (setting.from <= readyAt ? { ...setting, from: 0 } : setting));
}

const setUpSeconds = 3600;

/** Everything that was known of the number of people in `[from, to)`. Someone who counted knows better than a schedule. */
export function resetsOf(definition: SpaceDefinition, from: number, to: number): KnownOccupancy[] {
  const { settings, hours, timezone, resets } = definition;
  // A reset within a minute counts from the next one on.
  const daily = dailyResets(settings, hours, zoneOf(timezone), from - minute, to);
  return [...daily, ...resets.filter(({ at }) => at > from - minute && at < to)];
}

/** Whether what was counted days before `at` no longer matters. */
export function isResetDaily({ settings, hours, timezone }: SpaceDefinition, at: number): boolean {
  return dailyResets(settings, hours, zoneOf(timezone), at - 86_400, at).length > 0;
}

/** The number of people before the first reading: what was known last, or nobody. */
export function occupancyBefore(definition: SpaceDefinition, at: number): number {
  const manual = definition.resets.filter((reset) => reset.at < at - lookBack);
  return [...manual, ...resetsOf(definition, at - lookBack, at)]
    .filter((reset) => minuteOfReset(reset.at) < at)
    .reduce<KnownOccupancy>((last, reset) => (reset.at >= last.at ? reset : last), { at: -Infinity, value: 0 }).value;
}

/** Daily resets are daily, except for locations that are closed for weeks. */
const lookBack = 40 * 86_400;

/**
 * The stretch before `until` in which two definitions differ; undefined where they are the same. What follows from the sum of an earlier
 * minute is not part of it. After a change of the time zone or of the fold, that is everything.
 */
export function changedStretch(before: SpaceDefinition, after: SpaceDefinition, until: number): Span | undefined {
  if (before.generation !== after.generation || before.timezone !== after.timezone) return { from: 0, to: until };
  const spans = [
    ...differences(before.members, after.members, ({ series, wIn, wOut, reversed }) =>
      [series, wIn, wOut, reversed].join(' '),
    ),
    ...differences(before.settings, after.settings, ({ reflects, resetConfig, corrections = noCorrections }) => {
      const { endOfDay, acf, weekdayHours, maxStayMinutes } = corrections;
      return JSON.stringify([reflects, resetConfig, endOfDay, acf, weekdayHours, maxStayMinutes]);
    }),
    ...balanceDifferences(before, after),
    ...differences(before.resets.map(spanOfReset), after.resets.map(spanOfReset), ({ at, value }) => `${at} ${value}`),
    ...hoursDifferences(before, after, until),
  ].filter((span) => span.from < until);
  if (spans.length === 0) return undefined;
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.min(until, Math.max(...spans.map(({ to }) => to))),
  };
}

const minute = 60;

function spanOfReset(reset: KnownOccupancy): KnownOccupancy & Span {
  const from = minuteOfReset(reset.at);
  return { ...reset, from, to: from + minute };
}

function hoursDifferences(before: SpaceDefinition, after: SpaceDefinition, until: number): Span[] {
  if (JSON.stringify(before.hours) === JSON.stringify(after.hours)) return [];
  const begin = Math.min(...before.members.map(({ from }) => from), until);
  const [former, next] = [before.hours, after.hours].map((hours) => resetsOf({ ...after, hours }, begin, until));
  return differences(former!.map(spanOfReset), next!.map(spanOfReset), ({ at, value }) => `${at} ${value}`);
}

/** Old ones are forgotten: days that are over do not need them. */
function balanceDifferences(
  { balances: before = [] }: SpaceDefinition,
  { balances: after = [] }: SpaceDefinition,
): Span[] {
  const known = Math.min(...after.map(({ from }) => from));
  const kept = before.filter(({ to }) => to > known).map((each) => ({ ...each, from: Math.max(each.from, known) }));
  return differences(kept, after, ({ balance }) => JSON.stringify([balance.acf, balance.hours]));
}

/** Where spans of the same meaning are on one side only. */
function differences<S extends Span>(
  before: readonly S[],
  after: readonly S[],
  meaningOf: (span: S) => string,
): Span[] {
  const sides = new Map<string, { before: S[]; after: S[] }>();
  const add = (spans: readonly S[], side: 'before' | 'after') => {
    for (const span of spans) {
      const meaning = meaningOf(span);
      const known = sides.get(meaning) ?? { before: [], after: [] };
      known[side].push(span);
      sides.set(meaning, known);
    }
  };
  add(before, 'before');
  add(after, 'after');
  return [...sides.values()].flatMap((side) => oneSided(side.before, side.after));
}

function oneSided(before: readonly Span[], after: readonly Span[]): Span[] {
  const edges = [...before, ...after].flatMap(({ from, to }) => [from, to]);
  const sorted = [...new Set(edges)].toSorted((a, b) => a - b);
  return sorted.flatMap((from, index) => {
    const to = sorted[index + 1];
    const covers = (spans: readonly Span[]) => spans.filter((span) => span.from <= from && from < span.to).length;
    return to !== undefined && covers(before) !== covers(after) ? [{ from, to }] : [];
  });
}
