import { explainReason } from './quarantine-reasons.ts';

/** What became of a push with a valid key, as the door saw it. */
export const pushOutcomes = [
  'accepted',
  'repeated',
  'new-device',
  'unreadable',
  'test',
  'unknown-vendor',
  'wrong-type',
  'wrong-encoding',
  'too-large',
  'other-device',
  'blocked',
  'too-many',
  'quarantine-full',
  'busy',
  'failed',
] as const;
export type PushOutcome = (typeof pushOutcomes)[number];

/** Nothing of a refused push was kept. */
export function isRefused(outcome: PushOutcome): boolean {
  return !['accepted', 'repeated', 'new-device', 'unreadable', 'test'].includes(outcome);
}

interface Explanation {
  /** What happened. */
  readonly what: string;
  /** What to do about it; absent when nothing needs to be done. */
  readonly fix?: string;
}

export const outcomeTexts: Readonly<Record<PushOutcome, Explanation>> = {
  accepted: { what: 'Received' },
  repeated: { what: 'Received again', fix: 'The same data arrived before. It is counted once.' },
  'new-device': { what: 'Received from a new device', fix: 'Assign the device to a site. Its data waits until then.' },
  unreadable: {
    what: 'Received, but not readable',
    fix: 'Check that the chosen vendor is the maker of this device, and that it sends the format described in the steps.',
  },
  test: { what: 'Connection test', fix: 'The connection works. Counts follow at the next interval.' },
  'unknown-vendor': {
    what: 'Refused: the address names no known vendor',
    fix: 'Copy the whole address from this page and paste it again.',
  },
  'wrong-type': {
    what: 'Refused: wrong content type (415)',
    fix: 'Set the format in the device to the one described in the steps.',
  },
  'wrong-encoding': {
    what: 'Refused: unknown compression (415)',
    fix: 'Switch compression off in the device, or choose gzip.',
  },
  'too-large': {
    what: 'Refused: too large (413)',
    fix: 'Choose a shorter interval or fewer records per push. One push may have 1 MB.',
  },
  'other-device': {
    what: 'Refused: this key belongs to another device (403)',
    fix: 'Use a key for all sensors, or the key of this sensor.',
  },
  blocked: {
    what: 'Refused: this device is blocked (403)',
    fix: 'Ask your provider why the device is on the blacklist.',
  },
  'too-many': {
    what: 'Refused: too many pushes (429)',
    fix: 'Choose a longer interval. The device sends the rest again later.',
  },
  'quarantine-full': {
    what: 'Refused: limit for today reached (429)',
    fix: 'Assign the device to a site, or correct its format. It can send again tomorrow.',
  },
  busy: { what: 'Not stored: the server is busy (503)', fix: 'Nothing to do. The device sends it again.' },
  failed: {
    what: 'Not stored: something went wrong on the server (500)',
    fix: 'Nothing to do. The device sends it again.',
  },
};

/** Where a broker's message is worded differently: nobody answers it with a status, and the broker sends it again. */
const messageTexts: Partial<Record<PushOutcome, Explanation>> = {
  'unknown-vendor': {
    what: 'Discarded: its kind of sensor was retired',
    fix: 'Choose another kind of sensor for this topic under MQTT brokers.',
  },
  'too-large': {
    what: 'Discarded: too large',
    fix: 'Choose a shorter interval or fewer records per message. One message may have 1 MB.',
  },
  'other-device': {
    what: 'Discarded: it names another device than its topic',
    fix: 'Check under MQTT brokers which level of the topic names the device.',
  },
  blocked: { what: 'Discarded: this device is blocked', fix: outcomeTexts.blocked.fix ?? '' },
  'quarantine-full': {
    what: 'Discarded: limit for today reached',
    fix: 'Assign the device to a site, or correct its format. Messages are accepted again tomorrow.',
  },
  busy: { what: 'Not stored: the server is busy', fix: 'Nothing to do. The broker sends it again.' },
};

/** What people read about a push, and whether something is left to do. */
export interface ExplainedPush {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly what: string;
  readonly fix: string | null;
}

export function explainPush(push: {
  readonly outcome: PushOutcome;
  readonly reason: string | null;
  readonly pending: boolean;
  /** Of a broker's message. */
  readonly topic?: string | undefined;
}): ExplainedPush {
  const { outcome, reason, pending, topic } = push;
  const { what, fix = null } = (topic === undefined ? undefined : messageTexts[outcome]) ?? outcomeTexts[outcome];
  if (isRefused(outcome)) return { tone: 'danger', what, fix };
  if (reason !== null && !(outcome === 'new-device' && reason === 'unassigned')) {
    const { text, advice } = explainReason(reason);
    return { tone: 'warning', what: `Received, not counted. ${text}`, fix: advice };
  }
  if (pending) return { tone: 'success', what: 'Received, being counted', fix: null };
  // Quarantined bodies that count in the meantime have no reason anymore.
  if (outcome === 'accepted' || (outcome === 'new-device' && reason === null))
    return { tone: 'success', what: 'Received and counted', fix: null };
  const isDone = outcome === 'repeated' || outcome === 'test';
  return { tone: isDone ? 'success' : 'warning', what, fix };
}
