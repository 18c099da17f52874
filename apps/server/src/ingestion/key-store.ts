import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Transaction } from '../registry/registry.ts';
import { organization } from '../registry/schema/organizations.ts';
import { pushKey, sensorBlacklist } from '../registry/schema/sensors.ts';

export interface PushKey {
  readonly pushKeyId: string;
  readonly orgId: string;
  /** The only sensor it may speak for; null for all of the organization. */
  readonly sensorId: string | null;
}

/** Keys that hold, by their hash. */
export async function findKeys({ sql }: Transaction, hashes: readonly string[]): Promise<Map<string, PushKey>> {
  const rows = await sql
    .select({
      hash: pushKey.keyHash,
      pushKeyId: pushKey.pushKeyId,
      orgId: pushKey.orgId,
      sensorId: pushKey.sensorId,
    })
    .from(pushKey)
    .innerJoin(organization, eq(organization.orgId, pushKey.orgId))
    .where(and(inArray(pushKey.keyHash, [...hashes]), isNull(pushKey.revokedAt), isNull(organization.deletedAt)));
  return new Map(rows.map(({ hash, ...key }) => [hash, key]));
}

export async function readBlacklist({ sql }: Transaction): Promise<{ route: string; mac: string }[]> {
  return sql.select({ route: sensorBlacklist.route, mac: sensorBlacklist.mac }).from(sensorBlacklist);
}

export async function noteKeyUse({ sql }: Transaction, pushKeyIds: readonly string[], now: Date): Promise<void> {
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  await sql
    .update(pushKey)
    .set({ lastUsedAt: now })
    .where(
      and(
        inArray(pushKey.pushKeyId, [...pushKeyIds]),
        or(isNull(pushKey.lastUsedAt), lt(pushKey.lastUsedAt, aMinuteAgo)),
      ),
    );
}
