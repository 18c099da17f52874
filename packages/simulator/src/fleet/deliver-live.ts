import type { Message } from './message.ts';

export interface LiveOptions {
  /** Sends what is due. */
  readonly send: (messages: readonly Message[]) => Promise<unknown>;
  /** Epoch seconds. */
  readonly now: () => number;
  /** Resolves at an instant, epoch seconds. */
  readonly until: (instant: number) => Promise<unknown>;
}

/** Sends each message when its time has come, whatever its place in the list; what is due already goes first. */
export async function deliverLive(messages: readonly Message[], { send, now, until }: LiveOptions): Promise<void> {
  const waiting = messages.toSorted((a, b) => a.at - b.at);
  for (let next = 0; next < waiting.length;) {
    await until(waiting[next]!.at);
    const reached = now();
    const end = waiting.findIndex(({ at }, index) => index > next && at > reached);
    const due = waiting.slice(next, end < 0 ? waiting.length : end);
    await send(due);
    next += due.length;
  }
}
