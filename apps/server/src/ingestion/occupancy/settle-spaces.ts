import { endOfHistory, minutesFrom, occupancyUpTo } from '@atrium/rules/live-occupancy';
import { occupancyBefore, type SpaceDefinition } from '@atrium/rules/space-definition';
import type { Transaction } from '../../registry/registry.ts';
import type { OnLevels } from '../live-levels.ts';
import { readLast } from '../today-store.ts';
import { readActions } from './action-store.ts';
import { closedMinute } from './closed-minute.ts';
import { foldsOf, type SpaceFold } from './fold-store.ts';
import { type Held, liveOf, type LiveSpaces, withTaken } from './live-spaces.ts';
import { type HeldState, isMarkedBefore, newestWaiting, placesOf, removeStates } from './live-store.ts';

/** Brings live numbers and history together: in the transaction in which a history or a definition is saved, and whenever one is due. */
export type SettleSpaces = (tx: Transaction, spaceIds: readonly string[]) => Promise<void>;

interface Dependencies {
  readonly live: LiveSpaces;
  readonly clock: () => Date;
  readonly onLevels?: OnLevels | undefined;
}

/**
 * Where the history of a space has the number that was shown, it becomes the point from which the number goes on. Where it has another
 * one, readings came too late or something was edited, and the history is right, unless it lacks readings that are shown but not written yet.
 */
export function createSettling({ live, clock, onLevels }: Dependencies): SettleSpaces {
  return async (tx, spaceIds) => {
    const { client } = tx;
    const folds = await foldsOf(client, spaceIds);
    const held = await live.hold(client, spaceIds);
    const used = folds.filter(({ spaceId }) => held.definitions.has(spaceId));
    await endUnused(
      tx,
      held,
      folds.filter(({ spaceId }) => !held.definitions.has(spaceId)),
    );
    const opened = await openStates(client, held, used);
    const changed: HeldState[] = [];
    const corrected = new Set<string>();
    for (const fold of used) {
      const state = held.states.get(fold.spaceId) ?? opened.states.get(fold.spaceId);
      if (!state) continue;
      const met = await meet(client, state, fold, held);
      const next = live.refold(met.state, held, opened.actions.get(fold.spaceId));
      if (met.corrected || next.corrected) corrected.add(fold.spaceId);
      changed.push(met.isUnsure ? { ...next.state, nextCheckAt: seconds() } : next.state);
    }
    await live.save(tx, held, changed, corrected);
  };

  function seconds(): number {
    return clock().getTime() / 1000;
  }

  /** Spaces whose history says for the first time how many people there are, or that has nothing to say. */
  async function openStates(client: Transaction['client'], held: Held, folds: readonly SpaceFold[]) {
    const isKnown = (fold: SpaceFold) => historyOf(fold, held) !== undefined || fold.days.stale.length === 0;
    const ready = folds.filter((fold) => !held.states.has(fold.spaceId) && isKnown(fold));
    if (ready.length === 0) return { states: new Map<string, HeldState>(), actions: held.actions };
    const ids = ready.map(({ spaceId }) => spaceId);
    const places = await placesOf(client, ids);
    const states = new Map<string, HeldState>();
    for (const fold of ready) {
      const { definition, version } = held.definitions.get(fold.spaceId)!;
      const closed = closedMinute(clock());
      const base: HeldState['base'] = historyOf(fold, held) ?? {
        at: closed,
        value: occupancyBefore(definition, closed),
      };
      const empty = {
        spaceId: fold.spaceId,
        orgId: fold.orgId,
        ...places.get(fold.spaceId)!,
        estateVersion: version,
        base,
        minutes: new Map(),
        value: base.value,
        at: undefined,
        settled: base,
        lastActionAt: undefined,
        stoppedAt: undefined,
        differsSince: undefined,
        nextCheckAt: undefined,
      };
      states.set(fold.spaceId, await withTails(client, empty, definition));
    }
    const since = new Map([...states].map(([spaceId, { base }]) => [spaceId, base.at - 60]));
    const actions = await readActions(client, since);
    for (const [spaceId, state] of states) {
      const last = actions.get(spaceId)?.findLast(({ kind }) => kind === 'stop' || kind === 'restart');
      const stoppedAt = last?.kind === 'stop' ? last.at : undefined;
      states.set(spaceId, { ...state, stoppedAt, lastActionAt: actions.get(spaceId)?.at(-1)?.at });
    }
    return { states, actions: new Map([...held.actions, ...actions]) };
  }

  /** Deleted spaces, and those of organizations that may not use them. */
  async function endUnused(tx: Transaction, held: Held, folds: readonly SpaceFold[]): Promise<void> {
    const ended = folds.flatMap(({ spaceId }) => held.states.get(spaceId) ?? []);
    if (ended.length === 0) return;
    await removeStates(
      tx.client,
      ended.map(({ spaceId }) => spaceId),
    );
    await onLevels?.(
      tx,
      ended.map(({ orgId, spaceId }) => ({
        orgId,
        entity: { kind: 'space', id: spaceId },
        value: null,
        at: seconds(),
        corrected: true,
      })),
    );
  }
}

/** A state and its history: the state goes on from the end of the history, where that is sure. */
async function meet(client: Transaction['client'], state: HeldState, fold: SpaceFold, held: Held) {
  const { definition, version } = held.definitions.get(fold.spaceId)!;
  const seen = version === state.estateVersion ? state : await withTails(client, state, definition);
  const history = historyOf(fold, held);
  if (!history || history.at < seen.base.at) return { state: seen, corrected: false, isUnsure: false };
  const own = occupancyUpTo(liveOf(seen, definition, held.actions.get(fold.spaceId)), history.at);
  const goesOn = {
    ...seen,
    base: history,
    minutes: minutesFrom(seen.minutes, history.at),
    differsSince: undefined,
  };
  if (own === history.value) return { state: goesOn, corrected: false, isUnsure: false };
  const waiting = await newestWaiting(client, seen.differsSince);
  const isMarked = await isMarkedBefore(client, fold.spaceId, history.at);
  if (waiting === undefined && !isMarked) {
    return { state: await withTails(client, goesOn, definition), corrected: true, isUnsure: false };
  }
  return { state: { ...seen, differsSince: seen.differsSince ?? waiting }, corrected: false, isUnsure: true };
}

function historyOf({ days, spaceId }: SpaceFold, { definitions }: Held): HeldState['base'] | undefined {
  return endOfHistory(days, definitions.get(spaceId)!.definition);
}

/** With the minutes that the tails of its series still have. */
async function withTails(
  client: Transaction['client'],
  state: HeldState,
  { members }: SpaceDefinition,
): Promise<HeldState> {
  const present = members.filter(({ to }) => to > state.base.at).map(({ series }) => series);
  const lasts = await readLast(client, [...new Set(present)]);
  const filled = [...lasts].map(([seriesId, { state: taken }]) => ({ seriesId, taken }));
  return { ...state, minutes: withTaken(state, filled) };
}
