import { getTraffic } from '@atrium/contract/data';
import { createMqttBroker, listMqttBrokers } from '@atrium/contract/mqtt';
import { getSensor } from '@atrium/contract/sensors';
import { pushPathOf } from '@atrium/simulator/fleet/deliver';
import { fleetOf, timelineOf } from '@atrium/simulator/fleet/fleet';
import { formats } from '@atrium/simulator/fleet/formats';
import { bySensor, type Message, type Speaker } from '@atrium/simulator/fleet/message';
import type { Client } from '../client.ts';
import type { Estate } from '../estate.ts';
import type { TestBroker } from '../mqtt-broker.ts';
import { becomesTrue, pause, untilDone, Wrong } from './repeating.ts';

/** The server that is running now. */
export interface Address {
  readonly url: string;
  readonly sftpPort: number;
  /** Signed in as an administrator of the organization, whichever process answers. */
  client(orgId: string): Client;
}

export interface Difference {
  /** People, amounts or files that were acknowledged and are missing. */
  readonly lost: number;
  /** Those beyond what was sent. */
  readonly twice: number;
  /** Where they are missing. */
  readonly notes: readonly string[];
}

/** Sensors that send until they are stopped, and what they have counted. */
export interface Sending {
  readonly acknowledged: number;
  /** Resolves when everything sent is acknowledged. */
  stop(): Promise<void>;
  compare(client: Client): Promise<Difference>;
}

interface Fleet {
  readonly orgId: string;
  /** The messages of each sensor, in the order it sends them. */
  readonly timelines: ReadonlyMap<Speaker, readonly Message[]>;
  readonly sensorIds: ReadonlyMap<Speaker, string>;
}

const span = 300;
const pauseMs = 400;
const maxQueued = 200;
/** A gateway that carries readings of others is a device of its own; here it would be unassigned, and in quarantine. */
const byPush = Object.keys(formats).filter((name) => name !== 'monnit' && name !== 'point-six');
const byBroker = ['xovis5', 'things-stack', 'hella', 'json'];

export async function installFleet(
  estate: Estate,
  { door, days, seed }: { door: 'http' | 'mqtt'; days: number; seed: number },
): Promise<Fleet> {
  const { orgId } = await estate.organization();
  const { locationId } = await estate.location({ orgId, timezone: 'UTC' });
  const names = door === 'http' ? byPush : byBroker;
  const fleet = fleetOf({ sensors: names.length, formats: names, seed });
  const to = Math.floor(Date.now() / 1000 / span) * span - 3600;
  const from = Math.floor(to / 86_400 - days) * 86_400;
  const sensorIds = new Map<Speaker, string>();
  for (const sensor of fleet) {
    const { siteId } = await estate.site({ locationId });
    const { device } = sensor;
    const identity = device.length === 12 ? { macAddress: device } : { macAddress: null, identifier: device };
    sensorIds.set(sensor, (await estate.sensor({ siteId, ...identity })).sensorId);
  }
  const timelines = [...bySensor(timelineOf(fleet, { from, to }, span))].map(
    ([sensor, messages]) => [sensor, sensor.format.counts === 'totals' ? messages : fromBothEnds(messages)] as const,
  );
  return { orgId, timelines: new Map(timelines), sensorIds };
}

/** Today's and old ones in turn. */
function fromBothEnds(messages: readonly Message[]): Message[] {
  return messages.map((_, i) => (i % 2 === 0 ? messages[i / 2] : messages[messages.length - (i + 1) / 2])!);
}

/** Every sensor pushes one body after the other and repeats it until it is answered with 200. */
export function pushAll(fleet: Fleet, pushKey: string, address: Address): Sending {
  return sendAll(fleet, async (message) => {
    const { encode, contentType } = message.sensor.format;
    const body = encode(message);
    await untilDone(async () => {
      const answer = await fetch(`${address.url}${pushPathOf(message.sensor, pushKey)}`, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body,
        signal: AbortSignal.timeout(15_000),
      });
      const text = await answer.text();
      if (answer.status === 200) return;
      if (answer.status === 503) throw new Error('The server asks to try again.');
      throw new Wrong(`A push of ${message.sensor.format.vendor} was answered ${answer.status} ${text}`);
    });
  });
}

/** The broker takes messages at any time, and delivers them until the server acknowledges them. */
export async function publishAll(fleet: Fleet, broker: TestBroker, address: Address): Promise<Sending> {
  const speakers = [...fleet.timelines.keys()];
  const topics = speakers.map(({ format: { vendor, isAddressed } }) => ({
    filter: `${vendor}/+`,
    vendor,
    deviceLevel: isAddressed ? 2 : null,
  }));
  const body = { name: 'Fleet', host: '127.0.0.1', port: broker.port, tls: false, topics };
  await address.client(fleet.orgId).call(createMqttBroker, { body });
  const isConnected = async () =>
    (await address.client(fleet.orgId).call(listMqttBrokers, {}))[0]?.state === 'connected';
  // What is published before the first subscription would have no receiver.
  if (!(await becomesTrue(isConnected, 60))) throw new Error('The broker is not connected.');
  let published = 0;
  const sending = sendAll(fleet, async ({ sensor, ...message }) => {
    // This broker numbers messages of a session again after a while, and forgets some of a long queue.
    while (published - broker.acknowledged.length >= maxQueued) await pause(pauseMs);
    published += 1;
    await broker.publish(`${sensor.format.vendor}/${sensor.device}`, sensor.format.encode({ sensor, ...message }));
  });
  return {
    ...sending,
    get acknowledged() {
      return broker.acknowledged.length;
    },
    async stop() {
      await sending.stop();
      const isDrained = await becomesTrue(() => broker.acknowledged.length === sending.acknowledged, 120);
      if (!isDrained) throw new Error(`${sending.acknowledged - broker.acknowledged.length} messages are undelivered.`);
    },
  };
}

function sendAll({ timelines, sensorIds }: Fleet, send: (message: Message) => Promise<void>): Sending {
  const sent: Message[] = [];
  let isStopped = false;
  const work = Promise.all(
    [...timelines.values()].map(async (messages) => {
      for (const message of messages) {
        if (isStopped) return;
        await send(message);
        sent.push(message);
        await pause(pauseMs);
      }
    }),
  );
  work.catch(() => undefined);
  return {
    get acknowledged() {
      return sent.length;
    },
    async stop() {
      isStopped = true;
      await work;
    },
    async compare(client) {
      let [lost, twice] = [0, 0];
      const notes: string[] = [];
      for (const [sensor, messages] of bySensor(sent)) {
        const expected = hoursSent(sensor, messages);
        const counted = await hoursCounted(client, sensorIds.get(sensor) ?? '', messages);
        for (const key of new Set([...expected.keys(), ...counted.keys()])) {
          const difference = (expected.get(key) ?? 0) - (counted.get(key) ?? 0);
          if (difference !== 0)
            notes.push(`${sensor.format.vendor} ${key}: ${difference} of ${expected.get(key) ?? 0} missing`);
          if (difference > 0) lost += difference;
          else twice -= difference;
        }
      }
      return { lost, twice, notes };
    },
  };
}

const dayOf = (second: number) => new Date(second * 1000).toISOString().slice(0, 10);

/** People by way and hour. */
function hoursSent({ format }: Speaker, messages: readonly Message[]): Map<string, number> {
  const hours = new Map<string, number>();
  for (const { from, ...record } of messages.flatMap(({ lines }) => lines.flatMap(({ records }) => records))) {
    for (const way of format.ways) add(hours, `${way} ${hourOf(from * 1000)}`, record[way]);
  }
  return hours;
}

async function hoursCounted(client: Client, sensorId: string, messages: readonly Message[]) {
  const hours = new Map<string, number>();
  const { zones } = await client.call(getSensor, { params: { sensorId }, query: {} });
  const times = messages.flatMap(({ lines }) => lines.flatMap(({ records }) => records.map(({ from }) => from)));
  const { results } = await client.call(getTraffic, {
    query: {
      entityType: 'zone',
      entityIds: zones.map(({ zoneId }) => zoneId).join(','),
      relativeDate: 'custom',
      startDate: dayOf(times.reduce((a, b) => Math.min(a, b), Infinity)),
      endDate: dayOf(times.reduce((a, b) => Math.max(a, b), 0)),
      dateGroupings: 'hour',
      metrics: 'ins,outs',
    },
  });
  for (const { recordDate, sumins, sumouts } of results) {
    const hour = hourOf(Date.parse(recordDate ?? ''));
    add(hours, `ins ${hour}`, sumins ?? 0);
    add(hours, `outs ${hour}`, sumouts ?? 0);
  }
  return hours;
}

export function hourOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 13);
}

export function add(sums: Map<string, number>, key: string, value: number): void {
  if (value !== 0) sums.set(key, (sums.get(key) ?? 0) + value);
}
