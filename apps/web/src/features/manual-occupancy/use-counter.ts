import {
  counterActions,
  type CounterAction,
  counterNews,
  counterRecheckEvery,
  manualOccupancy,
  type ManualOccupancy,
} from '@atrium/contract/manual-occupancy';
import { isTemporary } from '@atrium/contract/envelope';
import { oldestAction } from '@atrium/rules/manual-occupancy';
import { use, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LiveSocketContext } from '../../analytics/use-topic.ts';
import { announce } from '../../api/notices.ts';
import { useScope } from '../../api/scope.tsx';
import type { LiveSocket, SubscriptionState } from '../../api/socket.ts';
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
  /** What waits takes longer than a press usually does. */
  readonly isHeldUp: boolean;
  readonly history: readonly Happened[];
  readonly act: (action: CounterAction, value?: number) => void;
}

const historySize = 5;
const historyMs = 4_000;
/** In milliseconds. */
const subscribeAgainEvery = 5_000;

/** One space at a counter: its number, what was pressed, and what the server says about it. */
export function useCounter(orgId: string, spaceId: string): Counter {
  const socket = use(LiveSocketContext);
  if (!socket) throw new Error('Outside of the signed-in shell');
  const { isStaff, userId } = useScope();
  const named = isStaff ? { orgId } : {};
  const key = `atrium-counter-${userId}-${spaceId}`;
  const { queue, newest } = counterQueue(socket, key, { spaceId, ...named });
  const { subscription, stoppedBy, state } = useSpace(socket, spaceId, named.orgId);
  const connection = useSyncExternalStore(socket.onChange, () => socket.connection);
  const waiting = useSyncExternalStore(queue.onChange, () => queue.waiting);
  const isHeldUp = useSyncExternalStore(queue.onChange, () => queue.isHeldUp);
  const confirmed = useSyncExternalStore(queue.onChange, newest);
  useEffect(() => void queue.flush(), [queue]);
  const [history, remember] = useHistory();

  const received = subscription?.received;
  const acknowledged = received && confirmed.at > received.receivedAt ? { occupancy: confirmed.people } : {};
  // An acknowledgement may be newer than the last message, and the connection end between them.
  const current = received && { ...received.message, ...acknowledged };
  const kept = useLastMessage(`${key}-last`, current);
  const message = current ?? (connection === 'lost' ? kept : undefined);
  const known = message?.occupancy ?? null;
  return {
    state: state === 'open' ? refusedState(subscription) : state,
    message,
    occupancy: expectedOccupancy(known, waiting),
    stoppedBy,
    isOffline: connection !== 'open',
    isLive: received !== undefined,
    waiting: waiting.length,
    isHeldUp,
    history,
    act(action, value) {
      const at = new Date().toISOString();
      queue.add({ action, actionId: newId(), at, ...(value !== undefined && { value }) });
      remember(action);
    },
  };
}

/** What an acknowledgement said, until a message comes that is newer. */
interface Confirmed {
  readonly people: number;
  readonly at: number;
}

interface CounterQueue {
  readonly queue: ActionQueue;
  readonly newest: () => Confirmed;
}

/** They outlive the page, so that leaving it stops nothing that was pressed. */
const queues = new WeakMap<LiveSocket, Map<string, CounterQueue>>();

function counterQueue(socket: LiveSocket, key: string, named: { spaceId: string; orgId?: string }): CounterQueue {
  const ofSocket = queues.get(socket) ?? new Map<string, CounterQueue>();
  queues.set(socket, ofSocket);
  const known = ofSocket.get(key) ?? createQueue(socket, key, named);
  ofSocket.set(key, known);
  return known;
}

function createQueue(socket: LiveSocket, key: string, named: { spaceId: string; orgId?: string }): CounterQueue {
  let confirmed: Confirmed = { people: 0, at: 0 };
  const send = async ({ action, ...content }: WaitingAction) => {
    const answer = await socket.act(counterActions[action].event, { ...named, ...content });
    if (!answer) return socket.connection === 'open' ? 'later' : 'not sent';
    // After a day the server would refuse it as well.
    if ('error' in answer) return isTemporary(answer.code) && !isTooOld(content.at) ? 'later' : 'refused';
    if (answer.occupancy !== undefined) confirmed = { people: answer.occupancy, at: Date.now() };
    if (action === 'reset') announce({ kind: 'toast', tone: 'success', ...texts.resetSaved });
    return 'done';
  };
  const queue = new ActionQueue({ storage: localStorage, key, send, refused: sayFailed });
  // Only other tabs cause this event.
  window.addEventListener('storage', (event) => {
    if (event.key === key) queue.refresh();
  });
  let { connection } = socket;
  socket.onChange(() => {
    const isBack = connection !== 'open' && socket.connection === 'open';
    ({ connection } = socket);
    if (isBack) void queue.flush();
  });
  return { queue, newest: () => confirmed };
}

function sayFailed({ action }: WaitingAction): void {
  announce({ kind: 'toast', tone: 'danger', title: texts.title, text: texts.failed[action] });
}

function isTooOld(at: string): boolean {
  return Date.now() - Date.parse(at) > oldestAction * 1000;
}

function refusedState(subscription: SubscriptionState<ManualOccupancy> | undefined): Counter['state'] {
  if (subscription?.refusalCode === 'not_found') return 'deleted';
  return subscription?.refusalCode === 'forbidden' ? 'disabled' : 'open';
}

const newsEvents = Object.values(counterNews).map(({ event }) => event);

/** The subscription, and what was reported about the space and its organization. Asked again every hour. */
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
          const parsed = counterNews.spaceDelete.message.safeParse(message);
          if (parsed.success && parsed.data.spaceId === spaceId) setState('deleted');
        }
        if (event === counterNews.orgEnabledUpdate.event) {
          const parsed = counterNews.orgEnabledUpdate.message.safeParse(message);
          if (parsed.success) setState(parsed.data.enabled ? 'open' : 'disabled');
          if (parsed.success && parsed.data.enabled) socket.renew(manualOccupancy, spaceId);
        }
        if (event === counterNews.intervene.event) {
          const parsed = counterNews.intervene.message.safeParse(message);
          if (parsed.success && parsed.data.spaceId === spaceId)
            setStoppedBy(parsed.data.stopped ? parsed.data.by : null);
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
  const isWaiting = subscription?.refusal !== undefined && refusedState(subscription) === 'open';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => socket.renew(manualOccupancy, spaceId), subscribeAgainEvery);
    return () => clearInterval(timer);
  }, [socket, spaceId, isWaiting]);
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
