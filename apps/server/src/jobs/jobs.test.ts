import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sharedTestEngines, type TestDatabase } from '@atrium/engines/testing';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrateRegistry } from '../registry/migrate.ts';
import { openRegistry, type Registry } from '../registry/registry.ts';
import { job } from '../registry/schema/operations.ts';
import { organization } from '../registry/schema/organizations.ts';
import { startJobs, type Jobs } from './jobs.ts';

let database: TestDatabase;
let registry: Registry;
let jobs: Jobs;
const orgId = randomUUID();
const ran: unknown[] = [];

beforeAll(async () => {
  database = await (await sharedTestEngines()).createDatabase();
  registry = openRegistry(database.address);
  await migrateRegistry(registry.owner);
  await registry.system(({ sql }) => sql.insert(organization).values({ orgId, name: 'Ours' }));
  jobs = await startJobs({
    registry,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    table: {
      count: {
        async run({ data, report }) {
          await report(1, 2, 'Half of it');
          ran.push(data);
        },
      },
      stoppable: {
        async run({ report }) {
          await vi.waitFor(async () => expect(await stateOf('stoppable')).toBe('cancelled'));
          await report(1);
          ran.push('after the cancellation');
        },
      },
      broken: {
        retries: 0,
        async run() {
          throw new Error('secret detail of the engine');
        },
      },
    },
  });
});
afterAll(async () => {
  await jobs.stop();
  await registry.close();
  await database.drop();
});

async function rowOf(kind: string) {
  const [row] = await registry.system(({ sql }) => sql.select().from(job).where(eq(job.kind, kind)));
  return row;
}
const stateOf = async (kind: string) => (await rowOf(kind))?.state;

describe('a job', () => {
  it('runs when the transaction that requested it commits, with its data and progress', async () => {
    await registry.tenant({ orgId }, (tx) => jobs.enqueue(tx, { kind: 'count', orgId, data: { zone: 'door' } }));
    await vi.waitFor(async () => expect(await stateOf('count')).toBe('done'), 15_000);
    expect(ran).toEqual([{ zone: 'door' }]);
    expect(await rowOf('count')).toMatchObject({ done: 1, total: 2, message: 'Half of it' });
  });

  it('does not exist when that transaction fails', async () => {
    const attempt = registry.tenant({ orgId }, async (tx) => {
      await jobs.enqueue(tx, { kind: 'count', orgId, data: { zone: 'never' } });
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    const rows = await registry.system(({ sql }) => sql.select().from(job).where(eq(job.kind, 'count')));
    expect(rows).toHaveLength(1);
  });

  it('stops at its next report once someone has canceled it', async () => {
    await registry.tenant({ orgId }, (tx) => jobs.enqueue(tx, { kind: 'stoppable', orgId }));
    await vi.waitFor(async () => expect(await stateOf('stoppable')).toBe('running'), 15_000);
    await registry.tenant({ orgId }, ({ sql }) =>
      sql.update(job).set({ state: 'cancelled' }).where(eq(job.kind, 'stoppable')),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(ran).not.toContain('after the cancellation');
    expect(await stateOf('stoppable')).toBe('cancelled');
  });

  it('reports that it failed without revealing why', async () => {
    await registry.tenant({ orgId }, (tx) => jobs.enqueue(tx, { kind: 'broken', orgId }));
    await vi.waitFor(async () => expect(await stateOf('broken')).toBe('failed'), 15_000);
    expect((await rowOf('broken'))?.message).not.toContain('secret');
  });
});

it('[I236] says that a job is not tried again, when its last attempt failed or it was lost', async () => {
  const states = async (kind: string) => {
    const rows = await registry.system(({ sql }) => sql.select().from(job).where(eq(job.kind, kind)));
    return rows.map(({ state, message }) => [state, message]).toSorted((a, b) => String(a).localeCompare(String(b)));
  };
  const lost = { orgId, kind: 'hopeless', data: {}, createdAt: new Date(0), updatedAt: new Date(0) };
  await registry.system(({ sql }) => sql.insert(job).values({ ...lost, state: 'running' }));
  const hopeless = {
    retries: 0,
    async run() {
      throw new Error('no');
    },
  };
  const queueAt = (now: Date) =>
    startJobs({ registry, clock: () => now, log: pino({ level: 'silent' }), table: { hopeless } });
  const first = await queueAt(new Date());
  const givenUp = ['failed', expect.stringContaining('is not tried again')];
  await vi.waitFor(async () => expect(await states('hopeless')).toEqual([givenUp]), 10_000);
  await registry.tenant({ orgId }, (tx) => first.enqueue(tx, { kind: 'hopeless', orgId }));
  const retried = ['failed', expect.stringContaining('will be retried')];
  await vi.waitFor(async () => expect(await states('hopeless')).toEqual([givenUp, retried]), 15_000);
  await first.stop();
  const next = await queueAt(new Date(Date.now() + 60_000));
  await vi.waitFor(async () => expect(await states('hopeless')).toEqual([givenUp, givenUp]), 10_000);
  await next.stop();
});

it('[I237] keeps a job that waits for its next attempt', async () => {
  let [attempts, isBroken] = [0, true];
  const run = async () => {
    attempts += 1;
    if (isBroken) throw new Error('not yet');
  };
  const queueAt = (now: Date) =>
    startJobs({ registry, clock: () => now, log: pino({ level: 'silent' }), table: { patient: { retries: 5, run } } });
  const first = await queueAt(new Date());
  await registry.tenant({ orgId }, (tx) => first.enqueue(tx, { kind: 'patient', orgId }));
  await vi.waitFor(async () => expect(await stateOf('patient')).toBe('failed'), 10_000);
  await first.stop();
  expect(attempts).toBe(1);
  isBroken = false;
  const next = await queueAt(new Date(Date.now() + 60_000));
  await vi.waitFor(async () => expect(await stateOf('patient')).toBe('done'), 30_000);
  await next.stop();
});

it('[I68] logs once that its database is unavailable, however many queues use it', async () => {
  const lines: string[] = [];
  let [isAway, refused] = [false, 0];
  const query = async (text: string, values?: unknown[]) => {
    if (!isAway) return registry.owner.query(text, values);
    refused += 1;
    throw new Error('the database system is not yet accepting connections');
  };
  const task = { run: async () => {} };
  const queue = await startJobs({
    registry: { ...registry, owner: { query } as unknown as Registry['owner'] },
    clock: () => new Date(),
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    table: { first: task, second: task, third: task },
  });
  isAway = true;
  await expect.poll(() => refused).toBeGreaterThan(5);
  isAway = false;
  await queue.stop();
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['The job queue reported an error']);
});

it('[I215] what a process was doing when it ended goes on at the next start, where there is one node', async () => {
  const started: string[] = [];
  const queueOf = (name: string, run: () => Promise<void>, alone: boolean) =>
    startJobs({
      registry,
      clock: () => new Date(),
      log: pino({ level: 'silent' }),
      table: { moving: { run: () => (started.push(name), run()) } },
      alone,
    });
  const over = new AbortController();
  const hang = async () => void (await once(over.signal, 'abort'));
  const killed = await queueOf('killed', hang, true);
  await registry.system((tx) => killed.enqueue(tx, { kind: 'moving', orgId }));
  await vi.waitFor(() => expect(started).toEqual(['killed']), 10_000);
  const other = await queueOf('other', async () => {}, false);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(started).toEqual(['killed']);
  await other.stop();
  const next = await queueOf('next', async () => {}, true);
  await vi.waitFor(() => expect(started).toEqual(['killed', 'next']), 10_000);
  await vi.waitFor(async () => expect(await stateOf('moving')).toBe('done'), 10_000);
  await next.stop();
  over.abort();
  await killed.stop();
});

it('[I252] tries a job again soon that failed because the database was away', async () => {
  let isAway = false;
  let attempts = 0;
  const owner = new Proxy(registry.owner, {
    get: (pool, name) => (name === 'query' && isAway ? away : (Reflect.get(pool, name) as unknown)),
  });
  const leaving: Registry = {
    ...registry,
    owner,
    system: (work) => (isAway ? away() : registry.system(work)),
  };
  const run = async () => {
    attempts += 1;
    isAway = attempts === 1;
    if (isAway) throw new Error('The database is away.');
  };
  const own = await startJobs({
    registry: leaving,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    table: { interrupted: { run, hours: 6 } },
  });
  await registry.tenant({ orgId }, (tx) => own.enqueue(tx, { kind: 'interrupted', orgId }));
  await vi.waitFor(() => expect(isAway).toBe(true), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  isAway = false;
  await vi.waitFor(async () => expect(await stateOf('interrupted')).toBe('done'), 20_000);
  expect(attempts).toBe(2);
  await own.stop();
});

function away(): Promise<never> {
  return Promise.reject(new Error('The database is away.'));
}
