import {
  type ArrivedPackage,
  type Gap,
  type Packages,
  takePackage,
  type TimeRange,
} from '@atrium/rules/package-numbers';
import type { Transaction } from '../registry/registry.ts';
import type { PlannedBody } from './announce.ts';

type Client = Transaction['client'];

export interface NotedPackage extends ArrivedPackage {
  readonly orgId: string;
  readonly device: string;
  readonly agent: string;
}

const maxAgentCharacters = 100;

/** The numbered packages among bodies, in the order they came. */
export function packagesOf(planned: readonly PlannedBody[]): NotedPackage[] {
  return planned.flatMap(({ body: { orgId, device, receivedAt }, signs: { packages, newest, ranges } }) =>
    packages
      .filter(({ number }) => Number.isSafeInteger(number) && number >= 0)
      .toSorted((a, b) => a.number - b.number)
      .map(({ agent, number }) => ({
        orgId,
        device,
        agent: agent.slice(0, maxAgentCharacters),
        number,
        at: newest && Math.floor(newest),
        receivedAt: Math.floor(receivedAt.getTime() / 1000),
        ranges,
      })),
  );
}

/** Notes which packages have come, in the transaction that completes their bodies: a repetition changes nothing. */
export async function notePackages(client: Client, packages: readonly NotedPackage[]): Promise<void> {
  if (packages.length === 0) return;
  const byAgent = new Map<string, NotedPackage[]>();
  for (const each of packages) {
    const key = `${each.orgId}/${each.device}/${each.agent}`;
    byAgent.set(key, [...(byAgent.get(key) ?? []), each]);
  }
  // In one order, so that two pumps wait for each other instead of deadlocking.
  const agents = [...byAgent].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, arrived]) => arrived);
  const known = await lockTracks(
    client,
    agents.map((arrived) => arrived[0]!),
  );
  const taken = agents.map((arrived) => {
    const before: Packages = known.get(keyOf(arrived[0]!)) ?? { track: undefined, gaps: [] };
    return { agent: arrived[0]!, before, after: arrived.reduce(takePackage, before) };
  });
  await saveTracks(client, taken);
  for (const { agent, before, after } of taken) {
    if (before.gaps !== after.gaps) await saveGaps(client, agent, before.gaps, after.gaps);
  }
}

type Agent = Pick<NotedPackage, 'orgId' | 'device' | 'agent'>;

function keyOf({ orgId, device, agent }: Agent): string {
  return `${orgId}/${device}/${agent}`;
}

async function lockTracks(client: Client, agents: readonly Agent[]): Promise<Map<string, Packages>> {
  const named = [
    agents.map(({ orgId }) => orgId),
    agents.map(({ device }) => device),
    agents.map(({ agent }) => agent),
  ];
  const { rows } = await client.query<Agent & { last: string; lastAt: number; restarts: number; gaps: StoredGap[] }>(
    `SELECT t.org_id AS "orgId", t.device, t.agent, t.last_number AS last, extract(epoch FROM t.last_at)::float8 AS "lastAt",
            t.restarts, (
              SELECT coalesce(json_agg(json_build_array(g.package_gap_id, g.first_number, g.last_number,
                       extract(epoch FROM g.after_at), extract(epoch FROM g.before_at), extract(epoch FROM g.found_at),
                       g.covered, g.request_state IS NOT NULL) ORDER BY g.first_number), '[]')
              FROM package_gap g
              WHERE g.org_id = t.org_id AND g.device = t.device AND g.agent = t.agent AND g.waived_at IS NULL
            ) AS gaps
     FROM package_track t
     WHERE (t.org_id, t.device, t.agent) IN (SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]))
     ORDER BY t.org_id, t.device, t.agent FOR UPDATE`,
    named,
  );
  return new Map(
    rows.map((row) => [
      keyOf(row),
      {
        track: { last: Number(row.last), lastAt: row.lastAt, restarts: row.restarts },
        gaps: row.gaps.map(gapOf),
      },
    ]),
  );
}

type StoredGap = [
  id: string,
  first: number,
  last: number,
  afterAt: number,
  beforeAt: number,
  foundAt: number,
  covered: TimeRange[],
  isRequested: boolean,
];

function gapOf([id, first, last, afterAt, beforeAt, foundAt, covered, isRequested]: StoredGap): Gap {
  return { id, first, last, afterAt, beforeAt, foundAt, covered, isRequested };
}

async function saveTracks(client: Client, taken: readonly { agent: Agent; after: Packages }[]): Promise<void> {
  const rows = taken.flatMap(({ agent, after: { track } }) => (track ? [{ ...agent, ...track }] : []));
  await client.query(
    `INSERT INTO package_track (org_id, device, agent, last_number, last_at, restarts)
     SELECT org_id, device, agent, number, to_timestamp(at), restarts
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::float8[], $6::int[])
       AS t (org_id, device, agent, number, at, restarts)
     ON CONFLICT (org_id, device, agent) DO UPDATE
     SET last_number = excluded.last_number, last_at = excluded.last_at, restarts = excluded.restarts`,
    [
      rows.map(({ orgId }) => orgId),
      rows.map(({ device }) => device),
      rows.map(({ agent }) => agent),
      rows.map(({ last }) => last),
      rows.map(({ lastAt }) => lastAt),
      rows.map(({ restarts }) => restarts),
    ],
  );
}

/** A part of a gap that was asked for was asked for too. */
async function saveGaps(client: Client, agent: Agent, before: readonly Gap[], after: readonly Gap[]): Promise<void> {
  const changed = after.filter((gap) => !before.includes(gap));
  await client.query(
    `INSERT INTO package_gap (package_gap_id, org_id, device, agent, first_number, last_number, after_at, before_at, found_at,
       covered, request_state, requested_at, request_tries, request_due_at, request_reason)
     SELECT coalesce(t.id, gen_random_uuid()), $1::uuid, $2::text, $3::text, first, last, to_timestamp(t.after_at),
       to_timestamp(t.before_at), to_timestamp(t.found_at), t.covered::jsonb, whole.request_state, whole.requested_at,
       coalesce(whole.request_tries, 0), whole.request_due_at, whole.request_reason
     FROM unnest($4::uuid[], $5::uuid[], $6::bigint[], $7::bigint[], $8::float8[], $9::float8[], $10::float8[], $11::text[])
       AS t (id, part_of, first, last, after_at, before_at, found_at, covered)
       LEFT JOIN package_gap whole ON whole.package_gap_id = t.part_of
     ON CONFLICT (package_gap_id) DO UPDATE
     SET first_number = excluded.first_number, last_number = excluded.last_number,
         after_at = excluded.after_at, before_at = excluded.before_at, covered = excluded.covered`,
    [
      agent.orgId,
      agent.device,
      agent.agent,
      changed.map(({ id }) => id ?? null),
      changed.map(({ partOf }) => partOf ?? null),
      changed.map(({ first }) => first),
      changed.map(({ last }) => last),
      changed.map(({ afterAt }) => afterAt),
      changed.map(({ beforeAt }) => beforeAt),
      changed.map(({ foundAt }) => foundAt),
      changed.map(({ covered }) => JSON.stringify(covered)),
    ],
  );
  const kept = new Set(after.map(({ id }) => id));
  const gone = before.flatMap(({ id }) => (id === undefined || kept.has(id) ? [] : [id]));
  if (gone.length > 0) await client.query('DELETE FROM package_gap WHERE package_gap_id = ANY($1)', [gone]);
}
