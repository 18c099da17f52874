import type { Point, Reach } from '../../src/ingestion/points.ts';

/** How a server is started that a test may kill. */
export interface ServerOptions {
  readonly dataDir: string;
  /** End the process, without a word, when it comes to this point for the given time. */
  readonly killAt?: { readonly point: Point; readonly time: number };
}

/** Where it is, once it listens. */
export interface ServerReady {
  readonly url: string;
  readonly postgres: object;
  readonly clickhouse: { readonly socketPath: string; readonly database: string };
}

export function reachFor(killAt: ServerOptions['killAt']): Reach | undefined {
  if (killAt === undefined) return undefined;
  let times = 0;
  return (point) => {
    if (point !== killAt.point) return;
    times += 1;
    if (times === killAt.time) process.kill(process.pid, 'SIGKILL');
  };
}
