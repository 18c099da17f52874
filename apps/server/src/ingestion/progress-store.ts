import type { Transaction } from '../registry/registry.ts';

type Client = Transaction['client'];

/** How far a command has come that people watch as a job. */
export async function saveProgress(
  client: Client,
  orgId: string,
  jobId: string,
  { done, total }: { done: number; total: number },
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE job SET state = 'running', done = greatest(done, $3), total = $4, updated_at = $5
     WHERE org_id = $1 AND job_id = $2 AND state IN ('waiting', 'running')`,
    [orgId, jobId, done, total, now],
  );
}

export async function endJob(client: Client, orgId: string, jobId: string, now: Date): Promise<void> {
  await client.query(
    `UPDATE job SET state = 'done', done = coalesce(total, done), updated_at = $3 WHERE org_id = $1 AND job_id = $2`,
    [orgId, jobId, now],
  );
}
