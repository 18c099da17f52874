import type { Sessions } from './features/session/sign-in.ts';
import type { JobKind } from './jobs/jobs.ts';

/** All background work of the product in one place. */
export function jobTable(parts: { sessions: Sessions }): Record<string, JobKind> {
  return {
    'purge-sessions': { every: '17 * * * *', run: () => parts.sessions.purge() },
  };
}
