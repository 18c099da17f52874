import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { serverFlags } from '../apps/server/src/supervisor.ts';
import { serverEntries } from '../scripts/build-parts.mjs';
import { bundleServer } from '../scripts/bundle-server.mjs';
import { root } from '../scripts/root.mjs';
import type { Asked, BenchDevice, BenchEstate, Described } from './product-process.ts';

/** The product in a separate process, durable as for customers, with an estate for measuring. */
export interface Product extends Described {
  readonly process: ChildProcess;
  /** Kills it, and starts it at the same address with the same data. */
  restart(): Promise<void>;
  /** Milliseconds that its event loop was late since the last call, at the 99th percentile. */
  lag(): Promise<number>;
  stop(): Promise<void>;
}

export async function startProduct(estate: BenchEstate): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const asked = { dataDir, webFolder: join(root, 'apps/web/dist'), ...estate };
  const first = await launch(asked);
  const { described } = first;
  let { child } = first;
  return {
    ...described,
    get process() {
      return child;
    },
    async restart() {
      await end(child, 'SIGKILL');
      ({ child } = await launch({ ...asked, resumedAt: described.url }));
    },
    async lag() {
      const answer = once(child, 'message');
      child.send('lag');
      return ((await answer) as [number])[0];
    },
    async stop() {
      await end(child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(asked: Asked): Promise<{ child: ChildProcess; described: Described }> {
  const child = fork(await built(), [JSON.stringify(asked)], {
    execArgv: [...serverFlags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const described = await new Promise<Described>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Described));
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}`)));
  });
  return { child, described };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

let bundled: Promise<void> | undefined;

/** The program of the product, bundled as for customers: from its sources it would be slower. */
async function built(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/bench');
  bundled ??= bundleServer({ ...serverEntries, 'product-process': 'bench/product-process.ts' }, folder);
  await bundled;
  return join(folder, 'product-process.js');
}

export interface Reading {
  readonly packageId: number;
  /** Start of a minute, epoch seconds. It is still open: the same minute again replaces it. */
  readonly minute: number;
  readonly ins: number;
}

export function pushBody({ mac }: BenchDevice, { packageId, minute, ins }: Reading): string {
  const record = { from: minute * 1000, to: (minute + 60) * 1000, samples: 1, samples_expected: 60, ins, outs: 0 };
  return packageOf(mac, packageId, [[record]]);
}

export interface BenchRecord {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly samples: number;
  readonly samples_expected: number;
  readonly ins: number;
  readonly outs: number;
}

/** A package of the device `mac` with the records of each of its lines. */
export function packageOf(mac: string, id: number, lines: readonly (readonly BenchRecord[])[]): string {
  return JSON.stringify({
    logics_data: {
      package_info: { version: '5.0', id, agent_id: 1 },
      sensor_info: { serial_number: mac, type: 'SINGLE_SENSOR', timezone: 'Etc/UTC' },
      logics: lines.map((records, line) => ({
        id: line + 1,
        name: 'Door',
        info: 'XLT_LINE_IN_OUT_COUNT',
        geometries: [{ id: line + 1, type: 'LINE', name: 'Door' }],
        records: records.map(({ ins, outs, ...record }) => ({
          ...record,
          counts: [
            { id: 1, name: 'fw', value: ins },
            { id: 2, name: 'bw', value: outs },
          ],
        })),
      })),
    },
  });
}

/** The hours of a location's day, nearly five times a second; returns how long each took, in milliseconds. */
export async function askAgain({ url, devices }: Product, cookie: string, ending: AbortSignal): Promise<number[]> {
  const query = new URLSearchParams({
    entityType: 'location',
    entityIds: devices[0]?.locationId ?? '',
    relativeDate: 'today',
    dateGroupings: 'hour',
  });
  const times: number[] = [];
  while (!ending.aborted) {
    const began = performance.now();
    const answer = await fetch(`${url}/api/data/traffic?${query.toString()}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`A question was answered ${answer.status}`);
    times.push(performance.now() - began);
    await sleep(200, undefined, { signal: ending }).catch(() => undefined);
  }
  return times;
}

export const json = { 'content-type': 'application/json' };

export async function push({ url }: Product, device: BenchDevice, reading: Reading): Promise<void> {
  const answer = await fetch(url + device.pushPath, { method: 'POST', headers: json, body: pushBody(device, reading) });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`A push was answered ${answer.status}`);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** A figure beside the most that it may be. */
export function limitLine(name: string, figure: number, limit: number): string {
  return `${name}: ${figure}, limit ${limit}: ${figure <= limit ? 'holds' : 'DOES NOT HOLD'}`;
}

/** Reads a response to its end without parsing it. */
export function bytesOf(url: string, agent: Agent, cookie: string, accept = 'application/json'): Promise<number> {
  return new Promise((done, failed) => {
    get(url, { agent, headers: { cookie, accept } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => (answer.statusCode === 200 ? done(bytes) : failed(new Error(`${answer.statusCode}`))));
      answer.on('error', failed);
    }).on('error', failed);
  });
}

/** Returns the address of a staff user with someone else's password. */
export async function addStaff(pool: Pool, email: string): Promise<string> {
  const staff = 'bench-staff@bench.test';
  await pool.query(
    `INSERT INTO local_user (scope, role_id, email, name, password_hash, first_login, created_at, updated_at)
     SELECT 3890, 3, $2, 'Bench Staff', password_hash, false, now(), now() FROM local_user WHERE email = $1`,
    [email, staff],
  );
  return staff;
}

/** Returns the cookies. */
export async function signIn({ url, password }: Product, username: string): Promise<string> {
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${url}/login`, { method: 'POST', headers: { ...json, origin: url }, body });
  if (!answer.ok) throw new Error(`The sign-in was answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export const currentMinute = () => Math.floor(Date.now() / 60_000) * 60;
