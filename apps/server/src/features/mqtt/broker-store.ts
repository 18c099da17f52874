import type { MqttBroker } from '@atrium/contract/mqtt';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { sameId } from '../../registry/ids.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import { notification } from '../../registry/notifications.ts';
import type { Transaction } from '../../registry/registry.ts';
import { mqttBroker, mqttLink } from '../../registry/schema/mqtt.ts';

export type BrokerRow = typeof mqttBroker.$inferSelect;
export type BrokerValues = Omit<typeof mqttBroker.$inferInsert, 'createdAt' | 'updatedAt' | 'version'>;

const { orgId, mqttBrokerId } = mqttBroker;

function select({ sql: db }: Transaction) {
  const isHeld = sql<boolean>`coalesce(${mqttLink.leaseUntil} > clock_timestamp(), false)`;
  return db
    .select({ broker: mqttBroker, link: mqttLink, isHeld })
    .from(mqttBroker)
    .innerJoin(mqttLink, eq(mqttLink.mqttBrokerId, mqttBrokerId))
    .$dynamic();
}

export async function brokersOf(tx: Transaction, organization: string): Promise<MqttBroker[]> {
  const rows = await select(tx).where(eq(orgId, organization)).orderBy(asc(mqttBroker.name), asc(mqttBrokerId));
  return rows.map(shown);
}

export async function brokerCount({ sql: db }: Transaction, organization: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(mqttBroker).where(eq(orgId, organization));
  return row?.total ?? 0;
}

/** Locked until the transaction ends. */
export async function findBroker(tx: Transaction, organization: string, id: string): Promise<BrokerRow | undefined> {
  const [row] = await tx.sql
    .select()
    .from(mqttBroker)
    .where(and(eq(orgId, organization), sameId(mqttBrokerId, id)))
    .for('update');
  return row;
}

export async function shownBroker(tx: Transaction, id: string): Promise<MqttBroker> {
  const [row] = await select(tx).where(eq(mqttBrokerId, id));
  if (!row) throw new Error('The broker was not stored.');
  return shown(row);
}

export async function addBroker(tx: Transaction, values: BrokerValues, now: Date): Promise<BrokerRow> {
  const [row] = await tx.sql
    .insert(mqttBroker)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('The broker was not stored.');
  await tx.sql.insert(mqttLink).values({ orgId: row.orgId, mqttBrokerId: row.mqttBrokerId });
  await notify(tx);
  return row;
}

/** A changed connection starts without the errors of the former one. */
export async function saveBroker(tx: Transaction, id: string, values: Partial<BrokerValues>, now: Date): Promise<void> {
  await tx.sql
    .update(mqttBroker)
    .set({ ...values, updatedAt: now, version: sql`${mqttBroker.version} + 1` })
    .where(eq(mqttBrokerId, id));
  await tx.sql
    .update(mqttLink)
    .set({ state: 'connecting', lastError: null, lastErrorAt: null, connectedSince: null })
    .where(eq(mqttLink.mqttBrokerId, id));
  await notify(tx);
}

export async function deleteBroker(tx: Transaction, id: string): Promise<void> {
  await tx.sql.delete(mqttBroker).where(eq(mqttBrokerId, id));
  await notify(tx);
}

/** One request after another, so that two at once cannot exceed the limit. */
export async function lockBrokers(tx: Transaction, organization: string): Promise<void> {
  await lockByName(tx, `mqtt/${organization}`);
}

async function notify(tx: Transaction): Promise<void> {
  await tx.client.query(notification('mqtt', null));
}

/** Never the secrets. */
function shown({ broker, link, isHeld }: Awaited<ReturnType<typeof select>>[number]): MqttBroker {
  const { name, host, port, tls, username, clientId, topics, isEnabled, approvedAddresses, version } = broker;
  return {
    mqttBrokerId: broker.mqttBrokerId,
    orgId: broker.orgId,
    name,
    host,
    port,
    tls,
    username,
    clientId,
    topics,
    isEnabled,
    hasPassword: broker.passwordSealed !== null,
    hasCaCertificate: broker.caCertificateSealed !== null,
    hasClientCertificate: broker.clientCertificateSealed !== null,
    approvedAddresses,
    state: !isEnabled ? 'disabled' : isHeld ? link.state : 'waiting',
    connectedSince: (isEnabled && isHeld && link.connectedSince?.toISOString()) || null,
    lastMessageAt: link.lastMessageAt?.toISOString() ?? null,
    received: link.received,
    discarded: link.discarded,
    lastError: link.lastError,
    lastErrorAt: link.lastErrorAt?.toISOString() ?? null,
    version,
  };
}
