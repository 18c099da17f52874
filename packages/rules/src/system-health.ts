/** The input of the warnings about a running installation. Instants are ISO 8601. */
export interface SystemFigures {
  readonly at: string;
  readonly server: { readonly startedAt: string; readonly restarts: number | null };
  /** Null if it cannot be read. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  readonly stalledSeconds: number;
  readonly tracks: readonly { readonly track: Track; readonly lagSeconds: number }[];
  readonly engines: readonly {
    readonly engine: Engine;
    readonly isUp: boolean;
    readonly restartedAt: string | null;
  }[];
  readonly damage: readonly { readonly foundAt: string; readonly rebuiltAt: string | null }[];
  readonly queues: readonly { readonly queue: Queue; readonly failed: number | null }[];
  /** Null if it cannot be read. */
  readonly backup: {
    /** Since when backups are scheduled; null without a schedule. */
    readonly scheduledSince: string | null;
    readonly last: { readonly at: string } | null;
    /** The last scheduled one, if it failed. */
    readonly failed: { readonly at: string } | null;
  } | null;
}

/** Live readings, and readings that a device stored for later. */
export const tracks = ['live', 'backfill'] as const;
export type Track = (typeof tracks)[number];

export const engines = ['postgres', 'clickhouse'] as const;
export type Engine = (typeof engines)[number];

export const queues = ['inbox-live', 'inbox-backfill', 'questions', 'estate-files', 'jobs', 'mails'] as const;
export type Queue = (typeof queues)[number];

export const warningKinds = [
  'engine-down',
  'facts-stalled',
  'disk-full',
  'disk-low',
  'lag',
  'damage',
  'engine-restarted',
  'server-restarted',
  'mails-failed',
  'backup-failed',
  'backup-overdue',
] as const;
export type WarningKind = (typeof warningKinds)[number];

export interface SystemWarning {
  readonly kind: WarningKind;
  /** The product does not work: `/healthz` returns 503. */
  readonly isCritical: boolean;
  /** The engine or track it is about. */
  readonly subject: Engine | Track | null;
  /** Seconds, a share or a count, depending on the kind. */
  readonly value: number;
}

const hour = 3600;

export const systemLimits = {
  /** Shares of the disk that are free. Below `fullDisk` pushes are refused. */
  lowDisk: 0.1,
  fullDisk: 0.05,
  /** Seconds that the oldest body may wait. Catching up on stored readings takes a while. */
  lagSeconds: { live: 60, backfill: 600 },
  /** Seconds for which a restart is worth reporting. */
  restartSeconds: hour,
  /** Seconds after which damage can no longer be repaired from received bodies, and is not reported. */
  damageSeconds: 30 * 24 * hour,
  /** Seconds after which the next daily backup should be there: a day, and the time it may take. */
  backupSeconds: 26 * hour,
} as const;

/** Everything that needs the operator's attention, worst first. */
export function systemWarnings(figures: SystemFigures): SystemWarning[] {
  const {
    at,
    server,
    disk,
    stalledSeconds,
    tracks: waiting,
    engines: running,
    damage,
    queues: lengths,
    backup,
  } = figures;
  const since = (instant: string) => (Date.parse(at) - Date.parse(instant)) / 1000;
  const warnings: SystemWarning[] = [];
  const warn = (kind: WarningKind, value: number, subject: SystemWarning['subject'] = null) =>
    warnings.push({ kind, isCritical: critical.has(kind), subject, value });

  for (const { engine, isUp } of running) if (!isUp) warn('engine-down', 0, engine);
  if (stalledSeconds > 0) warn('facts-stalled', stalledSeconds);
  const free = disk ? disk.freeBytes / disk.totalBytes : 1;
  if (free < systemLimits.lowDisk) warn(free < systemLimits.fullDisk ? 'disk-full' : 'disk-low', free);
  for (const { track, lagSeconds } of waiting) {
    if (lagSeconds > systemLimits.lagSeconds[track]) warn('lag', lagSeconds, track);
  }
  const unrepaired = damage.filter(
    ({ foundAt, rebuiltAt }) => rebuiltAt === null && since(foundAt) < systemLimits.damageSeconds,
  );
  if (unrepaired.length > 0) warn('damage', unrepaired.length);
  for (const { engine, restartedAt } of running) {
    const age = restartedAt === null ? Infinity : since(restartedAt);
    if (age < systemLimits.restartSeconds) warn('engine-restarted', Math.max(0, age), engine);
  }
  const up = since(server.startedAt);
  if ((server.restarts ?? 0) > 0 && up < systemLimits.restartSeconds) warn('server-restarted', Math.max(0, up));
  const failedMails = lengths.find(({ queue }) => queue === 'mails')?.failed ?? 0;
  if (failedMails > 0) warn('mails-failed', failedMails);
  if (backup?.scheduledSince) {
    if (backup.failed) warn('backup-failed', Math.max(0, since(backup.failed.at)));
    const age = since(backup.last?.at ?? backup.scheduledSince);
    if (age > systemLimits.backupSeconds) warn('backup-overdue', age);
  }
  return warnings;
}

/**
 * Damage is not among them: the remaining data is served with its completeness, and a stopped server repairs nothing.
 */
const critical: ReadonlySet<WarningKind> = new Set(['engine-down', 'facts-stalled', 'disk-full']);
