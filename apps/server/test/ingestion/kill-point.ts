import type { Config } from '../../src/config.ts';
import type { Point, Reach } from '../../src/ingestion/points.ts';

/** How to start a server that a test may kill. */
export interface ServerOptions {
  readonly dataDir: string;
  /** Kills the process when it reaches this point for the nth time. */
  readonly killAt?: { readonly point: Point; readonly time: number };
  /** Settings of the product, such as its mail server. */
  readonly config?: Pick<Partial<Config>, 'smtpUrl' | 'sms'>;
  /** Whether the product takes files by SFTP; by default it does. */
  readonly hasSftp?: boolean;
  /** Databases that outlive the process; without them it starts its own. */
  readonly stores?: Pick<ServerReady, 'postgres' | 'clickhouse'>;
}

/** Its address, once it listens. */
export interface ServerReady {
  readonly url: string;
  readonly postgres: object;
  readonly clickhouse: { readonly socketPath: string; readonly database: string };
  /** Of the whole product. */
  readonly sftpPort?: number;
}

/** What a process has loaded of the packages that only some installations need, and on how many ports it listens. */
export interface IdleCost {
  readonly packages: readonly string[];
  readonly listeners: number;
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
