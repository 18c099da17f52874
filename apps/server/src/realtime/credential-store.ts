import type { Transaction } from '../registry/registry.ts';

/** Which of these sessions and kiosk links have not ended. Checking does not extend them: an open page is not a sign of activity. */
export async function activeCredentials(
  { client }: Transaction,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT session_id AS id FROM session WHERE session_id = ANY($1::uuid[]) AND expires_at > $2
     UNION ALL
     SELECT kiosk_link_id FROM kiosk_link
     WHERE kiosk_link_id = ANY($1::uuid[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [ids, now],
  );
  return new Set(rows.map(({ id }) => id));
}
