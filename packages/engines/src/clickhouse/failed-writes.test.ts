import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEngines, type Engines } from '../engines.ts';
import { socketAgent } from '../socket-agent.ts';

let folder: string;
let engines: Engines;
let lines: string[] = [];

beforeEach(async () => {
  lines = [];
  folder = await mkdtemp(join(tmpdir(), 'atrium-failed-writes-'));
  engines = await startEngines({
    dataDir: folder,
    with: ['clickhouse'],
    onLog: ({ message }) => lines.push(message),
  });
  await command('CREATE TABLE counts (day UInt32, n UInt64, v UInt64) ENGINE = ReplacingMergeTree ORDER BY (day, n)');
});

afterEach(async () => {
  await engines.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The size of a file can be limited for a running process: its writes fail then as they do on a full disk. */
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

describe.runIf(canLimit)('a write that the disk refuses', () => {
  it('[I248] is no acknowledged insert: the rows are refused, and nothing of what was there before is lost', async () => {
    await insert(1);
    refuseLargeFiles();
    await expect(insert(2)).rejects.toThrow();
    await backAgain();
    expect(await days()).toEqual(['1 20000']);
    expect(lines.join('\n')).toContain('could not be written');
    await insert(2);
    expect(await days()).toEqual(['1 20000', '2 20000']);
  });

  it('[I248] in a merge leaves the rows that were merged', async () => {
    await insert(1);
    await insert(2);
    refuseLargeFiles();
    await expect(command('OPTIMIZE TABLE counts FINAL')).rejects.toThrow();
    await backAgain();
    expect(await days()).toEqual(['1 20000', '2 20000']);
    await command('OPTIMIZE TABLE counts FINAL');
    expect(await days()).toEqual(['1 20000', '2 20000']);
  });
});

function refuseLargeFiles(): void {
  execFileSync('prlimit', ['--pid', String(engines.pid), '--fsize=4096']);
}

async function backAgain(): Promise<void> {
  await expect.poll(() => engines.status(), { timeout: 60_000 }).toMatchObject({ state: 'running', restarts: 1 });
}

function insert(day: number): Promise<void> {
  return command(`INSERT INTO counts SELECT ${day}, number, cityHash64(number) FROM numbers(20000)`);
}

async function days(): Promise<string[]> {
  const client = connected();
  try {
    const answer = await client.query({
      query: `SELECT concat(toString(day), ' ', toString(count())) AS found FROM counts GROUP BY day ORDER BY day`,
      format: 'JSONEachRow',
    });
    return (await answer.json<{ found: string }>()).map(({ found }) => found);
  } finally {
    await client.close();
  }
}

async function command(query: string): Promise<void> {
  const client = connected();
  try {
    await client.command({ query });
  } finally {
    await client.close();
  }
}

function connected() {
  return createClient({
    url: 'http://clickhouse',
    http_agent: socketAgent(engines.clickhouse.socketPath),
    log: { level: ClickHouseLogLevel.OFF },
  });
}
