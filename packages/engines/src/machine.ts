import { availableParallelism, totalmem } from 'node:os';

const MB = 1024 * 1024;

/** Memory available to this process: the container's limit if there is one. */
export function machineMemory(): number {
  const limit = process.constrainedMemory();
  const total = totalmem();
  return limit !== undefined && limit > 0 && limit < total ? limit : total;
}

/** PostgreSQL gets about an eighth of the machine: it stores the registry and the inbox, not the readings. */
export function postgresSettings(memoryBytes: number, durable: boolean): Record<string, string> {
  const megabytes = (share: number, least: number, most: number): string =>
    `${Math.floor(Math.min(Math.max((memoryBytes * share) / MB, least), most))}MB`;
  return {
    shared_buffers: megabytes(1 / 16, 32, 1024),
    effective_cache_size: megabytes(1 / 4, 128, 16_384),
    work_mem: megabytes(1 / 512, 4, 32),
    maintenance_work_mem: megabytes(1 / 32, 32, 256),
    temp_buffers: '4MB',
    max_wal_size: megabytes(1 / 4, 256, 2048),
    max_connections: '120',
    max_parallel_workers: String(Math.min(availableParallelism(), 8)),
    jit: 'off',
    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

export type ClickHouseLimits = {
  /** The whole engine, including its caches. */
  serverBytes: number;
  queryBytes: number;
  markCacheBytes: number;
  indexCacheBytes: number;
  largestMergeBytes: number;
  /** A response that is not streamed is in memory twice. */
  resultBytes: number;
  threads: number;
};

/** ClickHouse gets a little less than half of the machine; by default it would take nine tenths and 10 GB of caches. */
export function clickHouseLimits(memoryBytes: number): ClickHouseLimits {
  const megabytes = (share: number, least: number, most: number): number =>
    Math.floor(Math.min(Math.max((memoryBytes * share) / MB, least), most)) * MB;
  return {
    serverBytes: megabytes(0.45, 700, Infinity),
    queryBytes: megabytes(0.15, 300, Infinity),
    markCacheBytes: megabytes(1 / 32, 32, 2048),
    indexCacheBytes: megabytes(1 / 64, 16, 1024),
    largestMergeBytes: megabytes(2, 2048, 150 * 1024),
    resultBytes: megabytes(1 / 16, 64, 1024),
    threads: Math.min(availableParallelism(), 16),
  };
}
