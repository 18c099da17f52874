import type { MqttBroker, MqttBrokerBody } from '@atrium/contract/mqtt';
import { type MqttBrokerValues, mqttBrokerProblems, mqttLimits, mqttTexts } from '@atrium/rules/mqtt';
import { randomUUID } from 'node:crypto';
import type { Secrets } from '../../accounts/secrets.ts';
import { auditRecorder } from '../../audit/audit.ts';
import { differences } from '../../audit/differences.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  addBroker,
  brokerCount,
  type BrokerRow,
  brokersOf,
  deleteBroker,
  findBroker,
  lockBrokers,
  saveBroker,
  shownBroker,
} from './broker-store.ts';
import {
  changedSecrets,
  mergedSecrets,
  movedSecretProblems,
  type SealedValues,
  sealedSecrets,
  secretProblems,
} from './secrets.ts';

/** What a connection needs to know, with sealed secrets. */
export type Connectable = SealedValues &
  Pick<BrokerRow, 'host' | 'port' | 'tls' | 'username' | 'clientId' | 'topics' | 'approvedAddresses'>;

interface SensorKind {
  readonly vendor: string;
  readonly title: string;
}

export interface BrokerDependencies {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  /** Kinds of sensors whose messages can be read: of vendors, and those that the organization has taught. */
  readonly vendorsOf: (orgId: string) => Promise<readonly SensorKind[]>;
  /** Connects once; null if that worked, otherwise why not. */
  readonly tryConnection: (broker: Connectable) => Promise<string | null>;
  /** The addresses of a host that are not on the open internet. Throws if it has none at all. */
  readonly privateAddressesOf: (host: string) => Promise<string[]>;
}

export interface Brokers {
  list(scope: Scope): Promise<MqttBroker[]>;
  create(scope: Scope, body: MqttBrokerBody): Promise<MqttBroker>;
  update(scope: Scope, id: string, body: MqttBrokerBody, seenVersion: number | undefined): Promise<MqttBroker>;
  remove(scope: Scope, id: string): Promise<void>;
  test(scope: Scope, id: string | undefined, body: MqttBrokerBody): Promise<string | null>;
  approve(scope: Scope, id: string): Promise<MqttBroker>;
  revoke(scope: Scope, id: string): Promise<MqttBroker>;
}

export function createBrokers(dependencies: BrokerDependencies): Brokers {
  const { registry, secrets, clock, tryConnection, privateAddressesOf } = dependencies;
  const { vendorsOf } = dependencies;

  /** The audit entry names secrets that were set, never their values. */
  const record = auditRecorder('mqtt-broker', clock);

  /** The values that result from a body; refuses what is wrong with them. */
  const checked = async ({ orgId }: Scope, before: BrokerRow | undefined, body: MqttBrokerBody, clientId: string) => {
    const vendors = (await vendorsOf(orgId)).map(({ vendor }) => vendor);
    const values = merged(before, body, clientId);
    const plain = mergedSecrets(secrets, before, body);
    refuseProblems([
      ...mqttBrokerProblems(values, vendors),
      ...(before ? movedSecretProblems(before, values, body) : []),
      ...secretProblems(plain, values.username),
    ]);
    const isSameHost = before?.host === values.host && before.port === values.port;
    const approvedAddresses = isSameHost ? before.approvedAddresses : [];
    const topics = values.topics.map(({ filter, vendor, deviceLevel }) => ({ filter, vendor, deviceLevel }));
    return { ...values, port: values.port ?? 0, topics, approvedAddresses, ...sealedSecrets(secrets, plain) };
  };

  const change = (
    scope: Scope,
    id: string,
    work: (tx: Transaction, before: BrokerRow) => Promise<void>,
  ): Promise<MqttBroker> =>
    registry.tenant(scope, async (tx) => {
      const before = await existing(tx, scope, id);
      await work(tx, before);
      return shownBroker(tx, before.mqttBrokerId);
    });

  return {
    list: (scope) => registry.tenant(scope, (tx) => brokersOf(tx, scope.orgId)),

    async create(scope, body) {
      const mqttBrokerId = randomUUID();
      const values = await checked(scope, undefined, body, `atrium-${mqttBrokerId.slice(0, 8)}`);
      return registry.tenant(scope, async (tx) => {
        await lockBrokers(tx, scope.orgId);
        if ((await brokerCount(tx, scope.orgId)) >= mqttLimits.brokers)
          throw new Refusal('conflict', mqttTexts.tooMany);
        const isEnabled = body.isEnabled ?? true;
        await addBroker(tx, { ...values, mqttBrokerId, orgId: scope.orgId, isEnabled }, clock());
        const { name, host, port } = values;
        await record(tx, scope, 'mqtt-broker-created', mqttBrokerId, { name, host, port });
        return shownBroker(tx, mqttBrokerId);
      });
    },

    update: (scope, id, body, seenVersion) =>
      change(scope, id, async (tx, before) => {
        refuseStale(seenVersion, before.version);
        const after = await checked(scope, before, body, before.clientId);
        const isEnabled = body.isEnabled ?? before.isEnabled;
        const changed: Record<string, unknown> = {
          ...differences(shownValues(before), shownValues({ ...after, isEnabled })),
          ...Object.fromEntries(changedSecrets(body).map((field) => [field, 'set'])),
        };
        if (Object.keys(changed).length === 0) return;
        await saveBroker(tx, before.mqttBrokerId, { ...after, isEnabled }, clock());
        await record(tx, scope, 'mqtt-broker-changed', before.mqttBrokerId, { name: after.name, changed });
      }),

    remove: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const { mqttBrokerId, name } = await existing(tx, scope, id);
        await deleteBroker(tx, mqttBrokerId);
        await record(tx, scope, 'mqtt-broker-deleted', mqttBrokerId, { name });
      }),

    async test(scope, id, body) {
      const before = id === undefined ? undefined : await registry.tenant(scope, (tx) => existing(tx, scope, id));
      return tryConnection(await checked(scope, before, body, before?.clientId ?? 'atrium'));
    },

    async approve(scope, id) {
      const { host, port, name } = await registry.tenant(scope, (tx) => existing(tx, scope, id));
      const addresses = await privateAddressesOf(host).catch(() => {
        throw new Refusal('conflict', 'This host name cannot be resolved, so there is nothing to approve.');
      });
      if (addresses.length === 0) {
        throw new Refusal('conflict', 'This host is on the open internet and needs no approval.');
      }
      return change(scope, id, async (tx, before) => {
        if (before.host !== host || before.port !== port) refuseStale(-1, before.version);
        await saveBroker(tx, before.mqttBrokerId, { approvedAddresses: addresses }, clock());
        await record(tx, scope, 'mqtt-host-approved', before.mqttBrokerId, { name, host, port, addresses });
      });
    },

    revoke: (scope, id) =>
      change(scope, id, async (tx, before) => {
        if (before.approvedAddresses.length === 0) return;
        await saveBroker(tx, before.mqttBrokerId, { approvedAddresses: [] }, clock());
        const { name, host } = before;
        await record(tx, scope, 'mqtt-host-approval-revoked', before.mqttBrokerId, { name, host });
      }),
  };
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<BrokerRow> {
  const found = await findBroker(tx, scope.orgId, id);
  if (!found) throw notFound('The broker');
  return found;
}

function text(value: string | null | undefined, old: string): string {
  return value === undefined ? old : (value?.trim() ?? '');
}

/** Omitted fields stay unchanged; texts are trimmed. */
function merged(before: BrokerRow | undefined, body: MqttBrokerBody, clientId: string): MqttBrokerValues {
  return {
    name: text(body.name, before?.name ?? ''),
    host: text(body.host, before?.host ?? '').toLowerCase(),
    port: body.port === undefined ? (before?.port ?? null) : body.port,
    tls: body.tls ?? before?.tls ?? true,
    username: text(body.username, before?.username ?? '') || null,
    clientId: text(body.clientId, '') || clientId,
    topics:
      body.topics?.map(({ filter, vendor, deviceLevel = null }) => ({ filter, vendor, deviceLevel })) ??
      before?.topics ??
      [],
  };
}

function shownValues({
  name,
  host,
  port,
  tls,
  username,
  clientId,
  topics,
  isEnabled,
}: Omit<Connectable, keyof SealedValues | 'approvedAddresses'> & Pick<BrokerRow, 'name' | 'isEnabled'>) {
  return { name, host, port, tls, username, clientId, topics, isEnabled };
}
