import { randomUUID } from 'node:crypto';
import { finished, PassThrough, Readable } from 'node:stream';
import { EngineError, openEngineHttp, type EngineAddress, type Sending } from './engine-http.ts';
import { FactsDamaged, FactsRefused, FactsTimeout, FactsUnavailable, type FactsError } from './errors.ts';
import { sql, uuid, type Sql } from './literals.ts';
import { readNative, type Columns, type NativeType } from './native.ts';
import type { QueryOptions, Limits } from './question.ts';

export interface Address extends EngineAddress {
  /** Called when a statement found unreadable files. */
  onDamage?: (() => void) | undefined;
}

export type Connection = ReturnType<typeof openConnection>;

/** Statements to ClickHouse: limited, tagged, ended with their caller, and with our own error messages. */
export function openConnection(address: Address) {
  const embedded = address.socketPath !== undefined;
  const engine = openEngineHttp(address);
  const endings = new Set<Promise<unknown>>();

  async function run(statement: Sql, { seconds, settings, signal, data }: Running): Promise<Buffer> {
    signal?.throwIfAborted();
    const tag = randomUUID();
    const stop = new AbortController();
    const leave = () => stop.abort();
    const timer = setTimeout(leave, seconds * 1000);
    signal?.addEventListener('abort', leave, { once: true });
    // Half of the rows must not look like all of them.
    if (data instanceof Readable) data.once('error', leave);
    try {
      const response = await engine.send(tagged(statement, tag), {
        signal: stop.signal,
        settings: { max_execution_time: Math.ceil(seconds), ...settings },
        rows: data,
      });
      return await bytesOf(response);
    } catch (error) {
      if (!stop.signal.aborted) {
        const failure = inOurWords(error, data !== undefined);
        if (failure instanceof FactsDamaged) address.onDamage?.();
        throw failure;
      }
      end(tag);
      throw signal?.aborted ? signal.reason : new FactsTimeout();
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Closing a request does not end every kind of statement in the engine, so it is killed by its tag. */
  function end(tag: string): void {
    const statement = sql`KILL QUERY WHERE position(query, ${uuid(tag)}) > 0 AND position(query, 'KILL QUERY') = 0 ASYNC`;
    const ending = engine
      .send(statement.text, { settings: {}, signal: AbortSignal.timeout(KILL_SECONDS * 1000) })
      .then(bytesOf)
      .catch(() => undefined)
      .finally(() => endings.delete(ending));
    endings.add(ending);
  }

  return {
    async read<const Types extends readonly NativeType[]>(
      statement: Sql,
      types: Types,
      { limits, signal }: QueryOptions & { limits?: Limits | undefined } = {},
    ): Promise<Columns<Types>> {
      const bytes = limits?.bytes ?? READ_BYTES;
      const memory = { max_memory_usage: String(bytes) };
      const spill = { max_bytes_before_external_group_by: String(Math.floor(bytes / 2)) };
      const settings = embedded ? memory : { ...SERVER_READER, ...memory, ...spill };
      const seconds = limits?.seconds ?? READ_SECONDS;
      return decoded(await run(sql`${statement}\nFORMAT Native`, { seconds, settings, signal }), types);
    },

    /** Rows of any types, for the few statements about the store itself. */
    async rows(statement: Sql): Promise<unknown[][]> {
      const answer = await run(sql`${statement}\nFORMAT JSONCompactEachRow`, { seconds: WRITE_SECONDS, settings: {} });
      return linesOf(answer).map((line) => JSON.parse(line) as unknown[]);
    },

    /** `data` are the rows of an `INSERT … FORMAT`. */
    async write(statement: Sql, data?: Buffer): Promise<void> {
      await run(statement, { seconds: WRITE_SECONDS, settings: {}, data });
    },

    /** Copies rows in, however many. */
    async copyIn(statement: Sql, rows: Readable): Promise<void> {
      await run(statement, { seconds: COPY_IN_SECONDS, settings: {}, data: rows });
    },

    /** Rows as they are produced, in blocks of the Native format: for copies of whole tables. */
    async copyOut(statement: Sql): Promise<Readable> {
      const tag = randomUUID();
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), COPY_OUT_SECONDS * 1000);
      try {
        const stream = await engine.send(tagged(sql`${statement}\nFORMAT Native`, tag), {
          signal: stop.signal,
          headers: { 'X-Atrium-Lane': 'export' },
          settings: embedded ? {} : { ...SERVER_READER, max_execution_time: COPY_OUT_SECONDS },
        });
        const rows = new PassThrough();
        finished(stream, (error) => {
          clearTimeout(timer);
          if (error) rows.destroy(inOurWords(error, false));
        });
        rows.once('close', () => {
          if (stream.readableEnded) return;
          stream.destroy();
          end(tag);
        });
        return stream.pipe(rows);
      } catch (error) {
        clearTimeout(timer);
        const failure = inOurWords(error, false);
        if (failure instanceof FactsDamaged) address.onDamage?.();
        throw failure;
      }
    },

    async ping(): Promise<void> {
      await run(sql`SELECT 1`, { seconds: READ_SECONDS, settings: {} });
    },

    async close(): Promise<void> {
      await Promise.all(endings);
      engine.close();
    },
  };
}

/** The comment by which a statement is found in the engine. */
function tagged(statement: Sql, tag: string): string {
  return statement.text.replace(/^\w+/, (verb) => `${verb} /* facts ${tag} */`);
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\n').filter(Boolean);
}

/** The platform's own function goes through a blob and copies everything twice more. */
function bytesOf(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    finished(stream, (error) => (error ? reject(error) : resolve(Buffer.concat(chunks))));
  });
}

interface Running {
  seconds: number;
  settings: Sending['settings'];
  signal?: AbortSignal | undefined;
  data?: Buffer | Readable | undefined;
}

/** Unless a caller gives a statement less. */
export const READ_SECONDS = 30;
const READ_BYTES = 1024 ** 3;
const WRITE_SECONDS = 300;
/** Of a month of a table: the limits of the bundled engine. */
const COPY_OUT_SECONDS = 14_400;
const COPY_IN_SECONDS = 3_600;
const KILL_SECONDS = 60;

/**
 * The default of the embedded engine. The status is sent when the whole response is ready, so that an error is never
 * mistaken for rows.
 */
const SERVER_READER: Sending['settings'] = {
  readonly: '1',
  max_query_size: String(4 * 1024 ** 2),
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
};

/** Some failures arrive as a truncated response: the status was sent long before. */
function decoded<const Types extends readonly NativeType[]>(bytes: Uint8Array, types: Types): Columns<Types> {
  try {
    return readNative(bytes, types);
  } catch {
    throw new FactsUnavailable();
  }
}

/** ClickHouse's error codes for temporary conditions: overload, missing replicas, no space, a stopped server. */
const PASSING = new Set([
  202, 203, 209, 210, 225, 236, 242, 243, 252, 279, 285, 286, 289, 319, 394, 425, 439, 745, 999,
]);
/** Files that could not be written, whatever their content. */
const NOT_WRITTEN = new Set([75, 77, 83, 88]);
const NOT_OPENED = 76;
/**
 * In the system's messages: no space, no quota, no more files, no memory, a read-only disk. They come under many codes.
 */
const SYSTEM_SHORT =
  /errno: (?:12|23|24|28|30|122)\b|No space left on device|Disk quota exceeded|Too many open files|Read-only file system|Cannot allocate memory/;
const OUT_OF_MEMORY = 241;
const OUT_OF_TIME = new Set([159, 160]);
const TOO_LARGE = new Set([158, 191, 241, 307, 396]);
/** Files that are missing, truncated or do not match their checksums. */
const DAMAGED = new Set([32, 33, 40, 74, 76, 79, 107, 117, 226, 227, 228, 246, 271, 303, 354, 432]);

/** With incoming rows, some of these codes are about the rows. */
function inOurWords(error: unknown, hasRows: boolean): FactsError {
  if (!(error instanceof EngineError)) return new FactsUnavailable();
  const { code } = error;
  if (SYSTEM_SHORT.test(error.message) || NOT_WRITTEN.has(code)) return new FactsUnavailable(code);
  // Rows that found no open file, or no memory, are not the problem.
  if (hasRows && (code === NOT_OPENED || code === OUT_OF_MEMORY)) return new FactsUnavailable(code);
  if (!hasRows && DAMAGED.has(code)) return new FactsDamaged(code);
  if (OUT_OF_TIME.has(code)) return new FactsTimeout(code);
  if (PASSING.has(code)) return new FactsUnavailable(code);
  if (TOO_LARGE.has(code)) return new FactsRefused('The query is too large for the readings store.', code);
  return new FactsRefused(undefined, code);
}
