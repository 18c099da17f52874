import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { machineMemory } from './machine.ts';
import {
  EnginesError,
  type ChildMessage,
  type ChildOptions,
  type ClickHouseAddress,
  type EngineLog,
  type EngineName,
  type EngineReport,
  type EngineState,
  type Log,
  type PostgresAddress,
} from './messages.ts';
import { socketFolder } from './socket-folder.ts';
import { describeExit, exitOf, isRunning, keepRunning } from './supervision.ts';

export { EnginesError } from './messages.ts';
export type { ClickHouseAddress, EngineLog, EngineName, EngineReport, PostgresAddress } from './messages.ts';

/** Where the engines of a data folder listen, no matter which process started them. */
export async function addressesIn(
  dataDir: string,
): Promise<{ postgres: PostgresAddress; clickhouse: ClickHouseAddress }> {
  const sockets = await socketFolder(resolve(dataDir));
  return {
    postgres: { host: sockets, port: 5432, user: 'atrium', database: 'postgres' },
    clickhouse: { socketPath: join(sockets, 'clickhouse') },
  };
}

export type EnginesOptions = {
  /** Everything the engines store; created when missing. */
  dataDir: string;
  /** The engines to run; the other one is a server elsewhere. Both by default. */
  with?: readonly EngineName[];
  onLog: Log;
  /** The child exited unexpectedly; it is restarted. */
  onExit?: (how: string) => void;
  /** The memory that the engines are sized by; that of the machine or container by default. */
  memoryBytes?: number;
  /** Only for tests whose data is disposable. */
  durable?: boolean;
  /** Program of the child: next to this file by default, as source or as `engines-child.js` of the bundle. */
  childEntry?: string;
};

export type EnginesStatus = {
  state: EngineState;
  /** How often the child was restarted. */
  restarts: number;
  engines: Partial<Record<EngineName, EngineStatus>>;
};

/** Restarts since `startEngines`, including those of the process that contains both. */
export type EngineStatus = EngineReport & { startedAt: Date | undefined; restartedAt: Date | undefined };

/** The addresses stay valid across crashes and restarts of either engine. */
export type Engines = {
  readonly postgres: PostgresAddress;
  readonly clickhouse: ClickHouseAddress;
  /** Process id of the child, while it runs. */
  readonly pid: number | undefined;
  status(): EnginesStatus;
  stop(): Promise<void>;
};

const STOP_PATIENCE_MS = 60_000;

/** A ready child sends a message every other second; while it opens large tables it may be busy for minutes. */
const LOOK_EVERY_MS = 5_000;
/** Another build of ClickHouse, as tests may use, can keep its process busy for longer. */
const SILENT_LOOKS = { ready: process.env.ATRIUM_ENGINES_NODE === undefined ? 4 : 24, starting: 120 };

/** Starts the `engines` process, keeps it running, and resolves once the engines respond. */
export async function startEngines(options: EnginesOptions): Promise<Engines> {
  const asked: ChildOptions = {
    dataDir: resolve(options.dataDir),
    with: options.with ?? ['postgres', 'clickhouse'],
    memoryBytes: options.memoryBytes ?? machineMemory(),
    durable: options.durable ?? true,
  };
  const entry = options.childEntry ?? defaultEntry();
  const status: EnginesStatus = { state: 'starting', restarts: 0, engines: {} };
  const stop = new AbortController();
  let child: ChildProcess | undefined;
  let ready: Ready | undefined;

  await keepRunning({
    launch: async () => {
      child = spawnChild(entry, asked, options.onLog);
      const speaks = endWhenSilent(child, options.onLog);
      ready = await readiness(child, options.onLog, (engine, report) => {
        status.engines[engine] = nextStatus(status.engines[engine], report);
      });
      speaks();
      return child;
    },
    signal: stop.signal,
    onEnded: (how) => {
      status.state = 'restarting';
      status.restarts += 1;
      for (const engine of asked.with) {
        status.engines[engine] = nextStatus(status.engines[engine], {
          state: 'restarting',
          pid: undefined,
          restarts: 0,
        });
      }
      note(options.onLog, 'error', `The engines process exited (${how}); restarting it`);
      options.onExit?.(how);
    },
    onFailed: (error) => note(options.onLog, 'error', String(error)),
    onBack: () => {
      status.state = 'running';
    },
  });
  status.state = 'running';

  return {
    get postgres() {
      return asserted(ready?.postgres, 'PostgreSQL');
    },
    get clickhouse() {
      return asserted(ready?.clickhouse, 'ClickHouse');
    },
    get pid() {
      return child && isRunning(child) ? child.pid : undefined;
    },
    status: () => structuredClone(status),
    stop: async () => {
      stop.abort();
      if (child && isRunning(child)) await stopChild(child);
      status.state = 'stopped';
    },
  };
}

/** A new process starts counting from zero, so each restart is counted here when it is reported. */
function nextStatus(known: EngineStatus | undefined, report: EngineReport): EngineStatus {
  const isRestart = report.state === 'restarting';
  return {
    ...report,
    restarts: (known?.restarts ?? 0) + (isRestart ? 1 : 0),
    startedAt: report.state === 'running' ? new Date() : undefined,
    restartedAt: isRestart ? new Date() : known?.restartedAt,
  };
}

type Ready = Extract<ChildMessage, { kind: 'ready' }>;

/** Resolves when the child reports that it is ready, rejects when it refuses or exits before. */
function readiness(
  child: ChildProcess,
  onLog: Log,
  onReport: (engine: EngineName, report: EngineReport) => void,
): Promise<Ready> {
  return new Promise((done, reject) => {
    let refusal: EnginesError | undefined;
    child.on('message', (raw) => {
      const message = raw as ChildMessage;
      switch (message.kind) {
        case 'ready':
          done(message);
          break;
        case 'refused':
          refusal = new EnginesError(message.code, message.message);
          break;
        case 'alive':
          break;
        case 'state':
          onReport(message.engine, message.report);
          break;
        case 'log':
          onLog(message.line);
          break;
      }
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(
        refusal ??
          new EnginesError(
            'engine-failed',
            `The engines process exited during startup (${describeExit(code, signal)})`,
          ),
      );
    });
  });
}

function spawnChild(entry: string, options: ChildOptions, onLog: Log): ChildProcess {
  const loader = entry.endsWith('.ts') ? ['--import', typeScriptLoader()] : [];
  const [program, ...before] = nodeOfEngines();
  const child = spawn(program, [...before, ...loader, entry, JSON.stringify(options)], {
    // In its own process group: the terminal's Ctrl-C is for the server, which stops the engines last.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    // Queries of ClickHouse occupy threads of this pool; its size is read before any code of the child runs.
    // ClickHouse takes its time zone from the process.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16', TZ: 'UTC' },
  });
  child.stdin?.on('error', () => {});
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (text) => note(onLog, 'warn', text));
  }
  return child;
}

/** This Node, or the command in `ATRIUM_ENGINES_NODE`, which tests use to run another build of ClickHouse. */
function nodeOfEngines(): [program: string, ...parameters: string[]] {
  const [program = process.execPath, ...parameters] = (process.env.ATRIUM_ENGINES_NODE ?? '')
    .split(' ')
    .filter(Boolean);
  return [program, ...parameters];
}

/**
 * A crash inside ClickHouse does not end the process: its signal handler waits forever. Checks are counted instead of
 * seconds, so that a machine that was suspended does not report a silent child. Returns a function that marks it as
 * ready.
 */
function endWhenSilent(child: ChildProcess, onLog: Log): () => void {
  let silent = 0;
  let allowed = SILENT_LOOKS.starting;
  child.on('message', () => {
    silent = 0;
  });
  const timer = setInterval(() => {
    silent += 1;
    if (silent <= allowed) return;
    note(onLog, 'error', 'The engines process is not responding; stopping it');
    child.kill('SIGKILL');
  }, LOOK_EVERY_MS);
  child.once('exit', () => clearInterval(timer));
  return () => {
    allowed = SILENT_LOOKS.ready;
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  child.stdin?.end();
  await exitOf(child);
  clearTimeout(giveUp);
}

function defaultEntry(): string {
  return fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './engines-child.js', import.meta.url));
}

function typeScriptLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}

function asserted<Address>(address: Address | undefined, engine: string): Address {
  if (address === undefined) throw new Error(`${engine} is not one of the requested engines`);
  return address;
}

function note(onLog: Log, level: EngineLog['level'], message: string): void {
  onLog({ from: 'engines', level, message });
}
