import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { FactsRefused, FactsTimeout, FactsUnavailable, type FactsError } from './errors.ts';
import { int, sql, uuid, type Sql } from './literals.ts';
import { readNative, type Columns, type NativeType } from './native.ts';
import type { Asking, Limits } from './question.ts';

export interface Address {
  /** A ClickHouse server; or `socketPath` for one behind a unix socket. */
  url?: string | undefined;
  socketPath?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
}

export type Connection = ReturnType<typeof openConnection>;

/** Statements to ClickHouse: limited, tagged, ended with their caller, and with errors in our own words. */
export function openConnection(address: Address) {
  const client = createClient({
    url: address.url ?? 'http://localhost',
    ...(address.socketPath === undefined ? {} : { http_agent: agentFor(address.socketPath) }),
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(address.password === undefined ? {} : { password: address.password }),
    request_timeout: LONGEST_SECONDS * 1000,
    max_open_connections: 16,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const endings = new Set<Promise<unknown>>();

  async function run(
    statement: Sql,
    { limits, signal }: Asking & { limits: Required<Limits> },
    data?: Buffer,
  ): Promise<Buffer> {
    signal?.throwIfAborted();
    const tag = randomUUID();
    const outOfTime = AbortSignal.timeout(limits.seconds * 1000);
    const ending = signal ? AbortSignal.any([signal, outOfTime]) : outOfTime;
    const query = `/* facts ${tag} */\n${statement.text}`;
    try {
      const { stream } = await client.exec({
        query,
        abort_signal: ending,
        ...(data === undefined ? {} : { values: Readable.from([data], { objectMode: false }) }),
      });
      return await buffer(stream);
    } catch (error) {
      if (ending.aborted) end(tag);
      if (signal?.aborted) throw signal.reason;
      throw outOfTime.aborted ? new FactsTimeout() : inOurWords(error);
    }
  }

  /** Closing the request does not stop the engine's work, so it is stopped by name. */
  function end(tag: string): void {
    const statement = sql`KILL QUERY WHERE position(query, ${uuid(tag)}) > 0 AND position(query, 'KILL QUERY') = 0 ASYNC`;
    const ending = client
      .command({ query: statement.text })
      .catch(() => undefined)
      .finally(() => endings.delete(ending));
    endings.add(ending);
  }

  return {
    async read<const Types extends readonly NativeType[]>(
      statement: Sql,
      types: Types,
      { limits, signal }: Asking & { limits?: Limits | undefined } = {},
    ): Promise<Columns<Types>> {
      const bounded = { ...READ_LIMITS, ...limits };
      const settings = sql`SETTINGS max_execution_time = ${int(bounded.seconds)}, max_memory_usage = ${int(bounded.bytes)}`;
      const bytes = await run(sql`${statement}\n${settings}\nFORMAT Native`, { limits: bounded, signal });
      return decoded(bytes, types);
    },

    /** `data` are the rows of an `INSERT … FORMAT`. */
    async write(statement: Sql, data?: Buffer): Promise<void> {
      await run(statement, { limits: WRITE_LIMITS }, data);
    },

    async ping(): Promise<void> {
      const answer = await client.ping({ select: true });
      if (!answer.success) throw inOurWords(answer.error);
    },

    async close(): Promise<void> {
      await Promise.all(endings);
      await client.close();
    },
  };
}

const MEGABYTE = 1024 ** 2;
const READ_LIMITS: Required<Limits> = { seconds: 30, bytes: 1024 * MEGABYTE };
const WRITE_LIMITS: Required<Limits> = { seconds: 300, bytes: 1024 * MEGABYTE };
const LONGEST_SECONDS = 900;

/** A connection to a unix socket costs next to nothing, and one that is not kept cannot be stale. */
function agentFor(socketPath: string): Agent {
  const agent = new Agent({ keepAlive: false, maxSockets: 16 });
  agent.createConnection = () => connect(socketPath);
  return agent;
}

/** An answer that breaks off is how some failures arrive: the status was sent long before. */
function decoded<const Types extends readonly NativeType[]>(bytes: Uint8Array, types: Types): Columns<Types> {
  try {
    return readNative(bytes, types);
  } catch {
    throw new FactsUnavailable();
  }
}

/** ClickHouse's numbers for what is nobody's fault and passes: overload, missing replicas, no room, a stopped server. */
const PASSING = new Set([202, 203, 209, 210, 225, 236, 242, 243, 252, 279, 319, 394, 425, 439, 745, 999]);
const OUT_OF_TIME = new Set([159, 160]);
const TOO_LARGE = new Set([158, 191, 241, 307, 396]);

function inOurWords(error: unknown): FactsError {
  if (!(error instanceof ClickHouseError)) return new FactsUnavailable();
  const code = Number(error.code);
  if (OUT_OF_TIME.has(code)) return new FactsTimeout(code);
  if (PASSING.has(code)) return new FactsUnavailable(code);
  if (TOO_LARGE.has(code)) return new FactsRefused('The question is too large for the readings store.', code);
  return new FactsRefused(undefined, code);
}
