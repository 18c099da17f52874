import type { InboxDevice, PackageGap } from '@atrium/contract/inbox';
import { maxSkewSeconds } from '@atrium/rules/inbox';
import { isId } from '../../registry/ids.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { withSenders } from './senders-store.ts';

const shownDays = 7;

type Unnamed<Row> = Omit<Row, 'organizationName' | 'sensor'>;

/** Devices that were heard in the last days, newest first, with the average of their clock on the last of them. */
export async function devicePage(
  tx: Transaction,
  orgId: string | null,
  { limit, offset, search }: ListQuery,
  now: Date,
): Promise<{ rows: InboxDevice[]; total: number }> {
  const since = new Date(now.getTime() - (shownDays - 1) * 86_400_000).toISOString().slice(0, 10);
  const wanted = `FROM ledger WHERE day >= $2 AND ($1::uuid IS NULL OR org_id = $1)
    AND ($3::text IS NULL OR position(lower($3) in lower(device)) > 0)`;
  const values = [orgId, since, search ? search.replaceAll(/[:\s]/g, '') : null];
  const { rows } = await tx.client.query<Omit<Unnamed<InboxDevice>, 'lastAt' | 'isClockOff'> & { lastAt: Date }>(
    `SELECT l.*, coalesce((
       SELECT sum(g.last_number - g.first_number + 1)::float8 FROM package_gap g
       WHERE g.org_id = l."orgId" AND g.device = l.device AND g.waived_at IS NULL
     ), 0) AS "missingPackages"
     FROM (
       SELECT org_id AS "orgId", device, max(last_at) AS "lastAt", sum(applied)::int AS applied,
              sum(duplicate)::int AS duplicate, sum(quarantined)::int AS quarantined, sum(discarded)::int AS discarded,
              (array_agg(skew_seconds ORDER BY day DESC) FILTER (WHERE skew_seconds IS NOT NULL))[1]::float8 AS "skewSeconds"
       ${wanted} GROUP BY org_id, device HAVING max(last_at) IS NOT NULL
       ORDER BY max(last_at) DESC, device LIMIT $4 OFFSET $5
     ) AS l ORDER BY "lastAt" DESC, device`,
    [...values, limit, offset],
  );
  const { rows: counted } = await tx.client.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT 1 ${wanted} GROUP BY org_id, device HAVING max(last_at) IS NOT NULL) AS d`,
    values,
  );
  const named = await withSenders(tx, rows);
  return {
    rows: named.map(({ lastAt, skewSeconds, ...row }) => ({
      ...row,
      lastAt: lastAt.toISOString(),
      skewSeconds: skewSeconds === null ? null : Math.round(skewSeconds),
      isClockOff: skewSeconds !== null && Math.abs(skewSeconds) > maxSkewSeconds,
    })),
    total: counted[0]?.total ?? 0,
  };
}

interface StoredGap extends Omit<
  Unnamed<PackageGap>,
  'afterAt' | 'beforeAt' | 'waivedAt' | 'isRequestable' | 'request'
> {
  readonly afterAt: Date;
  readonly beforeAt: Date;
  readonly waivedAt: Date | null;
  readonly requestState: NonNullable<PackageGap['request']>['state'] | null;
  readonly requestedAt: Date | null;
  readonly requestTries: number;
  readonly requestDueAt: Date | null;
  readonly requestReason: string | null;
}

const gapColumns = `org_id AS "orgId", package_gap_id AS "packageGapId", device, agent, first_number::float8 AS "firstNumber",
  last_number::float8 AS "lastNumber", after_at AS "afterAt", before_at AS "beforeAt", waived_at AS "waivedAt",
  waived_reason AS "waivedReason", request_state AS "requestState", requested_at AS "requestedAt",
  request_tries AS "requestTries", request_due_at AS "requestDueAt", request_reason AS "requestReason"`;

/** Packages that are missing, newest first; or those that were waived. */
export async function gapPage(
  tx: Transaction,
  orgId: string | null,
  { limit, offset, search, isWaived }: ListQuery & { isWaived: boolean },
): Promise<{ rows: PackageGap[]; total: number }> {
  const wanted = `FROM package_gap WHERE ($1::uuid IS NULL OR org_id = $1) AND (waived_at IS NOT NULL) = $2
    AND ($3::text IS NULL OR position(lower($3) in lower(device)) > 0)`;
  const values = [orgId, isWaived, search ? search.replaceAll(/[:\s]/g, '') : null];
  const { rows } = await tx.client.query<StoredGap>(
    `SELECT ${gapColumns} ${wanted} ORDER BY before_at DESC, package_gap_id LIMIT $4 OFFSET $5`,
    [...values, limit, offset],
  );
  const { rows: counted } = await tx.client.query<{ total: number }>(`SELECT count(*)::int AS total ${wanted}`, values);
  return { rows: await shownGaps(tx, rows), total: counted[0]?.total ?? 0 };
}

/** Undefined when there is no such gap, or someone waived it already. */
export async function waiveGap(
  tx: Transaction,
  orgId: string,
  packageGapId: string,
  waived: { readonly by: string; readonly reason: string; readonly now: Date },
): Promise<PackageGap | undefined> {
  if (!isId(packageGapId)) return undefined;
  const { rows } = await tx.client.query<StoredGap>(
    `UPDATE package_gap SET waived_at = $3, waived_by = $4, waived_reason = $5
     WHERE org_id = $1 AND package_gap_id = $2 AND waived_at IS NULL RETURNING ${gapColumns}`,
    [orgId, packageGapId, waived.now, waived.by, waived.reason],
  );
  return (await shownGaps(tx, rows))[0];
}

export async function findGap(tx: Transaction, orgId: string, packageGapId: string): Promise<PackageGap | undefined> {
  const { rows } = await tx.client.query<StoredGap>(
    `SELECT ${gapColumns} FROM package_gap WHERE org_id = $1 AND package_gap_id = $2`,
    [orgId, packageGapId],
  );
  return (await shownGaps(tx, rows))[0];
}

async function shownGaps(tx: Transaction, rows: readonly StoredGap[]): Promise<PackageGap[]> {
  const named = await withSenders(tx, rows);
  const requestable = await requestableSensors(
    tx,
    named.flatMap(({ sensor }) => sensor?.sensorId ?? []),
  );
  return named.map((row) => {
    const {
      afterAt,
      beforeAt,
      waivedAt,
      requestState,
      requestedAt,
      requestTries,
      requestDueAt,
      requestReason,
      ...gap
    } = row;
    const request = requestState && {
      state: requestState,
      at: requestedAt?.toISOString() ?? null,
      tries: requestTries,
      nextAt: requestDueAt?.toISOString() ?? null,
      reason: requestReason,
    };
    return {
      ...gap,
      afterAt: afterAt.toISOString(),
      beforeAt: beforeAt.toISOString(),
      waivedAt: waivedAt?.toISOString() ?? null,
      isRequestable: gap.sensor !== null && requestable.has(gap.sensor.sensorId),
      request,
    };
  });
}

async function requestableSensors({ client }: Transaction, sensorIds: readonly string[]): Promise<Set<string>> {
  if (sensorIds.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    'SELECT sensor_id AS id FROM package_request WHERE is_enabled AND sensor_id = ANY($1)',
    [sensorIds],
  );
  return new Set(rows.map(({ id }) => id));
}
