import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFacts } from '@atrium/facts/facts';
import { chance } from '@atrium/simulator/noise';
import { encodePush } from '@atrium/simulator/xovis5';
import type { Point } from '../../src/ingestion/points.ts';
import { openRegistry } from '../../src/registry/registry.ts';
import { createSecrets } from '../../src/accounts/secrets.ts';
import { createEstate } from '../estate.ts';
import { startServer, type ServerProcess } from './start-server.ts';

/** What is done to the system under load. */
export type Disruption =
  | { readonly kind: 'server' }
  | { readonly kind: 'point'; readonly point: Point }
  | { readonly kind: 'engines' }
  | { readonly kind: 'postmaster' }
  /** ClickHouse's folder is rolled back by this many milliseconds. */
  | { readonly kind: 'rollback'; readonly milliseconds: number }
  /** The disk is full for so long; the server and its engines are killed while it is, afterwards, or not at all. */
  | { readonly kind: 'full disk'; readonly milliseconds: number; readonly killed: 'full' | 'freed' | 'no' };

export interface CampaignOptions {
  readonly blows: readonly Disruption[];
  readonly doors: number;
  readonly seed: number;
  /** On a disk that may be filled. */
  readonly folder?: string | undefined;
  readonly onProgress?: (text: string) => void;
}

export interface CampaignResult {
  readonly blows: number;
  /** Bodies that were acknowledged. */
  readonly acknowledged: number;
  /** People who were acknowledged and are not counted. */
  readonly lost: number;
  /** People counted beyond those sent. */
  readonly twice: number;
  /** Series whose live number is not the sum of their facts. */
  readonly wrongLive: number;
  /** Days whose quarters are not the sum of their minutes. */
  readonly wrongQuarters: number;
  /** Stored bodies, minus those applied, quarantined or waiting. */
  readonly unbalanced: number;
  /** Parts of the readings that are reported as damaged. */
  readonly damaged: number;
  /** The longest time from an interruption until a push was acknowledged again, in milliseconds. */
  readonly slowestReturn: number;
}

interface Door {
  readonly key: string;
  readonly mac: string;
  readonly logic: number;
  readonly series: number;
  readonly factOrg: number;
}

/**
 * Sensors push minute after minute, today's and old ones, and repeat what is not acknowledged; now and then something
 * is killed. At the end the counts are compared with what was acknowledged.
 */
export async function runCampaign({
  blows,
  doors: doorCount,
  seed,
  folder = tmpdir(),
  onProgress = () => {},
}: CampaignOptions): Promise<CampaignResult> {
  const dataDir = await mkdtemp(join(folder, 'atrium-crash-'));
  let server = await startServer({ dataDir });
  try {
    const doors = await createDoors(server, doorCount);
    const load = startLoad(doors, seed, () => server.url);
    let slowestReturn = 0;
    for (const [i, blow] of blows.entries()) {
      await pause(300 + chance(seed, i) * 700);
      const since = performance.now();
      server = await strike(blow, server, dataDir);
      await load.acknowledgedAgain();
      const took = performance.now() - since - ('milliseconds' in blow ? blow.milliseconds : 0);
      slowestReturn = Math.max(slowestReturn, took);
      onProgress(`${i + 1}/${blows.length} ${describe(blow)}: back after ${Math.round(took)} ms`);
    }
    const sent = await load.stop();
    await server.idle();
    return { blows: blows.length, slowestReturn, ...(await compare(server, doors, sent)) };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

function describe(blow: Disruption): string {
  return blow.kind === 'point' ? `server at ${blow.point}` : blow.kind;
}

/** Resolves with a listening server, the same or the next. */
async function strike(blow: Disruption, server: ServerProcess, dataDir: string): Promise<ServerProcess> {
  switch (blow.kind) {
    case 'server':
      await killed(server);
      return startServer({ dataDir });
    case 'point': {
      await killed(server);
      const doomed = await startServer({ dataDir, killAt: { point: blow.point, time: 3 } });
      await ended(doomed, 20_000);
      return startServer({ dataDir });
    }
    case 'engines':
      process.kill(await server.enginesPid(), 'SIGKILL');
      await pause(500);
      return server;
    case 'postmaster': {
      const [pid = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await pause(500);
      return server;
    }
    case 'rollback': {
      const folder = join(dataDir, 'clickhouse');
      await killedWithEngines(server);
      await cp(folder, `${folder}.before`, { recursive: true, preserveTimestamps: true });
      const next = await startServer({ dataDir });
      await pause(blow.milliseconds);
      await killedWithEngines(next);
      await rm(folder, { recursive: true });
      await rename(`${folder}.before`, folder);
      return startServer({ dataDir });
    }
    case 'full disk': {
      const filler = join(dataDir, 'filler');
      await fill(filler, blow.milliseconds);
      if (blow.killed === 'full') await killedWithEngines(server);
      await rm(filler);
      if (blow.killed === 'no') return server;
      if (blow.killed === 'freed') {
        await pause(200);
        await killedWithEngines(server);
      }
      return startServer({ dataDir });
    }
  }
}

/** What is freed is filled again. */
async function fill(file: string, milliseconds: number): Promise<void> {
  const filler = await open(file, 'w');
  for (const until = Date.now() + milliseconds; Date.now() < until;) {
    await filler.write(Buffer.alloc(2 ** 20)).catch(() => filler.write(Buffer.alloc(4096)).catch(() => pause(5)));
  }
  await filler.close();
}

async function killed(server: ServerProcess): Promise<void> {
  const exit = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await exit;
}

async function ended(server: ServerProcess, patience: number): Promise<void> {
  if (server.process.exitCode !== null || server.process.signalCode !== null) return;
  await Promise.race([once(server.process, 'exit'), pause(patience)]);
  if (server.process.exitCode === null && server.process.signalCode === null) await killed(server);
}

/** The engines end when their server is gone. */
async function killedWithEngines(server: ServerProcess): Promise<void> {
  const pid = await server.enginesPid();
  await killed(server);
  for (let i = 0; i < 600 && isAlive(pid); i += 1) await pause(50);
  if (isAlive(pid)) throw new Error('The engines did not end with their server.');
}

function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function createDoors(server: ServerProcess, count: number): Promise<Door[]> {
  const registry = openRegistry(server.postgres);
  const estate = createEstate(registry, createSecrets(randomBytes(32).toString('base64')), () => new Date());
  const doors: Door[] = [];
  for (let i = 0; i < count; i += 1) {
    const { orgId, siteId } = await estate.site();
    const sensor = await estate.sensor({ siteId });
    const zone = await estate.zone({ sensorId: sensor.sensorId });
    const { rows } = await registry.owner.query<{ fact_org: number }>(
      'SELECT fact_org FROM organization WHERE org_id = $1',
      [orgId],
    );
    doors.push({
      key: await estate.pushKey({ orgId }),
      mac: sensor.macAddress ?? '',
      logic: Number(zone.deviceId),
      series: zone.seriesId,
      factOrg: rows[0]?.fact_org ?? 0,
    });
  }
  await registry.close();
  return doors;
}

interface Sent {
  readonly bodies: number;
  /** People in, by series. Every body is acknowledged in the end. */
  readonly bySeries: ReadonlyMap<number, number>;
}

/** Each door sends one body after another and repeats it until it is acknowledged, like a sensor. */
function startLoad(doors: readonly Door[], seed: number, url: () => string) {
  const bySeries = new Map<number, number>();
  let bodies = 0;
  let stopped = false;
  let waiting: (() => void)[] = [];
  const today = Math.floor(Date.now() / 60_000) * 60 - 3600;

  const send = async (door: Door, body: string): Promise<void> => {
    for (;;) {
      try {
        const answer = await fetch(`${url()}/api/push/xovis5/${door.key}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          signal: AbortSignal.timeout(15_000),
        });
        await answer.text();
        if (answer.status === 200) return;
        if (answer.status !== 503) throw new Error(`A push was answered ${answer.status}`);
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('A push was answered')) throw error;
      }
      await pause(50);
    }
  };

  const work = doors.map(async (door, d) => {
    for (let n = 0; !stopped; n += 1) {
      const people = 1 + Math.floor(chance(seed + d, n) * 9);
      // Every fifth body is weeks old; each contains a unique minute.
      const start = n % 5 === 4 ? today - (20 + (n % 7)) * 86_400 - n * 60 : today - n * 60;
      if (n % 3 === 0) await send(door, bodyOf(door, start, 1, true));
      await send(door, bodyOf(door, start, people, false));
      bodies += 1;
      bySeries.set(door.series, (bySeries.get(door.series) ?? 0) + people);
      waiting.forEach((resolve) => resolve());
      waiting = [];
    }
  });

  return {
    /** Resolves with the next acknowledgment. */
    acknowledgedAgain: () => new Promise<void>((resolve) => waiting.push(resolve)),
    async stop(): Promise<Sent> {
      stopped = true;
      await Promise.all(work);
      return { bodies, bySeries };
    },
  };
}

function bodyOf(door: Door, from: number, people: number, partial: boolean): string {
  const record = { from, to: from + 60, forward: people, backward: 0, samples: partial ? 1 : 60, samplesExpected: 60 };
  return JSON.stringify(
    encodePush({
      kind: 'logics',
      device: { macAddress: door.mac, timezone: 'UTC' },
      packageId: 1,
      logics: [{ id: door.logic, name: 'Door', records: [record] }],
    }),
  );
}

async function compare(server: ServerProcess, doors: readonly Door[], { bodies, bySeries }: Sent) {
  const registry = openRegistry(server.postgres);
  const facts = openFacts(server.clickhouse);
  const day = 86_400;
  const today = Math.floor(Date.now() / 1000 / day) * day;
  const result = { acknowledged: bodies, lost: 0, twice: 0, wrongLive: 0, wrongQuarters: 0, unbalanced: 0, damaged: 0 };
  for (const { factOrg: org, series } of doors) {
    const range = { from: today - 60 * day, to: today + 2 * day };
    const [sums] = await facts.sums({ org, series: [series], ...range });
    const difference = (bySeries.get(series) ?? 0) - (sums?.ins ?? 0);
    if (difference > 0) result.lost += difference;
    else result.twice -= difference;

    const { rows } = await registry.owner.query<{ ins: number; from: number; to: number }>(
      `SELECT ins::int, extract(epoch FROM day_from)::int AS from, extract(epoch FROM day_to)::int AS to
       FROM series_last WHERE series_id = $1`,
      [series],
    );
    const [live] = rows;
    const [ofDay] = live ? await facts.sums({ org, series: [series], from: live.from, to: live.to }) : [];
    if (live && live.ins !== (ofDay?.ins ?? 0)) result.wrongLive += 1;

    const edges = Array.from({ length: 51 }, (_, i) => today - 60 * day + i * day);
    const members = [{ series, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }];
    const question = { org, slices: [{ edges, members }], freshFrom: today };
    const quarters = await facts.aggregate({ ...question, marks: [] });
    const minutes = await facts.aggregate({ ...question, marks: edges.map((each) => ({ series, day: each })) });
    if (String(quarters.ins) !== String(minutes.ins)) result.wrongQuarters += 1;
  }
  const { rows } = await registry.owner.query<{ kept: number; sorted: number; damaged: number }>(
    `SELECT (SELECT count(*) FROM inbox_body)::int AS kept, (SELECT count(*) FROM store_damage)::int AS damaged,
            ((SELECT coalesce(sum(applied + quarantined), 0) FROM ledger) + (SELECT count(*) FROM inbox_todo))::int AS sorted`,
  );
  result.damaged = rows[0]?.damaged ?? 0;
  result.unbalanced = (rows[0]?.kept ?? 0) - (rows[0]?.sorted ?? 0);
  await facts.close();
  await registry.close();
  return result;
}
