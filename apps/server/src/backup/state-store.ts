import * as z from 'zod/mini';
import { deleteValue, generateOnce, installationValue, setValue } from '../registry/installation.ts';
import type { Registry } from '../registry/registry.ts';

/** The last backups of an installation. Instants are ISO 8601. */
export interface BackupState {
  /** Since when a schedule is set; null without one. */
  readonly scheduledSince: string | null;
  readonly last: { readonly at: string; readonly folder: string; readonly bytes: number } | null;
  /** The last scheduled one, if it failed. */
  readonly failed: { readonly at: string; readonly reason: string } | null;
}

const keys = { since: 'backup-scheduled', last: 'backup-last', failed: 'backup-failed' } as const;
const last = z.object({ at: z.string(), folder: z.string(), bytes: z.number() });
const failed = z.object({ at: z.string(), reason: z.string() });

export async function readBackupState(registry: Registry): Promise<BackupState> {
  const [since, made, failure] = await Promise.all(
    [keys.since, keys.last, keys.failed].map((key) => installationValue(registry, key)),
  );
  return {
    scheduledSince: since ?? null,
    last: made === undefined ? null : z.parse(last, JSON.parse(made)),
    failed: failure === undefined ? null : z.parse(failed, JSON.parse(failure)),
  };
}

/** At every start: whether backups are scheduled. */
export async function noteSchedule(registry: Registry, isScheduled: boolean, now: Date): Promise<void> {
  if (isScheduled) await generateOnce(registry, keys.since, () => now.toISOString());
  else await deleteValue(registry, keys.since);
}

export async function noteBackup(
  registry: Registry,
  { folder, bytes }: { readonly folder: string; readonly bytes: number },
  now: Date,
): Promise<void> {
  await setValue(registry, keys.last, JSON.stringify({ at: now.toISOString(), folder, bytes }));
  await deleteValue(registry, keys.failed);
}

export async function noteFailure(registry: Registry, reason: string, now: Date): Promise<void> {
  await setValue(registry, keys.failed, JSON.stringify({ at: now.toISOString(), reason: reason.slice(0, 500) }));
}
