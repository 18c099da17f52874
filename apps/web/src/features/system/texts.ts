import type { SystemState } from '@atrium/contract/system';
import type { Engine, Queue, Track, WarningKind } from '@atrium/rules/system-health';

type Warning = SystemState['warnings'][number];

interface WarningText {
  /** `figure` is the formatted value. */
  title: (figure: string, subject: string) => string;
  /** What to do. */
  text: string;
}

export const engineNames: Record<Engine, string> = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' };
const trackNames: Record<Track, string> = { live: 'Live readings', backfill: 'Back-filled readings' };

const warnings: Record<WarningKind, WarningText> = {
  'engine-down': {
    title: (_figure, engine) => `${engine} is not responding`,
    text: 'Check the log. A bundled database restarts on its own; if it stays down, check the disk and memory of this machine. Restart a database server of your own.',
  },
  'facts-stalled': {
    title: (seconds) => `Readings have not been written for ${seconds}`,
    text: 'Pushes are still accepted and nothing is lost, but charts do not move. Check the log for "Facts are stalled"; restart the server if it lasts.',
  },
  'disk-full': {
    title: (share) => `Only ${share} of the disk is free: pushes are refused`,
    text: 'Sensors keep their readings for a while. Free up or add disk space now.',
  },
  'disk-low': {
    title: (share) => `Only ${share} of the disk is free`,
    text: 'Free up or add disk space. Below 5% the server refuses pushes.',
  },
  lag: {
    title: (seconds, track) => `${track} are delayed by ${seconds}`,
    text: 'The server receives more than it can write. If the wait keeps growing, give this machine more CPU or faster disks.',
  },
  damage: {
    title: (count) =>
      count === '1' ? 'Stored readings are damaged' : `Stored readings are damaged in ${count} places`,
    text: 'Everything else is served. Check the disk of this machine, then run "npm run doctor".',
  },
  'engine-restarted': {
    title: (time, engine) => `${engine} restarted ${time} ago`,
    text: 'Nothing was lost. If it happens again, look in the log for the reason; low memory is a common cause.',
  },
  'server-restarted': {
    title: (time) => `The server restarted ${time} ago after a crash`,
    text: 'Nothing was lost. Look in the log for "The server failed".',
  },
  'mails-failed': {
    title: (count) => (count === '1' ? '1 email could not be delivered' : `${count} emails could not be delivered`),
    text: 'The outbox shows why. Check SMTP_URL and the addresses.',
  },
  'backup-failed': {
    title: (time) => `The scheduled backup failed ${time} ago`,
    text: 'The reason is on this page, under Last backup. Check the folder in ATRIUM_BACKUP_DIR and its free space, or run "npm run backup" now.',
  },
  'backup-overdue': {
    title: (time) => `There has been no backup for ${time}`,
    text: 'One is due every day. Check the log for "The backup", or run "npm run backup" now.',
  },
};

export const texts = {
  page: 'System',
  read: { title: 'System', fail: 'Unable to retrieve the state of the system' },
  subtitle: (version: string, since: string) =>
    `Version ${version}, running since ${since}. Refreshes every 10 seconds.`,
  states: { ok: 'Working', warned: 'Needs attention', degraded: 'Degraded' },
  warnings: 'Warnings',
  none: { title: 'Everything works', text: 'No warnings. Anything that needs your attention appears here.' },
  critical: 'Critical',
  warning: 'Warning',
  outbox: 'Open the outbox',
  warned: ({ kind, subject }: Warning, figure: string) => warnings[kind].title(figure, nameOf(subject)),
  remedy: ({ kind }: Warning) => warnings[kind].text,
  tiles: {
    disk: 'Disk free',
    diskOf: (free: string, total: string) => `${free} of ${total}`,
    diskUnknown: 'Unable to read the disk usage',
    lag: 'Ingestion lag',
    backfill: (seconds: string) => `Back-fill: ${seconds}`,
    stalled: (seconds: string) => `Nothing written for ${seconds}`,
    waiting: 'Waiting in the inbox',
    tracks: (live: string, backfill: string) => `${live} live, ${backfill} back-fill`,
    quarantine: 'In quarantine',
    bodies: 'Messages from sensors that could not be counted',
    refused: 'Refused pushes',
    noneRefused: 'None since the server started',
    refusedAs: (status: number, count: string) => `${count} × ${status}`,
    backup: 'Last backup',
    backupFailed: (at: string, reason: string) => `Failed ${at}: ${reason}`,
    backupDue: 'One is made every day',
    noBackups: 'Set ATRIUM_BACKUP_DIR to make one every day',
    neverBackedUp: 'Never',
    memory: 'Memory',
    loop: (p99: string, max: string) => `Event loop delay: ${p99} (99th percentile), ${max} at most`,
    unknown: '–',
  },
  engines: {
    heading: 'Databases',
    name: 'Database',
    state: 'State',
    up: 'Running',
    down: 'Down',
    version: 'Version',
    upSince: 'Running since',
    restarts: 'Restarts',
    restartedAt: 'Last restart',
    never: 'Never',
    elsewhere: 'Not known',
  },
  queues: {
    heading: 'Queues',
    name: 'Queue',
    waiting: 'Waiting',
    running: 'Running',
    failed: 'Failed',
    names: {
      'inbox-live': 'Inbox, live readings',
      'inbox-backfill': 'Inbox, back-fill',
      questions: 'Chart queries',
      'estate-files': 'Estate files',
      jobs: 'Jobs',
      mails: 'Emails (failed: last 24 hours)',
    } satisfies Record<Queue, string>,
  },
  quarantine: {
    heading: 'Quarantine',
    intro: 'Messages from sensors that could not be counted, by reason.',
    none: { title: 'Nothing is in quarantine', text: 'Every received message could be counted.' },
    reason: 'Reason',
    groups: 'Devices',
    bodies: 'Messages',
  },
  damage: {
    heading: 'Damage',
    intro: 'Files of stored readings that are missing or cannot be read.',
    table: 'Table',
    month: 'Month',
    rows: 'Rows lost',
    foundAt: 'Found',
    state: 'Repair',
    rebuilt: (at: string) => `Rebuilt ${at}`,
    ways: {
      automatic: 'Automatic',
      'from-received': 'npm run doctor -- --rebuild',
      no: 'From a backup',
    } satisfies Record<SystemState['damage'][number]['rebuild'], string>,
    all: 'All',
    unknown: 'Not known',
  },
} as const;

function nameOf(subject: Warning['subject']): string {
  if (subject === null) return '';
  return subject === 'live' || subject === 'backfill' ? trackNames[subject] : engineNames[subject];
}
