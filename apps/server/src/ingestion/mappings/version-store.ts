import type { MappingSpec } from '@atrium/rules/mapping';
import type { Transaction } from '../../registry/registry.ts';
import { codeOf } from './mapped-vendor.ts';

type Client = Transaction['client'];

/** What a mapping said before a version, each once. */
export async function earlierVersions(
  client: Client,
  orgId: string,
  route: string,
  version: number,
): Promise<MappingSpec[]> {
  const { rows } = await client.query<{ spec: MappingSpec }>(
    `SELECT DISTINCT v.spec FROM mapping_version v JOIN mapping m USING (mapping_id)
     WHERE m.org_id = $1 AND m.code = $2 AND v.version < $3`,
    [orgId, codeOf(route), version],
  );
  return rows.map(({ spec }) => spec);
}

/** Whether any version of a mapping reads counters that only grow; undefined if there is no such mapping. */
export async function countsByGrowing(client: Client, orgId: string, route: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ growing: boolean }>(
    `SELECT coalesce(bool_or(v.spec->>'counting' = 'cumulative'), false) AS growing
     FROM mapping m LEFT JOIN mapping_version v USING (mapping_id)
     WHERE m.org_id = $1 AND m.code = $2 AND m.retired_at IS NULL GROUP BY m.mapping_id`,
    [orgId, codeOf(route)],
  );
  return rows[0]?.growing;
}
