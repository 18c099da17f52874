import * as z from 'zod/mini';
import { administrators, staffOfOrganization } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

const area = 'imports';

/** `private`: the host is in a private network, and staff have not approved it. `waiting`: no server has it yet. */
export const mqttStates = ['disabled', 'waiting', 'connecting', 'connected', 'failed', 'private'] as const;

const topic = z.object({ filter: z.string(), vendor: z.string(), deviceLevel: z.nullable(z.number()) });

/** Passwords, certificates and keys are written, never read. */
export const mqttBroker = z.object({
  mqttBrokerId: id,
  orgId: id,
  name: z.string(),
  host: z.string(),
  port: z.number(),
  tls: z.boolean(),
  username: z.nullable(z.string()),
  clientId: z.string(),
  topics: z.array(topic),
  isEnabled: z.boolean(),
  hasPassword: z.boolean(),
  hasCaCertificate: z.boolean(),
  hasClientCertificate: z.boolean(),
  /** Addresses in a private network that staff have approved for this host. */
  approvedAddresses: z.array(z.string()),
  state: z.enum(mqttStates),
  connectedSince: z.nullable(instant),
  lastMessageAt: z.nullable(instant),
  /** Messages stored, and messages that were discarded because they can never be accepted. */
  received: z.number(),
  discarded: z.number(),
  lastError: z.nullable(z.string()),
  lastErrorAt: z.nullable(instant),
  version: z.number(),
});
export type MqttBroker = z.output<typeof mqttBroker>;

const params = z.object({ mqttBrokerId: z.string() });
const query = z.object(orgBound);
const text = (most: number) => z.optional(z.nullable(z.string().check(z.maxLength(most))));

/** Values are validated by `packages/rules/src/mqtt.ts`. Of a secret, absent keeps it and null removes it. */
const values = {
  orgId: z.optional(z.string()),
  name: text(1_000),
  host: text(1_000),
  port: z.optional(z.nullable(z.number())),
  tls: z.optional(z.boolean()),
  username: text(2_000),
  password: text(10_000),
  clientId: text(1_000),
  caCertificate: text(100_000),
  clientCertificate: text(100_000),
  clientKey: text(100_000),
  topics: z.optional(
    z
      .array(
        z.strictObject({
          filter: z.string().check(z.maxLength(1_000)),
          vendor: z.string().check(z.maxLength(100)),
          deviceLevel: z.optional(z.nullable(z.number())),
        }),
      )
      .check(z.maxLength(200)),
  ),
  isEnabled: z.optional(z.boolean()),
};
const body = z.strictObject(values);
export type MqttBrokerBody = z.output<typeof body>;

export const listMqttBrokers = defineEndpoint({
  name: 'listMqttBrokers',
  area,
  summary: 'The MQTT brokers of an organization with their state, by name',
  method: 'GET',
  path: '/api/mqtt-broker',
  access: administrators,
  query,
  reply: z.array(mqttBroker),
});

export const listMqttVendors = defineEndpoint({
  name: 'listMqttVendors',
  area,
  summary: 'The kinds of sensors whose messages can be read',
  method: 'GET',
  path: '/api/mqtt-broker/vendor',
  access: administrators,
  query,
  reply: z.array(z.object({ vendor: z.string(), title: z.string() })),
});

export const createMqttBroker = defineEndpoint({
  name: 'createMqttBroker',
  area,
  summary: 'Adds an MQTT broker; the server connects to it at once unless it is disabled',
  method: 'POST',
  path: '/api/mqtt-broker',
  access: { ...administrators, needsRecentProof: true },
  query,
  body,
  reply: mqttBroker,
});

export const updateMqttBroker = defineEndpoint({
  name: 'updateMqttBroker',
  area,
  summary: 'Changes an MQTT broker; with another host, port or without TLS its secrets must be given again',
  method: 'PUT',
  path: '/api/mqtt-broker/{mqttBrokerId}',
  access: { ...administrators, needsRecentProof: true },
  params,
  query,
  body,
  reply: mqttBroker,
});

export const deleteMqttBroker = defineEndpoint({
  name: 'deleteMqttBroker',
  area,
  summary: 'Deletes an MQTT broker and its secrets; what was received stays',
  method: 'DELETE',
  path: '/api/mqtt-broker/{mqttBrokerId}',
  access: administrators,
  params,
  query,
  reply: z.object({ ok: z.literal(true) }),
});

export const testMqttBroker = defineEndpoint({
  name: 'testMqttBroker',
  area,
  summary: 'Connects and subscribes once with these values, without storing them or receiving anything',
  method: 'POST',
  path: '/api/mqtt-broker/test',
  access: { ...administrators, needsRecentProof: true },
  query,
  /** With the id of a stored broker, its secrets are used where none are given. */
  body: z.strictObject({ ...values, mqttBrokerId: z.optional(z.string()) }),
  reply: z.object({ isConnected: z.boolean(), message: z.string() }),
});

export const approveMqttHost = defineEndpoint({
  name: 'approveMqttHost',
  area,
  summary: 'Allows connections to the private addresses that the host of this broker has now',
  method: 'POST',
  path: '/api/mqtt-broker/{mqttBrokerId}/private-network',
  access: { ...staffOfOrganization, needsRecentProof: true },
  params,
  query,
  reply: mqttBroker,
});

export const revokeMqttHost = defineEndpoint({
  name: 'revokeMqttHost',
  area,
  summary: 'Ends the approval of private addresses',
  method: 'DELETE',
  path: '/api/mqtt-broker/{mqttBrokerId}/private-network',
  access: staffOfOrganization,
  params,
  query,
  reply: mqttBroker,
});
