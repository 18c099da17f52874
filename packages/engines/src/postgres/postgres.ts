import { type ChildProcess } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresSettings } from '../machine.ts';
import { EnginesError, type EngineReport, type Log, type PostgresAddress } from '../messages.ts';
import { endProcess, exitOf, isRunning, keepRunning } from '../supervision.ts';
import { findBinaries, usableBinaries } from './binaries.ts';
import { chooseRunner, describeIdentity, type Identity, type Runner } from './identity.ts';
import { clearEarlierRun, endBackends } from './orphans.ts';

const VERSION = '18';
const USER = 'atrium';
/** Recovery from a crash under load may take minutes, and must not be interrupted repeatedly. */
const START_PATIENCE_MS = 30 * 60_000;
const STOP_PATIENCE_MS = 15_000;

/** Fast shutdown (clients are disconnected, a checkpoint is written), then without checkpoint, then by force. */
const STOP_SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'];

export type PostgresOptions = {
  dataDir: string;
  /** Private folder for the socket. */
  sockets: string;
  memoryBytes: number;
  durable: boolean;
  log: Log;
  /** Aborts a start in progress, and every restart. */
  signal: AbortSignal;
  onReport: (report: EngineReport) => void;
  /** The user it may run as under a root process; by default the first that works. */
  allowed?: (identity: Identity) => boolean;
};

export type Postgres = { address: PostgresAddress; stop: () => Promise<void> };

/** Starts the bundled PostgreSQL on a socket of the data folder and keeps it running until `stop`. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, sockets, signal, onReport } = options;
  const log = sayingOnce(options.log);
  const cluster = join(dataDir, 'postgres');
  const installed = await usableBinaries(findBinaries(), dataDir);
  await clearEarlierRun(cluster, log);
  const runner = await chooseRunner(dataDir, cluster, installed, options.allowed);
  log({ from: 'postgres', level: 'debug', message: `PostgreSQL runs as ${describeIdentity(runner.identity)}` });
  await prepareCluster(cluster, runner, options);
  await runner.own(sockets);
  const args = serverArguments(cluster, options);

  let server: ChildProcess | undefined;
  let restarts = 0;
  const report = (state: EngineReport['state']): void => onReport({ state, pid: server?.pid, restarts });

  const launch = async (): Promise<ChildProcess> => {
    if (restarts > 0) await endBackends(cluster);
    const launched = runner.spawn(runner.binaries.postgres, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
    const tail = forwardLog(launched, log);
    server = launched;
    const outcome = await Promise.race([exitOf(launched), untilReady(cluster, launched, signal)]);
    if (outcome === 'ready') return launched;
    await endProcess(launched, STOP_SIGNALS, STOP_PATIENCE_MS);
    if (DISK_FULL.test(tail())) {
      throw new EnginesError(
        'folder-unusable',
        `PostgreSQL did not start: the disk of ${cluster} is full. Free up disk space; nothing is lost.`,
      );
    }
    throw new EnginesError(
      signal.aborted ? 'engine-failed' : 'store-damaged',
      `PostgreSQL did not start: ${tail() || outcome} If files in ${cluster} were lost or damaged, restore \`postgres/\` and \`clickhouse/\` from the same backup. Nothing was changed; \`npm run doctor\` reports what is still intact.`,
    );
  };

  report('starting');
  await keepRunning({
    launch,
    signal,
    onEnded: (how) => {
      restarts += 1;
      log({ from: 'postgres', level: 'error', message: `The postmaster exited (${how}); restarting it` });
      report('restarting');
    },
    onFailed: (error) =>
      log({ from: 'postgres', level: 'error', message: error instanceof Error ? error.message : String(error) }),
    onBack: () => report('running'),
  });
  report('running');

  return {
    address: { host: sockets, port: 5432, user: USER, database: 'postgres' },
    stop: async () => {
      if (server) await endProcess(server, STOP_SIGNALS, STOP_PATIENCE_MS);
      report('stopped');
    },
  };
}

async function prepareCluster(cluster: string, runner: Runner, { log, durable }: PostgresOptions): Promise<void> {
  const half = `${cluster}.new`;
  await rm(half, { recursive: true, force: true });
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (made === VERSION) {
    await runner.own(cluster);
    return;
  }
  if (made !== '' || (await stat(cluster).catch(() => undefined))) {
    throw new EnginesError(
      'folder-unusable',
      made === ''
        ? `${cluster} is damaged: its file PG_VERSION is missing or empty. Restore \`postgres/\` and \`clickhouse/\` from the same backup. Nothing was changed.`
        : `${cluster} was created by PostgreSQL ${made}; this version of Atrium comes with PostgreSQL ${VERSION}. Restore a backup into an empty data folder.`,
    );
  }
  if (await hasReadings(dirname(cluster))) {
    throw new EnginesError(
      'folder-incomplete',
      `The registry is missing: ${cluster} does not exist, but \`clickhouse/\` next to it has readings of an installation. Put \`postgres/\` back from the backup of the same moment (or set DATABASE_URL again, if it was a server). To start over without the old readings, move \`clickhouse/\` away. Nothing was changed.`,
    );
  }
  log({ from: 'postgres', level: 'info', message: 'Creating the registry database' });
  await mkdir(half, { mode: 0o700 });
  await chmod(half, 0o700);
  await runner.own(half);
  // The builtin locale sorts alike on every system; libc collations differ and would corrupt indexes of a moved folder.
  const initdb = runner.spawn(
    runner.binaries.initdb,
    ['-D', half, '-U', USER, '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      .concat(['--auth-local=trust', '--auth-host=reject', '--no-instructions'])
      .concat(['--set', 'dynamic_shared_memory_type=mmap'], durable ? [] : ['--no-sync']),
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' },
  );
  const tail = forwardLog(initdb, log);
  const how = await exitOf(initdb);
  if (how !== 'exit code 0')
    throw new EnginesError('engine-failed', `PostgreSQL could not be set up: ${tail() || how}`);
  // Only a complete cluster ever gets the final name.
  await rename(half, cluster);
}

/** Tables are created when both engines have responded once: if there are any, there was a registry. */
async function hasReadings(dataDir: string): Promise<boolean> {
  const tables = await readdir(join(dataDir, 'clickhouse', 'metadata', 'atrium')).catch(() => []);
  return tables.some((name) => name.endsWith('.sql'));
}

function serverArguments(cluster: string, options: PostgresOptions): string[] {
  const settings: Record<string, string> = {
    ...postgresSettings(options.memoryBytes, options.durable),
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: options.sockets,
    unix_socket_permissions: '0700',
    // POSIX shared memory is 64 MB in most containers.
    dynamic_shared_memory_type: 'mmap',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_line_prefix: '',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    // Statements and details contain readings and names of customers.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // A crash ends the postmaster and we restart it: its own restart can hang forever on a full disk.
    restart_after_crash: 'off',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The postmaster writes its state into the eighth line of its pid file, as pg_ctl reads it. */
async function untilReady(cluster: string, server: ChildProcess, signal: AbortSignal): Promise<string> {
  const end = Date.now() + START_PATIENCE_MS;
  while (Date.now() < end && !signal.aborted && isRunning(server)) {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return 'ready';
    await sleep(10);
  }
  return signal.aborted ? 'stopped while starting' : `not ready after ${START_PATIENCE_MS / 1000} s`;
}

const DISK_FULL = /No space left on device|Disk quota exceeded/;
const SAY_AGAIN_MS = 60_000;

/**
 * While it cannot start it is retried every other second: messages repeated within a minute are logged at debug level.
 */
function sayingOnce(log: Log): Log {
  const saidAt = new Map<string, number>();
  return (line) => {
    const now = Date.now();
    for (const [text, at] of saidAt) if (now - at >= SAY_AGAIN_MS) saidAt.delete(text);
    // Process ids and names of temporary files differ every time.
    const text = line.message.replaceAll(/\d+/g, '#');
    const isRepeated = line.level === 'error' && saidAt.has(text);
    if (line.level === 'error' && !isRepeated) saidAt.set(text, now);
    log(isRepeated ? { ...line, level: 'debug' } : line);
  };
}

/** Forwards PostgreSQL's messages and keeps the last few for an error message. */
function forwardLog(child: ChildProcess, log: Log): () => string {
  const recent: string[] = [];
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (text) => {
      const [, severity = '', message = text] =
        /^(DEBUG\d?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC):\s+(.*)$/.exec(text) ?? [];
      // Connection attempts during startup would push out the reason.
      if (!/^FATAL:\s+the database system is /.test(text)) recent.push(text);
      if (recent.length > 5) recent.shift();
      log({ from: 'postgres', level: LEVELS[severity] ?? 'info', message });
    });
  }
  return () => recent.join(' ');
}

/** ERROR and FATAL are refused statements and connections, which are reported to their callers. */
const LEVELS: Record<string, 'debug' | 'info' | 'warn' | 'error'> = {
  LOG: 'debug',
  INFO: 'info',
  NOTICE: 'debug',
  WARNING: 'warn',
  ERROR: 'debug',
  FATAL: 'debug',
  PANIC: 'error',
};
