import { pushOutcomes, isRefused, type PushOutcome } from '@atrium/rules/push-outcome';
import { recordAudits } from '../audit/audit.ts';
import type { Transaction } from '../registry/registry.ts';
import { backfillPriority, livePriority } from './todo-store.ts';

/** One push with a valid key, or one message of a broker. */
export interface Attempt {
  readonly orgId: string;
  /** Who brought it: one of the two. */
  readonly pushKeyId: string | null;
  readonly mqttBrokerId: string | null;
  readonly topic: string | null;
  readonly at: Date;
  readonly vendor: string;
  readonly device: string | null;
  /** Of the answer by HTTP. */
  readonly status: number | null;
  readonly outcome: PushOutcome;
  readonly contentType: string;
  readonly bytes: number;
  readonly seq: string | null;
}

/** How many attempts of a sender are remembered, of those that were kept and of those that were refused. */
export const remembered = 6;

/** The key or the broker. */
export function senderOf({ pushKeyId, mqttBrokerId }: Pick<Attempt, 'pushKeyId' | 'mqttBrokerId'>): string {
  return pushKeyId ?? mqttBrokerId ?? '';
}

/** Adds attempts, and removes older ones beyond the limit of each sender. */
export async function writeAttempts({ client }: Transaction, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await client.query(
    `INSERT INTO push_attempt (org_id, push_key_id, at, vendor, device, status, outcome, content_type, bytes, seq,
       mqtt_broker_id, topic)
     SELECT t.* FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::text[],
                            $8::text[], $9::int[], $10::bigint[], $11::uuid[], $12::text[])
       AS t (org_id, push_key_id, at, vendor, device, status, outcome, content_type, bytes, seq, mqtt_broker_id, topic)
     WHERE EXISTS (SELECT FROM push_key k WHERE k.push_key_id = t.push_key_id AND k.org_id = t.org_id)
        OR EXISTS (SELECT FROM mqtt_broker b WHERE b.mqtt_broker_id = t.mqtt_broker_id AND b.org_id = t.org_id)`,
    [
      attempts.map(({ orgId }) => orgId),
      attempts.map(({ pushKeyId }) => pushKeyId),
      attempts.map(({ at }) => at),
      attempts.map(({ vendor }) => vendor),
      attempts.map(({ device }) => device),
      attempts.map(({ status }) => status),
      attempts.map(({ outcome }) => outcome),
      attempts.map(({ contentType }) => contentType),
      attempts.map(({ bytes }) => bytes),
      attempts.map(({ seq }) => seq),
      attempts.map(({ mqttBrokerId }) => mqttBrokerId),
      attempts.map(({ topic }) => topic),
    ],
  );
  await client.query(
    `DELETE FROM push_attempt AS a USING (
       SELECT push_attempt_id, row_number() OVER (
         PARTITION BY push_key_id, mqtt_broker_id, outcome = ANY($2) ORDER BY at DESC, push_attempt_id DESC
       ) AS n
       FROM push_attempt WHERE push_key_id = ANY($1) OR mqtt_broker_id = ANY($1)
     ) AS numbered
     WHERE a.push_attempt_id = numbered.push_attempt_id AND numbered.n > ${remembered}`,
    [[...new Set(attempts.map(senderOf))], pushOutcomes.filter(isRefused)],
  );
}

/** At most one audit entry a day for each key that another device than its own uses. */
export async function recordMisuses(tx: Transaction, attempts: readonly Attempt[], now: Date): Promise<void> {
  const misuses = attempts.filter(({ pushKeyId, outcome }) => pushKeyId !== null && outcome === 'other-device');
  if (misuses.length === 0) return;
  const { rows } = await tx.client.query<{ pushKeyId: string; orgId: string; name: string }>(
    `UPDATE push_key SET misused_at = $2
     WHERE push_key_id = ANY($1) AND (misused_at IS NULL OR misused_at < $2::timestamptz - interval '1 day')
     RETURNING push_key_id AS "pushKeyId", org_id AS "orgId", name`,
    [[...new Set(misuses.map(({ pushKeyId }) => pushKeyId))], now],
  );
  const deviceOf = new Map(misuses.map(({ pushKeyId, device }) => [pushKeyId, device]));
  await recordAudits(
    tx,
    rows.map(({ pushKeyId, orgId, name }) => ({
      orgId,
      at: now,
      userId: null,
      action: 'push-key-misused',
      entityType: 'push-key',
      entityId: pushKeyId,
      detail: { name, device: deviceOf.get(pushKeyId) ?? null },
    })),
  );
}

/** A kept body, as its vendor wrote it. */
export interface KeptBody {
  readonly seq: string;
  readonly vendor: string;
  readonly device: string;
  readonly body: Buffer;
}

/** Larger bodies are back-fill; what a device counts with is in its small ones too. */
const maxRead = 256 * 1024;

/** Small bodies of an organization that are still in the inbox. */
export async function readKept(
  { client }: Transaction,
  orgId: string,
  wanted: readonly { readonly seq: string; readonly at: Date }[],
): Promise<KeptBody[]> {
  if (wanted.length === 0) return [];
  const { rows } = await client.query<KeptBody>(
    `SELECT b.seq, b.vendor, b.device, b.body
     FROM unnest($2::bigint[], $3::date[]) AS t (seq, day) JOIN inbox_body b ON b.day = t.day AND b.seq = t.seq
     WHERE b.org_id = $1 AND b.kind = 'push' AND octet_length(b.body) <= ${maxRead}`,
    [orgId, wanted.map(({ seq }) => seq), wanted.map(({ at }) => at.toISOString().slice(0, 10))],
  );
  return rows;
}

/** Which of these bodies the pump has not applied yet. */
export async function pendingOf({ client }: Transaction, seqs: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ seq: string }>(
    `SELECT seq FROM inbox_todo
     WHERE folded IN (false, true) AND priority IN (${livePriority}, ${backfillPriority}) AND seq = ANY($1)`,
    [seqs],
  );
  return new Set(rows.map(({ seq }) => seq));
}

/** The newest quarantined body that brings something of a device. */
export async function newestWaiting(
  { client }: Transaction,
  orgId: string,
  device: string,
): Promise<KeptBody | undefined> {
  const { rows } = await client.query<KeptBody>(
    `SELECT b.seq, q.vendor, q.device, b.body
     FROM quarantine q JOIN quarantine_body b ON b.quarantine_id = q.quarantine_id AND b.org_id = q.org_id
     WHERE q.org_id = $1 AND q.discarded_at IS NULL AND $2 = ANY(q.devices) AND octet_length(b.body) <= ${maxRead}
     ORDER BY b.received_at DESC, b.seq DESC LIMIT 1`,
    [orgId, device],
  );
  return rows[0];
}
