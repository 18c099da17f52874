import { randomUUID } from 'node:crypto';
import type { Secrets } from '../../accounts/secrets.ts';
import { startWorker } from '../../jobs/worker.ts';
import type { Log } from '../../log.ts';
import type { Notifications } from '../../registry/notifications.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Attempts } from '../attempts.ts';
import type { BrokerSettings } from './connection.ts';
import { type Link, type LinkOptions, type LinkStatus, openLink } from './link.ts';
import {
  existingBrokers,
  hasBrokers,
  type HeldBroker,
  leaseMs,
  releaseLinks,
  renewLinks,
  saveStatus,
} from './link-store.ts';

export interface LinksOptions extends Pick<
  LinkOptions,
  'vendorOf' | 'reception' | 'maxBytes' | 'isInternal' | 'clock' | 'firstWaitMs'
> {
  readonly registry: Registry;
  readonly notifications: Notifications;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Where those who watch see what arrives. */
  readonly attempts?: Pick<Attempts, 'note'> | undefined;
  /** Nobody else can work on this registry: a lease that another process left behind is void. */
  readonly alone?: boolean | undefined;
  /** How often leases are renewed and figures saved. */
  readonly renewMs?: number | undefined;
}

/** The connections to all brokers of all organizations; each is held by one node. */
export interface Links {
  stop(): Promise<void>;
}

interface Held {
  readonly broker: HeldBroker;
  readonly link: Link;
  saved: LinkStatus | undefined;
}

const defaultRenewMs = 3_000;

/** While no organization has a broker, nothing is loaded and the registry is asked only after a notification. */
export function startLinks(options: LinksOptions): Links {
  const { registry, notifications, log } = options;
  const holder = randomUUID();
  const held = new Map<string, Held>();
  let isNeeded = true;
  let renewedAt = performance.now();

  const open = (broker: HeldBroker): Held => {
    const { orgId, mqttBrokerId } = broker;
    const link = openLink({
      ...options,
      orgId,
      settings: settingsOf(options.secrets, broker),
      onChange: () => worker.wake(),
      onOutcome: ({ topic, ...message }) =>
        options.attempts?.note({ ...message, orgId, mqttBrokerId, topic: shownTopic(topic), ...notByHttp }),
    });
    return { broker, link, saved: undefined };
  };

  /** Connects and disconnects until the connections are those that this node holds, as they are configured. */
  const arrange = async (brokers: readonly HeldBroker[]) => {
    const wanted = new Map(brokers.map((broker) => [broker.mqttBrokerId, broker]));
    const outdated = [...held].filter(([id, { broker }]) => wanted.get(id)?.version !== broker.version);
    if (outdated.length > 0) {
      const kept = await registry.system(({ client }) =>
        existingBrokers(
          client,
          outdated.map(([id]) => id),
        ),
      );
      await Promise.all(
        outdated.map(async ([id, { broker, link }]) => {
          held.delete(id);
          // A broker that is merely disabled keeps its subscriptions, and with them what is sent in the meantime.
          const topics = kept.has(id) ? (wanted.get(id)?.topics ?? broker.topics) : [];
          const filters = new Set(topics.map(({ filter }) => filter));
          await link.stop(broker.topics.map(({ filter }) => filter).filter((filter) => !filters.has(filter)));
        }),
      );
    }
    for (const [id, broker] of wanted) if (!held.has(id)) held.set(id, open(broker));
  };

  const closeAll = async () => {
    const links = [...held.values()];
    held.clear();
    await Promise.all(links.map(({ link }) => link.stop()));
  };

  const save = async () => {
    const changed = [...held.values()].filter(({ link, saved }) => link.status !== saved);
    if (changed.length === 0) return;
    await registry.system(async ({ client }) => {
      for (const entry of changed) {
        const { status } = entry.link;
        const { received = 0, discarded = 0 } = entry.saved ?? {};
        const added = { received: status.received - received, discarded: status.discarded - discarded };
        await saveStatus(client, holder, entry.broker, status, added);
        entry.saved = status;
      }
    });
  };

  const run = async (): Promise<boolean> => {
    if (!isNeeded) return false;
    isNeeded = false;
    try {
      const brokers = await registry.system(({ client }) => renewLinks(client, holder, options.alone ?? false));
      renewedAt = performance.now();
      await arrange(brokers);
      await save();
      isNeeded ||= held.size > 0 || (await registry.system(({ client }) => hasBrokers(client)));
    } catch (error) {
      isNeeded = true;
      // Another node may have taken over by now.
      if (performance.now() - renewedAt > leaseMs) await closeAll();
      throw error;
    }
    return false;
  };
  const worker = startWorker({ name: 'mqtt', log, pause: options.renewMs ?? defaultRenewMs, breath: 100, run });
  const look = () => {
    isNeeded = true;
    worker.wake();
  };
  const unsubscribes = [notifications.on('mqtt', look), notifications.onResync(look)];

  return {
    async stop() {
      unsubscribes.forEach((unsubscribe) => unsubscribe());
      await worker.stop();
      await Promise.all([...held.values()].map(({ link }) => link.stop()));
      if (held.size === 0) return;
      await save();
      await registry.system(({ client }) => releaseLinks(client, holder));
    },
  };
}

const notByHttp = { pushKeyId: null, status: null, contentType: '' };

/** Comes from strangers; the registry stores no zero characters. */
function shownTopic(topic: string): string {
  return topic.slice(0, 200).replaceAll('\0', ' ');
}

export function settingsOf(
  secrets: Secrets,
  broker: Omit<HeldBroker, 'mqttBrokerId' | 'orgId' | 'version'>,
): BrokerSettings {
  const { host, port, tls, username, clientId, topics, approvedAddresses } = broker;
  const opened = (sealed: string | null) => (sealed === null ? null : secrets.open(sealed));
  return {
    host,
    port,
    tls,
    username,
    clientId,
    topics,
    approvedAddresses,
    password: opened(broker.passwordSealed),
    caCertificate: opened(broker.caCertificateSealed),
    clientCertificate: opened(broker.clientCertificateSealed),
    clientKey: opened(broker.clientKeySealed),
  };
}
