import type { Sessions } from './features/session/sign-in.ts';
import type { Invitations } from './features/users/invitations.ts';
import type { JobKind } from './jobs/jobs.ts';

/** All background work of the product in one place. */
export function jobTable(parts: {
  sessions: Sessions;
  invitations: Invitations;
  purgeOutbox: () => Promise<void>;
  purgeResetKeys: () => Promise<void>;
}): Record<string, JobKind> {
  return {
    'expire-invitations': { every: '*/5 * * * *', run: () => parts.invitations.expire() },
    'purge-outbox': { every: '43 3 * * *', run: parts.purgeOutbox },
    'purge-reset-keys': { every: '23 * * * *', run: parts.purgeResetKeys },
    'purge-sessions': { every: '17 * * * *', run: () => parts.sessions.purge() },
  };
}
