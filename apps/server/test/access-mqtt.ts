import * as mqtt from '@atrium/contract/mqtt';
import { and, eq, inArray } from 'drizzle-orm';
import { mqttBroker, mqttLink } from '../src/registry/schema/mqtt.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

const topics = [{ filter: 'stores/+', vendor: 'xovis5', deviceLevel: null }];
/** Nothing listens there. */
const values = { name: 'New', host: '127.0.0.1', port: 1, tls: false, topics, isEnabled: false };

/** The requests of the access matrix about MQTT brokers. */
export const mqttEntries: readonly Entry[] = [
  entry(mqtt.listMqttBrokers, () => ({})),
  entry(mqtt.listMqttVendors, () => ({})),
  entry(mqtt.createMqttBroker, () => ({ body: values }), { fresh: noneOfThese }),
  entry(mqtt.updateMqttBroker, (ids) => ({ ...ofBroker(ids), body: { name: 'Renamed' } })),
  entry(mqtt.deleteMqttBroker, ofBroker, { fresh: aBroker }),
  entry(mqtt.testMqttBroker, {
    'of new values': () => ({ body: values }),
    'of a stored broker': ({ mqttBrokerId }) => ({ body: { ...values, mqttBrokerId } }),
  }),
  entry(mqtt.approveMqttHost, ofBroker),
  entry(mqtt.revokeMqttHost, ofBroker),
];

function ofBroker({ mqttBrokerId }: Ids) {
  return { params: { mqttBrokerId } };
}

async function aBroker(world: World, { orgId }: Ids) {
  return createBroker(world, orgId, 'Doomed');
}

/** Makes room: an organization has few brokers. */
async function noneOfThese(world: World, { orgId }: Ids) {
  const isNew = and(eq(mqttBroker.orgId, orgId), inArray(mqttBroker.name, ['New', 'Doomed']));
  await world.registry.system(({ sql }) => sql.delete(mqttBroker).where(isNew));
  return {};
}

/** A disabled broker of an organization, for its id. */
export async function createBroker(world: World, orgId: string, name: string): Promise<{ mqttBrokerId: string }> {
  return world.registry.system(async ({ sql }) => {
    const [made] = await sql
      .insert(mqttBroker)
      .values({ ...values, orgId, name, clientId: 'atrium' })
      .returning();
    const { mqttBrokerId } = made!;
    await sql.insert(mqttLink).values({ orgId, mqttBrokerId });
    return { mqttBrokerId };
  });
}
