import type { AnyTopic } from '@atrium/contract/topics';
import type { MessageOf } from '@atrium/contract/topic';
import { expect } from 'vitest';
import { type Part, sample } from './sample.ts';

const listeners = new Map<string, (message?: unknown) => void>();

/** The socket at its edge: connected, every subscription is accepted, and nothing new is reported unless a test does. */
export function io() {
  listeners.clear();
  queueMicrotask(() => listeners.get('connect')?.());
  return {
    connected: true,
    on: (event: string, listener: (message?: unknown) => void) => listeners.set(event, listener),
    emit: (_event: string, _payload: unknown, acknowledge?: (answer: { ok: true }) => void) =>
      acknowledge?.({ ok: true }),
    disconnect: () => listeners.clear(),
  };
}

/** The server reports something to the page that is open, once it listens. */
export async function reportLive<T extends AnyTopic>(topic: T, message: Part<MessageOf<T>>): Promise<void> {
  const reported = sample(topic.message, message as Part<MessageOf<AnyTopic>>);
  if (!topic.message.safeParse(reported).success) throw new Error(`The message breaks the topic ${topic.name}.`);
  await expect.poll(() => listeners.has(topic.events.message)).toBe(true);
  listeners.get(topic.events.message)?.(reported);
}
