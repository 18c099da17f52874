import { zoneOf } from '@atrium/calendar/zones';
import {
  type CountedMinute,
  type FoldedOccupancy,
  foldOccupancy,
  type Gain,
  minuteOfReset,
  type OccupancyInput,
  type Press,
  type StayLimit,
  type Stop,
} from '@atrium/metrics/occupancy-fold';
import { countedStretches, gainOfStretch, learnedGains, maxStretchSeconds } from './occupancy-drift.ts';
import type { Stretch } from './space-days.ts';
import { resetsOf, type SpaceDefinition } from './space-definition.ts';

/** The gains of the counts in `[from, to)` as they were known at the time. */
export function gainsAtTheTime(
  { settings, balances = [], timezone }: SpaceDefinition,
  from: number,
  to: number,
): Gain[] {
  const zone = zoneOf(timezone);
  return settings.flatMap(({ corrections, ...setting }) => {
    if (!corrections || (!corrections.acf && !corrections.weekdayHours)) return [];
    return balances.flatMap(({ balance, ...period }) =>
      learnedGains(
        balance,
        corrections,
        zone,
        Math.max(from, setting.from, period.from),
        Math.min(to, setting.to, period.to),
      ),
    );
  });
}

/** The same once the stretches that ended by `closed` are balanced; counts reach from `countsNeeded` on. */
export function gainsInHindsight(
  definition: SpaceDefinition,
  { from, to }: Stretch,
  closed: number,
  counts: readonly CountedMinute[],
  byHand: ByHandCounts,
): Gain[] {
  const balanced = endedStretches(definition, { from, to }, closed).flatMap((stretch) => {
    const known = [...resetsOf(definition, stretch.from, stretch.to + 1)];
    return countedStretches(counts, known, byHand)
      .filter((each) => each.from === stretch.from && each.to === stretch.to)
      .flatMap(gainOfStretch);
  });
  const edges = [from, ...balanced.flatMap((gain) => [gain.from, gain.to]), to];
  const between = edges.flatMap((begin, index) => {
    const end = edges[index + 1];
    if (index % 2 === 1 || end === undefined || begin >= end) return [];
    return gainsAtTheTime(definition, Math.max(begin, from), Math.min(end, to));
  });
  return [...balanced, ...between].toSorted((one, other) => one.from - other.from);
}

/** The history of a stretch as it is known by `closed`. */
export function foldInHindsight(
  definition: SpaceDefinition,
  { from, to }: Stretch,
  closed: number,
  counts: readonly CountedMinute[],
  byHand: ByHandCounts,
  point: Pick<OccupancyInput, 'start' | 'entered'>,
): FoldedOccupancy {
  const gains = gainsInHindsight(definition, { from, to }, closed, counts, byHand);
  return foldWith(definition, { from, to }, counts, byHand, point, gains);
}

/** A stretch with these gains, and all else as the space defines it. */
export function foldWith(
  definition: SpaceDefinition,
  { from, to }: Stretch,
  counts: readonly CountedMinute[],
  { presses, stops }: ByHandCounts,
  point: Pick<OccupancyInput, 'start' | 'entered'>,
  gains: readonly Gain[],
): FoldedOccupancy {
  return foldOccupancy({
    zone: zoneOf(definition.timezone),
    from,
    to,
    ...point,
    minutes: counts,
    resets: resetsOf(definition, from, to),
    reflects: definition.settings,
    presses: presses.filter(({ at }) => at >= from - minute),
    stops,
    stays: staysOf(definition),
    gains,
  });
}

/** A space whose settings of now hold from an instant on. */
export function withPastSettings(definition: SpaceDefinition, from: number, now: number): SpaceDefinition {
  const current = definition.settings.findLast((setting) => setting.from <= now + 2 * minute && setting.to > now);
  if (!current) return definition;
  const before = definition.settings
    .filter((setting) => setting !== current && setting.from < from)
    .map((setting) => ({ ...setting, to: Math.min(setting.to, from) }));
  return {
    ...definition,
    settings: [...before, { ...current, from: before.length > 0 ? Math.min(current.from, from) : 0 }],
  };
}

interface ByHandCounts {
  readonly presses: readonly Press[];
  readonly stops: readonly Stop[];
}

/** Where counts are needed to fold `[from, to)` in hindsight. */
export function countsNeeded(definition: SpaceDefinition, stretch: Stretch, closed: number): Stretch {
  const ended = endedStretches(definition, stretch, closed);
  return {
    from: Math.min(stretch.from, ...ended.map(({ from }) => from)),
    to: Math.max(stretch.to, ...ended.map(({ to }) => to)),
  };
}

/** What is folded again when something changes in a stretch: each day that it touches depends on all of its counts. */
export function touchedStretch(definition: SpaceDefinition, changed: Stretch, closed: number): Stretch {
  const to = Math.max(changed.to, changed.from + minute);
  const ends = [
    { from: changed.from, to: changed.from + minute },
    { from: to - minute, to },
  ].flatMap((end) => (end.from > 0 ? endedStretches(definition, end, closed) : []));
  return {
    from: Math.min(changed.from, ...ends.map(({ from }) => from)),
    to: Math.max(changed.to, ...ends.map((end) => end.to)),
  };
}

const minute = 60;

/** The stretches between resets that meet `[from, to)` and ended by `closed`, where days are balanced when they are over. */
export function endedStretches(definition: SpaceDefinition, { from, to }: Stretch, closed: number): Stretch[] {
  if (!definition.settings.some(({ corrections }) => corrections?.endOfDay)) return [];
  const until = Math.min(closed, to + maxStretchSeconds);
  const known = resetsOf(definition, from - maxStretchSeconds, until + 1).map(({ at }) => minuteOfReset(at));
  const edges = [...new Set(known)].filter((at) => at <= closed).toSorted((one, other) => one - other);
  return edges.slice(1).flatMap((end, index) => {
    const begin = edges[index]!;
    // An edit holds from then on: a stretch in which it was switched stays as it was.
    const inForce = definition.settings.filter((setting) => setting.from < end && setting.to > begin);
    const isCorrected = inForce.every(({ corrections }) => corrections?.endOfDay);
    return isCorrected && begin < to && end > from && end - begin <= maxStretchSeconds
      ? [{ from: begin, to: end }]
      : [];
  });
}

/** How long people stay at most, by time. */
export function staysOf({ settings }: SpaceDefinition): StayLimit[] {
  return settings.flatMap(({ from, to, corrections }) => {
    const maxStayMinutes = corrections?.maxStayMinutes ?? null;
    return maxStayMinutes === null ? [] : [{ from, to, maxStayMinutes }];
  });
}
