import { EnginesError, startEngines, type EngineLog } from '@atrium/engines/engines';
import { demoWorld } from '@atrium/simulator/demo-world';
import type { DescribedHistory } from '@atrium/simulator/history';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino, type Logger } from 'pino';
import { buildApp, type App } from './app/app.ts';
import { startApplyingThread } from './app/applying-thread.ts';
import { type Config, listenAddress, readConfig, SettingError } from './config.ts';
import { completeDemo, createDemoData, demoExists, startDemoSensors } from './demo/demo.ts';
import { demoWeather } from './demo/weather.ts';
import { issueSetupToken } from './features/setup/setup.ts';
import { appendCommand } from './ingestion/inbox.ts';
import { findWaiting } from './ingestion/todo-store.ts';
import type { Transaction } from './registry/registry.ts';
import { exitCodes, restartsArgument, type ServerMessage } from './exit-codes.ts';
import { portProblem, refuseUsedPort } from './port.ts';
import { makePrivate } from './private-folder.ts';
import { backUpInProcess } from './backup/process.ts';
import { keyFileName } from './accounts/secret-key.ts';
import { nodeId } from './stores/node-id.ts';

/** The process: settings, engines, the app, and a clean shutdown. */
const clock = () => new Date();
const closing: (() => Promise<void>)[] = [];
let ending: Promise<void> | undefined;
let serverLog: Logger | undefined;

// Files of this process and its children are private.
process.umask(0o077);
process.on('SIGTERM', () => void end(exitCodes.stopped));
process.on('SIGINT', () => void end(exitCodes.stopped));
// The supervisor is gone, for whatever reason.
process.on('disconnect', () => void end(exitCodes.stopped));
process.on('uncaughtException', crash);
// A closed terminal or pipe is no reason to exit.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

try {
  await run(readConfig(process.env));
} catch (error) {
  console.error(error instanceof SettingError ? error.message : explain(error));
  await end(isRefusal(error) ? exitCodes.refused : exitCodes.failed);
}

async function run(config: Config): Promise<void> {
  const log = openLog(config);
  serverLog = log;
  const started = performance.now();
  await refuseUsedPort(config.port, config.host);
  if (config.sftpPort !== undefined) await refuseUsedPort(config.sftpPort, config.host, 'SFTP_PORT');
  await makePrivate(config.dataFolder);
  const { postgres, clickhouse, engines } = await openEngines(config, log);
  const node = { id: await nodeId(config.dataFolder), alone: config.databaseUrl === undefined };
  say('Opening the databases …');
  const filesFolder = join(config.dataFolder, 'files');
  const app = await buildApp({
    config,
    dataFolder: config.dataFolder,
    filesFolder,
    sftpFolder: join(config.dataFolder, 'sftp'),
    keyFile: join(config.dataFolder, keyFileName),
    postgres,
    clickhouse,
    clock,
    log,
    node,
    applying: (onDamage) =>
      startApplyingThread({ postgres, clickhouse, node, filesFolder, logLevel: config.logLevel }, onDamage),
    engines,
    restarts: restartsIn(process.argv),
    makeBackup: (into, keep) => backUpInProcess(into, keep, log),
    ...(config.demo && { simulatedWeather: demoWeather() }),
    estateReader: new URL('./estate-reading-worker.js', import.meta.url),
    ...webFolder(),
  });
  closing.push(() => app.close());
  const demoParts = {
    registry: app.registry,
    secrets: app.secrets,
    clock,
    appendHistories: (tx: Transaction, orgId: string, histories: readonly DescribedHistory[]) => {
      tx.afterCommit(() => app.ingestion.wake());
      return appendCommand(tx, orgId, { type: 'demo-history', histories }, clock());
    },
    isWaiting: async (number: string) => {
      const waiting = await app.registry.system(({ client }) => findWaiting(client, [Number(number)]));
      return waiting.length > 0;
    },
    imports: app.imports,
  };
  if (config.demo && (await createDemoData(demoParts))) await fillDemo(app);
  const hasDemo = await demoExists(app.registry);

  const host = listenAddress(config, hasDemo);
  await app.http.listen({ port: config.port, host }).catch((error: unknown) => {
    throw portProblem(error, config.port, host) ?? error;
  });
  const port = listeningPort(app);
  if (app.sftp && config.sftpPort !== undefined) {
    const sftpPort = config.sftpPort;
    const listening = await app.sftp.listen(sftpPort, host).catch((error: unknown) => {
      throw portProblem(error, sftpPort, host, 'SFTP_PORT') ?? error;
    });
    say(`SFTP is ready on port ${listening}; its host key is ${app.sftp.fingerprint}`);
  }
  if (hasDemo && config.demo) {
    const simulator = await startDemoSensors(demoParts, `http://${reachable(host)}:${port}`, log);
    closing.push(() => simulator.stop());
  }
  const url = config.publicUrl ?? `http://localhost:${port}`;
  say(`\nAtrium is ready at ${url}  (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (hasDemo) tellSignIns();
  const token = await issueSetupToken(app.registry);
  if (token !== null) say(`Create the first staff user here, once: ${url}/#/setup?token=${token}`);
  process.send?.('ready' satisfies ServerMessage);
  if (hasDemo && config.demo) {
    const completion = new AbortController();
    const completing = completeDemo(demoParts, completion.signal).catch((error: unknown) => {
      if (!completion.signal.aborted) log.warn({ err: error }, 'The demo will be completed at the next start');
    });
    closing.push(async () => {
      completion.abort();
      await completing;
    });
  }
}

function openLog({ logLevel }: Config): Logger {
  const destination = pino.destination(2);
  destination.on('error', () => {});
  return pino({ level: logLevel }, destination);
}

async function openEngines(config: Config, log: Logger): Promise<Addresses> {
  const own = [
    ...(config.databaseUrl === undefined ? (['postgres'] as const) : []),
    ...(config.clickhouseUrl === undefined ? (['clickhouse'] as const) : []),
  ];
  if (own.length > 0) say('Starting the engines …');
  const engines =
    own.length === 0
      ? undefined
      : await startEngines({ dataDir: config.dataFolder, with: own, onLog: (line) => logEngine(log, line) });
  if (engines) closing.push(() => engines.stop());
  return {
    engines: engines && (() => engines.status().engines),
    postgres: config.databaseUrl === undefined ? { ...engines?.postgres } : { connectionString: config.databaseUrl },
    clickhouse: {
      database: 'atrium',
      ...(config.clickhouseUrl === undefined ? engines?.clickhouse : { url: config.clickhouseUrl }),
    },
  };
}

type Addresses = Pick<Parameters<typeof buildApp>[0], 'postgres' | 'clickhouse' | 'engines'>;

function logEngine(log: Logger, { level, from, message }: EngineLog): void {
  log[level]({ from }, message);
}

/** Waits until the pump has written the demo history, and prints the progress. */
async function fillDemo(app: App): Promise<void> {
  say('Creating the demo data: two organizations, 13 months of minutes …');
  const since = performance.now();
  const timer = setInterval(() => say(`  … ${Math.round((performance.now() - since) / 1000)} s`), 5_000);
  app.ingestion.wake();
  await app.ingestion.applied();
  clearInterval(timer);
}

function tellSignIns(): void {
  const { users, password } = demoWorld();
  say(`Sign in with the password ${password} as`);
  for (const { email, role } of users) say(`  ${email.padEnd(24)} ${role}`);
}

/** Next to the checkout's own build; without one the server still serves the API. */
function webFolder(): { webFolder?: string } {
  const folder = fileURLToPath(new URL('../../web/dist', import.meta.url));
  return existsSync(folder) ? { webFolder: folder } : {};
}

/** Undefined when no supervisor started this process. */
function restartsIn(parameters: readonly string[]): number | undefined {
  const restarts = parameters.find((parameter) => parameter.startsWith(restartsArgument));
  return restarts === undefined ? undefined : Number(restarts.slice(restartsArgument.length));
}

function listeningPort(app: App): number {
  const address = app.http.fastify.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no listening port.');
  return address.port;
}

/** The address at which this machine reaches a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === 'localhost') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Once, in the reverse order of the start; a second signal finds the shutdown in progress. */
function end(code: number): Promise<void> {
  ending ??= (async () => {
    for (const stop of closing.splice(0).toReversed()) {
      await stop().catch((error: unknown) => console.error(explain(error)));
    }
    process.exit(code);
  })();
  return ending;
}

/** The state is unknown after this, so the process exits; the supervisor starts a new one. */
function crash(error: unknown): void {
  if (serverLog) serverLog.fatal({ err: error }, 'The server failed and ends');
  else console.error(error);
  process.exit(exitCodes.failed);
}

/** Another start would be refused for the same reason. */
function isRefusal(error: unknown): boolean {
  return error instanceof SettingError || (error instanceof EnginesError && error.code !== 'engine-failed');
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(line: string): void {
  console.log(line);
}
