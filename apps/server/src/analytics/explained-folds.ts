import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { type ExplainedDay, maxExplainedDays, maxExplainedSpaces } from '@atrium/contract/explanation';
import { type CountedMinute, firstMinute, type OccupancyInput } from '@atrium/metrics/occupancy-fold';
import { fourDecimals } from '@atrium/metrics/precision';
import type { ByHand } from '@atrium/rules/live-occupancy';
import { countsNeeded, foldWith, gainsInHindsight } from '@atrium/rules/space-corrections';
import type { FoldedDay } from '@atrium/rules/space-days';
import { occupancyBefore, type SpaceDefinition } from '@atrium/rules/space-definition';
import { byHandOf, readActions } from '../ingestion/occupancy/action-store.ts';
import { askedMember } from '../ingestion/occupancy/counts.ts';
import { daysAround, foldsOf, type SpaceFold } from '../ingestion/occupancy/fold-store.ts';
import type { Estate } from '../registry/directory/estate.ts';
import { mayName } from '../registry/directory/resolve.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import type { ExplainedSeries } from './explained-series.ts';
import type { Ask, FactsQuestion } from './filling.ts';
import { countMinutes } from './minute-stretches.ts';
import type { Reading } from './readings.ts';
import { type Key, type Window, within } from './window.ts';

export interface Asking {
  readonly registry: Registry;
  readonly scope: Scope;
  readonly estate: Estate;
  readonly window: Window;
  readonly readings: readonly Reading[];
  readonly isShown: (cell: number) => boolean;
  readonly facts: FactsQuestion;
  readonly ask: Ask;
}

export interface ExplainedFolds {
  /** How the people of a space of an entity came about, day by day; undefined where that is not shown. */
  readonly foldOf: (entity: number, spaceId: string) => readonly ExplainedDay[] | undefined;
  readonly messages: readonly string[];
}

/** Folds the days of spaces again, up to the last minute that the answer shows of them. */
export async function explainedFolds(asking: Asking, found: readonly ExplainedSeries[]): Promise<ExplainedFolds> {
  const wanted = wantedIn(asking, found);
  if (wanted.length > maxExplainedSpaces) return { foldOf: () => undefined, messages: [tooMuch] };
  const { registry, scope } = asking;
  const stored = await registry.tenant(scope, (tx) => storedFolds(tx, wanted));
  const days = new Map<string, readonly ExplainedDay[]>();
  const messages = new Set<string>();
  for (const [at, want] of wanted.entries()) {
    const fold = stored[at];
    if (!fold) continue;
    const folded = fold === 'too long' || fold === 'stale' ? fold : await foldedAgain(asking, want, fold);
    if (folded === 'too long') messages.add(tooMuch);
    else if (folded === 'stale') messages.add(isStale(asking.estate.spaces.get(want.spaceId)?.name ?? ''));
    else days.set(keyOf(want), folded);
  }
  return { foldOf: (entity, spaceId) => days.get(keyOf({ entity, spaceId })), messages: [...messages] };
}

const tooMuch = `How numbers of people came about is shown for up to ${maxExplainedDays} local days and ${maxExplainedSpaces} spaces. Ask for a shorter period, or for fewer spaces.`;
const isStale = (name: string) =>
  `The occupancy of ${name} is being computed again. How it came about is shown once that is done.`;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A space with the time in which the rows of an entity show it. */
interface Wanted {
  readonly entity: number;
  readonly spaceId: string;
  readonly shown: readonly Span[];
  /** Who was there in the last minute, as it is stored. */
  readonly people: number;
}

function keyOf({ entity, spaceId }: Pick<Wanted, 'entity' | 'spaceId'>): string {
  return `${entity} ${spaceId}`;
}

function wantedIn({ estate, scope, window, readings, isShown }: Asking, found: readonly ExplainedSeries[]): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { entity, reading, member, people, from, to } of found) {
    const held = estate.series.get(member.series);
    if (readings[reading]!.kind !== 'level' || held?.owner !== 'space' || people === undefined) continue;
    const { spaceId } = held;
    if (!mayName(estate, scope, 'space', spaceId)) continue;
    const shown = window.keys.flatMap((key, at) => {
      if (key.entity !== entity || key.reading !== reading) return [];
      const spans = shownIn(key, (bucket) => isShown(window.cellOf(at, bucket))).map((span) => ({
        from: Math.max(from, span.from),
        to: Math.min(to, span.to),
      }));
      return spans.flatMap((span) => within(span, key.open ?? [span])).filter((span) => span.from < span.to);
    });
    wanted.set(keyOf({ entity, spaceId }), { entity, spaceId, shown, people });
  }
  return [...wanted.values()];
}

/** Buckets side by side are one. */
function shownIn({ edges }: Key, isShown: (bucket: number) => boolean): Span[] {
  const spans: { from: number; to: number }[] = [];
  for (let bucket = 0; bucket + 1 < edges.length; bucket += 1) {
    if (!isShown(bucket)) continue;
    const before = spans.at(-1);
    if (before && before.to === edges[bucket]) before.to = edges[bucket + 1]!;
    else spans.push({ from: edges[bucket]!, to: edges[bucket + 1]! });
  }
  return spans;
}

/** What is needed to fold the days again from the first one on. */
interface StoredFold {
  readonly definition: SpaceDefinition;
  readonly begin: number;
  readonly until: number;
  /** Up to where everything is folded. */
  readonly closed: number;
  readonly counted: Span;
  readonly before: FoldedDay | undefined;
  readonly byHand: ByHand;
}

type Refused = 'too long' | 'stale';

async function storedFolds(
  { client }: Pick<Transaction, 'client'>,
  wanted: readonly Wanted[],
): Promise<(StoredFold | Refused | undefined)[]> {
  if (wanted.length === 0) return [];
  const folds = await foldsOf(
    client,
    wanted.map(({ spaceId }) => spaceId),
  );
  const found: (StoredFold | Refused | undefined)[] = [];
  for (const { spaceId, shown } of wanted) {
    const range = rangeOf(
      folds.find((fold) => fold.spaceId === spaceId),
      shown,
    );
    if (!range || typeof range === 'string') {
      found.push(range);
      continue;
    }
    const { before } = await daysAround(client, spaceId, { from: range.first, to: range.first });
    const since = new Map([[spaceId, range.counted.from - minute]]);
    const actions = await readActions(client, since, range.counted.to);
    found.push({ ...range, before, byHand: byHandOf(actions.get(spaceId)) });
  }
  return found;
}

function rangeOf(fold: SpaceFold | undefined, shown: readonly Span[]) {
  if (!fold?.definition || fold.days.first === undefined || !fold.days.last) return undefined;
  const { definition, days } = fold;
  const zone = zoneOf(definition.timezone);
  const closed = days.last!.foldedTo;
  const until = Math.min(closed, Math.max(...shown.map(({ to }) => to)));
  const first = Math.max(days.first!, localDay(zone, Math.min(...shown.map(({ from }) => from))));
  const begin = firstMinute(zone, first);
  if (begin >= until) return undefined;
  const last = localDay(zone, until - 1);
  if (last - first >= maxExplainedDays) return 'too long';
  if (days.stale.some(({ from, to }) => from <= last && to >= first)) return 'stale';
  return {
    definition,
    first,
    begin,
    until,
    closed,
    counted: countsNeeded(definition, { from: begin, to: until }, closed),
  };
}

async function foldedAgain(
  asking: Asking,
  { shown, people }: Wanted,
  { definition, begin, until, closed, counted, before, byHand }: StoredFold,
): Promise<readonly ExplainedDay[] | 'stale'> {
  const counts = await countsIn(asking, definition, counted);
  const gains = gainsInHindsight(definition, { from: begin, to: until }, closed, counts, byHand);
  const fold = (stretch: Span, point: Pick<OccupancyInput, 'start' | 'entered'>) =>
    foldWith(definition, stretch, counts, byHand, point, gains);
  const start = { start: before?.end ?? occupancyBefore(definition, begin), entered: before?.entered };
  const last = fold({ from: begin, to: until }, start).levels.findLast(({ at }) =>
    shown.some(({ from, to }) => from <= at && at < to),
  );
  // Readings have come that are not folded yet.
  if (!last || fourDecimals(last.last) !== fourDecimals(people)) return 'stale';
  const from = Math.max(begin, Math.min(...shown.map((each) => each.from)));
  const earlier = fold({ from: begin, to: from }, start);
  const { days } = fold({ from, to: last.at + minute }, { start: earlier.end, entered: earlier.entered });
  return days.map((day): ExplainedDay => {
    const { resets, ...changes } = day.changes;
    return {
      date: dateOfDay(day.day),
      from: iso(day.from),
      until: iso(day.to),
      base: day.start,
      ins: day.ins,
      outs: day.outs,
      ...changes,
      resets: resets.map(({ at, ...reset }) => ({ at: iso(at), ...reset })),
      end: day.end,
    };
  });
}

async function countsIn(
  { facts, ask }: Asking,
  { members }: SpaceDefinition,
  { from, to }: Span,
): Promise<CountedMinute[]> {
  const edges = Array.from({ length: (to - from) / minute + 1 }, (_, index) => from + index * minute);
  const asked = members.map((member) => ({ ...askedMember(member, 0), weight: 1, unit: 0, gives: 'both' as const }));
  const { ins, outs, got, at } = await countMinutes({ question: facts, ask }, edges, asked);
  return edges.slice(0, -1).flatMap((start, index) => {
    const cell = at(0, index);
    return got[cell]! > 0 ? [{ at: start, ins: ins[cell]!, outs: outs[cell]! }] : [];
  });
}

const minute = 60;

function iso(at: number): string {
  return new Date(at * 1000).toISOString();
}
