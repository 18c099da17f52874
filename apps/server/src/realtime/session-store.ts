import type { Transaction } from '../registry/registry.ts';

/** Which of these sessions have not ended. Checking does not extend them: an open page is not a sign of activity. */
export async function activeSessions(
  { client }: Transaction,
  sessionIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT session_id AS id FROM session WHERE session_id = ANY($1::uuid[]) AND expires_at > $2',
    [sessionIds, now],
  );
  return new Set(rows.map(({ id }) => id));
}
