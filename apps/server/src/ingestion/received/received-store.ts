import type { BodyStatus } from '@atrium/contract/inbox';
import type { Transaction } from '../../registry/registry.ts';
import { type BodyKey, dayOf } from './body-id.ts';

/** A received body without its bytes. */
export interface Header {
  readonly orgId: string;
  readonly seq: string;
  readonly device: string;
  readonly receivedAt: Date;
  readonly kind: 'push' | 'file' | 'command';
  readonly vendor: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly status: BodyStatus;
  readonly reason: string | null;
}

export interface Wanted {
  /** Null for every organization. */
  readonly orgId: string | null;
  readonly device?: string | undefined;
  readonly vendor?: string | undefined;
  readonly kind?: string | undefined;
  readonly status?: BodyStatus | undefined;
  readonly reason?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only what lies behind this body. */
  readonly behind?: BodyKey | undefined;
  readonly most: number;
}

export interface Looked {
  readonly rows: Header[];
  /** The last body that was looked at, if there may be others behind it. */
  readonly last: BodyKey | null;
}

/** A page looks at this many bodies at most, whatever it finds. */
const maxLooked = 20_000;

const header = `org_id AS "orgId", seq, device, received_at AS "receivedAt", kind, vendor, content_type AS "contentType", bytes`;
/** The state of a body `l`. */
const fate = `CASE WHEN EXISTS (SELECT FROM inbox_todo t WHERE t.folded IN (false, true) AND t.priority IN (0, 1) AND t.seq = l.seq) THEN 'waiting'
    WHEN EXISTS (SELECT FROM quarantine_body b WHERE b.org_id = l.org_id AND b.seq = l.seq) THEN 'quarantined'
    WHEN EXISTS (SELECT FROM quarantine_discarded d WHERE d.org_id = l.org_id AND d.seq = l.seq) THEN 'discarded'
    ELSE 'applied' END AS status,
  (SELECT q.reason FROM quarantine_body b JOIN quarantine q USING (org_id, quarantine_id)
   WHERE b.org_id = l.org_id AND b.seq = l.seq) AS reason`;

/** Of the days that the inbox still has, newest first: by day, then by number. */
export async function inboxPage({ client }: Transaction, wanted: Wanted, since: string | null): Promise<Looked> {
  const { orgId, device, vendor, kind, status, from, to, behind, most } = wanted;
  const { rows } = await client.query<Header & End>(
    `WITH looked AS MATERIALIZED (
       SELECT day, seq, org_id, device, received_at, kind, vendor, content_type, octet_length(body) AS bytes
       FROM inbox_body
       WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::date IS NULL OR day >= $2)
         AND ($3::timestamptz IS NULL OR day >= ($3 AT TIME ZONE 'UTC')::date)
         AND ($4::timestamptz IS NULL OR day <= ($4 AT TIME ZONE 'UTC')::date)
         AND ($5::date IS NULL OR (day, seq) < ($5, $6::bigint))
       ORDER BY day DESC, seq DESC LIMIT ${maxLooked}
     ), ended AS (
       SELECT (SELECT count(*) FROM looked) = ${maxLooked} AS "hasMore", received_at AS "lastAt", seq AS "lastSeq"
       FROM (SELECT received_at, seq FROM looked ORDER BY day, seq LIMIT 1) AS l
     )
     SELECT found.*, ended.* FROM ended LEFT JOIN LATERAL (
       SELECT * FROM (
         SELECT l.day, ${header}, ${fate} FROM looked l
         -- Older bodies that were put back for a replay belong to their own day.
         WHERE l.day = (l.received_at AT TIME ZONE 'UTC')::date
           AND ($7::text IS NULL OR device = $7) AND ($8::text IS NULL OR vendor = $8) AND ($9::text IS NULL OR kind = $9)
           AND ($3::timestamptz IS NULL OR received_at >= $3) AND ($4::timestamptz IS NULL OR received_at < $4)
         ORDER BY l.day DESC, l.seq DESC
       ) AS known WHERE $10::text IS NULL OR status = $10
       ORDER BY day DESC, seq DESC LIMIT $11
     ) AS found ON true`,
    [
      orgId,
      since,
      from ?? null,
      to ?? null,
      behind ? dayOf(behind.receivedAt) : null,
      behind?.seq ?? null,
      device ?? null,
      vendor ?? null,
      kind ?? null,
      status ?? null,
      most,
    ],
  );
  return lookedAt(rows);
}

interface End {
  readonly hasMore: boolean;
  readonly lastAt: Date;
  readonly lastSeq: string;
}

function lookedAt(rows: readonly (Header & End)[]): Looked {
  const [first] = rows;
  const last = first?.hasMore ? { receivedAt: first.lastAt.getTime(), seq: first.lastSeq } : null;
  return { rows: rows.filter(({ seq }) => seq !== null).map(withoutEnd), last };
}

function withoutEnd({ hasMore: _more, lastAt: _at, lastSeq: _seq, ...row }: Header & End & { day?: unknown }): Header {
  const { day: _day, ...found } = row;
  return found;
}

/** Quarantined bodies of any age, newest first. */
export async function quarantinedPage({ client }: Transaction, wanted: Wanted): Promise<Looked> {
  const { orgId, device, vendor, kind, reason, from, to, behind, most } = wanted;
  const { rows } = await client.query<Header & End>(
    `WITH looked AS MATERIALIZED (
       SELECT org_id, quarantine_id, seq, received_at, kind, content_type, octet_length(body) AS bytes FROM quarantine_body
       WHERE ($1::uuid IS NULL OR org_id = $1)
         AND ($2::timestamptz IS NULL OR received_at >= $2) AND ($3::timestamptz IS NULL OR received_at < $3)
         AND ($4::timestamptz IS NULL OR (received_at, seq) < ($4, $5::bigint))
       ORDER BY received_at DESC, seq DESC LIMIT ${maxLooked}
     ), ended AS (
       SELECT (SELECT count(*) FROM looked) = ${maxLooked} AS "hasMore", received_at AS "lastAt", seq AS "lastSeq"
       FROM (SELECT received_at, seq FROM looked ORDER BY received_at, seq LIMIT 1) AS l
     )
     SELECT found.*, ended.* FROM ended LEFT JOIN LATERAL (
       SELECT ${header}, 'quarantined' AS status, reason FROM (
         SELECT l.*, q.device, q.vendor, q.reason FROM looked l JOIN quarantine q USING (org_id, quarantine_id)
       ) AS known
       WHERE ($6::text IS NULL OR device = $6) AND ($7::text IS NULL OR vendor = $7)
         AND ($8::text IS NULL OR kind = $8) AND ($9::text IS NULL OR reason = $9)
       ORDER BY received_at DESC, seq DESC LIMIT $10
     ) AS found ON true`,
    [
      orgId,
      from ?? null,
      to ?? null,
      behind ? new Date(behind.receivedAt) : null,
      behind?.seq ?? null,
      device ?? null,
      vendor ?? null,
      kind ?? null,
      reason ?? null,
      most,
    ],
  );
  return lookedAt(rows);
}

/** What became of bodies that have left the inbox, by their numbers. */
export async function fatesOf(
  { client }: Transaction,
  bodies: readonly { readonly orgId: string; readonly seq: string }[],
): Promise<Map<string, Pick<Header, 'status' | 'reason'>>> {
  if (bodies.length === 0) return new Map();
  const { rows } = await client.query<Pick<Header, 'seq' | 'status' | 'reason'>>(
    `SELECT l.seq, ${fate} FROM unnest($1::uuid[], $2::bigint[]) AS l (org_id, seq)`,
    [bodies.map(({ orgId }) => orgId), bodies.map(({ seq }) => seq)],
  );
  return new Map(rows.map(({ seq, status, reason }) => [seq, { status, reason }]));
}

/** A body that PostgreSQL has: in the inbox, or in quarantine. */
export async function storedBody(
  { client }: Transaction,
  orgId: string,
  { seq, receivedAt }: BodyKey,
  today: string,
): Promise<(Header & { body: Buffer }) | undefined> {
  const { rows } = await client.query<Header & { body: Buffer }>(
    `SELECT ${header}, body, ${fate} FROM (
       SELECT org_id, seq, device, received_at, kind, vendor, content_type, octet_length(body) AS bytes, body
       FROM inbox_body WHERE org_id = $1 AND seq = $2 AND received_at = $3 AND day = ANY($4)
       UNION ALL
       SELECT b.org_id, b.seq, q.device, b.received_at, b.kind, q.vendor, b.content_type, octet_length(b.body), b.body
       FROM quarantine_body b JOIN quarantine q USING (org_id, quarantine_id)
       WHERE b.org_id = $1 AND b.seq = $2 AND b.received_at = $3
     ) AS l LIMIT 1`,
    [orgId, seq, new Date(receivedAt), [dayOf(receivedAt), today]],
  );
  return rows[0];
}
