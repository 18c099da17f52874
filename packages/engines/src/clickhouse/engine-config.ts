import type { ClickHouseLimits } from '../machine.ts';

/**
 * Space on the disk that ClickHouse leaves alone: it then refuses rows and merges with an error, and the registry has
 * room to recover.
 */
const KEEP_FREE_BYTES = 64 * 1024 * 1024;

/**
 * Where all processors are busy, queries get less of them than the threads that answer requests and hash passwords, and
 * merges get less than queries.
 */
const QUERY_NICENESS = 5;
const MERGE_NICENESS = 10;

/** Server configuration, which the engine reads only at its start and only as a file. */
export function engineConfig(limits: ClickHouseLimits, backupFolder: string): string {
  const background = Math.max(2, Math.ceil(limits.threads / 2));
  const settings: Record<string, string | number> = {
    max_server_memory_usage: limits.serverBytes,
    // In a container, the memory of other containers would count as ours.
    memory_worker_use_cgroup: 0,
    mark_cache_size: limits.markCacheBytes,
    primary_index_cache_size: limits.indexCacheBytes,
    index_mark_cache_size: limits.indexCacheBytes,
    query_condition_cache_size: limits.indexCacheBytes,
    uncompressed_cache_size: 0,
    index_uncompressed_cache_size: 0,
    compiled_expression_cache_size: limits.indexCacheBytes,
    mmap_cache_size: 256,
    background_pool_size: background,
    background_common_pool_size: 2,
    background_schedule_pool_size: 4,
    // Files of a table whose definition was lost stay in place, so that it can be restored.
    database_catalog_unused_dir_cleanup_period_sec: 0,
    os_threads_nice_value_merge_mutate: MERGE_NICENESS,
    merges_mutations_memory_usage_soft_limit: Math.floor(limits.serverBytes / 3),
  };
  const mergeTree = { max_bytes_to_merge_at_max_space_in_pool: limits.largestMergeBytes };
  return `<clickhouse>
${elements(settings)}
<merge_tree>${elements(mergeTree)}</merge_tree>
<storage_configuration><disks><default>${elements({ keep_free_space_bytes: KEEP_FREE_BYTES })}</default></disks></storage_configuration>
<backups><allowed_path>${escape(backupFolder)}</allowed_path></backups>
</clickhouse>
`;
}

/** Settings of one connection; a reader's are fixed once `readonly` is set. */
export function connectionSettings(
  role: 'reader' | 'exporter' | 'writer',
  limits: ClickHouseLimits,
): [string, number][] {
  const shared: [string, number][] = [
    // What an embedded engine allows and a server does not.
    ['implicit_select', 0],
    ['allow_introspection_functions', 0],
    ['async_insert', 0],
    ['log_queries', 0],
    // Our statements differ too much for compiled code to be used again: compiling took longer than it saved.
    ['compile_expressions', 0],
    ['compile_aggregate_expressions', 0],
    ['compile_sort_description', 0],
    ['max_threads', limits.threads],
    ['os_threads_nice_value_query', QUERY_NICENESS],
    ['max_memory_usage', limits.queryBytes],
    ['max_bytes_before_external_group_by', Math.floor(limits.queryBytes / 2)],
    ['max_bytes_before_external_sort', Math.floor(limits.queryBytes / 2)],
    ['max_query_size', MAX_STATEMENT_BYTES],
    ['max_ast_elements', 500_000],
    ['max_expanded_ast_elements', 2_000_000],
    ['max_partitions_per_insert_block', 1_000],
  ];
  if (role === 'writer') return [...shared, ['max_execution_time', MAX_SECONDS.write]];
  if (role === 'exporter') return [...shared, ['max_execution_time', MAX_SECONDS.export], ['readonly', 1]];
  return [
    ...shared,
    ['max_execution_time', MAX_SECONDS.read],
    ['max_result_bytes', limits.resultBytes],
    ['max_result_rows', 5_000_000],
    ['readonly', 1],
  ];
}

/** The maximum duration of a statement in each lane. A backup exports a month of all readings, and rests in between. */
export const MAX_SECONDS = { read: 60, export: 14_400, write: 3_600, bulk: 3_600, control: 3_600 } as const;

export const MAX_STATEMENT_BYTES = 4 * 1024 * 1024;

function elements(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${escape(String(value))}</${name}>`)
    .join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
