import type { Transaction } from '../../registry/registry.ts';

export interface AttemptRow {
  readonly at: Date;
  readonly vendor: string;
  readonly device: string | null;
  readonly status: number;
  readonly outcome: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly seq: string | null;
  /** Why it is in quarantine now; null when it is not. */
  readonly reason: string | null;
}

/** The remembered attempts of a key, the newest first. */
export async function attemptsOf({ client }: Transaction, orgId: string, pushKeyId: string): Promise<AttemptRow[]> {
  const { rows } = await client.query<AttemptRow>(
    `SELECT a.at, a.vendor, a.device, a.status, a.outcome, a.content_type AS "contentType", a.bytes, a.seq, q.reason
     FROM push_attempt a
       LEFT JOIN quarantine_body b ON b.org_id = a.org_id AND b.seq = a.seq
       LEFT JOIN quarantine q ON q.org_id = b.org_id AND q.quarantine_id = b.quarantine_id AND q.discarded_at IS NULL
     WHERE a.org_id = $1 AND a.push_key_id = $2
     ORDER BY a.at DESC, a.push_attempt_id DESC`,
    [orgId, pushKeyId],
  );
  return rows;
}
