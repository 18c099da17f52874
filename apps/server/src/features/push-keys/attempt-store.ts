import type { Transaction } from '../../registry/registry.ts';

export interface AttemptRow {
  readonly at: Date;
  readonly vendor: string;
  readonly device: string | null;
  readonly status: number | null;
  readonly outcome: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly seq: string | null;
  /** Why it is in quarantine now; null when it is not. */
  readonly reason: string | null;
}

const columns = `a.at, a.vendor, a.device, a.status, a.outcome, a.content_type AS "contentType", a.bytes, a.seq, q.reason`;
const quarantined = `LEFT JOIN quarantine_body b ON b.org_id = a.org_id AND b.seq = a.seq
       LEFT JOIN quarantine q ON q.org_id = b.org_id AND q.quarantine_id = b.quarantine_id AND q.discarded_at IS NULL`;

/** The remembered attempts of a key, the newest first. */
export async function attemptsOf({ client }: Transaction, orgId: string, pushKeyId: string): Promise<AttemptRow[]> {
  const { rows } = await client.query<AttemptRow>(
    `SELECT ${columns} FROM push_attempt a ${quarantined}
     WHERE a.org_id = $1 AND a.push_key_id = $2
     ORDER BY a.at DESC, a.push_attempt_id DESC`,
    [orgId, pushKeyId],
  );
  return rows;
}

export interface MessageRow extends AttemptRow {
  readonly brokerName: string;
  readonly topic: string;
}

/** The remembered messages of all brokers, the newest first. */
export async function messagesOf({ client }: Transaction, orgId: string): Promise<MessageRow[]> {
  const { rows } = await client.query<MessageRow>(
    `SELECT ${columns}, m.name AS "brokerName", a.topic
     FROM mqtt_broker m JOIN push_attempt a USING (org_id, mqtt_broker_id) ${quarantined}
     WHERE m.org_id = $1
     ORDER BY a.at DESC, a.push_attempt_id DESC LIMIT 12`,
    [orgId],
  );
  return rows;
}

export async function brokersOf({ client }: Transaction, orgId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT mqtt_broker_id AS id FROM mqtt_broker WHERE org_id = $1 AND is_enabled',
    [orgId],
  );
  return rows.map(({ id }) => id);
}

export interface SentFile {
  readonly importStatusId: string;
  readonly fileName: string;
  readonly status: 'pending' | 'ok' | 'partial' | 'failed' | 'undone';
  readonly rowCount: number;
  readonly errorCount: number;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** The latest files that came by SFTP, the newest first. */
export async function sftpFilesOf({ client }: Transaction, orgId: string): Promise<SentFile[]> {
  const { rows } = await client.query<SentFile>(
    `SELECT import_status_id AS "importStatusId", file_name AS "fileName", status, row_count AS "rowCount",
            error_count AS "errorCount", bytes::float8 AS bytes, created_at AS "createdAt"
     FROM import_file WHERE org_id = $1 AND source = 'sftp' ORDER BY created_at DESC, arrival DESC LIMIT 6`,
    [orgId],
  );
  return rows;
}
