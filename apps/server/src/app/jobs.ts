import { purgeEmailChanges } from '../accounts/email-change-store.ts';
import type { Attachments } from '../features/attachments/attachments.ts';
import { purgeSignUps } from '../features/registration/sign-up-store.ts';
import { purgeChallenges } from '../features/second-factor/store.ts';
import type { Sessions } from '../features/session/sign-in.ts';
import type { Invitations } from '../features/users/invitations.ts';
import type { Node } from '../ingestion/lanes.ts';
import { startJobs as startQueue } from '../jobs/jobs.ts';
import { bindJobs } from '../features/jobs/routes.ts';
import { scheduleBackups } from '../backup/schedule.ts';
import { startMail } from '../outbox/start-mail.ts';
import { purgeMessages } from '../outbox/store.ts';
import { purgeResetKeys } from '../accounts/reset-key-store.ts';
import type { ClockShifts } from './clock-shifts.ts';
import type { Core } from './core.ts';
import type { InboxScreen } from './inbox.ts';

interface Scheduled {
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly attachments: Attachments;
  readonly inbox: InboxScreen;
  readonly clockShifts: ClockShifts;
}

export interface BackupOptions {
  /** Makes a backup in a process of its own; absent where the product runs without one. */
  readonly makeBackup?: ((into: string, keep: number) => Promise<void>) | undefined;
  readonly node?: Node;
}

/** All background work of the product: sending mail, and scheduled jobs. */
export async function startJobs(
  core: Core,
  { sessions, invitations, attachments, inbox, clockShifts }: Scheduled,
  { makeBackup, node }: BackupOptions,
): Promise<void> {
  const { registry, notifications, clock, log, config, http, onClose } = core;
  bindJobs(http, registry);
  const sending = startMail({ registry, notifications, clock, log, config });
  onClose(async () => sending?.stop());
  const purgeKeys = () =>
    registry.system(async (tx) => {
      for (const purge of [purgeResetKeys, purgeEmailChanges, purgeSignUps, purgeChallenges]) await purge(tx, clock());
    });
  const backups = await scheduleBackups({ registry, clock, log, config, makeBackup });
  const table = {
    ...inbox.kinds,
    ...clockShifts.kinds,
    ...backups,
    'expire-invitations': { schedule: utc('*/5 * * * *'), run: () => invitations.expire() },
    'purge-files': { schedule: utc('23 2 * * *'), run: () => attachments.purge() },
    'purge-outbox': { schedule: utc('43 3 * * *'), run: () => registry.system((tx) => purgeMessages(tx, clock())) },
    'purge-reset-keys': { schedule: utc('23 * * * *'), run: purgeKeys },
    'purge-sessions': { schedule: utc('17 * * * *'), run: () => sessions.purge() },
  };
  const jobs = await startQueue({ registry, clock, log, table, alone: node?.alone });
  onClose(() => jobs.stop());
  for (const screen of [inbox, clockShifts]) screen.bind((tx, request) => jobs.enqueue(tx, request));
}

/** Housekeeping belongs to no location. */
function utc(cron: string) {
  return { cron, timezone: 'UTC' };
}
