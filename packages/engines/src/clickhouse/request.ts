import { HOME_DATABASE, LANES, type LaneName } from './engine.ts';
import { Refusal } from './refusal.ts';
import type { StatementKind } from './statement.ts';

/** The parameters in the URL of a ClickHouse HTTP request. */
export type Asked = {
  query: string;
  database: string;
  format: string;
  parameters: ReadonlyMap<string, string>;
  settings: readonly Setting[];
};

type Setting = readonly [name: string, value: string];

/** Transport parameters of clients, without meaning for the engine. */
const TRANSPORT =
  /^(?:query_id|wait_end_of_query|enable_http_compression|send_progress_in_http_headers|http_\w+|cancel_http_readonly_queries_on_client_close|replace_running_query|user|password|quota_key|buffer_size|client_protocol_version)$/;

/** Settings that a caller may use for one write statement; everything else is up to the operator. */
const SETTABLE = new Set([
  'async_insert',
  'wait_for_async_insert',
  'alter_sync',
  'mutations_sync',
  'lightweight_deletes_sync',
  'date_time_input_format',
  'input_format_skip_unknown_fields',
  'input_format_null_as_default',
  'input_format_defaults_for_omitted_fields',
  'input_format_import_nested_json',
  'input_format_json_read_numbers_as_strings',
  'insert_deduplicate',
  'insert_deduplication_token',
  'max_insert_block_size',
  'max_insert_threads',
  'max_partitions_per_insert_block',
  'min_insert_block_size_bytes',
  'min_insert_block_size_rows',
  'do_not_merge_across_partitions_select_final',
  'optimize_on_insert',
]);

/** Limits that a caller may set; those of the connections depend on the machine's size and apply in any case. */
const BOUNDS = new Set(['max_memory_usage', 'max_threads', 'max_result_rows', 'max_result_bytes']);

export function readAddress(address: string): Asked {
  const start = address.indexOf('?');
  const search = new URLSearchParams(start === -1 ? '' : address.slice(start + 1));
  const parameters = new Map<string, string>();
  const settings: Setting[] = [];
  for (const [name, value] of search) {
    if (['query', 'database', 'default_format'].includes(name) || TRANSPORT.test(name)) continue;
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else settings.push([name, value]);
  }
  return {
    query: search.get('query') ?? '',
    database: search.get('database') ?? HOME_DATABASE,
    format: search.get('default_format') ?? 'TabSeparated',
    parameters,
    settings,
  };
}

/** Seconds after which a statement is ended, and the settings it may keep. */
export function permitted(kind: StatementKind, settings: readonly Setting[]): { seconds?: number; kept: Setting[] } {
  const limit = settings.find(([name]) => name === 'max_execution_time');
  const others = settings.filter((setting) => setting !== limit);
  for (const [name] of others) {
    if (BOUNDS.has(name) || (kind !== 'read' && SETTABLE.has(name))) continue;
    throw new Refusal('READONLY', `"${name}" cannot be set for a single statement here.`);
  }
  const seconds = limit ? Number(limit[1]) : 0;
  if (!(seconds >= 0)) throw new Refusal('BAD_ARGUMENTS', 'max_execution_time must be a number of seconds.');
  return { ...(seconds > 0 && { seconds }), kept: others.filter(([name]) => !BOUNDS.has(name)) };
}

/** The first is the default; the caller may name another one in `X-Atrium-Lane`. */
const LANES_OF: Record<StatementKind, readonly [LaneName, ...LaneName[]]> = {
  read: ['read', 'export'],
  insert: ['write', 'bulk'],
  transform: ['bulk', 'write'],
  define: ['write', 'bulk'],
  control: ['control'],
};

export function laneFor(kind: StatementKind, wish: string | undefined): LaneName {
  const allowed = LANES_OF[kind];
  if (wish === undefined) return allowed[0];
  const lane = LANES.find((name) => name === wish);
  if (lane !== undefined && allowed.includes(lane)) return lane;
  throw new Refusal(
    'BAD_ARGUMENTS',
    `A statement of this kind may use the lanes ${allowed.join(', ')}, not "${wish}".`,
  );
}
