import { LANES, type LaneName } from './engine.ts';
import { Refusal } from './refusal.ts';
import type { StatementKind } from './statement.ts';

/** What the address of a ClickHouse HTTP request says. */
export type Asked = {
  query: string;
  database: string;
  format: string;
  parameters: ReadonlyMap<string, string>;
  settings: readonly (readonly [string, string])[];
  /** Seconds after which the statement is ended. */
  maxSeconds: number | undefined;
};

/** Said by clients about the transport, without meaning for the engine. */
const TRANSPORT =
  /^(?:query_id|wait_end_of_query|enable_http_compression|send_progress_in_http_headers|http_\w+|cancel_http_readonly_queries_on_client_close|replace_running_query|user|password|quota_key|buffer_size|client_protocol_version)$/;

/** What a caller may set for one writing statement; everything else is the operator's. */
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
  'max_threads',
  'min_insert_block_size_bytes',
  'min_insert_block_size_rows',
  'do_not_merge_across_partitions_select_final',
  'optimize_on_insert',
]);

export function readAddress(address: string): Asked {
  const start = address.indexOf('?');
  const search = new URLSearchParams(start === -1 ? '' : address.slice(start + 1));
  const parameters = new Map<string, string>();
  const settings: [string, string][] = [];
  let maxSeconds: number | undefined;
  for (const [name, value] of search) {
    if (['query', 'database', 'default_format'].includes(name) || TRANSPORT.test(name)) continue;
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else if (name === 'max_execution_time') maxSeconds = seconds(value);
    else if (SETTABLE.has(name)) settings.push([name, value]);
    else throw new Refusal('READONLY', `"${name}" cannot be set for a single statement here.`);
  }
  return {
    query: search.get('query') ?? '',
    database: search.get('database') ?? 'default',
    format: search.get('default_format') ?? 'TabSeparated',
    parameters,
    settings,
    maxSeconds,
  };
}

function seconds(text: string): number | undefined {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) {
    throw new Refusal('BAD_ARGUMENTS', `max_execution_time must be a number of seconds, not "${text}".`);
  }
  return value === 0 ? undefined : value;
}

/** The first is taken unless the caller names another of them in `X-Atrium-Lane`. */
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
