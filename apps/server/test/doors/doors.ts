import { login } from '@atrium/contract/session';
import { openFacts } from '@atrium/facts/facts';
import { chance } from '@atrium/simulator/noise';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets } from '../../src/accounts/secrets.ts';
import type { Point } from '../../src/ingestion/points.ts';
import { openRegistry, type Registry } from '../../src/registry/registry.ts';
import { Client } from '../client.ts';
import { createEstate, type Estate } from '../estate.ts';
import type { ServerOptions } from '../ingestion/kill-point.ts';
import type { ServerProcess } from '../ingestion/start-server.ts';
import { startBroker } from '../mqtt-broker.ts';
import { installShop, sendFiles } from './files.ts';
import { bundleProduct } from './product.ts';
import { becomesTrue, pause } from './repeating.ts';
import { type Address, installFleet, publishAll, pushAll } from './sensors.ts';

/** When the server is killed: at any moment, while it starts, or at a point on the path of a body or a file. */
export type Kill = 'any' | 'start' | Point;

const order: readonly Kill[] = [
  'any',
  'pickup.after-receive',
  'import.after-chunk',
  'inbox.after-commit',
  'start',
  'pump.after-facts',
  'pickup.after-move',
  'undo.after-part',
  'any',
  'door.before-answer',
  'command.after-part',
  'pump.before-final-commit',
  'import.before-finish',
  'any',
  'inbox.before-insert',
  'command.before-final-commit',
  'pump.after-marks',
  'pump.after-final-commit',
  'start',
  'rollup.after-recompute',
  'pump.before-marks',
  'rollup.before-recompute',
];

export function killsOf(count: number): Kill[] {
  return Array.from({ length: count }, (_, i) => order[i % order.length] ?? 'any');
}

export interface DoorsOptions {
  readonly kills: readonly Kill[];
  readonly seed: number;
  /** Days that the sensors can tell of. */
  readonly days: number;
  /** Databases that outlive the server; without them its own are killed with it. */
  readonly stores?: ServerOptions['stores'];
  readonly onProgress?: (text: string) => void;
}

export interface DoorsResult {
  readonly kills: number;
  /** What was acknowledged: pushes, messages, files by SFTP and by call, and undone files. */
  readonly bodies: number;
  readonly messages: number;
  readonly sftpFiles: number;
  readonly apiFiles: number;
  readonly undone: number;
  readonly lost: number;
  readonly twice: number;
  /** Stored bodies, minus those applied, quarantined or waiting. */
  readonly unbalanced: number;
  readonly quarantined: number;
  readonly notes: readonly string[];
}

/** How long a server lives that does not reach the point where it is to be killed. */
const patienceMs = 4_000;

/** Sensors and tills send through all doors while the server is killed again and again; then everything is compared. */
export async function runDoors({
  kills,
  seed,
  days,
  stores,
  onProgress = () => {},
}: DoorsOptions): Promise<DoorsResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-doors-'));
  const options: ServerOptions = { dataDir, ...(stores && { stores }) };
  const [product, broker] = await Promise.all([bundleProduct(), startBroker()]);
  let server = await product.start(options);
  const jars = new Map<string, Client['jar']>();
  const address: Address = {
    get url() {
      return server.url;
    },
    get sftpPort() {
      return server.sftpPort ?? 0;
    },
    client(orgId) {
      const client = new Client(server.url);
      for (const [name, value] of jars.get(orgId) ?? []) client.jar.set(name, value);
      return client;
    },
  };
  try {
    const sending = await withEstate(server, async (estate) => {
      const fleets = await Promise.all([
        installFleet(estate, { door: 'http', days, seed }),
        installFleet(estate, { door: 'mqtt', days, seed: seed + 1 }),
      ]);
      const shops = await Promise.all([installShop(estate), installShop(estate)]);
      for (const { orgId } of [...fleets, ...shops]) {
        const { email, password } = await estate.user({ orgId, role: 'OrganizationAdministrator' });
        const client = new Client(server.url);
        await client.call(login, { body: { username: email, password } });
        jars.set(orgId, client.jar);
      }
      const [pushing, publishing] = fleets;
      const [till, program] = shops;
      return {
        orgIds: { http: pushing.orgId, mqtt: publishing.orgId, sftp: till.orgId, api: program.orgId },
        mqtt: await publishAll(publishing, broker, address),
        http: pushAll(pushing, await estate.pushKey({ orgId: pushing.orgId }), address),
        sftp: sendFiles('sftp', till, seed, address),
        api: sendFiles('api', program, seed + 1, address),
      };
    });
    const { http, mqtt, sftp, api, orgIds } = sending;

    await end(server, 500);
    for (const [i, kill] of kills.entries()) {
      const since = performance.now();
      let isReached = true;
      if (kill === 'start') {
        await product.startAndKill(options, 200 + chance(seed, i) * 1500);
      } else {
        const killAt = kill === 'any' ? undefined : { point: kill, time: timeOf(kill, chance(seed, i)) };
        const doomed = await product.startDoomed({ ...options, ...(killAt && { killAt }) });
        if (doomed) server = doomed;
        if (doomed) isReached = (await end(doomed, killAt ? patienceMs : 100 + chance(seed, i) * 900)) || !killAt;
      }
      const took = Math.round(performance.now() - since);
      const files = sftp.acknowledged + api.acknowledged;
      const counts = `${http.acknowledged} bodies, ${mqtt.acknowledged} messages, ${files} files`;
      onProgress(`${i + 1}/${kills.length} ${kill}${isReached ? '' : ' (not reached)'}: ${took} ms; ${counts}`);
    }
    server = await product.start(options);

    await Promise.all([http.stop(), mqtt.stop(), sftp.stop(), api.stop()]);
    const isDone = async () =>
      (await sftp.waiting(address.client(orgIds.sftp))) + (await api.waiting(address.client(orgIds.api))) === 0;
    const notes = (await becomesTrue(isDone, 240)) ? [] : ['Files are still waiting.'];
    await server.idle();
    const registry = openRegistry(server.postgres);
    const facts = openFacts(server.clickhouse);
    const found = {
      http: await http.compare(address.client(orgIds.http)),
      mqtt: await mqtt.compare(address.client(orgIds.mqtt)),
      sftp: await sftp.compare(address.client(orgIds.sftp), registry, facts),
      api: await api.compare(address.client(orgIds.api), registry, facts),
    };
    const books = await readBooks(registry);
    await Promise.all([registry.close(), facts.close()]);
    for (const [door, { lost, twice }] of Object.entries(found))
      if (lost + twice > 0) notes.push(`${door}: ${lost} lost, ${twice} twice`);
    const sumOf = (what: 'lost' | 'twice') => Object.values(found).reduce((sum, each) => sum + each[what], 0);
    return {
      kills: kills.length,
      bodies: http.acknowledged,
      messages: mqtt.acknowledged,
      sftpFiles: sftp.acknowledged,
      apiFiles: api.acknowledged,
      undone: sftp.undone + api.undone,
      lost: sumOf('lost'),
      twice: sumOf('twice'),
      ...books,
      notes: [...notes, ...Object.values(found).flatMap((each) => each.notes.slice(0, 10))].slice(0, 30),
    };
  } finally {
    await server.stop();
    await broker.close();
    await product.remove();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

/** Bodies come all the time; a file comes once in the short life of a server. */
function timeOf(point: Point, luck: number): number {
  return /^(inbox|door|pump)/.test(point) ? 1 + Math.floor(luck * 3) : 1;
}

/** Returns whether it ended before it had to be killed from here. */
async function end({ process: child }: ServerProcess, milliseconds: number): Promise<boolean> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const exit = isOver() ? Promise.resolve() : once(child, 'exit');
  await Promise.race([exit, pause(milliseconds)]);
  const wasOver = isOver();
  child.kill('SIGKILL');
  await exit;
  return wasOver;
}

async function withEstate<T>({ postgres }: ServerProcess, work: (estate: Estate) => Promise<T>): Promise<T> {
  const registry = openRegistry(postgres);
  try {
    // Only the server opens what is sealed; push keys are found by their hashes.
    return await work(createEstate(registry, createSecrets(randomBytes(32).toString('base64')), () => new Date()));
  } finally {
    await registry.close();
  }
}

async function readBooks(registry: Registry): Promise<Pick<DoorsResult, 'unbalanced' | 'quarantined'>> {
  const { rows } = await registry.owner.query<{ unbalanced: number; quarantined: number }>(
    `SELECT ((SELECT count(*) FROM inbox_body WHERE kind <> 'command')
             - (SELECT coalesce(sum(applied + quarantined), 0) FROM ledger)
             - (SELECT count(*) FROM inbox_todo))::int AS unbalanced,
            (SELECT count(*) FROM quarantine_body)::int AS quarantined`,
  );
  return rows[0] ?? { unbalanced: 0, quarantined: 0 };
}
