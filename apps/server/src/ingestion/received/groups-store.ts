import type { QuarantineGroup } from '@atrium/contract/inbox';
import { quarantineReasons } from '@atrium/rules/quarantine-reasons';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Reason } from '../plan.ts';
import { bodyIdOf } from './body-id.ts';
import { withSenders } from './senders-store.ts';

/** Every reason is explained. */
quarantineReasons satisfies Readonly<Record<Reason, unknown>>;

export interface GroupQuery extends ListQuery {
  readonly device?: string | undefined;
  readonly reason?: string | undefined;
}

interface StoredGroup extends Omit<QuarantineGroup, 'organizationName' | 'sensor' | 'firstAt' | 'lastAt' | 'sampleId'> {
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly sampleSeq: string | null;
  readonly sampleAt: Date | null;
  readonly total: number;
}

/** Open groups, newest first; the bodies are counted of those on the page only. */
export async function groupPage(
  tx: Transaction,
  orgId: string | null,
  { limit, offset, search, device, reason }: GroupQuery,
): Promise<{ rows: QuarantineGroup[]; total: number }> {
  const wanted = `discarded_at IS NULL AND ($1::uuid IS NULL OR org_id = $1)
    AND ($2::text IS NULL OR device = $2 OR $2 = ANY(devices)) AND ($3::text IS NULL OR reason = $3)
    AND ($4::text IS NULL OR position(lower($4) in lower(device || ' ' || vendor || ' ' || reason)) > 0)`;
  const values = [orgId, device ?? null, reason ?? null, search ? search.replaceAll(/[:\s]/g, '') : null];
  const { rows } = await tx.client.query<StoredGroup>(
    `SELECT q.org_id AS "orgId", q.quarantine_id AS "quarantineId", q.device, q.vendor, q.reason, q.shape,
            q.first_at AS "firstAt", q.last_at AS "lastAt",
            (SELECT count(*)::int FROM quarantine_body b WHERE b.quarantine_id = q.quarantine_id) AS count,
            s.seq AS "sampleSeq", s.received_at AS "sampleAt"
     FROM (SELECT * FROM quarantine WHERE ${wanted} ORDER BY last_at DESC, quarantine_id LIMIT $5 OFFSET $6) AS q
       LEFT JOIN LATERAL (
         SELECT seq, received_at FROM quarantine_body b WHERE b.quarantine_id = q.quarantine_id ORDER BY seq DESC LIMIT 1
       ) AS s ON true
     ORDER BY q.last_at DESC, q.quarantine_id`,
    [...values, limit, offset],
  );
  const { rows: counted } = await tx.client.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM quarantine WHERE ${wanted}`,
    values,
  );
  return { rows: (await withSenders(tx, rows)).map(shown), total: counted[0]?.total ?? 0 };
}

function shown({ firstAt, lastAt, sampleSeq, sampleAt, ...group }: StoredGroup & Names): QuarantineGroup {
  return {
    ...group,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    sampleId: sampleSeq === null || sampleAt === null ? null : bodyIdOf({ receivedAt: sampleAt, seq: sampleSeq }),
  };
}

type Names = Pick<QuarantineGroup, 'organizationName' | 'sensor'>;
