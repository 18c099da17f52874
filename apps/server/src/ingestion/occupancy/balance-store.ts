import type { LearnedBalance } from '@atrium/rules/occupancy-drift';
import type { SpaceDefinition } from '@atrium/rules/space-definition';
import type { Transaction } from '../../registry/registry.ts';

type Client = Transaction['client'];

/** A space whose counts are corrected by what was learned. */
export interface LearningSpace {
  readonly spaceId: string;
  readonly orgId: string;
  readonly factOrg: number;
  readonly locationId: string;
  readonly acfEligible: boolean;
  readonly definition: SpaceDefinition;
  /** What was learned last. */
  readonly balance: LearnedBalance | null;
  /** Epoch seconds. */
  readonly learnedTo: number | null;
}

/** By organization. */
export async function learningSpaces(client: Client): Promise<Map<string, LearningSpace[]>> {
  const { rows } = await client.query<LearningSpace>(
    `SELECT s.space_id AS "spaceId", s.org_id AS "orgId", o.fact_org AS "factOrg", s.location_id AS "locationId",
            l.acf_eligible AS "acfEligible", f.definition, b.balance, extract(epoch FROM b.learned_to)::float8 AS "learnedTo"
     FROM space s JOIN space_fold f USING (space_id) JOIN organization o ON o.org_id = s.org_id
       JOIN location l ON l.location_id = s.location_id
       LEFT JOIN LATERAL (SELECT balance, learned_to FROM space_balance b WHERE b.space_id = s.space_id
                          ORDER BY b."from" DESC LIMIT 1) b ON true
     WHERE s.deleted_at IS NULL AND f.definition IS NOT NULL
       AND (s.corrections @> '{"acf": true}' OR s.corrections @> '{"weekdayHours": true}')
     ORDER BY s.org_id, s.space_id`,
  );
  const found = new Map<string, LearningSpace[]>();
  for (const row of rows) found.set(row.orgId, [...(found.get(row.orgId) ?? []), row]);
  return found;
}

/** What was learned, from a minute on; the same again is only learned from more. */
export async function saveBalance(
  client: Client,
  { orgId, spaceId }: Pick<LearningSpace, 'orgId' | 'spaceId'>,
  learned: {
    readonly balance: LearnedBalance;
    readonly from: number;
    readonly learnedTo: number;
    readonly isNew: boolean;
  },
): Promise<void> {
  const { balance, from, learnedTo, isNew } = learned;
  if (isNew)
    await client.query(
      `INSERT INTO space_balance (org_id, space_id, "from", balance, learned_to)
       VALUES ($1, $2, to_timestamp($3), $4, to_timestamp($5))
       ON CONFLICT (space_id, "from") DO UPDATE SET balance = excluded.balance, learned_to = excluded.learned_to`,
      [orgId, spaceId, from, JSON.stringify(balance), learnedTo],
    );
  else
    await client.query(
      `UPDATE space_balance SET learned_to = to_timestamp($2)
       WHERE space_id = $1 AND "from" = (SELECT max("from") FROM space_balance WHERE space_id = $1)`,
      [spaceId, learnedTo],
    );
}
