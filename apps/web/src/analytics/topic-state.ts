import type { MessageOf, Topic } from '@atrium/contract/topic';
import type { ConnectionState, SubscriptionState } from '../api/socket.ts';
import { staleAfter } from './freshness.ts';

/** Timeout of the first message. */
export const timeout = 10_000;

export type TopicState<Message> =
  | { kind: 'waiting' }
  | { kind: 'timed-out' }
  | { kind: 'refused'; reason: string }
  /** `age` is how far the newest reading lies behind now, in milliseconds; null when there never was one. */
  | { kind: 'received'; message: Message; age: number | null; stale: boolean };

/** What to show for a topic. Pure: the clock is an argument. */
export function topicState<T extends Topic>(
  topic: T,
  state: SubscriptionState<MessageOf<T>> | undefined,
  connection: ConnectionState,
  now: number,
): TopicState<MessageOf<T>> {
  if (!state) return { kind: 'waiting' };
  if (state.refusal !== undefined) return { kind: 'refused', reason: state.refusal };
  if (!state.received) return { kind: now - state.since >= timeout ? 'timed-out' : 'waiting' };
  const { message, receivedAt } = state.received;
  const ageWhenSent = topic.ageWhenSent(message);
  // The time since it was received is measured with this device's own clock.
  const known = ageWhenSent === null ? null : Math.max(0, ageWhenSent + Math.max(0, now - receivedAt));
  // Without a connection nothing newer can arrive.
  const age = known !== null && connection === 'lost' ? Math.max(known, staleAfter + 1) : known;
  return { kind: 'received', message, age, stale: age === null || age > staleAfter };
}
