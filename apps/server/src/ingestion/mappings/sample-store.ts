import type { Transaction } from '../../registry/registry.ts';
import { reasonsOfEstate } from '../plan.ts';

type Client = Transaction['client'];

/** A received body that someone can teach from. */
export interface Sample {
  readonly sampleId: string;
  readonly device: string;
  readonly vendor: string;
  /** Why it waits in quarantine; null when it was counted. */
  readonly reason: string | null;
  readonly receivedAt: Date;
  readonly body: Buffer;
}

/** What a decoder understood and the estate does not know yet needs no teaching. */
const taught = `(q.vendor LIKE 'custom-%' OR NOT q.reason = ANY($2))`;

const quarantined = `SELECT b.seq::text AS "sampleId", q.device, q.vendor, q.reason, b.received_at AS "receivedAt", b.body
  FROM quarantine_body b JOIN quarantine q USING (org_id, quarantine_id)
  WHERE b.org_id = $1 AND q.discarded_at IS NULL AND octet_length(b.body) <= $3`;

const notTaught: readonly string[] = [...reasonsOfEstate, 'future', 'test_data', 'dummy_sensor', 'clock_unset'];

/** Bodies in quarantine, newest first. */
export async function readSamples(client: Client, orgId: string, maxBytes: number, most: number): Promise<Sample[]> {
  const { rows } = await client.query<Sample>(
    `${quarantined} AND ${taught} ORDER BY b.received_at DESC, b.seq DESC LIMIT $4`,
    [orgId, notTaught, maxBytes, most],
  );
  return rows;
}

/** Further bodies of a device that came by the same route, newest first. */
export async function readAlike(
  client: Client,
  orgId: string,
  { vendor, device }: { readonly vendor: string; readonly device: string | null },
  maxBytes: number,
  most: number,
): Promise<Sample[]> {
  const { rows } = await client.query<Sample>(
    `SELECT b.seq::text AS "sampleId", q.device, q.vendor, q.reason, b.received_at AS "receivedAt", b.body
     FROM quarantine q CROSS JOIN LATERAL (
       SELECT * FROM quarantine_body WHERE quarantine_id = q.quarantine_id ORDER BY seq DESC LIMIT $5) b
     WHERE q.org_id = $1 AND q.discarded_at IS NULL AND q.vendor = $2 AND ($3::text IS NULL OR q.device = $3)
       AND octet_length(b.body) <= $4 ORDER BY b.received_at DESC LIMIT $5`,
    [orgId, vendor, device, maxBytes, most],
  );
  return rows;
}

/** Bodies look at the newest rows of the inbox only: there is no index for a question that people ask rarely. */
const newestRows = 20_000;

/** The last bodies of a route that were received, counted ones included. */
export async function readReceived(
  client: Client,
  orgId: string,
  vendor: string,
  days: readonly string[],
  maxBytes: number,
  most: number,
): Promise<Sample[]> {
  const { rows } = await client.query<Sample>(
    `SELECT n.seq::text AS "sampleId", n.device, n.vendor, NULL AS reason, n.received_at AS "receivedAt", n.body
     FROM (SELECT * FROM inbox_body WHERE day = ANY($3::date[]) ORDER BY day DESC, seq DESC LIMIT ${newestRows}) n
     WHERE n.org_id = $1 AND n.vendor = $2 AND octet_length(n.body) <= $4 ORDER BY n.seq DESC LIMIT $5`,
    [orgId, vendor, days, maxBytes, most],
  );
  return rows;
}

export async function findSample(client: Client, orgId: string, sampleId: string): Promise<Sample | undefined> {
  if (!/^\d{1,15}$/.test(sampleId)) return undefined;
  const { rows } = await client.query<Sample>(`${quarantined} AND b.seq = $2`, [orgId, sampleId, 8 * 1024 * 1024]);
  return rows[0];
}

export interface WaitingGroup {
  readonly quarantineId: string;
  readonly vendor: string;
  readonly device: string;
}

/** Groups in quarantine that came by these routes, of one device or of all. */
export async function waitingGroups(
  client: Client,
  orgId: string,
  { vendor, device }: { readonly vendor: string; readonly device: string | null },
): Promise<WaitingGroup[]> {
  const { rows } = await client.query<WaitingGroup>(
    `SELECT quarantine_id AS "quarantineId", vendor, device FROM quarantine
     WHERE org_id = $1 AND discarded_at IS NULL AND vendor = $2 AND ($3::text IS NULL OR device = $3)`,
    [orgId, vendor, device],
  );
  return rows;
}

interface WaitingBody {
  readonly seq: string;
  readonly receivedAt: Date;
  readonly body: Buffer;
}

/**
 * The bodies of a group, oldest first; undefined when they are more than can be held in memory at once, or when one of them
 * is on its way through the pump again.
 */
export async function bodiesOfGroup(
  client: Client,
  orgId: string,
  quarantineId: string,
  { bodies, bytes }: { readonly bodies: number; readonly bytes: number },
): Promise<WaitingBody[] | undefined> {
  const { rows } = await client.query<WaitingBody>(
    `SELECT seq, received_at AS "receivedAt", body FROM quarantine_body,
       (SELECT count(*) AS bodies, sum(octet_length(body)) AS bytes FROM quarantine_body
        WHERE org_id = $1 AND quarantine_id = $2) AS whole
     WHERE org_id = $1 AND quarantine_id = $2 AND whole.bodies <= $3 AND whole.bytes <= $4
       AND NOT EXISTS (SELECT FROM quarantine_body b JOIN inbox_todo t ON t.seq = b.seq AND t.folded IN (false, true)
                         AND t.priority IN (0, 1) WHERE b.org_id = $1 AND b.quarantine_id = $2)
     ORDER BY seq`,
    [orgId, quarantineId, bodies, bytes],
  );
  return rows.length > 0 ? rows : undefined;
}
