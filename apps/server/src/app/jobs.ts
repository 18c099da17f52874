import { purgeEmailChanges } from '../accounts/email-change-store.ts';
import { purgeTokens } from '../features/api-clients/store.ts';
import { purgeKioskLinks } from '../features/kiosk-links/store.ts';
import type { Attachments } from '../features/attachments/attachments.ts';
import { purgeSignUps } from '../features/registration/sign-up-store.ts';
import { purgeChallenges } from '../features/second-factor/store.ts';
import type { WebhookCalls } from '../features/webhooks/calls.ts';
import type { Sessions } from '../features/session/sign-in.ts';
import type { Invitations } from '../features/users/invitations.ts';
import type { Node } from '../ingestion/lanes.ts';
import type { Reach } from '../ingestion/points.ts';
import { startJobs as startQueue } from '../jobs/jobs.ts';
import { bindJobs } from '../features/jobs/routes.ts';
import { scheduleBackups } from '../backup/schedule.ts';
import { startMail, startSms, startWebhooks } from '../outbox/start-mail.ts';
import { purgeMessages } from '../outbox/store.ts';
import { purgeResetKeys } from '../accounts/reset-key-store.ts';
import { type JobRequest, openJobs } from '../jobs/store.ts';
import type { Enqueue } from '../ingestion/received/replays.ts';
import { Refusal } from '../refusal.ts';
import type { Transaction } from '../registry/registry.ts';
import type { ClockShifts } from './clock-shifts.ts';
import type { Core } from './core.ts';
import type { OpenedDashboards } from './dashboards.ts';
import type { Forecasts } from '../features/forecast/forecasts.ts';
import type { InboxScreen } from './inbox.ts';
import type { openSpaceDrift } from './space-drift.ts';
import type { OpenedWeather } from './weather.ts';

interface Scheduled {
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly attachments: Attachments;
  readonly dashboards: Pick<OpenedDashboards, 'purge'>;
  readonly inbox: InboxScreen;
  readonly clockShifts: ClockShifts;
  readonly weather: Pick<OpenedWeather, 'purge'>;
  readonly forecasts: Forecasts;
  readonly webhooks: WebhookCalls;
  readonly spaceDrift: ReturnType<typeof openSpaceDrift>;
}

export interface BackupOptions {
  /** Makes a backup in a process of its own; absent where the product runs without one. */
  readonly makeBackup?: ((into: string, keep: number) => Promise<void>) | undefined;
  readonly node?: Node;
  /** Points at which a test may end the process. */
  readonly reach?: Reach | undefined;
}

/** All background work of the product: sending mail, and scheduled jobs. */
export async function startJobs(
  core: Core,
  scheduled: Scheduled,
  { makeBackup, node, reach }: BackupOptions,
): Promise<void> {
  const { registry, notifications, clock, log, config, http, onClose } = core;
  const { sessions, invitations, attachments, dashboards, weather, webhooks } = scheduled;
  const { inbox, clockShifts, forecasts, spaceDrift } = scheduled;
  bindJobs(http, registry);
  const outbox = { registry, notifications, clock, log, config, reach };
  const calls = startWebhooks({ ...outbox, webhooks });
  for (const sending of [startMail(outbox), startSms(outbox), calls]) onClose(async () => sending?.stop());
  const purgeKeys = () =>
    registry.system(async (tx) => {
      const purges = [purgeResetKeys, purgeEmailChanges, purgeSignUps, purgeChallenges, purgeTokens, purgeKioskLinks];
      for (const purge of purges) await purge(tx, clock());
    });
  const backups = await scheduleBackups({ registry, clock, log, config, makeBackup });
  const table = {
    ...inbox.kinds,
    ...clockShifts.kinds,
    ...forecasts.kinds,
    ...spaceDrift.kinds,
    ...backups,
    'expire-invitations': { schedule: utc('*/5 * * * *'), run: () => invitations.expire() },
    'purge-dashboards': { schedule: utc('33 3 * * *'), run: () => dashboards.purge() },
    'purge-files': { schedule: utc('23 2 * * *'), run: () => attachments.purge() },
    'purge-outbox': { schedule: utc('43 3 * * *'), run: () => registry.system((tx) => purgeMessages(tx, clock())) },
    'purge-reset-keys': { schedule: utc('23 * * * *'), run: purgeKeys },
    'purge-sessions': { schedule: utc('17 * * * *'), run: () => sessions.purge() },
    'purge-weather': { schedule: utc('13 4 * * *'), run: () => weather.purge() },
  };
  const jobs = await startQueue({ registry, clock, log, table, alone: node?.alone });
  onClose(() => jobs.stop());
  const enqueue: Enqueue = async (tx, request) => {
    await refuseFlood(tx, request, clock());
    return jobs.enqueue(tx, request);
  };
  for (const screen of [inbox, clockShifts, forecasts, spaceDrift]) screen.bind(enqueue);
}

/** Jobs of a kind are done one after another: no organization may make the others wait for many of its own. */
const openPerKind = 5;
/** As long as a job may take; what is older was lost with its process. */
const lostAfter = 6 * 3_600_000;

async function refuseFlood(tx: Transaction, { kind, orgId }: JobRequest, now: Date): Promise<void> {
  if (orgId === null) return;
  const open = await openJobs(tx, { kind, orgId }, new Date(now.getTime() - lostAfter));
  if (open >= openPerKind) throw new Refusal('too_many', 'Others of these are still at work. Try again in a moment.');
}

/** Housekeeping belongs to no location. */
function utc(cron: string) {
  return { cron, timezone: 'UTC' };
}
