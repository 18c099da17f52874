import { lastReset, occupancyNow } from '@atrium/rules/live-occupancy';
import { counterTexts, oldestAction } from '@atrium/rules/manual-occupancy';
import { shownPeople } from '@atrium/rules/space-fill';
import type { CountByHand, HandAction } from '../../estate/hand-action.ts';
import { Refusal } from '../../refusal.ts';
import { addAction, isActionKnown, type SpaceAction } from './action-store.ts';
import { type Held, liveOf, type LiveSpaces, type Refolded } from './live-spaces.ts';
import type { HeldState } from './live-store.ts';

export function createCountByHand({ live, clock }: { live: LiveSpaces; clock: () => Date }): CountByHand {
  return async (tx, asked) => {
    const { orgId, spaceId, actionId, userId } = asked;
    const held = await live.hold(tx.client, [spaceId]);
    const state = held.states.get(spaceId);
    if (!state || !held.definitions.has(spaceId)) throw new Refusal('unavailable', counterTexts.notReady);
    const before = live.refold(state, held).state;
    // Sent again, because its acknowledgement was lost.
    if (await isActionKnown(tx.client, spaceId, actionId)) return shownPeople(before.value);
    const now = clock().getTime() / 1000;
    const at = Math.min(now, asked.at);
    refuseOld(before, held, at, now);
    await asked.writeReset?.(new Date(at * 1000));
    const { done, ...next } = after(before, held, actionOf({ ...asked, at }, before, now), now);
    await addAction(tx.client, { orgId, spaceId, actionId, userId }, done, clock());
    await live.save(tx, held, [next.state], next.corrected ? new Set([spaceId]) : undefined);
    return shownPeople(next.state.value);
  };

  function after(before: HeldState, held: Held, done: SpaceAction, now: number): Refolded & { done: SpaceAction } {
    const known = held.actions.get(before.spaceId) ?? [];
    const lastActionAt = Math.max(before.lastActionAt ?? 0, done.at);
    const state = { ...before, lastActionAt, stoppedAt: stoppedAfter(before, done) };
    if (done.kind === 'stop' || done.kind === 'restart') {
      // What was counted in this minute stays counted, or stays left out: the number goes on from what is shown.
      const { value } = occupancyNow(liveOf(state, definitionIn(held, state), [...known, done]), now);
      const made = { ...done, change: before.value - value };
      return { done: made, ...live.refold(state, held, [...known, made]) };
    }
    const next = live.refold(state, held, [...known, done]);
    const isBefore = done.kind === 'press' && done.at < state.base.at && next.state.value === before.value;
    if (!isBefore) return { done, ...next };
    const base = { ...state.base, value: Math.max(state.base.value + done.change, Math.min(state.base.value, 0)) };
    return { done, ...live.refold({ ...state, base }, held, known) };
  }
}

/** What is older than what became known since does not count any more. */
function refuseOld(state: HeldState, held: Held, at: number, now: number): void {
  if (at < now - oldestAction) throw new Refusal('conflict', counterTexts.tooOld);
  const live = liveOf(state, definitionIn(held, state), held.actions.get(state.spaceId));
  const reset = lastReset(live, now);
  if (reset !== undefined && at < reset) throw new Refusal('conflict', counterTexts.resetSince);
}

/** A press at zero changes nothing; a stop and a restart take effect when they arrive. */
function actionOf({ action, at, value }: HandAction, { value: people }: HeldState, now: number): SpaceAction {
  if (action === 'increment') return { kind: 'press', at, change: 1 };
  if (action === 'decrement') return { kind: 'press', at, change: shownPeople(people) > 0 ? -1 : 0 };
  if (action === 'reset') return { kind: 'reset', at, change: value };
  return { kind: action, at: now, change: 0 };
}

function stoppedAfter({ stoppedAt }: HeldState, { kind, at }: SpaceAction): number | undefined {
  if (kind === 'stop') return stoppedAt ?? at;
  return kind === 'restart' ? undefined : stoppedAt;
}

function definitionIn(held: Held, { spaceId }: HeldState) {
  return held.definitions.get(spaceId)!.definition;
}
