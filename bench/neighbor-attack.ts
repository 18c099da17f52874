import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { json, pushBody } from './product.ts';
import type { BenchDevice } from './product-process.ts';

export interface Attack {
  readonly url: string;
  /** Of an administrator. */
  readonly cookie: string;
  readonly devices: readonly BenchDevice[];
}

/** How often each kind of call was answered with each status. */
export type Tally = Record<string, Record<number, number>>;

const { url, cookie, devices } = JSON.parse(process.argv[2] ?? '{}') as Attack;
const tally: Tally = {};
const gone = new AbortController();
process.on('message', () => {
  gone.abort();
  process.send?.(tally);
});

// The attacker has a machine of their own: here they take only what the product leaves.
setPriority(constants.priority.PRIORITY_LOW);

const headers = { ...json, cookie, origin: url };
const [first] = devices;
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
/** A month of another zone or of other days each time, so that no two at once share an answer. */
function longQuestion(number: number): URLSearchParams {
  const ago = 2 + (number % 27);
  return new URLSearchParams({
    entityType: 'zone',
    entityIds: devices[number % devices.length]!.zoneId,
    relativeDate: 'custom',
    startDate: day(ago + 30),
    endDate: day(ago),
    dateGroupings: 'minute',
  });
}
const places = Array.from({ length: 400 }, (_, i) => `  - name: New ${i}\n    sites: [{ name: Door ${i} }]\n`);
const file = JSON.stringify({ text: `atrium: 1\nlocations:\n${places.join('')}` });
let number = 0;
let asked = 0;

/** Keeps the given number of calls of each kind running, without a pause. */
const kinds: Record<string, { atOnce: number; call: () => Promise<Response> }> = {
  question: { atOnce: 30, call: () => ask(`/api/data/traffic?${longQuestion((asked += 1)).toString()}`) },
  edit: {
    atOnce: 20,
    call: () =>
      ask(`/api/location/${first!.locationId}`, {
        method: 'PUT',
        body: JSON.stringify({ street: `Street ${(number += 1)}` }),
      }),
  },
  preview: { atOnce: 4, call: () => ask('/api/estatefile/preview', { method: 'POST', body: file }) },
  push: {
    atOnce: 8,
    call: () => {
      const device = devices[(number += 1) % devices.length]!;
      const minute = Math.floor(Date.now() / 60_000) * 60 - 60 * (number % 600);
      return ask(device.pushPath, {
        method: 'POST',
        body: pushBody(device, { packageId: number, minute, ins: number % 50 }),
      });
    },
  },
};

for (const [kind, { atOnce, call }] of Object.entries(kinds)) {
  const answers: Record<number, number> = (tally[kind] = {});
  for (let i = 0; i < atOnce; i += 1) void again(call, answers);
}

async function again(call: () => Promise<Response>, answers: Record<number, number>): Promise<void> {
  while (!gone.signal.aborted) {
    try {
      const answer = await call();
      await answer.arrayBuffer();
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      // Impatient, but not a busy loop of refusals: that would measure the attacker.
      if (answer.status === 429) await pause(100);
    } catch {
      if (!gone.signal.aborted) await pause(100);
    }
  }
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}${path}`, { ...init, headers, signal: gone.signal });
}
