import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverLive } from './deliver-live.ts';
import { deliver } from './deliver.ts';
import { faults } from './faults.ts';
import { fleetOf, timelineOf } from './fleet.ts';
import type { Message } from './message.ts';

/** How many requests were open at the same time at most. */
let open = 0;
let maxOpen = 0;
const server = createServer((request, response) => {
  open += 1;
  maxOpen = Math.max(maxOpen, open);
  request.resume().on('end', () => {
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 50);
  });
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

const from = Date.UTC(2026, 2, 4, 8) / 1000;
const fleet = fleetOf({ sensors: 12, formats: ['xovis5'], seed: 1 });
const timeline = timelineOf(fleet, { from, to: from + 3600 }, 900);

async function maxAtOnce(messages: readonly Message[]): Promise<number> {
  maxOpen = 0;
  const { port } = server.address() as AddressInfo;
  await deliver(messages, { baseUrl: `http://127.0.0.1:${port}`, pushKey: 'key', connections: 3 });
  return maxOpen;
}

it('[I320] sends over as many connections as it may, and over one per sensor in a reconnect storm', async () => {
  expect(await maxAtOnce(timeline)).toBe(3);
  const stormy = faults['storm']!.apply(timeline, 1);
  expect(await maxAtOnce(stormy)).toBe(fleet.length);
  expect(await maxAtOnce(stormy.filter(({ isAtOnce }) => !isAtOnce))).toBe(3);
});

it('[I320] sends each message at its time, so that a late one arrives late', async () => {
  const late = faults['late']!.apply(timeline, 1);
  let clock = from + 2000;
  const sent: { at: number; clock: number }[] = [];
  await deliverLive(late, {
    now: () => clock,
    until: async (instant) => void (clock = Math.max(clock, instant)),
    send: async (messages) => void sent.push(...messages.map(({ at }) => ({ at, clock }))),
  });
  expect(sent).toHaveLength(late.length);
  expect(sent.every(({ at, clock: sentAt }) => sentAt === Math.max(at, from + 2000))).toBe(true);
  const behind = late.filter(({ at, lines }) => at - lines[0]!.records[0]!.to === 6 * 3600);
  expect(behind.length).toBeGreaterThan(0);
  expect(sent.at(-1)!.clock).toBe(Math.max(...behind.map(({ at }) => at)));
});
