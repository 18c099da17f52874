import { Agent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { pipeline, type Readable } from 'node:stream';

export interface EngineAddress {
  /** A ClickHouse server or cluster. */
  url?: string | undefined;
  /** The embedded engine. */
  socketPath?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
}

/** An error that the engine reported, in its words. */
export class EngineError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Sending {
  readonly settings: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of an `INSERT … FORMAT`. */
  readonly rows?: Buffer | Readable | undefined;
}

export type EngineHttp = ReturnType<typeof openEngineHttp>;

/**
 * ClickHouse's HTTP interface, one request for each statement. The official client waits for a timer before every
 * request, which is a third of what a small question takes.
 */
export function openEngineHttp({ url, socketPath, username, password }: EngineAddress) {
  const base = new URL(url ?? 'http://localhost');
  const isSecure = base.protocol === 'https:';
  const request = isSecure ? secureRequest : plainRequest;
  const agent = socketPath === undefined ? agentFor(isSecure) : agentForSocket(socketPath);
  const auth = username === undefined ? undefined : `${username}:${password ?? ''}`;

  return {
    /** Resolves with the response of a statement that did not fail before its first rows. */
    send(statement: string, { settings, signal, headers, rows }: Sending): Promise<IncomingMessage> {
      const to = new URL(base);
      for (const [name, value] of Object.entries(settings)) {
        if (value !== undefined) to.searchParams.set(name, String(value));
      }
      if (rows !== undefined) to.searchParams.set('query', statement);
      return new Promise((resolve, reject) => {
        const outgoing = request(to, {
          method: 'POST',
          agent,
          signal,
          headers,
          timeout: IDLE_SECONDS * 1000,
          ...(auth !== undefined && { auth }),
        });
        outgoing.once('timeout', () => outgoing.destroy(new Error('The engine says nothing.')));
        // A request that still waits for a connection says nothing when it is ended.
        const leave = () => reject(new Error('The caller has left.'));
        signal.addEventListener('abort', leave, { once: true });
        outgoing.once('close', () => signal.removeEventListener('abort', leave));
        outgoing.once('error', reject);
        // A connection that breaks later is an error of the response.
        outgoing.on('error', () => undefined);
        outgoing.once('response', (response) => {
          if (response.statusCode === 200) resolve(response);
          else errorIn(response).then(reject, reject);
        });
        if (rows === undefined) outgoing.end(statement);
        else if (rows instanceof Buffer) outgoing.end(rows);
        else pipeline(rows, outgoing, () => undefined);
      });
    },
    close: () => agent.destroy(),
  };
}

async function errorIn(response: IncomingMessage): Promise<Error> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    if (text.length < LONGEST_ERROR) text += chunk;
  }
  const code = codeOf(response) ?? /^Code: (\d+)/.exec(text)?.[1];
  return code === undefined ? new Error(`Status ${response.statusCode}`) : new EngineError(Number(code), text);
}

function codeOf({ headers }: IncomingMessage): string | undefined {
  const code = headers['x-clickhouse-exception-code'];
  return typeof code === 'string' && /^\d+$/.test(code) ? code : undefined;
}

/** Without a byte from the other side. */
const IDLE_SECONDS = 900;
/** For connections without a statement: shorter than servers and what is in front of them wait before they close one. */
const FREE_MS = 2500;
const MAX_CONNECTIONS = 16;
const LONGEST_ERROR = 64 * 1024;

function agentFor(isSecure: boolean): Agent {
  return new (isSecure ? SecureAgent : Agent)({
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    timeout: FREE_MS,
  });
}

/** A connection to a unix socket costs next to nothing, and one that is not reused cannot be stale. */
function agentForSocket(socketPath: string): Agent {
  const agent = new Agent({ keepAlive: false, maxSockets: MAX_CONNECTIONS });
  agent.createConnection = () => connect(socketPath);
  return agent;
}
