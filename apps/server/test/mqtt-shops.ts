import { approveMqttHost, createMqttBroker, listMqttBrokers } from '@atrium/contract/mqtt';
import { encodePush } from '@atrium/simulator/xovis5';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { mqttBroker } from '../src/registry/schema/mqtt.ts';
import type { Client } from './client.ts';
import { startBroker, type TestBroker, type TestBrokerOptions } from './mqtt-broker.ts';
import { createShop, pushingIn } from './pushing.ts';
import { within } from './within.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

export type Shop = Awaited<ReturnType<typeof createShop>>;

const topics = [{ filter: 'stores/+/counts', vendor: 'xovis5', deviceLevel: 2 }];
export const bodyFor = ({ port }: TestBroker, more: object = {}) => ({
  name: 'Stores',
  host: '127.0.0.1',
  port,
  tls: false,
  topics,
  ...more,
});

export const topicOf = ({ macAddress }: { macAddress: string }) => `stores/${macAddress}/counts`;
export const stateOf = async ({ admin }: Shop) => (await admin.call(listMqttBrokers, {}))[0]!;
export const isConnected = (shop: Shop) =>
  expect.poll(async () => (await stateOf(shop)).state, within(10)).toBe('connected');

/** A world for the tests of one file, with brokers to connect to. */
export function mqttShops(app: WorldOptions['app'] = {}) {
  let world: World;
  let staff: Client;
  let packageId = 0;
  const brokers: TestBroker[] = [];
  beforeAll(async () => {
    world = await openWorld({
      app: { limits: { sentBytes: 100_000 }, mqttPauses: { firstWaitMs: 50, renewMs: 200 }, ...app },
    });
    staff = await world.signIn(await world.staff());
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.registry.system(({ sql }) => sql.delete(mqttBroker));
    await Promise.all(brokers.splice(0).map((broker) => broker.close()));
  });
  const { counted } = pushingIn(() => world);

  async function aBroker(options?: TestBrokerOptions): Promise<TestBroker> {
    const broker = await startBroker(options);
    brokers.push(broker);
    return broker;
  }

  /** Adds the broker and approves its private address. */
  async function connect({ admin, orgId }: Shop, broker: TestBroker, more: object = {}) {
    const params = await admin.call(createMqttBroker, { body: bodyFor(broker, more) });
    await staff.call(approveMqttHost, { params, query: { orgId } });
    return params;
  }

  /** One minute of the sensor. */
  function minute({ macAddress }: { macAddress: string }, ins: number, ago = 1): Buffer {
    packageId += 1;
    const from = Math.floor(world.now().getTime() / 60_000) * 60 - 60 * ago;
    const records = [{ from, to: from + 60, forward: ins, backward: 0, samples: 60, samplesExpected: 60 }];
    const device = { macAddress, timezone: 'UTC' };
    return Buffer.from(
      JSON.stringify(encodePush({ kind: 'logics', device, packageId, logics: [{ id: 1, name: 'Door', records }] })),
    );
  }

  const aShop = () => createShop(world);
  const numberOf = (shop: Shop) => counted(shop.admin, 'location', shop.locationId);

  return { world: () => world, staff: () => staff, aShop, aBroker, connect, minute, numberOf };
}
