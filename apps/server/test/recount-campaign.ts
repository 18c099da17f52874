/**
 * Kills the server or its engines, or fills their disk, while readings of a sensor are moved in time, put back and counted
 * again; a twin that nobody disturbs says what must come out. Run by hand, because it takes a while:
 * npx tsx apps/server/test/recount-campaign.ts [times each] [seed] [folder on a small disk, to be filled too]
 */
import { applyClockShift, createClockShift, getClockShift, takeBackClockShift } from '@atrium/contract/clock-shifts';
import { getTraffic } from '@atrium/contract/data';
import { applyReplay, createReplay, getReplay } from '@atrium/contract/inbox';
import { getJob } from '@atrium/contract/jobs';
import { login } from '@atrium/contract/session';
import { chance } from '@atrium/simulator/noise';
import { encodePush } from '@atrium/simulator/xovis5';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets } from '../src/accounts/secrets.ts';
import { openRegistry } from '../src/registry/registry.ts';
import { Client } from './client.ts';
import { bundleProduct } from './doors/product.ts';
import { pause, untilDone, Wrong } from './doors/repeating.ts';
import { createEstate } from './estate.ts';
import type { ServerProcess } from './ingestion/start-server.ts';

const times = Number(process.argv[2] ?? 6);
const seed = Number(process.argv[3] ?? 1);
const smallDisk = process.argv[4];
const bodies = 1_200;
const fullMs = 8_000;
const first = Math.floor(Date.now() / 86_400_000 - 2) * 86_400;
const iso = (second: number) => new Date(second * 1000).toISOString();

interface Twin {
  readonly email: string;
  readonly password: string;
  readonly key: string;
  readonly mac: string;
  readonly sensorId: string;
  readonly zoneId: string;
  readonly jar: Client['jar'];
}
type Disturbance = 'server' | 'engines' | 'full disk' | 'full disk, server';

const base = await mkdtemp(join(smallDisk ?? tmpdir(), 'atrium-recount-'));
const options = { dataDir: join(base, 'data') };
const product = await bundleProduct();
let server: ServerProcess = await product.start(options);
let disturbances = 0;
let failed = 0;
try {
  const [disturbed, twin] = [await makeTwin(), await makeTwin()];
  for (const each of [disturbed, twin]) await pushAll(each);
  await server.idle();
  await compare('received');

  const ways: Disturbance[] = smallDisk
    ? ['server', 'full disk', 'engines', 'full disk, server']
    : ['server', 'engines'];
  let round = 0;
  const disturb = () => ways[round % ways.length] ?? 'server';
  for (; round < times; round += 1) {
    const from = first + 3600 * (round % 3);
    const shift = { from: iso(from), to: iso(from + 9 * 3600), seconds: round % 2 === 0 ? 3600 : -5400 };
    const twinShift = await move(twin, shift);
    const ownShift = await disturbing(disturb(), (isOver) => move(disturbed, shift, isOver));
    await compare(`round ${round}: moved, ${disturb()}`);
    await takeBack(twin, twinShift);
    await disturbing(disturb(), (isOver) => takeBack(disturbed, ownShift, isOver));
    await compare(`round ${round}: taken back, ${disturb()}`);
    await disturbing(disturb(), (isOver) => countAgain(disturbed, isOver));
    await compare(`round ${round}: counted again, ${disturb()}`);
  }
  console.log(`${times} rounds, ${disturbances} disturbances, ${failed} differences`);
  process.exitCode = failed === 0 ? 0 : 1;

  async function compare(what: string): Promise<void> {
    await server.idle();
    const [own, other] = [await hoursOf(disturbed), await hoursOf(twin)];
    const isSame = JSON.stringify(own) === JSON.stringify(other);
    const books = await readBooks();
    if (!isSame || books.unbalanced + books.quarantined + books.damaged !== 0) {
      failed += 1;
      console.log('DIFFERENT', what, JSON.stringify({ own, other, books }));
    } else console.log(`same: ${what}; ${own.length} hours, ${own.reduce((sum, [, ins]) => sum + ins, 0)} people`);
  }
} finally {
  await server.stop();
  await product.remove();
  await rm(base, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

/** Does something while the server or its disk is disturbed, until it has succeeded. */
async function disturbing<T>(how: Disturbance, work: (isOver: () => boolean) => Promise<T>): Promise<T> {
  let isOver = false;
  const done = work(() => isOver);
  done.catch(() => {});
  const blows = how.startsWith('full disk') ? 1 : 3;
  for (let blow = 0; blow < blows; blow += 1) {
    disturbances += 1;
    await pause(200 + chance(seed, disturbances) * 4_000);
    if (how.startsWith('full disk')) await fill();
    if (how === 'engines') process.kill(await server.enginesPid(), 'SIGKILL');
    if (how.endsWith('server')) {
      const exit = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await exit;
    }
    await rm(join(base, 'filler'), { force: true });
    if (how.endsWith('server')) server = await product.start(options);
  }
  isOver = true;
  return done;
}

async function fill(): Promise<void> {
  const file = await open(join(base, 'filler'), 'w');
  for (const until = Date.now() + fullMs; Date.now() < until;) {
    await file.write(Buffer.alloc(2 ** 20)).catch(() => file.write(Buffer.alloc(4096)).catch(() => pause(5)));
  }
  await file.close();
}

async function makeTwin(): Promise<Twin> {
  const registry = openRegistry(server.postgres);
  const estate = createEstate(registry, createSecrets(randomBytes(32).toString('base64')), () => new Date());
  const { orgId } = await estate.organization();
  const { siteId } = await estate.site({ locationId: (await estate.location({ orgId, timezone: 'UTC' })).locationId });
  const sensor = await estate.sensor({ siteId });
  const { zoneId } = await estate.zone({ sensorId: sensor.sensorId, deviceId: '1' });
  const { email, password } = await estate.user({ orgId, role: 'OrganizationAdministrator' });
  const key = await estate.pushKey({ orgId });
  await registry.close();
  const client = new Client(server.url);
  await client.call(login, { body: { username: email, password } });
  return { email, password, key, mac: sensor.macAddress ?? '', sensorId: sensor.sensorId, zoneId, jar: client.jar };
}

function as({ jar }: Twin): Client {
  const client = new Client(server.url);
  for (const [name, value] of jar) client.jar.set(name, value);
  return client;
}

/** One minute in each body. */
async function pushAll({ key, mac }: Twin): Promise<void> {
  for (let n = 0; n < bodies; n += 1) {
    const from = first + n * 60;
    const forward = 1 + (n % 7);
    const records = [{ from, to: from + 60, forward, backward: 0, samples: 60, samplesExpected: 60 }];
    const device = { macAddress: mac, timezone: 'UTC' };
    const body = encodePush({ kind: 'logics', device, packageId: n, logics: [{ id: 1, name: 'Door', records }] });
    const answer = await fetch(`${server.url}/api/push/xovis5/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`A push was answered ${answer.status} ${await answer.text()}`);
  }
}

async function move(twin: Twin, shift: { from: string; to: string; seconds: number }, isOver = () => true) {
  const params = { sensorId: twin.sensorId };
  const body = { ...shift, reason: 'A wrong clock' };
  const { result: made } = await untilDone(() => as(twin).call(createClockShift, { params, body }));
  const wanted = { clockShiftId: made.clockShiftId };
  return reaches(twin, wanted, 'moved', isOver, () => as(twin).call(applyClockShift, { params: wanted }));
}

function takeBack(twin: Twin, { clockShiftId }: { clockShiftId: string }, isOver = () => true) {
  const params = { clockShiftId };
  return reaches(twin, params, 'takenBack', isOver, () => as(twin).call(takeBackClockShift, { params }));
}

/** Asks for it whenever it can be asked for, as a person does, and waits until it is so. */
async function reaches(
  twin: Twin,
  params: { clockShiftId: string },
  state: 'moved' | 'takenBack',
  isOver: () => boolean,
  ask: () => Promise<unknown>,
) {
  const askIn = state === 'moved' ? ['calculated', 'interrupted'] : ['moved', 'backInterrupted'];
  let since = performance.now();
  for (let last = ''; ; await pause(150)) {
    const found = await as(twin)
      .call(getClockShift, { params })
      .catch(() => undefined);
    if (!isOver()) since = performance.now();
    if (found?.state === state) return params;
    if (found?.refusal) throw new Wrong(`Refused: ${found.refusal}`);
    if (found && found.state !== last) console.log(`    ${(last = found.state)}`);
    if (found && askIn.includes(found.state)) await ask().catch(() => {});
    if (performance.now() - since > 240_000) throw new Wrong(`It stays ${JSON.stringify(found)}`);
  }
}

/** A replay that failed for good says so, and is started again. */
async function countAgain(twin: Twin, isOver: () => boolean): Promise<void> {
  const body = { device: twin.mac, from: iso(first - 86_400), to: iso(Date.now() / 1000 + 60) };
  for (let since = performance.now(); ;) {
    const { result: made } = await untilDone(() => as(twin).call(createReplay, { body }));
    const preview = await ends(twin, made.previewJobId, since, isOver);
    if (preview !== 'done') continue;
    const params = { replayId: made.replayId };
    const applied = await untilDone(async () => {
      const found = await as(twin).call(getReplay, { params });
      return found.applyJobId ?? (await as(twin).call(applyReplay, { params })).applyJobId ?? '';
    });
    if ((await ends(twin, applied.result, since, isOver)) === 'done') return;
    since = performance.now();
  }
}

async function ends(twin: Twin, jobId: string, since: number, isOver: () => boolean): Promise<'done' | 'given up'> {
  for (let from = since, last = ''; ; await pause(150)) {
    const job = await as(twin)
      .call(getJob, { params: { jobId } })
      .catch(() => undefined);
    if (!isOver()) from = performance.now();
    if (job?.state === 'done') return 'done';
    if (job && `${job.state} ${job.message}` !== last) console.log(`    ${(last = `${job.state} ${job.message}`)}`);
    if (job?.state === 'failed' && job.message?.includes('not tried again')) return 'given up';
    if (performance.now() - from > 240_000) throw new Wrong(`The job stays ${JSON.stringify(job)}`);
  }
}

async function hoursOf(twin: Twin): Promise<[string, number][]> {
  const { results } = await as(twin).call(getTraffic, {
    query: {
      entityType: 'zone',
      entityIds: twin.zoneId,
      relativeDate: 'custom',
      startDate: iso(first - 86_400).slice(0, 10),
      endDate: iso(first + 2 * 86_400).slice(0, 10),
      dateGroupings: 'hour',
      metrics: 'ins',
    },
  });
  return results.flatMap(({ recordDate, sumins }) => (sumins ? [[recordDate ?? '', sumins]] : []));
}

async function readBooks(): Promise<{ unbalanced: number; quarantined: number; damaged: number }> {
  const registry = openRegistry(server.postgres);
  const { rows } = await registry.owner.query<{ unbalanced: number; quarantined: number; damaged: number }>(
    `SELECT ((SELECT count(*) FROM inbox_body WHERE kind <> 'command')
             - (SELECT coalesce(sum(applied + quarantined), 0) FROM ledger))::int AS unbalanced,
            (SELECT count(*) FROM quarantine_body)::int AS quarantined,
            (SELECT count(*) FROM store_damage)::int AS damaged`,
  );
  await registry.close();
  return rows[0] ?? { unbalanced: 0, quarantined: 0, damaged: 0 };
}
