import type { SystemState } from '@atrium/contract/system';
import { warningKinds } from '@atrium/rules/system-health';
import { Counter, Gauge, Registry } from 'prom-client';

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null | undefined];

/**
 * The state of the system in the Prometheus text format. Labels have a fixed set of values, none of them a customer's.
 * Unknown values have no sample.
 */
export function metricsText(state: SystemState): Promise<string> {
  const { server, disk, engines, queues, tracks } = state;
  const register = new Registry();
  const family = (Kind: typeof Gauge | typeof Counter, name: string, help: string, samples: readonly Sample[]) => {
    const known = samples.filter(([, value]) => value !== null && value !== undefined);
    if (known.length === 0) return;
    const metric = new Kind({ name, help, labelNames: Object.keys(known[0]?.[0] ?? {}), registers: [register] });
    for (const [labels, value] of known) metric.inc(labels, value ?? 0);
  };
  const gauge = (name: string, help: string, ...samples: readonly Sample[]) => family(Gauge, name, help, samples);
  const counter = (name: string, help: string, ...samples: readonly Sample[]) => family(Counter, name, help, samples);

  gauge('atrium_up', '1 while the product does its work, 0 while it is degraded', [{}, Number(state.status === 'ok')]);
  gauge(
    'atrium_warning',
    'Number of warnings of each kind',
    ...warningKinds.map((kind): Sample => [{ kind }, state.warnings.filter((warning) => warning.kind === kind).length]),
  );
  gauge('atrium_info', 'The running version', [{ version: server.version }, 1]);
  gauge('atrium_disk_free_bytes', 'Free bytes on the disk of the data folder', [{}, disk?.freeBytes]);
  gauge('atrium_disk_total_bytes', 'Size of the disk of the data folder', [{}, disk?.totalBytes]);
  gauge(
    'atrium_ingestion_lag_seconds',
    'Age of the oldest received body that has not been applied',
    ...tracks.map(({ track, lagSeconds }): Sample => [{ track }, lagSeconds]),
  );
  gauge('atrium_facts_stalled_seconds', 'How long readings have waited while none was written', [
    {},
    state.stalledSeconds,
  ]);
  counter(
    'atrium_refused_pushes_total',
    'Pushes that were refused',
    ...state.refusedPushes.map(({ status, count }): Sample => [{ status: String(status) }, count]),
  );
  gauge(
    'atrium_quarantine_bodies',
    'Bodies in quarantine',
    ...state.quarantine.map(({ reason, bodies }): Sample => [{ reason }, bodies]),
  );
  gauge(
    'atrium_quarantine_groups',
    'Devices in quarantine, and distinct kinds of bodies',
    ...state.quarantine.map(({ reason, groups }): Sample => [{ reason }, groups]),
  );
  gauge(
    'atrium_engine_up',
    'Whether the database responds',
    ...engines.map(({ engine, isUp }): Sample => [{ engine }, Number(isUp)]),
  );
  gauge(
    'atrium_engine_start_time_seconds',
    'When the database started',
    ...engines.map(({ engine, upSince }): Sample => [{ engine }, time(upSince)]),
  );
  counter(
    'atrium_engine_restarts_total',
    'How often the database was restarted',
    ...engines.map(({ engine, restarts }): Sample => [{ engine }, restarts]),
  );
  counter('atrium_server_restarts_total', 'How often the supervisor restarted the server', [{}, server.restarts]);
  gauge(
    'atrium_queue_waiting',
    'Waiting work items; counted up to 100,000',
    ...queues.map(({ queue, waiting }): Sample => [{ queue }, waiting]),
  );
  gauge(
    'atrium_queue_running',
    'Work items in progress',
    ...queues.map(({ queue, running }): Sample => [{ queue }, running]),
  );
  gauge(
    'atrium_queue_failed',
    'Emails given up in the last 24 hours, and failed jobs',
    ...queues.map(({ queue, failed }): Sample => [{ queue }, failed]),
  );
  gauge('atrium_damaged_parts', 'Damaged files of readings that were not rebuilt', [
    {},
    state.damage.reduce((sum, { parts, rebuiltAt }) => sum + (rebuiltAt === null ? parts : 0), 0),
  ]);
  gauge('atrium_backup_time_seconds', 'When the last backup was completed', [{}, time(state.backup?.last?.at ?? null)]);
  gauge('atrium_backup_bytes', 'Size of the last backup', [{}, state.backup?.last?.bytes]);
  gauge('process_resident_memory_bytes', 'Resident memory of the server', [{}, server.memoryBytes]);
  gauge('nodejs_heap_size_used_bytes', 'Used heap of the server', [{}, server.heapBytes]);
  gauge('process_start_time_seconds', 'When the server started', [{}, time(server.startedAt)]);
  gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop in the last ten seconds, 99th percentile', [
    {},
    server.eventLoopDelay.p99,
  ]);
  gauge('nodejs_eventloop_lag_max_seconds', 'Maximum delay of the event loop in the last ten seconds', [
    {},
    server.eventLoopDelay.max,
  ]);
  return register.metrics();
}

function time(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant) / 1000;
}
