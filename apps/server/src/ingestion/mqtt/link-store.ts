import type { Transaction } from '../../registry/registry.ts';
import type { mqttBroker } from '../../registry/schema/mqtt.ts';
import type { LinkStatus } from './link.ts';

type Client = Transaction['client'];

/** Longer than two renewals, so that a short hiccup costs no connection. */
export const leaseMs = 10_000;

/** A broker that this node holds, as configured. */
export type HeldBroker = Pick<
  typeof mqttBroker.$inferSelect,
  | 'mqttBrokerId'
  | 'orgId'
  | 'version'
  | 'host'
  | 'port'
  | 'tls'
  | 'username'
  | 'clientId'
  | 'topics'
  | 'passwordSealed'
  | 'caCertificateSealed'
  | 'clientCertificateSealed'
  | 'clientKeySealed'
  | 'approvedAddresses'
>;

/** Keeps the brokers of this node and takes those that no node holds: all of them, where no other node can exist. */
export async function renewLinks(client: Client, holder: string, alone: boolean): Promise<HeldBroker[]> {
  const { rows } = await client.query<HeldBroker>(
    `UPDATE mqtt_link AS l SET holder = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     FROM mqtt_broker AS b JOIN organization AS o USING (org_id)
     WHERE b.mqtt_broker_id = l.mqtt_broker_id AND b.is_enabled AND o.deleted_at IS NULL
       AND (l.holder = $1 OR $3 OR l.lease_until IS NULL OR l.lease_until < clock_timestamp())
     RETURNING b.mqtt_broker_id AS "mqttBrokerId", b.org_id AS "orgId", b.version, b.host, b.port, b.tls, b.username,
       b.client_id AS "clientId", b.topics, b.password_sealed AS "passwordSealed",
       b.ca_certificate_sealed AS "caCertificateSealed", b.client_certificate_sealed AS "clientCertificateSealed",
       b.client_key_sealed AS "clientKeySealed", b.approved_addresses AS "approvedAddresses"`,
    [holder, leaseMs, alone],
  );
  return rows;
}

/** Whether there is any broker to hold, on this node or another. */
export async function hasBrokers(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(
    'SELECT EXISTS (SELECT FROM mqtt_broker WHERE is_enabled) AS any',
  );
  return rows[0]?.any ?? false;
}

export async function existingBrokers(client: Client, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT mqtt_broker_id AS id FROM mqtt_broker WHERE mqtt_broker_id = ANY($1)',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * What has changed since the last time; counts are added. Of a connection with settings that are no longer in force nothing
 * else is said: it would seem to be about the new ones.
 */
export async function saveStatus(
  client: Client,
  holder: string,
  { mqttBrokerId, version }: Pick<HeldBroker, 'mqttBrokerId' | 'version'>,
  status: LinkStatus,
  added: { readonly received: number; readonly discarded: number },
): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    'SELECT version FROM mqtt_broker WHERE mqtt_broker_id = $1 FOR SHARE',
    [mqttBrokerId],
  );
  await client.query(
    `UPDATE mqtt_link SET received = received + $3, discarded = discarded + $4, last_message_at = coalesce($5, last_message_at)
     WHERE mqtt_broker_id = $1 AND holder = $2`,
    [mqttBrokerId, holder, added.received, added.discarded, status.lastMessageAt],
  );
  if (rows[0]?.version !== version) return;
  await client.query(
    `UPDATE mqtt_link SET state = $3, connected_since = $4,
       last_error = coalesce($5, last_error), last_error_at = coalesce($6, last_error_at)
     WHERE mqtt_broker_id = $1 AND holder = $2`,
    [mqttBrokerId, holder, status.state, status.connectedSince, status.lastError, status.lastErrorAt],
  );
}

export async function releaseLinks(client: Client, holder: string): Promise<void> {
  await client.query(
    `UPDATE mqtt_link SET holder = NULL, lease_until = NULL, state = 'connecting', connected_since = NULL
     WHERE holder = $1`,
    [holder],
  );
}
