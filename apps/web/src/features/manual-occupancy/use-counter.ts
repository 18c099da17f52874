import {
  counterActions,
  type CounterAction,
  counterNews,
  counterRecheckEvery,
  manualOccupancy,
  type ManualOccupancy,
} from '@atrium/contract/manual-occupancy';
import { use, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LiveSocketContext } from '../../analytics/use-topic.ts';
import { announce } from '../../api/notices.ts';
import { useScope } from '../../api/scope.tsx';
import type { LiveSocket } from '../../api/socket.ts';
import { ActionQueue, expectedOccupancy, type WaitingAction } from './action-queue.ts';
import { useLastMessage } from './last-message.ts';
import { newId } from '../../api/new-id.ts';
import { texts } from './texts.ts';

/** What happened at a counter, for a few seconds. */
export interface Happened {
  readonly id: string;
  readonly action: CounterAction;
}

export interface Counter {
  readonly state: 'open' | 'deleted' | 'disabled';
  readonly message: ManualOccupancy | undefined;
  /** With what was pressed and is not acknowledged yet. */
  readonly occupancy: number | null;
  readonly stoppedBy: string | null;
  readonly isOffline: boolean;
  /** The server has sent its number since the page was opened. */
  readonly isLive: boolean;
  readonly waiting: number;
  readonly history: readonly Happened[];
  readonly act: (action: CounterAction, value?: number) => void;
}

const historySize = 5;
const historyMs = 4_000;

/** One space at a counter: its number, what was pressed, and what the server says about it. */
export function useCounter(orgId: string, spaceId: string): Counter {
  const socket = use(LiveSocketContext);
  if (!socket) throw new Error('Outside of the signed-in shell');
  const { isStaff, userId } = useScope();
  const named = isStaff ? { orgId } : {};
  // What an acknowledgement said, until a message comes that is newer.
  const [confirmed, setConfirmed] = useState({ people: 0, at: 0 });
  const key = `atrium-counter-${userId}-${spaceId}`;
  const queue = useQueue(socket, key, { spaceId, ...named }, (people) => setConfirmed({ people, at: Date.now() }));
  const { subscription, stoppedBy, state } = useSpace(socket, spaceId, named.orgId);
  const connection = useSyncExternalStore(socket.onChange, () => socket.connection);
  const waiting = useSyncExternalStore(queue.onChange, () => queue.waiting);
  useEffect(() => {
    if (connection === 'open') void queue.flush();
  }, [queue, connection]);
  const [history, remember] = useHistory();

  const received = subscription?.received;
  const acknowledged = received && confirmed.at > received.receivedAt ? { occupancy: confirmed.people } : {};
  // An acknowledgement may be newer than the last message, and the connection end between them.
  const current = received && { ...received.message, ...acknowledged };
  const kept = useLastMessage(`${key}-last`, current);
  const message = current ?? (connection === 'lost' ? kept : undefined);
  const known = message?.occupancy ?? null;
  return {
    state: subscription?.refusal !== undefined && state === 'open' ? 'disabled' : state,
    message,
    occupancy: expectedOccupancy(known, waiting),
    stoppedBy,
    isOffline: connection !== 'open',
    isLive: received !== undefined,
    waiting: waiting.length,
    history,
    act(action, value) {
      const at = new Date().toISOString();
      queue.add({ action, actionId: newId(), at, ...(value !== undefined && { value }) });
      remember(action);
    },
  };
}

function useQueue(
  socket: LiveSocket,
  key: string,
  named: { spaceId: string; orgId?: string },
  onConfirmed: (people: number) => void,
): ActionQueue {
  const [queue] = useState(() => {
    const send = async ({ action, ...content }: WaitingAction) => {
      const answer = await socket.act(counterActions[action].event, { ...named, ...content });
      if (!answer) return 'not sent';
      if ('error' in answer) return 'refused';
      if (answer.occupancy !== undefined) onConfirmed(answer.occupancy);
      if (action === 'reset') announce({ kind: 'toast', tone: 'success', ...texts.resetSaved });
      return 'done';
    };
    const refused = ({ action }: WaitingAction) =>
      announce({ kind: 'toast', tone: 'danger', title: texts.title, text: texts.failed[action] });
    return new ActionQueue({ storage: localStorage, key, send, refused });
  });
  return queue;
}

const newsEvents = Object.values(counterNews).map(({ event }) => event);

/** The subscription, and what was told about the space and its organization. Asked again every hour. */
function useSpace(socket: LiveSocket, spaceId: string, orgId: string | undefined) {
  const [state, setState] = useState<'open' | 'deleted' | 'disabled'>('open');
  const [stoppedBy, setStoppedBy] = useState<string | null>(null);
  useEffect(
    () => socket.subscribe(manualOccupancy, { spaceId, ...(orgId !== undefined && { orgId }) }),
    [socket, spaceId, orgId],
  );
  useEffect(
    () =>
      socket.onNews(newsEvents, (event, message) => {
        if (event === counterNews.spaceDelete.event) {
          const told = counterNews.spaceDelete.message.safeParse(message);
          if (told.success && told.data.spaceId === spaceId) setState('deleted');
        }
        if (event === counterNews.orgEnabledUpdate.event) {
          const told = counterNews.orgEnabledUpdate.message.safeParse(message);
          if (told.success) setState(told.data.enabled ? 'open' : 'disabled');
        }
        if (event === counterNews.intervene.event) {
          const told = counterNews.intervene.message.safeParse(message);
          if (told.success && told.data.spaceId === spaceId) setStoppedBy(told.data.stopped ? told.data.by : null);
        }
      }),
    [socket, spaceId],
  );
  useEffect(() => {
    const timer = setInterval(() => {
      setState((known) => (known === 'disabled' ? 'open' : known));
      socket.renew(manualOccupancy, spaceId);
    }, counterRecheckEvery);
    return () => clearInterval(timer);
  }, [socket, spaceId]);
  const subscription = useSyncExternalStore(socket.onChange, () => socket.state(manualOccupancy, spaceId));
  return { subscription, stoppedBy, state };
}

/** The last five actions; each is forgotten after four seconds. */
function useHistory(): [readonly Happened[], (action: CounterAction) => void] {
  const [history, setHistory] = useState<readonly Happened[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach((timer) => clearTimeout(timer));
  }, []);
  const remember = useCallback((action: CounterAction) => {
    const entry = { id: newId(), action };
    setHistory((known) => [entry, ...known].slice(0, historySize));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setHistory((known) => known.filter(({ id }) => id !== entry.id));
    }, historyMs);
    timers.current.add(timer);
  }, []);
  return [history, remember];
}
