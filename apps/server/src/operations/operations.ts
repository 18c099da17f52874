import { version } from '@atrium/contract/product';
import type { SystemState } from '@atrium/contract/system';
import { engines, systemWarnings, type Engine, type Queue } from '@atrium/rules/system-health';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readBackupState } from '../backup/state-store.ts';
import type { Load } from '../fair-shares.ts';
import type { Health, Http } from '../http/server.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import type { Registry } from '../registry/registry.ts';
import type { Stores } from '../stores/stores.ts';
import { createProbe, remembered } from './probe.ts';
import {
  askPostgres,
  type EngineAnswer,
  type EngineRuns,
  readJobs,
  readMails,
  readQuarantine,
  readTracks,
} from './store.ts';

/**
 * What the operator sees: a snapshot of everything that can go wrong, for the page, for `/metrics` and for `/healthz`.
 */
export interface Operations {
  /** At most a second old. Never rejects: what cannot be read is missing from it. */
  read(): Promise<SystemState>;
  readonly health: Health;
  stop(): void;
}

export interface OperationsOptions {
  readonly registry: Registry;
  readonly stores: Pick<Stores, 'damage' | 'factsVersion'>;
  readonly ingestion: Pick<Ingestion, 'health' | 'disk'>;
  readonly http: Pick<Http, 'refused'>;
  readonly questions: { load(): Load };
  readonly estateFiles: { load(): Load };
  readonly clock: () => Date;
  /** The engines of this installation; absent for servers of the operator's own. */
  readonly engines?: (() => EngineRuns) | undefined;
  /** How often the supervisor has restarted this server. */
  readonly restarts?: number | undefined;
}

const freshMs = 1_000;
const quarantineFreshMs = 10_000;
const eventLoopWindowMs = 10_000;
const dayMs = 24 * 60 * 60_000;

export function startOperations(options: OperationsOptions): Operations {
  const { registry, stores, ingestion, clock } = options;
  const startedAt = clock();
  const delay = watchEventLoop();
  const postgres = createProbe(() => askPostgres(registry));
  const clickhouse = createProbe(async () => ({ version: await stores.factsVersion(), upSince: null }));
  const damage = createProbe(() => stores.damage());
  const quarantine = createProbe(() => registry.system(({ client }) => readQuarantine(client)));
  // Counting takes at most a fiftieth of the time, however much is in quarantine.
  const knownQuarantine = remembered(quarantine, (found, tookMs) =>
    found === null ? 0 : Math.max(quarantineFreshMs, 50 * tookMs),
  );
  const lengths = createProbe(() =>
    registry.system(async ({ client }) => ({
      tracks: await readTracks(client),
      mails: await readMails(client, new Date(clock().getTime() - dayMs)),
      jobs: await readJobs(client),
    })),
  );

  const backup = createProbe(() => readBackupState(registry));

  const look = async (): Promise<SystemState> => {
    const [disk, waiting, damaged, apart, backedUp, ...answers] = await Promise.all([
      ingestion.disk(),
      lengths(),
      damage(),
      knownQuarantine(),
      backup(),
      postgres(),
      clickhouse(),
    ]);
    const now = clock();
    const tracks = (waiting?.tracks ?? []).map(({ track, waiting: count, oldest }) => ({
      track,
      waiting: count,
      lagSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0,
    }));
    const state: Omit<SystemState, 'status' | 'warnings'> = {
      at: now.toISOString(),
      server: {
        version,
        startedAt: startedAt.toISOString(),
        restarts: options.restarts ?? null,
        memoryBytes: process.memoryUsage.rss(),
        heapBytes: process.memoryUsage().heapUsed,
        eventLoopDelay: delay.last(),
      },
      disk,
      stalledSeconds: ingestion.health().stalledSeconds,
      tracks,
      refusedPushes: refusedPushes(options.http.refused()),
      quarantine: apart ?? [],
      engines: engines.map((engine, index) => describeEngine(engine, answers[index] ?? null, options.engines?.())),
      queues: [
        ...tracks.map(({ track, waiting: count }) => queue(`inbox-${track}`, { waiting: count })),
        queue('questions', options.questions.load()),
        queue('estate-files', options.estateFiles.load()),
        ...(waiting ? [queue('jobs', waiting.jobs), queue('mails', waiting.mails)] : []),
      ],
      backup: backedUp,
      damage: (damaged ?? []).map(({ foundAt, rebuiltAt, ...rest }) => ({
        ...rest,
        foundAt: foundAt.toISOString(),
        rebuiltAt: rebuiltAt?.toISOString() ?? null,
      })),
    };
    const warnings = systemWarnings(state);
    return { ...state, status: warnings.some(({ isCritical }) => isCritical) ? 'degraded' : 'ok', warnings };
  };
  const read = remembered(look, () => freshMs);

  return {
    read,
    health: {
      problems: async () => {
        const critical = (await read()).warnings.filter(({ isCritical }) => isCritical);
        return critical.map(({ kind, subject }) => (subject === null ? kind : `${kind} ${subject}`));
      },
      isReady: async () => (await postgres()) !== null,
    },
    stop: () => delay.stop(),
  };
}

function queue(name: Queue, length: { waiting: number; running?: number; failed?: number }) {
  return { queue: name, waiting: length.waiting, running: length.running ?? null, failed: length.failed ?? null };
}

function refusedPushes(totals: ReturnType<Http['refused']>): SystemState['refusedPushes'] {
  const counts = new Map<number, number>();
  for (const { route, status, count } of totals) {
    if (route?.startsWith('/api/push/')) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  return [...counts].map(([status, count]) => ({ status, count })).toSorted((a, b) => a.status - b.status);
}

function describeEngine(engine: Engine, answer: EngineAnswer | null, runs: EngineRuns | undefined) {
  const run = runs?.[engine];
  return {
    engine,
    isUp: answer !== null,
    version: answer?.version ?? null,
    upSince: (run?.startedAt ?? answer?.upSince)?.toISOString() ?? null,
    restarts: run?.restarts ?? null,
    restartedAt: run?.restartedAt?.toISOString() ?? null,
  };
}

/** The event loop delay of the thread that serves requests, in windows of ten seconds. */
function watchEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  const measured = () => ({ p99: seconds(histogram.percentile(99)), max: seconds(histogram.max) });
  let last: ReturnType<typeof measured> | undefined;
  const timer = setInterval(() => {
    last = measured();
    histogram.reset();
  }, eventLoopWindowMs).unref();
  return {
    last: () => last ?? measured(),
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

function seconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.round(nanoseconds / 1000) / 1e6 : 0;
}
