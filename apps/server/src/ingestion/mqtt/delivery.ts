import { deviceInTopic, type MqttTopic, topicMatches } from '@atrium/rules/mqtt';
import type { PushOutcome } from '@atrium/rules/push-outcome';
import type { Attempt } from '../attempt-store.ts';
import { type Reception, shownAs } from '../reception.ts';
import type { Vendor } from '../vendors/vendor.ts';
import { LinkError, linkTexts } from './words.ts';

export interface DeliveryOptions {
  readonly orgId: string;
  readonly topics: readonly MqttTopic[];
  /** Who reads messages of a kind of sensor, if anyone. */
  readonly vendorOf: (orgId: string, kind: string) => Promise<Vendor | undefined>;
  readonly reception: Reception;
  /** What became of a message, for those who watch it arrive. */
  readonly onOutcome?: ((message: Message) => void) | undefined;
  readonly clock: () => Date;
  readonly maxBytes: number;
  /** Aborted when the connection ends: nothing waits any longer. */
  readonly signal: AbortSignal;
}

export type Message = Pick<Attempt, 'at' | 'vendor' | 'device' | 'outcome' | 'bytes' | 'seq'> & { topic: string };

/** `discarded` says why a message can never be accepted; it is acknowledged all the same. */
export type Delivered = { readonly kind: 'kept' | 'ignored' } | { readonly kind: 'discarded'; readonly words: string };

/**
 * Puts a message into the inbox; resolves once it is committed, and then it may be acknowledged. A sender over its rate
 * waits, which slows the broker down and loses nothing. Rejects when the message cannot be stored now.
 */
export async function deliver(options: DeliveryOptions, topic: string, payload: Buffer): Promise<Delivered> {
  const { orgId, reception, vendorOf, maxBytes, signal } = options;
  const found = options.topics.find(({ filter }) => topicMatches(filter, topic));
  // An empty message removes a retained one; it says nothing.
  if (!found || payload.length === 0) return { kind: 'ignored' };
  if (payload.length > maxBytes) return discarded(discardOversized(options, topic, payload.length));
  let device: string | null = null;
  const note = (outcome: PushOutcome, more: Partial<Message> = {}) =>
    options.onOutcome?.({ ...messageOf(options, topic, payload.length), device, outcome, ...more });
  const vendor = await vendorOf(orgId, found.vendor);
  if (!vendor) {
    note('unknown-vendor');
    return discarded(linkTexts.noReader(topic));
  }
  const named = deviceInTopic(topic, found.deviceLevel);
  const delivery = {
    orgId,
    vendor,
    body: payload,
    sensorId: null,
    address: named === undefined ? [] : [named],
    onDevice: (speaker: string) => {
      device = speaker;
    },
  };

  for (let wait = reception.admit(orgId); wait > 0; wait = reception.admit(orgId)) await pause(wait, signal);
  for (;;) {
    const outcome = await reception.receive(delivery);
    if (outcome.kind !== 'too-often' && outcome.kind !== 'kept') note(shownAs(outcome));
    switch (outcome.kind) {
      case 'kept':
        note(shownAs(outcome), { at: outcome.receivedAt, seq: outcome.seq });
        return { kind: 'kept' };
      case 'test':
        return { kind: 'ignored' };
      case 'too-often':
        await pause(outcome.seconds, signal);
        break;
      case 'busy':
        throw new LinkError(linkTexts.cannotStore);
      case 'too-large':
        return discarded(linkTexts.tooManyRecords(topic));
      case 'other-device':
        return discarded(linkTexts.otherDevice(topic));
      case 'blocked':
        return discarded(linkTexts.blocked(topic));
      case 'quarantine-full':
        return discarded(linkTexts.quarantineFull(topic));
    }
  }
}

/** A message that nobody reads because of its size. Returns the words about it. */
export function discardOversized(options: DeliveryOptions, topic: string, bytes: number): string {
  options.onOutcome?.({ ...messageOf(options, topic, bytes), outcome: 'too-large' });
  return linkTexts.tooLarge(topic, bytes);
}

function messageOf({ topics, clock }: DeliveryOptions, topic: string, bytes: number): Message {
  const vendor = topics.find(({ filter }) => topicMatches(filter, topic))?.vendor ?? '';
  return { topic, at: clock(), vendor, device: null, outcome: 'failed', bytes, seq: null };
}

function discarded(words: string): Delivered {
  return { kind: 'discarded', words };
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', leave, { once: true });
  });
}
