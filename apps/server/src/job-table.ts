import type { Attachments } from './features/attachments/attachments.ts';
import type { Sessions } from './features/session/sign-in.ts';
import type { Invitations } from './features/users/invitations.ts';
import type { JobKind } from './jobs/jobs.ts';

/** All background work of the product in one place. */
export function jobTable(parts: {
  sessions: Sessions;
  invitations: Invitations;
  attachments: Attachments;
  purgeOutbox: () => Promise<void>;
  purgeResetKeys: () => Promise<void>;
}): Record<string, JobKind> {
  return {
    'expire-invitations': { every: '*/5 * * * *', run: () => parts.invitations.expire() },
    'purge-files': { every: '23 2 * * *', run: () => parts.attachments.purge() },
    'purge-outbox': { every: '43 3 * * *', run: parts.purgeOutbox },
    'purge-reset-keys': { every: '23 * * * *', run: parts.purgeResetKeys },
    'purge-sessions': { every: '17 * * * *', run: () => parts.sessions.purge() },
  };
}
