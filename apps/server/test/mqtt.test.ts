import { createMapping, guessMapping, retireMapping } from '@atrium/contract/mappings';
import {
  createMqttBroker,
  deleteMqttBroker,
  listMqttBrokers,
  listMqttVendors,
  updateMqttBroker,
} from '@atrium/contract/mqtt';
import { listOtherArrivals } from '@atrium/contract/push-keys';
import { mqttTexts } from '@atrium/rules/mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import type { Point } from '../src/ingestion/points.ts';
import { linkTexts } from '../src/ingestion/mqtt/words.ts';
import { bodyFor, isConnected, mqttShops, stateOf, topicOf } from './mqtt-shops.ts';
import { fixture } from '../src/ingestion/vendors/testing.ts';
import { aMac, keptBodies } from './pushing.ts';
import { within } from './within.ts';

/** What happens at the points on the path of a body. */
let reach: ((point: Point) => void | Promise<void>) | undefined;
let freeBytes = 90;
afterEach(() => {
  reach = undefined;
  freeBytes = 90;
});
const { world, aShop, aBroker, connect, minute, numberOf } = mqttShops({
  reach: (point) => reach?.(point),
  dataFolder: '/',
  readDisk: async () => ({ freeBytes, totalBytes: 100 }),
});

/** Connections of another process to the brokers of this world(). */
async function anotherNode({ alone }: { alone: boolean }) {
  const { startLinks } = await import('../src/ingestion/mqtt/links.ts');
  const { vendors } = await import('../src/ingestion/vendors/table.ts');
  const { listen } = await import('../src/registry/notifications.ts');
  const notifications = await listen(world().database);
  const links = startLinks({
    ...world(),
    log: { info() {}, warn() {}, debug() {}, error() {} },
    notifications,
    vendorOf: async (_, kind) => vendors.get(kind),
    clock: () => world().now(),
    reception: world().ingestion.reception,
    maxBytes: 1000,
    isInternal: () => false,
    alone,
  });
  return {
    async stop() {
      await links.stop();
      await notifications.close();
    },
  };
}

describe('a broker of an organization', () => {
  it('[I176] delivers what its sensors count; retained and repeated messages count once', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    await broker.publish(topicOf(shop), minute(shop, 3), { retain: true });
    await connect(shop, broker);
    await expect.poll(() => numberOf(shop), within(10)).toBe(3);
    const again = minute(shop, 4, 2);
    for (let i = 0; i < 3; i += 1) await broker.publish(topicOf(shop), again);
    await broker.publish('stores/elsewhere/else/counts', minute(shop, 100, 3));
    await expect.poll(() => numberOf(shop), within(10)).toBe(7);
    const status = async () => {
      const { state, connectedSince, lastMessageAt, received, lastError } = await stateOf(shop);
      return { state, connectedSince, lastMessageAt, received, lastError };
    };
    const now = world().now().toISOString();
    const connected = { state: 'connected', connectedSince: now, lastMessageAt: now, received: 4, lastError: null };
    await expect.poll(status, within(10)).toEqual(connected);
  });

  it('[R690] is watched while it delivers: its messages, its devices, and why one was discarded', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    const arrivals = () => shop.admin.call(listOtherArrivals, {});
    expect(await arrivals()).toMatchObject({ hasBroker: false, messages: [], devices: [], files: [] });
    await connect(shop, broker);
    await isConnected(shop);
    const stranger = { macAddress: aMac() };
    await broker.publish(topicOf(shop), minute(shop, 3));
    await broker.publish(topicOf(stranger), minute(stranger, 4));
    await broker.publish(topicOf(shop), minute(stranger, 5));
    await broker.publish(topicOf(shop), Buffer.alloc(150_000, 'x'));
    const outcomes = async () => (await arrivals()).messages.map(({ outcome, device }) => `${outcome} ${device}`);
    const expected = [
      `accepted ${shop.macAddress}`,
      `new-device ${stranger.macAddress}`,
      `other-device null`,
      `too-large null`,
    ];
    await expect.poll(async () => (await outcomes()).toSorted(), within(10)).toEqual(expected);
    await world().ingestion.idle();
    const { hasBroker, messages, devices } = await arrivals();
    expect(hasBroker).toBe(true);
    expect(messages.find(({ outcome }) => outcome === 'accepted')).toMatchObject({
      brokerName: 'Stores',
      topic: topicOf(shop),
      vendor: 'xovis5',
      reason: null,
      pending: false,
    });
    expect(devices.map(({ identifier, state, lines }) => [identifier, state, lines.length])).toEqual(
      expect.arrayContaining([
        [shop.macAddress, 'counting', 1],
        [stranger.macAddress, 'unassigned', 1],
      ]),
    );
    for (let i = 0; i < 9; i += 1) await broker.publish(topicOf(shop), minute(shop, 1, 10 + i));
    await expect.poll(async () => (await stateOf(shop)).received, within(10)).toBe(11);
    await expect
      .poll(async () => (await outcomes()).filter((each) => each.startsWith('accepted')).length, within(10))
      .toBe(6);
    expect(await outcomes()).toContain('too-large null');
    const other = await aShop();
    expect(await other.admin.call(listOtherArrivals, {})).toMatchObject({ hasBroker: false, messages: [] });
  });

  it('[I175] [I176] delivers messages of a taught sensor too, until it is retired', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    const message = (ins: number, ago: number) => {
      const [from, to] = [ago, ago - 1].map((minutes) =>
        new Date(Math.floor(world().now().getTime() / 60_000) * 60_000 - minutes * 60_000).toISOString(),
      );
      return { mac: shop.macAddress, data: [{ gate: 'North', from, to, entered: ins, exited: 0 }] };
    };
    const text = JSON.stringify(message(1, 9));
    const { spec } = await shop.admin.call(guessMapping, { body: { text } });
    const made = await shop.admin.call(createMapping, { body: { name: 'Old gates', spec, text } });
    expect(await shop.admin.call(listMqttVendors, {})).toContainEqual({ vendor: made.vendor, title: 'Old gates' });
    const taught = [{ filter: 'gates/#', vendor: made.vendor, deviceLevel: null }];
    await connect(shop, broker, { topics: taught });
    await isConnected(shop);
    await broker.publish('gates/north', Buffer.from(JSON.stringify(message(6, 3))));
    await expect.poll(() => numberOf(shop), within(10)).toBe(6);
    await shop.admin.call(retireMapping, { params: made });
    await broker.publish('gates/north', Buffer.from(JSON.stringify(message(7, 2))));
    await expect.poll(async () => (await stateOf(shop)).lastError, within(10)).toContain('was retired');
    const stranger = await aShop();
    const foreign = stranger.admin.call(createMqttBroker, { body: bodyFor(broker, { topics: taught }) });
    await expect(foreign).rejects.toThrow(mqttTexts.vendor);
  });

  it('[S207] [R1178] delivers what Axis cameras count, and messages with a picture that is not kept', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    const topics = [
      { filter: 'axis/+/event/#', vendor: 'axis', deviceLevel: 2 },
      { filter: 'rooms/#', vendor: 'milesight', deviceLevel: null },
    ];
    await connect(shop, broker, { topics });
    await isConnected(shop);
    const crossline = (total: number, ago: number) =>
      fixture('axis-crossline.json')
        .toString()
        .replace('1767225684528', String(world().now().getTime() - 60_000 * ago))
        .replace('B8A44F9EED3B', shop.macAddress)
        .replace('"55"', `"${total}"`);
    const topic = `axis/${shop.macAddress}/event/CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1`;
    await broker.publish(topic, crossline(55, 4));
    await broker.publish(topic, crossline(62, 3));
    await expect.poll(() => numberOf(shop), within(10)).toBe(7);
    const picture = fixture('milesight-vs121-snapshot.json').toString();
    await broker.publish('rooms/1', picture.replace('00:16:28:FA:8E:68', shop.macAddress));
    await expect.poll(async () => (await stateOf(shop)).received, within(10)).toBe(3);
    const [kept] = await keptBodies(shop.admin);
    expect(kept?.text).toContain('"snapshot": "",\n  "current_total": 10');
    expect(kept?.text).not.toContain('/9j/');
  });

  it('[I177] is acknowledged only after the commit: what was cut off before is delivered again and counts once', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    await connect(shop, broker);
    await isConnected(shop);
    for (const [ago, point] of [
      [1, 'inbox.before-insert'],
      [2, 'inbox.after-commit'],
    ] as const) {
      let release: (() => void) | undefined;
      const held = new Promise<void>((resolve) => {
        reach = (reached) => {
          if (reached !== point) return undefined;
          resolve();
          return new Promise((done) => {
            release = done;
          });
        };
      });
      const acknowledgedBefore = broker.acknowledged.length;
      await broker.publish(topicOf(shop), minute(shop, 5, ago));
      await held;
      expect(broker.acknowledged.length).toBe(acknowledgedBefore);
      broker.cut();
      reach = undefined;
      release?.();
      await expect.poll(() => broker.acknowledged.length, within(15)).toBe(acknowledgedBefore + 1);
      await expect.poll(() => numberOf(shop), within(10)).toBe(5 * ago);
    }
  });

  it('[I178] keeps messages while the server cannot store them, and none is lost', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    await connect(shop, broker);
    await isConnected(shop);
    freeBytes = 0;
    await expect.poll(() => world().ingestion.isOpen(), within(10)).toBe(false);
    await broker.publish(topicOf(shop), minute(shop, 6));
    await expect.poll(async () => (await stateOf(shop)).lastError, within(10)).toBe(linkTexts.cannotStore);
    expect([broker.acknowledged, await numberOf(shop)]).toEqual([[], null]);
    freeBytes = 90;
    await expect.poll(() => numberOf(shop), within(30)).toBe(6);
    expect(broker.acknowledged).toHaveLength(1);
  });

  it('[I179] is connected again after it was down, and delivers what it kept', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    await connect(shop, broker);
    await isConnected(shop);
    await broker.down();
    await expect.poll(async () => (await stateOf(shop)).state, within(10)).toBe('failed');
    await broker.publish(topicOf(shop), minute(shop, 8));
    await broker.up();
    await expect.poll(() => numberOf(shop), within(20)).toBe(8);
    expect(new Set(broker.clients).size).toBe(1);
  });

  it('[S127] cannot be stopped by poison, huge messages or a device that is not its own', async () => {
    const [shop, other, broker] = [await aShop(), await aShop(), await aBroker()];
    await connect(shop, broker);
    await isConnected(shop);
    await broker.publish(topicOf(shop), '{"broken');
    await broker.publish(topicOf(shop), Buffer.alloc(0));
    await broker.publish(topicOf(shop), `[${'['.repeat(50_000)}`);
    await broker.publish(topicOf(shop), Buffer.alloc(150_000, 'x'));
    await broker.publish(topicOf(shop), Buffer.alloc(5_000_000, 'x'));
    await broker.publish(topicOf({ macAddress: aMac() }), minute(shop, 50, 3));
    // Another organization's sensor is unknown here, and stays unaffected there.
    await broker.publish(topicOf(other), minute(other, 70));
    await broker.publish(topicOf(shop), minute(shop, 9));
    await expect.poll(() => numberOf(shop), within(15)).toBe(9);
    expect(await numberOf(other)).toBe(null);
    await expect.poll(async () => (await stateOf(shop)).discarded, within(10)).toBe(3);
    expect((await stateOf(shop)).lastError).toBe(linkTexts.otherDevice(broker.acknowledged.at(-3)!));
    expect(broker.acknowledged).toHaveLength(8);
  });

  it('[I180] belongs to one node at a time, and to none while it is disabled', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    const params = await connect(shop, broker);
    await isConnected(shop);
    const before = broker.clients.length;
    const second = await anotherNode({ alone: false });
    await world().registry.system(({ client }) => client.query(`SELECT pg_notify('atrium_mqtt', 'null')`));
    await shop.admin.call(updateMqttBroker, { params, body: { isEnabled: false } });
    await expect.poll(async () => (await stateOf(shop)).state, within(10)).toBe('disabled');
    await broker.publish(topicOf(shop), minute(shop, 11));
    await shop.admin.call(updateMqttBroker, { params, body: { isEnabled: true } });
    await expect.poll(() => numberOf(shop), within(15)).toBe(11);
    expect(broker.clients.length).toBe(before + 1);
    await second.stop();
    await shop.admin.call(deleteMqttBroker, { params });
    await expect.poll(() => broker.isConnected, within(10)).toBe(false);
    await broker.publish(topicOf(shop), minute(shop, 100, 2));
    expect([await numberOf(shop), await shop.admin.call(listMqttBrokers, {})]).toEqual([11, []]);
  });

  it('[I208] is connected at once after a kill where there is one node: the lease of a dead process holds nobody up', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    await connect(shop, broker);
    await isConnected(shop);
    const before = broker.clients.length;
    const next = await anotherNode({ alone: true });
    await expect.poll(() => broker.clients.length, within(4)).toBeGreaterThan(before);
    await next.stop();
  });

  it('[I251] goes over to another node at once when its own is stopped: no lease is left behind', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    await connect(shop, broker);
    await isConnected(shop);
    const first = await holder();
    const next = await anotherNode({ alone: true });
    await expect.poll(holder, within(10)).not.toBe(first);
    const second = await holder();
    await next.stop();
    expect([null, first]).toContain(await holder());
    await expect.poll(holder, within(5)).toBe(first);
    await broker.publish(topicOf(shop), minute(shop, 7));
    await expect.poll(() => numberOf(shop), within(15)).toBe(7);
    expect(second).not.toBeNull();
  });
});

async function holder(): Promise<string | null> {
  const { rows } = await world().registry.system(({ client }) =>
    client.query<{ holder: string | null }>('SELECT holder FROM mqtt_link'),
  );
  return rows[0]?.holder ?? null;
}
