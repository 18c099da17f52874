import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@clickhouse/client';
import { Client } from 'pg';
import { startEngines } from './engines.ts';
import type { ClickHouseAddress, PostgresAddress } from './messages.ts';
import { socketAgent } from './socket-agent.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test process requests the engines that all test files share. */
    testEnginesSocket: string;
  }
}

/** Whether statements run in parallel and can be ended, which ClickHouse compiled to WebAssembly cannot do. */
export const isClickHouseNative = process.env.ATRIUM_CLICKHOUSE !== 'wasm';

/** Built once per run, however many test processes need it; every database created from it is a fast copy. */
export type DatabaseTemplate = { name: string; build: (database: PostgresAddress) => Promise<void> };

export type TestDatabase = { address: PostgresAddress; drop: () => Promise<void> };

export type TestFacts = { address: ClickHouseAddress & { database: string }; drop: () => Promise<void> };

export type TestEngines = {
  postgres: PostgresAddress;
  clickhouse: ClickHouseAddress;
  /** A throw-away PostgreSQL database: empty, or a copy of a template. */
  createDatabase: (template?: DatabaseTemplate) => Promise<TestDatabase>;
  /** A throw-away, empty ClickHouse database. */
  createClickHouseDatabase: () => Promise<TestFacts>;
};

/** The engines of this test run: started by the first test file that needs them, stopped at the end of the run. */
export async function sharedTestEngines(): Promise<TestEngines> {
  const { inject } = await import('vitest');
  const answer: unknown = JSON.parse(await text(connect(inject('testEnginesSocket'))));
  const { failure, ...addresses } = answer as Addresses & { failure?: string };
  if (failure !== undefined) throw new Error(`The test engines did not start: ${failure}`);
  return testEngines(addresses);
}

/**
 * Separate engines in a temporary folder, for tests that cannot share them. Their data does not survive a power cut.
 */
export async function startTestEngines(): Promise<TestEngines & { stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-test-'));
  const engines = await startEngines({
    dataDir,
    durable: false,
    memoryBytes: 2 * 1024 ** 3,
    // Tests that fail because an engine died are understood by what it said.
    onLog: ({ level, from, message }) => {
      if (level === 'error') console.error(`${from}: ${message}`);
    },
  }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  return {
    ...testEngines({ postgres: engines.postgres, clickhouse: engines.clickhouse }),
    stop: async () => {
      await engines.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Addresses = Pick<TestEngines, 'postgres' | 'clickhouse'>;

function testEngines(addresses: Addresses): TestEngines {
  return {
    ...addresses,
    createDatabase: async (template) => {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await asOwner(addresses.postgres, async (owner) => {
        const source = template ? await builtTemplate(owner, addresses.postgres, template) : 'template0';
        await owner.query(`CREATE DATABASE ${name} TEMPLATE ${source}`);
      });
      return {
        address: { ...addresses.postgres, database: name },
        drop: () =>
          asOwner(addresses.postgres, async (owner) => {
            await owner.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
          }),
      };
    },
    createClickHouseDatabase: async () => {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await define(addresses.clickhouse, `CREATE DATABASE ${name}`);
      return {
        address: { ...addresses.clickhouse, database: name },
        drop: () => define(addresses.clickhouse, `DROP DATABASE IF EXISTS ${name} SYNC`),
      };
    },
  };
}

async function define({ socketPath }: ClickHouseAddress, sql: string): Promise<void> {
  const client = createClient({ url: 'http://clickhouse', http_agent: socketAgent(socketPath) });
  try {
    await client.command({ query: sql });
  } finally {
    await client.close();
  }
}

async function builtTemplate(owner: Client, address: PostgresAddress, template: DatabaseTemplate): Promise<string> {
  const digest = createHash('sha256').update(template.name).digest();
  const name = `template_${digest.toString('hex', 0, 8)}`;
  const lock = digest.readInt32BE(0);
  await owner.query('SELECT pg_advisory_lock($1)', [lock]);
  try {
    const { rowCount } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      await owner.query(`DROP DATABASE IF EXISTS ${name}_half WITH (FORCE)`);
      await owner.query(`CREATE DATABASE ${name}_half TEMPLATE template0`);
      await template.build({ ...address, database: `${name}_half` });
      await owner.query(`ALTER DATABASE ${name}_half RENAME TO ${name}`);
    }
  } finally {
    await owner.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
  return name;
}

async function asOwner<T>(address: PostgresAddress, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client(address);
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
