import type { MessageOf, SubscriptionOf, Topic } from '@atrium/contract/topic';
import type { AnyTopic } from '@atrium/contract/topics';
import { createContext, use, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useScope } from '../api/scope.tsx';
import type { LiveSocket } from '../api/socket.ts';
import { useNow } from '../ui/use-now.ts';
import { type TopicState, topicState } from './topic-state.ts';

export const LiveSocketContext = createContext<LiveSocket | null>(null);

/** The subject from the page; the chosen organization of staff is added here. */
type Subject<T extends AnyTopic> = Omit<SubscriptionOf<T>, 'orgId'>;

/**
 * The newest message of a topic about one entity. The subscription begins and ends with the component; without a subject
 * there is none. Another turn subscribes again, and the message stays until there is another one. Ages move on in steps of
 * `every` milliseconds.
 */
export function useTopic<T extends AnyTopic>(
  topic: T,
  subject: Subject<T> | undefined,
  { turn = 0, every = 1000 }: { turn?: number; every?: number } = {},
): TopicState<MessageOf<T>> {
  const socket = useSocket();
  useSubscriptions(socket, topic, subject ? [subject] : [], turn);
  const entityId = subject && entityIdOf(topic, subject);
  const state = useSyncExternalStore(socket.onChange, () =>
    entityId === undefined ? undefined : socket.state(topic, entityId),
  );
  const connection = useSyncExternalStore(socket.onChange, () => socket.connection);
  const stateAt = (now: number) => topicState(topic, state, connection, now);
  return stateAt(useNowOf((now) => contentOf(stateAt(now), every)));
}

/** The time, moved on only when it changes what is shown. */
function useNowOf(contentAt: (now: number) => string): number {
  const [now, setNow] = useState(() => Date.now());
  const tick = useEffectEvent(() => {
    const time = Date.now();
    if (contentAt(time) !== contentAt(now)) setNow(time);
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What changes with time alone. */
function contentOf(state: TopicState<object>, every: number): string {
  if (state.kind !== 'received' || state.age === null) return state.kind;
  return `${state.kind} ${state.stale} ${Math.floor(state.age / every)}`;
}

/** The same for a table of entities, by id. Refreshed once a second: many rows must not redraw the page many times. */
export function useTopics<T extends AnyTopic>(
  topic: T,
  subjects: readonly Subject<T>[],
): Map<string, TopicState<MessageOf<T>>> {
  const socket = useSocket();
  useSubscriptions(socket, topic, subjects);
  const now = useNow(1000);
  const ids = subjects.map((subject) => entityIdOf(topic, subject));
  return new Map(ids.map((id) => [id, topicState(topic, socket.state(topic, id), socket.connection, now)]));
}

function useSocket(): LiveSocket {
  const socket = use(LiveSocketContext);
  if (!socket) throw new Error('Outside of the signed-in shell');
  return socket;
}

function useSubscriptions<T extends AnyTopic>(
  socket: LiveSocket,
  topic: T,
  subjects: readonly Subject<T>[],
  turn = 0,
): void {
  const { isStaff, orgId } = useScope();
  // Compared by content: components create the subject again on every render.
  const content = JSON.stringify(subjects);
  useEffect(() => {
    const ends = (JSON.parse(content) as readonly SubscriptionOf<T>[]).map((subject) =>
      socket.subscribe(topic, { ...subject, ...(isStaff && orgId && { orgId }) }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [socket, topic, content, isStaff, orgId]);
  const lastTurn = useRef(turn);
  useEffect(() => {
    if (lastTurn.current === turn) return;
    lastTurn.current = turn;
    for (const subject of JSON.parse(content) as readonly object[]) socket.refresh(topic, entityIdOf(topic, subject));
  }, [socket, topic, content, turn]);
}

function entityIdOf(topic: Topic, subject: object): string {
  return topic.entityOf(subject).entityId;
}
