import { setTimeout as sleep } from 'node:timers/promises';
import { bySensor, type Message, type Speaker } from './message.ts';

export interface DeliverOptions {
  readonly baseUrl: string;
  readonly pushKey: string;
  /** Sensors that send at the same time, unless a message says that they all do; each sends one message after the other. */
  readonly connections: number;
  readonly signal?: AbortSignal;
  /** Called after each message that was answered. */
  readonly onAnswer?: () => void;
}

export interface Delivered {
  accepted: number;
  /** Kept, and not counted yet: the device is unknown, or the body could not be read. */
  quarantined: number;
  /** Messages that were sent again because the server asked for a pause. */
  repeated: number;
}

const maxPauseMs = 60_000;

/**
 * Sends messages in their order, per sensor, until each is answered with success; those that all sensors send at once come last.
 * Throws when the server refuses for good.
 */
export async function deliver(messages: readonly Message[], options: DeliverOptions): Promise<Delivered> {
  const delivered: Delivered = { accepted: 0, quarantined: 0, repeated: 0 };
  const [inTurn, atOnce] = [messages.filter((each) => !each.isAtOnce), messages.filter((each) => each.isAtOnce)];
  await sendAll(inTurn, options.connections, options, delivered);
  await sendAll(atOnce, Number.POSITIVE_INFINITY, options, delivered);
  return delivered;
}

async function sendAll(
  messages: readonly Message[],
  connections: number,
  options: DeliverOptions,
  delivered: Delivered,
): Promise<void> {
  const waiting = [...bySensor(messages).values()];
  const connection = async () => {
    for (let own = waiting.shift(); own; own = waiting.shift())
      for (const message of own) {
        await send(message, options, delivered);
        options.onAnswer?.();
      }
  };
  await Promise.all(Array.from({ length: Math.min(connections, waiting.length) }, connection));
}

/** Where a sensor pushes to. */
export function pushPathOf({ device, format }: Pick<Speaker, 'device' | 'format'>, pushKey: string): string {
  const path = `/api/push/${format.vendor}/${encodeURIComponent(pushKey)}`;
  return format.isAddressed ? `${path}/${device}` : path;
}

async function send(message: Message, options: DeliverOptions, delivered: Delivered): Promise<void> {
  const { vendor, contentType, encode } = message.sensor.format;
  const url = new URL(pushPathOf(message.sensor, options.pushKey), options.baseUrl);
  const body = encode(message);
  const stoppable = options.signal ? { signal: options.signal } : {};
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
      ...stoppable,
    });
    const text = await answer.text();
    if (answer.status === 202) delivered.quarantined += 1;
    else if (answer.ok) delivered.accepted += 1;
    if (answer.ok) return;
    if (answer.status !== 429 && answer.status !== 503)
      throw new Error(`${vendor} ${message.sensor.device}: the server answered ${answer.status} ${text.slice(0, 200)}`);
    delivered.repeated += 1;
    const asked = 1000 * (Number(answer.headers.get('retry-after')) || 0);
    await sleep(Math.min(maxPauseMs, Math.max(asked, 100 * 2 ** Math.min(attempt, 6))), undefined, stoppable);
  }
}
