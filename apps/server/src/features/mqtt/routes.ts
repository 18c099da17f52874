import {
  approveMqttHost,
  createMqttBroker,
  deleteMqttBroker,
  listMqttBrokers,
  listMqttVendors,
  revokeMqttHost,
  testMqttBroker,
  updateMqttBroker,
} from '@atrium/contract/mqtt';
import { createPersonLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { type BrokerDependencies, createBrokers } from './brokers.ts';

const works = 'Connected and subscribed to every topic.';

export function bindMqtt(http: Http, dependencies: BrokerDependencies): void {
  const brokers = createBrokers(dependencies);

  http.bind(listMqttBrokers, ({ scope }) => brokers.list(scope));
  http.bind(listMqttVendors, async ({ scope }) => [...(await dependencies.vendorsOf(scope.orgId))]);
  http.bind(createMqttBroker, ({ scope, body }) => brokers.create(scope, body));
  http.bind(updateMqttBroker, ({ scope, params, body, seenVersion }) =>
    brokers.update(scope, params.mqttBrokerId, body, seenVersion),
  );
  http.bind(deleteMqttBroker, async ({ scope, params }) => {
    await brokers.remove(scope, params.mqttBrokerId);
    return { ok: true } as const;
  });
  // Each test opens a connection to a host that someone entered.
  const limitTests = createPersonLimit({ most: 30, maxInAll: 300 });
  http.bind(testMqttBroker, async ({ actor, scope, body: { mqttBrokerId, ...body } }) => {
    limitTests(actor.userId);
    const problem = await brokers.test(scope, mqttBrokerId, body);
    return { isConnected: problem === null, message: problem ?? works };
  });
  http.bind(approveMqttHost, ({ scope, params }) => brokers.approve(scope, params.mqttBrokerId));
  http.bind(revokeMqttHost, ({ scope, params }) => brokers.revoke(scope, params.mqttBrokerId));
}
