import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Session, drainPending } from 'chdb';
import type { ClickHouseLimits } from '../machine.ts';
import { EnginesError } from '../messages.ts';
import { connectionSettings } from './engine-config.ts';
import { Lane } from './lanes.ts';
import { Refusal } from './refusal.ts';
import { quote } from './statement.ts';

/**
 * Which connection runs a statement. Reads have four connections, exports (long, streamed reads) two of their own, so
 * that no export delays a dashboard; `write` accepts rows and definitions, `bulk` runs what the engine computes and
 * writes itself, so that a long recomputation does not delay arriving readings; `control` manages the engine.
 */
export const LANES = ['read', 'export', 'write', 'bulk', 'control'] as const;
export type LaneName = (typeof LANES)[number];

/** The database of statements that name none. */
export const HOME_DATABASE = 'atrium';

export type Run = {
  lane: LaneName;
  sql: string;
  database: string;
  /** Used when the statement names no format. */
  format: string;
  /** Ends the statement in the engine, not only the wait for it. */
  signal: AbortSignal;
};

export type Outcome = { bytes: Uint8Array; rows: number; seconds: number };

export type Engine = {
  /** Names of all table functions, in lowercase. */
  tableFunctions: ReadonlySet<string>;
  run: (run: Run) => Promise<Outcome>;
  /** Streams the response as it is produced; only for formats that are a plain sequence of rows. */
  stream: (run: Run, onChunk: (chunk: Uint8Array) => Promise<void>) => Promise<void>;
  /** Settles, with success or failure, as long as the engine is alive. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
};

/** How long an ended statement may take to stop. */
const STUCK_AFTER_MS = 30_000;

const WRITING: ReadonlySet<LaneName> = new Set(['write', 'bulk', 'control']);

type Role = Parameters<typeof connectionSettings>[0];

export async function openEngine(
  folder: string,
  configFile: string,
  limits: ClickHouseLimits,
  on: {
    /** A statement does not end. */
    stuck: () => void;
    /** A file was not written, and the engine continues as if it were. */
    unwritten: () => void;
  },
): Promise<Engine> {
  const sessions = new Set<Session>();
  const open = async (role: Role): Promise<Session> => {
    const session = newSession(folder, sessions.size === 0 ? [`--config-file=${configFile}`] : []);
    sessions.add(session);
    const settings = connectionSettings(role, limits).map(([name, value]) => `${name} = ${value}`);
    await session.queryAsync(`SET ${settings.join(', ')}`);
    return session;
  };
  const close = (session: Session): void => {
    sessions.delete(session);
    session.close();
  };
  // Opened first and never replaced: the engine itself would close with the last connection.
  const killer = await open('writer');
  await replaceDefaultDatabase(killer);
  const lane = (count: number, role: Role): Promise<Lane<Session>> => new Lane(() => open(role), close).add(count);
  const lanes: Record<LaneName, Lane<Session>> = {
    control: await lane(1, 'writer'),
    write: await lane(1, 'writer'),
    bulk: await lane(1, 'writer'),
    read: await lane(4, 'reader'),
    export: await lane(2, 'exporter'),
  };
  const names = await killer.queryAsync('SELECT lower(name) FROM system.table_functions', { format: 'TSV' });

  const refuseUnwritten = async (): Promise<void> => {
    if ((await failedWrites(killer)) === 0) return;
    on.unwritten();
    throw new Refusal('NOT_ENOUGH_SPACE', 'A file could not be written; the disk may be full.');
  };
  await refuseUnwritten();

  /** Runs work under a tag by which the engine finds it; it ends early when the caller has left. */
  const tagged = <T>(run: Run, work: (session: Session, sql: string) => Promise<T>): Promise<T> =>
    lanes[run.lane].use(run.database, run.signal, async (connection) => {
      if (connection.database !== run.database) {
        await connection.session.queryAsync(`USE \`${run.database.replaceAll('`', '``')}\``);
        connection.database = run.database;
        run.signal.throwIfAborted();
      }
      const tag = `/*atrium:${randomBytes(8).toString('hex')}*/`;
      const settled = new AbortController();
      const onAbort = (): void => {
        void killUntil(killer, tag, settled.signal);
        const stuck = setTimeout(on.stuck, STUCK_AFTER_MS).unref();
        settled.signal.addEventListener('abort', () => clearTimeout(stuck));
      };
      run.signal.addEventListener('abort', onAbort, { once: true });
      try {
        const result = await work(connection.session, `${tag} ${run.sql}`);
        if (WRITING.has(run.lane)) await refuseUnwritten();
        return result;
      } catch (error) {
        await refuseUnwritten();
        throw error;
      } finally {
        settled.abort();
        run.signal.removeEventListener('abort', onAbort);
      }
    });

  return {
    tableFunctions: new Set(names.text().split('\n').filter(Boolean)),
    run: (run) =>
      tagged(run, async (session, sql) => {
        const result = await session.queryAsync(sql, { format: run.format });
        return { bytes: result.bytes(), rows: result.rowsRead, seconds: result.elapsed };
      }),
    stream: (run, onChunk) =>
      tagged(run, async (session, sql) => {
        for await (const chunk of session.queryStream(sql, { format: run.format })) {
          run.signal.throwIfAborted();
          await onChunk(chunk.raw());
        }
      }),
    ping: async () => {
      await refuseUnwritten().catch(() => undefined);
    },
    close: async () => {
      for (const each of Object.values(lanes)) each.close();
      for (const session of sessions) session.close();
      await drainPending();
    },
  };
}

/**
 * The engine has no query ids and ignores aborted calls, so statements are found by their first comment. Repeated,
 * because a statement may not be in the list of running ones yet.
 */
async function killUntil(killer: Session, tag: string, settled: AbortSignal): Promise<void> {
  while (!settled.aborted) {
    // SYNC would wait inside the engine, forever if the statement does not respond.
    await killer.queryAsync(`KILL QUERY WHERE query LIKE ${quote(`${tag}%`)} ASYNC`).catch(() => undefined);
    await sleep(200, undefined, { signal: settled }).catch(() => undefined);
  }
}

/**
 * The embedded engine ignores a write that fails, as on a full disk: rows that were never written are reported as
 * inserted, and a merge replaces good files by empty ones. It only counts them.
 */
async function failedWrites(session: Session): Promise<number> {
  const event = quote('WriteBufferFromFileDescriptorWriteFailed');
  const counted = await session.queryAsync(`SELECT value FROM system.events WHERE event = ${event}`, { format: 'TSV' });
  return Number(counted.text());
}

/**
 * An embedded engine treats unknown tables of its default database as files. Every connection needs a default database,
 * so an empty one without this feature replaces it, and a statement without a database gets ours.
 */
async function replaceDefaultDatabase(session: Session): Promise<void> {
  await session.queryAsync(`CREATE DATABASE IF NOT EXISTS ${HOME_DATABASE} ENGINE = Atomic`);
  const tables = await session.queryAsync("SELECT count() FROM system.tables WHERE database = 'default'");
  if (Number(tables.text()) > 0) return;
  await session.queryAsync('DROP DATABASE default SYNC');
  await session.queryAsync('CREATE DATABASE default ENGINE = Memory');
}

function newSession(folder: string, args: string[]): Session {
  try {
    return new Session(folder, { connectionArgs: args });
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    throw new EnginesError(
      'store-damaged',
      `ClickHouse did not open ${folder}: ${reason} If files in it were lost or damaged, restore \`postgres/\` and \`clickhouse/\` from the same backup, or move \`clickhouse/\` away and run \`npm run doctor -- --rebuild\` to continue with what the inbox still has.`,
    );
  }
}
