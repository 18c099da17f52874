import { liveTraffic, type LiveReading } from '@atrium/contract/live-traffic';
import { type LiveNumbers, liveWall } from '@atrium/contract/live-wall';
import { counterNews, manualOccupancy } from '@atrium/contract/manual-occupancy';
import { socketPath } from '@atrium/contract/socket-address';
import { deleteSpace } from '@atrium/contract/spaces';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { shop, adminOf, countToday } = countingIn(() => world);

/** Uses the socket protocol by long polling, and so decides itself when it reads. */
async function poller(client: Client) {
  const url = `${world.url}${socketPath}/?EIO=4&transport=polling`;
  const headers = { cookie: client.cookieHeader() };
  const read = async (of: string) => (await (await fetch(of, { headers })).text()).split('\u001e');
  const [opening = ''] = await read(url);
  const { sid } = JSON.parse(opening.slice(1)) as { sid: string };
  const own = `${url}&sid=${sid}`;
  const send = (...packets: string[]) => fetch(own, { method: 'POST', headers, body: packets.join('\u001e') });
  await send('40');
  await read(own);
  let wall: LiveNumbers | undefined;
  const events: string[] = [];
  return {
    send,
    /** The events of all messages that were read, in order. */
    events: events as readonly string[],
    /** The wall, after all messages that were read. */
    wall: () => wall,
    async readings(): Promise<LiveReading[]> {
      const packets = await read(own);
      if (packets.includes('2')) await send('3');
      const messages = packets
        .filter((packet) => packet.startsWith('42'))
        .map((packet) => JSON.parse(packet.slice(2)) as [string, LiveReading | LiveNumbers]);
      for (const [event] of messages) events.push(event);
      for (const [event, message] of messages)
        if (event === liveWall.events.message) wall = liveWall.merge?.(wall, message as LiveNumbers);
      return messages.flatMap(([event, message]) =>
        event === liveTraffic.events.message ? [message as LiveReading] : [],
      );
    },
  };
}

it('[R849] a slow reader costs a fixed amount of memory, and gets the correct numbers in the end', async () => {
  const { org, sensor } = await shop();
  const zones = [];
  for (let i = 0; i < 150; i += 1) zones.push(await world.zone({ sensorId: sensor.sensorId }));
  const reader = await poller(await adminOf(org));
  const subscriptions = zones.map(
    ({ zoneId }) => `42${JSON.stringify(['traffic:subscribe', { entityType: 'zone', entityId: zoneId }])}`,
  );
  await reader.send(...subscriptions.slice(0, 75));
  await reader.send(...subscriptions.slice(75));
  const whole = { entityType: 'organization', entityId: org.orgId };
  await reader.send(`42${JSON.stringify([liveWall.events.subscribe, whole])}`);
  const seen = new Set<string>();
  while (seen.size < zones.length) for (const { entityId } of await reader.readings()) seen.add(entityId);

  // Twelve rounds of 150 changed rooms, unread.
  for (let ins = 1; ins <= 12; ins += 1) {
    await countToday(zones, ins);
    await sleep(260);
  }
  await sleep(600);
  const newest = new Map<string, number | null>();
  const portions: number[] = [];
  const isCurrent = () => reader.wall()?.rows[0]?.ins === 12 * zones.length;
  while (!isCurrent() || newest.size < zones.length || [...newest.values()].some((ins) => ins !== 12)) {
    const readings = await reader.readings();
    portions.push(readings.length);
    for (const { entityId, ins } of readings) newest.set(entityId, ins);
  }
  // The first portion was queued when the reader fell behind; no portion is larger than the queue.
  expect(Math.max(...portions)).toBeLessThanOrEqual(2 * 64);
  expect(portions.reduce((sum, portion) => sum + portion, 0)).toBeLessThan(64 + 2 * zones.length);
});

it('[R932] a slow reader is told that a space was deleted, although it missed numbers before', async () => {
  const { org, sensor, location } = await shop({
    org: await world.organization({ canViewTraffic: true, canViewOccupancy: true }),
  });
  const zones = [];
  for (let i = 0; i < 80; i += 1) zones.push(await world.zone({ sensorId: sensor.sensorId }));
  const { spaceId } = await world.space({ locationId: location.locationId });
  const admin = await adminOf(org);
  const reader = await poller(admin);
  await reader.send(
    ...zones.map(
      ({ zoneId }) => `42${JSON.stringify(['traffic:subscribe', { entityType: 'zone', entityId: zoneId }])}`,
    ),
    `42${JSON.stringify([manualOccupancy.events.subscribe, { spaceId }])}`,
  );
  while (!reader.events.includes(manualOccupancy.events.message)) await reader.readings();
  // Unread: more than the queue of a connection holds.
  for (let ins = 1; ins <= 3; ins += 1) {
    await countToday(zones, ins);
    await sleep(260);
  }
  await admin.call(deleteSpace, { params: { spaceId } });
  await sleep(1_000);
  await expect
    .poll(async () => {
      await reader.readings();
      return reader.events;
    })
    .toContain(counterNews.spaceDelete.event);
});
