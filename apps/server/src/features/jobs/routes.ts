import { getJob } from '@atrium/contract/jobs';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import { findJob } from '../../jobs/store.ts';

/** The endpoint for watching a job. */
export function bindJobs(http: Http, registry: Registry): void {
  http.bind(getJob, async ({ scope, params }) => {
    const found = await registry.tenant(scope, (tx) => findJob(tx, scope.orgId, params.jobId));
    if (!found) throw notFound('The job');
    return found;
  });
}
