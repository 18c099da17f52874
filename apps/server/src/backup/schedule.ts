import type { Config } from '../config.ts';
import type { JobKind } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Registry } from '../registry/registry.ts';
import { noteFailure, noteSchedule } from './state-store.ts';

interface Scheduling {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly log: Log;
  readonly config: Partial<Pick<Config, 'backupFolder' | 'backupAt' | 'backupKeep'>>;
  readonly makeBackup?: ((into: string, keep: number) => Promise<void>) | undefined;
}

/** The job that makes a backup every day. Of several nodes that share databases, one makes it. */
export async function scheduleBackups(parts: Scheduling): Promise<{ backup: JobKind }> {
  const { registry, clock, log, makeBackup } = parts;
  const { backupFolder: into, backupAt: at = 0, backupKeep: keep = 1 } = parts.config;
  const isScheduled = into !== undefined && makeBackup !== undefined;
  await noteSchedule(registry, isScheduled, clock());
  const limits = { retries: 2, hours: 12 };
  // A schedule of an earlier setting may still come due.
  if (!isScheduled) return { backup: { ...limits, run: async () => {} } };
  const run = async () => {
    try {
      await makeBackup(into, keep);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ reason }, 'The backup failed');
      await noteFailure(registry, reason, clock());
      throw error;
    }
  };
  const schedule = { cron: `${at % 60} ${Math.floor(at / 60)} * * *`, timezone: 'UTC' };
  return { backup: { ...limits, schedule, run } };
}
