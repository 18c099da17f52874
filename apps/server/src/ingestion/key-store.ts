import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { PushKeyActor } from '../http/actor.ts';
import type { Transaction } from '../registry/registry.ts';
import { organization } from '../registry/schema/organizations.ts';
import { pushKey, sensorBlacklist } from '../registry/schema/sensors.ts';

/** Keys that hold, by their hash. */
export async function findKeys({ sql }: Transaction, hashes: readonly string[]): Promise<Map<string, PushKeyActor>> {
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
  return new Map(rows.map(({ hash, ...key }) => [hash, { kind: 'push-key', ...key }]));
}

export async function readBlacklist({ sql }: Transaction): Promise<{ route: string; device: string }[]> {
  return sql.select({ route: sensorBlacklist.route, device: sensorBlacklist.device }).from(sensorBlacklist);
}

/** A push with a key; `device` is null where it was refused or did not say which device pushes. */
export interface KeyUse {
  readonly pushKeyId: string;
  readonly vendor: string | null;
  readonly device: string | null;
}

/** At most one row version a minute for each key, however often it is used. */
export async function noteKeyUses({ client }: Transaction, uses: readonly KeyUse[], now: Date): Promise<void> {
  await client.query(
    `UPDATE push_key AS k SET
       first_used_at = CASE WHEN k.last_used_at IS NULL THEN $4 ELSE k.first_used_at END,
       last_used_at = $4, last_vendor = coalesce(u.vendor, k.last_vendor), last_device = coalesce(u.device, k.last_device)
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS u (push_key_id, vendor, device)
     WHERE k.push_key_id = u.push_key_id
       AND (k.last_used_at IS NULL OR k.last_used_at < $4::timestamptz - interval '1 minute'
            OR (k.last_device IS NULL AND u.device IS NOT NULL))`,
    [uses.map(({ pushKeyId }) => pushKeyId), uses.map(({ vendor }) => vendor), uses.map(({ device }) => device), now],
  );
}
