import type { Acknowledgement, AnyTopic, ServerToClient } from '@atrium/contract/topics';
import type { MessageOf } from '@atrium/contract/topic';
import { expect } from 'vitest';
import { type Part, sample } from './sample.ts';

const listeners = new Map<string, (message?: unknown) => void>();
const sent: { event: string; payload: unknown }[] = [];
const accepts = (): Acknowledgement => ({ ok: true });
/** Undefined: no answer comes. */
type AnswerTo = (event: string) => Acknowledgement | undefined;
let answerTo: AnswerTo = accepts;
let isAway = false;
let refused = 0;

/** The socket at its edge: connected, every event is accepted, and nothing new is reported unless a test does. */
export function io() {
  listeners.clear();
  sent.length = 0;
  answerTo = accepts;
  isAway = false;
  queueMicrotask(() => listeners.get('connect')?.());
  return {
    get connected() {
      return !isAway;
    },
    on: (event: string, listener: (message?: unknown) => void) => listeners.set(event, listener),
    emit: (event: string, payload: unknown, acknowledge?: (answer: Acknowledgement) => void) => {
      sent.push({ event, payload });
      const answer = answerTo(event);
      if (answer) acknowledge?.(answer);
    },
    connect: () => {
      if (isAway) refused += 1;
      listeners.get(isAway ? 'connect_error' : 'connect')?.(new Error('No network'));
    },
    disconnect: () => listeners.clear(),
  };
}

/** What the page that is open has sent. */
export function sentEvents<Payload>(event: string): Payload[] {
  return sent.filter((each) => each.event === event).map(({ payload }) => payload as Payload);
}

/** The server answers differently from now on. */
export function answerEvents(answer: AnswerTo): void {
  answerTo = answer;
}

/** The network is gone until `work` is done. */
export async function withoutNetwork(work: () => Promise<void>): Promise<void> {
  isAway = true;
  listeners.get('disconnect')?.('transport close');
  try {
    await work();
  } finally {
    isAway = false;
    listeners.get('connect')?.();
  }
}

/** How often the network refused a connection so far. */
export function refusedAttempts(): number {
  return refused;
}

/** The server tells something besides the messages of topics. */
export async function reportNews(event: keyof ServerToClient, message: object): Promise<void> {
  await expect.poll(() => listeners.has(event)).toBe(true);
  listeners.get(event)?.(message);
}

/** The server reports something to the page that is open, once it listens. */
export async function reportLive<T extends AnyTopic>(topic: T, message: Part<MessageOf<T>>): Promise<void> {
  const reported = sample(topic.message, message as Part<MessageOf<AnyTopic>>);
  if (!topic.message.safeParse(reported).success) throw new Error(`The message breaks the topic ${topic.name}.`);
  await expect.poll(() => listeners.has(topic.events.message)).toBe(true);
  listeners.get(topic.events.message)?.(reported);
}
