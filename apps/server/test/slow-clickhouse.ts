import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A ClickHouse that answers every query with no rows, and delays it when the test wants it to. */
export interface SlowClickHouse {
  readonly url: string;
  /** Running queries, oldest first. */
  readonly held: readonly string[];
  /** Queries that were stopped by KILL QUERY. */
  readonly killed: number;
  /** Delays queries from now on. */
  hold(): void;
  /** Returns the newest query. */
  answerNewest(): void;
  close(): Promise<void>;
}

export async function openSlowClickHouse(): Promise<SlowClickHouse> {
  const waiting = new Map<ServerResponse, string>();
  let isHeld = false;
  let killed = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = new URL(request.url ?? '/', 'http://localhost').searchParams.get('query') ?? '';
      const statement = `${asked}${Buffer.concat(chunks).toString()}`;
      if (statement.startsWith('KILL QUERY')) killed += 1;
      if (!isHeld || !isQuestion(statement)) {
        response.end(request.url?.startsWith('/ping') ? 'Ok.\n' : '');
        return;
      }
      waiting.set(response, statement);
      response.once('close', () => waiting.delete(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get held() {
      return [...waiting.values()];
    },
    get killed() {
      return killed;
    },
    hold() {
      isHeld = true;
    },
    answerNewest: () => [...waiting.keys()].at(-1)?.end(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** All questions share one answer about which hours are made: it is not held. */
function isQuestion(statement: string): boolean {
  return /^SELECT \/\* facts .*FORMAT Native/s.test(statement) && !statement.includes('hours_made');
}
