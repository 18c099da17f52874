import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { AsyncLocalStorage } from 'node:async_hooks';
import { currentPayer } from '../payer.ts';
import { Refusal, Undecided } from '../refusal.ts';
import { everyOrganization, type EveryOrganization } from '../scope.ts';
import { connectionBounds, createConnectionGate } from './connection-gate.ts';
import { isId } from './ids.ts';

/** A transaction. `sql` is its drizzle interface; `client` is for the few hot statements written by hand. */
export interface Transaction {
  readonly sql: NodePgDatabase;
  readonly client: PoolClient;
  /** Runs after a successful commit; a hint, never the only trigger of something. */
  afterCommit(hint: () => void): void;
}

/** The PostgreSQL registry. Every statement of the product runs in one of these two kinds of transaction. */
export interface Registry {
  /** Inside one organization: row-level security hides all others. */
  tenant<T>(scope: { readonly orgId: string }, work: (tx: Transaction) => Promise<T>): Promise<T>;
  within<T>(scope: { readonly orgId: string } | EveryOrganization, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Across organizations: sign-in, push, jobs. */
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The owner's pool, for migrations, the job queue and LISTEN. */
  readonly owner: Pool;
  close(): Promise<void>;
}

/** Where PostgreSQL is. */
export type RegistryAddress = PoolConfig & {
  /** Overrides of the defaults. */
  readonly patience?: Patience;
};

/** Timeouts of a request's transaction; milliseconds. */
export interface Patience {
  /** For a lock that someone else holds. */
  readonly lock: number;
  readonly statement: number;
  /** Between two statements. */
  readonly idle: number;
}

const requestPatience: Patience = { lock: 5_000, statement: 30_000, idle: 30_000 };
/** Jobs, pushes and imports of the product itself: nothing takes longer unless it is stuck. */
const workPatience: Patience = { lock: 60_000, statement: 15 * 60_000, idle: 15 * 60_000 };

export function openRegistry({ patience = requestPatience, ...connection }: RegistryAddress): Registry {
  const open = (max: number) => {
    const pool = new Pool({
      max,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 5_000,
      lock_timeout: workPatience.lock,
      statement_timeout: workPatience.statement,
      idle_in_transaction_session_timeout: workPatience.idle,
      ...connection,
    });
    // An idle connection that breaks (engine restarted) is replaced by the pool; without a listener it would crash
    // the process.
    pool.on('error', () => {});
    // The same for a connection in use that breaks between two statements: the next statement reports it.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const pool = open(connectionBounds.all);
  // Prevents deadlock: a nested transaction waits only for connections whose holders need no further one.
  const inner = open(connectionBounds.inner);
  const gate = createConnectionGate();
  const depth = new AsyncLocalStorage<number>();
  const hurried = `SET LOCAL lock_timeout = ${patience.lock}; SET LOCAL statement_timeout = ${patience.statement};
    SET LOCAL idle_in_transaction_session_timeout = ${patience.idle};`;

  const begin = <T>(orgId: string | undefined, rights: string, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const statements = `BEGIN; ${currentPayer() ? hurried : ''} ${rights}`;
    const outer = depth.getStore() ?? 0;
    if (outer > 1) throw new Error('A transaction was begun inside two others.');
    const run = (from: Pool) => transact(from, statements, (tx) => depth.run(outer + 1, () => work(tx)));
    return outer === 1 ? run(inner) : gate(orgId, () => run(pool));
  };
  const tenant: Registry['tenant'] = async (scope, work) => begin(scope.orgId, tenantRights(scope.orgId), work);
  const system: Registry['system'] = async (work) => begin(undefined, 'SET LOCAL ROLE atrium_system', work);
  return {
    tenant,
    system,
    within: (scope, work) => (scope === everyOrganization ? system(work) : tenant(scope, work)),
    owner: pool,
    async close() {
      await Promise.all([pool.end(), inner.end()]);
    },
  };
}

/**
 * A step of a request's transaction with access to what requests may not reach, such as the inbox. It sees every
 * organization, so its statements must name theirs.
 */
export async function asSystem<T>(tx: Transaction, step: () => Promise<T>): Promise<T> {
  await tx.client.query('SET LOCAL ROLE atrium_system');
  const result = await step();
  await tx.client.query('SET LOCAL ROLE atrium_app');
  return result;
}

/** Sent with the BEGIN: one round trip opens the transaction, drops the rights and sets the organization. */
function tenantRights(orgId: string): string {
  if (!isId(orgId)) throw new Refusal('not_found', 'The organization was not found.');
  return `SET LOCAL ROLE atrium_app; SET LOCAL atrium.org = '${orgId}'`;
}

async function transact<T>(pool: Pool, begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let broken: Error | undefined;
  let kind = Refusal;
  try {
    await client.query(begin);
    const hints: (() => void)[] = [];
    const result = await work({ sql: drizzle({ client }), client, afterCommit: (hint) => hints.push(hint) });
    kind = Undecided;
    await client.query('COMMIT');
    for (const hint of hints) hint();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    // If not even a rollback arrives, the connection failed, whatever the statement reported.
    throw broken || isConnectionLoss(error) ? unavailable(error, kind) : error;
  } finally {
    client.release(broken);
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown, Kind = Refusal): Refusal {
  const refusal = new Kind('unavailable', 'The database cannot be reached right now. Please try again shortly.', {
    extra: { retryAfter: 2 },
  });
  refusal.cause = cause;
  return refusal;
}

/**
 * Classes 08 (connection) and 57P (shutdown, crash), a terminated idle transaction, and errors of the socket itself.
 */
function isConnectionLoss(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && /^(08|57P|25P03|ECONN|EPIPE|ENOENT)/.test(code)) return true;
    if (/Connection terminated/.test(e.message)) return true;
  }
  return false;
}

/** Maximum rows per statement: PostgreSQL allows 65,535 parameters, and building the statement must be fast. */
export const maxRows = 500;

export async function inBatches<Row>(rows: readonly Row[], write: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += maxRows) await write(rows.slice(from, from + maxRows));
}

/** The constraint a statement violated, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const { code, constraint } = e as { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string') return constraint;
  }
  return undefined;
}
