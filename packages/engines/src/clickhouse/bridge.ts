import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Log } from '../messages.ts';
import { MAX_SECONDS, MAX_STATEMENT_BYTES } from './engine-config.ts';
import type { Engine, Outcome, Run } from './engine.ts';
import { bindParameters } from './parameters.ts';
import { Refusal } from './refusal.ts';
import { laneFor, permitted, readAddress, type Asked } from './request.ts';
import { quote, readStatement, withSettings, type Statement } from './statement.ts';

/** Formats that consist only of rows or of blocks, so that the parts of a streamed response can be concatenated. */
const STREAMABLE = /^(?:Native|JSON(?:Compact)?(?:Strings)?EachRow|CSV|TSV|TabSeparated(?:Raw)?|TSVRaw|RowBinary)$/;

const EXCEPTION_TAG = 'X-ClickHouse-Exception-Tag';

export type BridgeOptions = {
  engine: Engine;
  /** Folder for incoming rows. */
  spool: string;
  log: Log;
};

/** Implements the part of ClickHouse's HTTP interface that its official client needs, one engine call per request. */
export function createBridge(options: BridgeOptions): Server {
  const server = createServer({ maxHeaderSize: 1024 * 1024, requestTimeout: 0 }, (request, response) => {
    void answer(request, response, options);
  });
  // Longer than clients keep an idle connection, so that they never write into one that is being closed.
  server.keepAliveTimeout = 65_000;
  server.on('error', (error) => options.log({ from: 'clickhouse', level: 'error', message: error.message }));
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse, options: BridgeOptions): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Refusal('QUERY_WAS_CANCELLED', 'The caller disconnected.'));
  });
  try {
    const path = request.url ?? '/';
    if (path === '/ping' || (path === '/' && request.method === 'GET')) plain(response, 'Ok.\n');
    else await perform(request, response, readAddress(path), gone, options);
  } catch (error) {
    request.resume();
    fail(response, gone.signal.aborted ? gone.signal.reason : error, options.log);
  }
}

async function perform(
  request: IncomingMessage,
  response: ServerResponse,
  asked: Asked,
  gone: AbortController,
  { engine, spool }: BridgeOptions,
): Promise<void> {
  const read = (sql: string): Statement => readStatement(bindParameters(sql, asked.parameters), engine.tableFunctions);
  const named = asked.query === '' ? undefined : read(asked.query);
  const bodyIsRows = named?.kind === 'insert';
  const body = bodyIsRows ? '' : await textOf(request);
  const statement = named && body === '' ? named : read([asked.query, body].filter(Boolean).join('\n'));
  if (request.method === 'GET' && statement.kind !== 'read') {
    throw new Refusal('READONLY', 'A GET request may only read.');
  }
  const lane = laneFor(statement.kind, single(request.headers['x-atrium-lane']));
  const { seconds, kept } = permitted(statement.kind, [...asked.settings, ...statement.wishes]);
  const final = withSettings(statement, kept);
  const { database, format } = asked;
  const run: Run = { lane, sql: final.sql, database, format, signal: gone.signal };
  const limit = deadline(Math.min(seconds ?? Infinity, MAX_SECONDS[lane]), gone);
  try {
    if (final.kind === 'insert') {
      const rows = bodyIsRows ? request : Readable.from([final.rows]);
      const compressed = bodyIsRows && encodingOf(request) === 'gzip';
      await insert({ rows, compressed, statement: final, run, spool, engine, response });
    } else if (lane === 'export' && STREAMABLE.test(final.format ?? format)) {
      await stream(run, engine, response);
    } else {
      whole(response, await engine.run(run), final.format ?? format);
    }
  } finally {
    clearTimeout(limit);
  }
}

type Insertion = {
  rows: Readable;
  compressed: boolean;
  statement: Statement;
  run: Run;
  spool: string;
  engine: Engine;
  response: ServerResponse;
};

/**
 * Rows always reach the engine as a file. Inline they are part of the statement's text, where the first empty line ends
 * them and whatever follows is executed.
 */
async function insert({ rows, compressed, statement, run, spool, engine, response }: Insertion): Promise<void> {
  const file = join(spool, randomBytes(8).toString('hex'));
  try {
    await pipeline(rows, createWriteStream(file, { mode: 0o600 }));
    const source = `FROM INFILE ${quote(file)} COMPRESSION ${compressed ? "'gzip'" : "'none'"}`;
    const sql = `${statement.sql} ${source} ${statement.settings} FORMAT ${statement.format ?? ''}`;
    const outcome = await engine.run({ ...run, sql });
    whole(response, { ...outcome, bytes: new Uint8Array() }, 'TabSeparated', outcome.rows);
  } catch (error) {
    throw isDiskFull(error) ? new Refusal('NOT_ENOUGH_SPACE', 'The disk is full.') : error;
  } finally {
    await rm(file, { force: true });
  }
}

async function stream(run: Run, engine: Engine, response: ServerResponse): Promise<void> {
  await engine.stream(run, async (chunk) => {
    if (!response.headersSent) response.setHeader(EXCEPTION_TAG, randomBytes(8).toString('hex')).flushHeaders();
    if (response.write(chunk)) return;
    await new Promise<void>((drained) => {
      response.once('drain', drained);
      response.once('close', drained);
    });
  });
  response.end();
}

function whole(response: ServerResponse, outcome: Outcome, format: string, written = 0): void {
  response.writeHead(200, {
    'Content-Type': format.startsWith('JSON') ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8',
    'Content-Length': outcome.bytes.byteLength,
    'X-ClickHouse-Format': format,
    'X-ClickHouse-Timezone': 'UTC',
    'X-ClickHouse-Summary': JSON.stringify({
      read_rows: String(written || outcome.rows),
      written_rows: String(written),
      result_rows: String(written ? 0 : outcome.rows),
      elapsed_ns: String(Math.round(outcome.seconds * 1e9)),
    }),
  });
  response.end(outcome.bytes);
}

function fail(response: ServerResponse, error: unknown, log: Log): void {
  if (response.destroyed) return;
  const message = error instanceof Error ? error.message : String(error);
  if (response.headersSent) {
    // How ClickHouse reports an error after rows; the sent part looks complete, so the connection is broken as well.
    const tag = String(response.getHeader(EXCEPTION_TAG));
    const text = `${message}\n`;
    const end = `\r\n__exception__\r\n${tag}\n${text}${Buffer.byteLength(text)} ${tag}\r\n__exception__\r\n`;
    response.write(end, () => response.destroy());
    return;
  }
  const code = error instanceof Refusal ? error.code : Number(/^Code: (\d+)/.exec(message)?.[1] ?? 0);
  if (code === 0) log({ from: 'clickhouse', level: 'error', message });
  const body = code === 0 ? 'Code: 1002. DB::Exception: The engine failed. (UNKNOWN_EXCEPTION)' : message;
  response.writeHead(error instanceof Refusal ? error.status : 500, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(code || 1002),
  });
  response.end(`${body}\n`);
}

function plain(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=UTF-8' }).end(text);
}

/**
 * The engine has limits too, but a reader's cannot be changed for one statement, and it does not detect a stalled
 * caller.
 */
function deadline(seconds: number, gone: AbortController): NodeJS.Timeout {
  return setTimeout(() => {
    gone.abort(new Refusal('TIMEOUT_EXCEEDED', `The statement took longer than ${seconds} s.`));
  }, seconds * 1000);
}

async function textOf(request: IncomingMessage): Promise<string> {
  if (single(request.headers['content-type'])?.startsWith('multipart/')) {
    throw new Refusal('NOT_IMPLEMENTED', 'Parameters in a multipart body are not supported.');
  }
  // Unlike a pipe this also ends when the caller disconnects.
  const input = encodingOf(request) === 'gzip' ? pipe(request, createGunzip(), () => {}) : request;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_STATEMENT_BYTES) {
      throw new Refusal('QUERY_IS_TOO_LARGE', `A statement can have at most ${MAX_STATEMENT_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function encodingOf(request: IncomingMessage): 'gzip' | 'identity' {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'gzip' || encoding === 'identity') return encoding;
  throw new Refusal('NOT_IMPLEMENTED', `Content-Encoding "${encoding}" is not supported.`);
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
