import type { PushKey } from '@atrium/contract/push-keys';
import { and, count, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { isId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import type { Transaction } from '../../registry/registry.ts';
import { pushKey, sensor } from '../../registry/schema/sensors.ts';
import { hashToken, newToken, type Secrets } from '../../accounts/secrets.ts';

export interface NewPushKey {
  readonly orgId: string;
  readonly name?: string;
  readonly sensorId?: string | null;
  readonly createdBy?: string;
}

/** Makes a push key for an organization, or for one of its sensors. Older keys stay valid until they are revoked. */
export async function addPushKey(
  { sql: db }: Transaction,
  secrets: Secrets,
  values: NewPushKey,
  now: Date,
): Promise<{ pushKeyId: string; key: string }> {
  const key = newToken();
  const [row] = await db
    .insert(pushKey)
    .values({ ...values, keyHash: hashToken(key), keyEncrypted: secrets.seal(key), createdAt: now })
    .returning({ pushKeyId: pushKey.pushKeyId });
  if (!row) throw new Error('The push key was not stored.');
  return { pushKeyId: row.pushKeyId, key };
}

const { pushKeyId, orgId, name, createdAt, revokedAt, firstUsedAt, lastUsedAt, lastVendor, lastDevice } = pushKey;

const columns = {
  pushKeyId,
  orgId,
  name,
  createdAt,
  revokedAt,
  firstUsedAt,
  lastUsedAt,
  lastVendor,
  lastDevice,
  sensorId: pushKey.sensorId,
  sensorName: sensor.name,
};

export type PushKeyRow = Awaited<ReturnType<typeof select>>[number];

/** Never the key itself: what is not read cannot leak into a log. */
function select({ sql: db }: Transaction, wanted: SQL | undefined) {
  return db
    .select(columns)
    .from(pushKey)
    .leftJoin(sensor, eq(sensor.sensorId, pushKey.sensorId))
    .where(wanted)
    .$dynamic();
}

export interface PushKeyQuery extends ListQuery {
  readonly revoked?: 'true' | 'false' | undefined;
  readonly pushKeyId?: string | undefined;
}

export async function pushKeyPage(
  tx: Transaction,
  organizationId: string,
  query: PushKeyQuery,
): Promise<{ rows: PushKeyRow[]; total: number }> {
  if (query.pushKeyId !== undefined && !isId(query.pushKeyId)) return { rows: [], total: 0 };
  const isOver = query.revoked === 'true';
  const wanted = and(
    eq(orgId, organizationId),
    isOver ? isNotNull(revokedAt) : isNull(revokedAt),
    contains(query.search, name),
    query.pushKeyId === undefined ? undefined : eq(pushKeyId, query.pushKeyId),
  );
  const order = query.order === undefined ? [desc(createdAt), desc(pushKeyId)] : ordered(query.order);
  const rows = await select(tx, wanted)
    .orderBy(...order)
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql.select({ total: count() }).from(pushKey).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

function ordered(order: string): SQL[] {
  return orderTerms(order, { name, createdAt, lastUsedAt }, pushKeyId);
}

/** A key that is not revoked. */
export async function findPushKey(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<PushKeyRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await select(tx, and(eq(orgId, organizationId), eq(pushKeyId, id), isNull(revokedAt)));
  return row;
}

export async function sealedKey({ sql: db }: Transaction, id: string): Promise<string | undefined> {
  const [row] = await db.select({ sealed: pushKey.keyEncrypted }).from(pushKey).where(eq(pushKeyId, id));
  return row?.sealed;
}

export async function activeKeyCount({ sql: db }: Transaction, organizationId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(pushKey)
    .where(and(eq(orgId, organizationId), isNull(revokedAt)));
  return row?.total ?? 0;
}

export async function renamePushKey({ sql: db }: Transaction, id: string, to: string): Promise<void> {
  await db.update(pushKey).set({ name: to }).where(eq(pushKeyId, id));
}

export async function bindPushKey({ sql: db }: Transaction, id: string, sensorId: string | null): Promise<void> {
  await db.update(pushKey).set({ sensorId, misusedAt: null }).where(eq(pushKeyId, id));
}

/** Whether it was valid until now; of two concurrent revocations, the second returns false. */
export async function revoke({ sql: db }: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(pushKey)
    .set({ revokedAt: now })
    .where(and(eq(pushKeyId, id), isNull(revokedAt)))
    .returning({ pushKeyId });
  return rows.length > 0;
}

/** One request after another, so that two at once cannot exceed a limit. */
export async function lockKeys(tx: Transaction, organizationId: string): Promise<void> {
  await lockByName(tx, `push-keys/${organizationId}`);
}

export function shown(row: PushKeyRow, device: PushKey['lastDevice']): PushKey {
  return {
    pushKeyId: row.pushKeyId,
    orgId: row.orgId,
    name: row.name,
    sensor: row.sensorId === null ? null : { sensorId: row.sensorId, name: row.sensorName ?? '' },
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    firstUsedAt: row.firstUsedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastDevice: device,
  };
}
