import {
  type LiveOccupancy,
  minutesFrom,
  nextReset,
  occupancyNow,
  occupancyUpTo,
  pointAt,
  type RawMinute,
  type SeriesMinutes,
  withMinutes,
} from '@atrium/rules/live-occupancy';
import type { SpaceDefinition } from '@atrium/rules/space-definition';
import { shownPeople } from '@atrium/rules/space-fill';
import type { Transaction } from '../../registry/registry.ts';
import { countMinutes, type LastState } from '../fold.ts';
import type { OnFolded } from '../folded.ts';
import type { LiveLevel, OnLevels } from '../live-levels.ts';
import { byHandOf, readActions, type SpaceAction } from './action-store.ts';
import {
  type HeldState,
  lockStates,
  notifySpaces,
  readDefinitions,
  saveStates,
  type VersionedDefinition,
} from './live-store.ts';

type Client = Transaction['client'];

/** States of spaces that are locked, and what they follow from. */
export interface Held {
  /** By space; the others at the same locations are among them. */
  readonly states: ReadonlyMap<string, HeldState>;
  readonly definitions: ReadonlyMap<string, VersionedDefinition>;
  readonly actions: ReadonlyMap<string, readonly SpaceAction[]>;
}

/** The number of people in spaces, kept under the locks of their rows: on one node or on several. */
export interface LiveSpaces {
  readonly onFolded: OnFolded;
  /** Locks the states of these spaces. */
  hold(client: Client, spaceIds: readonly string[]): Promise<Held>;
  /** Saves states, tells the levels that follow from them and announces them. `corrected`: spaces whose past changed. */
  save(tx: Transaction, held: Held, changed: readonly HeldState[], corrected?: ReadonlySet<string>): Promise<void>;
  /** The state after something was counted, done or edited. */
  refold(state: HeldState, held: Held, actions?: readonly SpaceAction[]): Refolded;
}

export interface Refolded {
  readonly state: HeldState;
  /** What was known of the time before a few minutes ago has changed. */
  readonly corrected: boolean;
}

const minute = 60;
/** Seconds. Readings that are not later than this belong to the present. */
const settlesAfter = 300;
/** Seconds, and how many minutes of series are kept while the history does not follow. */
const keptSeconds = 3600;
const maxMinutes = 3000;
const maxDefinitions = 20_000;

export function createLiveSpaces(options: { clock: () => Date; onLevels?: OnLevels | undefined }): LiveSpaces {
  const { clock, onLevels } = options;
  const known = new Map<string, VersionedDefinition>();

  const hold = async (client: Client, spaceIds: readonly string[]): Promise<Held> => {
    const states = new Map((await lockStates(client, spaceIds)).map((state) => [state.spaceId, state]));
    if (known.size > maxDefinitions) known.clear();
    const asked = new Map(spaceIds.map((spaceId) => [spaceId, known.get(spaceId)]));
    const definitions = await readDefinitions(client, asked);
    for (const [spaceId, definition] of definitions) known.set(spaceId, definition);
    const since = new Map(
      spaceIds.flatMap((spaceId) => {
        const state = states.get(spaceId);
        if (!state || !hasActions(state)) return [];
        return [[spaceId, state.base.at - minute] as const];
      }),
    );
    return { states, definitions, actions: await readActions(client, since) };
  };

  const refold: LiveSpaces['refold'] = (state, held, actions = held.actions.get(state.spaceId)) => {
    const { definition, version } = held.definitions.get(state.spaceId)!;
    const now = clock().getTime() / 1000;
    const live = liveOf(state, definition, actions);
    const { value, at = state.at } = occupancyNow(live, now);
    const open = Math.floor(now / minute) * minute;
    const { settled } = state;
    const corrected = settled.at >= state.base.at && occupancyUpTo(live, settled.at) !== settled.value;
    const settledAt = Math.max(state.base.at, open - settlesAfter);
    const next = {
      ...state,
      value,
      at,
      settled: { at: settledAt, value: occupancyUpTo(live, settledAt) },
      estateVersion: version,
      nextCheckAt: isCheckDue(state, version, now) ? nextCheck(definition, now) : state.nextCheckAt,
    };
    return { state: shortened(next, live, open), corrected };
  };

  const save: LiveSpaces['save'] = async (tx, held, changed, corrected = new Set()) => {
    await saveStates(tx.client, changed, clock());
    const moved = changed.filter((state) => {
      const before = held.states.get(state.spaceId);
      return !before || hasMoved(before, state) || corrected.has(state.spaceId);
    });
    if (moved.length === 0) return;
    const ids = moved.map(({ spaceId }) => spaceId);
    await notifySpaces(tx.client, ids);
    const past = ids.filter((spaceId) => corrected.has(spaceId));
    await notifySpaces(tx.client, past, 'corrections');
    await onLevels?.(tx, levelsOf(held, changed, moved, corrected, clock().getTime() / 1000));
  };

  return {
    hold,
    refold,
    save,
    async onFolded(tx, changes) {
      const bySpace = new Map<string, { seriesId: number; taken: LastState }[]>();
      for (const { seriesId, fills } of changes)
        for (const spaceId of fills?.spaceIds ?? [])
          bySpace.set(spaceId, [...(bySpace.get(spaceId) ?? []), { seriesId, taken: fills!.taken }]);
      if (bySpace.size === 0) return;
      const held = await hold(tx.client, [...bySpace.keys()]);
      const corrected = new Set<string>();
      const changed = [...bySpace].flatMap(([spaceId, filled]) => {
        const state = held.states.get(spaceId);
        // One without a state has no history yet, or is no longer used.
        if (!state || !held.definitions.has(spaceId)) return [];
        const counted = refold({ ...state, minutes: withTaken(state, filled) }, held);
        if (counted.corrected) corrected.add(spaceId);
        return [counted.state];
      });
      await save(tx, held, changed, corrected);
    },
  };
}

export function liveOf(
  { base, minutes }: Pick<HeldState, 'base' | 'minutes'>,
  definition: SpaceDefinition,
  actions: readonly SpaceAction[] | undefined,
): LiveOccupancy {
  const { at: from, value: start, entered } = base;
  return { definition, from, start, entered, minutes, byHand: byHandOf(actions) };
}

/** The minutes of a space with what the tails of its series say about them. */
export function withTaken(
  { base, minutes }: Pick<HeldState, 'base' | 'minutes'>,
  filled: readonly { readonly seriesId: number; readonly taken: Pick<LastState, 'tail' | 'tailFrom'> }[],
): SeriesMinutes {
  const next = new Map(minutes);
  for (const { seriesId, taken } of filled) {
    const from = Math.max(taken.tailFrom, base.at);
    const counted = [...countMinutes(taken.tail, { from, to: Infinity })].map(([at, { ins, outs }]): RawMinute => [
      at,
      ins,
      outs,
    ]);
    next.set(seriesId, withMinutes(next.get(seriesId) ?? [], from, counted));
  }
  return next;
}

function hasActions({ lastActionAt, stoppedAt, base }: HeldState): boolean {
  return stoppedAt !== undefined || (lastActionAt !== undefined && lastActionAt >= base.at - minute);
}

function isCheckDue({ nextCheckAt, estateVersion }: HeldState, version: number, now: number): boolean {
  return nextCheckAt === undefined || nextCheckAt <= now || estateVersion !== version;
}

function nextCheck(definition: SpaceDefinition, now: number): number | undefined {
  if (!definition.settings.some(({ resetConfig, to }) => resetConfig.resetDaily && to > now)) return undefined;
  return nextReset(definition, now) ?? now + 86_400;
}

/** Without minutes that are too many to be kept until the history includes them. */
function shortened(state: HeldState, live: LiveOccupancy, open: number): HeldState {
  const count = [...state.minutes.values()].reduce((sum, rows) => sum + rows.length, 0);
  const at = open - keptSeconds;
  if (count <= maxMinutes || at <= state.base.at) return state;
  return { ...state, base: pointAt(live, at), minutes: minutesFrom(state.minutes, at) };
}

function minuteOf(at: number | undefined): number {
  return Math.floor((at ?? 0) / minute);
}

function hasMoved(before: HeldState, after: HeldState): boolean {
  return (
    before.value !== after.value || before.stoppedAt !== after.stoppedAt || minuteOf(before.at) !== minuteOf(after.at)
  );
}

/** The levels of spaces, and of the locations that they count toward. */
function levelsOf(
  held: Held,
  changed: readonly HeldState[],
  moved: readonly HeldState[],
  corrected: ReadonlySet<string>,
  now: number,
): LiveLevel[] {
  const all = new Map([...held.states, ...changed.map((state) => [state.spaceId, state] as const)]);
  const levels = moved.map(({ orgId, spaceId, value, at = now }): LiveLevel => {
    const entity = { kind: 'space', id: spaceId } as const;
    return { orgId, entity, value: shownPeople(value), at, corrected: corrected.has(spaceId) };
  });
  for (const locationId of new Set(moved.map((state) => state.locationId))) {
    const spaces = moved.filter((state) => state.locationId === locationId);
    const parts = [...all.values()].filter((state) => state.locationId === locationId && state.countsTowardLocation);
    levels.push({
      orgId: spaces[0]!.orgId,
      entity: { kind: 'location', id: locationId },
      value: parts.length > 0 ? shownPeople(parts.reduce((sum, { value }) => sum + value, 0)) : null,
      at: Math.max(...spaces.map(({ at = now }) => at)),
      corrected: spaces.some(({ spaceId }) => corrected.has(spaceId)),
    });
  }
  return levels;
}
