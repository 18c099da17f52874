import type { LiveReading } from '@atrium/contract/live-traffic';
import type { TopicState } from './topic-state.ts';

export type LiveState = TopicState<LiveReading>;

/** Closed now, and nobody counted so far today. */
export function isIdle(live: LiveState | undefined): boolean {
  return live?.kind === 'received' && !live.message.isOpen && !live.message.ins && !live.message.outs;
}
