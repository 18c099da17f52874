import { randomBytes } from 'node:crypto';
import { createQuarantine } from '../../src/ingestion/quarantine.ts';
import { freshFrom } from '../../src/ingestion/horizon.ts';
import { appendCommand } from '../../src/ingestion/inbox.ts';
import type { Point } from '../../src/ingestion/points.ts';
import { openRegistry } from '../../src/registry/registry.ts';
import { createSecrets } from '../../src/accounts/secrets.ts';
import { commissionSensor, reassignSensor } from '@atrium/contract/sensor-life';
import { getJob } from '@atrium/contract/jobs';
import { login } from '@atrium/contract/session';
import { openFacts } from '@atrium/facts/facts';
import { generatedMinutes } from '@atrium/facts/generated-history';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Client, type RequestParts } from '../client.ts';
import { createEstate } from '../estate.ts';
import { startServer, type ServerProcess } from './start-server.ts';
import { packageOf } from './world.ts';

const day = 86_400;
const midnight = Math.floor(Date.now() / 1000 / day) * day;
/** A year of minutes that ended a day ago. */
const year = { from: midnight - 366 * day, to: midnight - day };
const dateOf = (second: number) => new Date(second * 1000).toISOString().slice(0, 10);

it('[I16] [I17] a zone-year is moved and purged while readings arrive, killed halfway, resumed and replayed: rollups are right, and purged data stays purged', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-year-'));
  const start = (point?: Point, time = 1) =>
    startServer({ dataDir, ...(point && { killAt: { point, time } }) }, 'product');
  let server = await start();
  try {
    const shop = await makeShop(server);
    const counted = await writeYear(server, shop);
    await server.idle();
    expect(await totals(server, shop)).toEqual({ minutes: counted, quarters: counted });
    const load = startLoad(shop, () => server.url);

    const params = { sensorId: shop.sensorId };
    const moved = { params, body: { siteId: shop.free.siteId, shouldMoveData: true } };
    await killWhileMoving(server, shop, moved);
    // The year is rewritten as one part, like everything from the last minutes; the third part of the purge is the
    // last to be done.
    server = await start('command.after-part', 4);
    expect(await whereabouts(server, shop)).toEqual({ assignments: [shop.site.siteId], series: [shop.site.siteId] });
    const admin = await signedIn(server, shop);
    await admin.call(reassignSensor, moved);
    expect(await whereabouts(server, shop)).toEqual({ assignments: [shop.free.siteId], series: [shop.free.siteId] });
    expect(await totals(server, shop)).toMatchObject({ minutes: expect.toSatisfy((all) => all >= counted) as number });

    const body = { commissionedDate: dateOf(year.to), purgeExistingData: true };
    const asked = admin.call(commissionSensor, { params, body }).catch(() => undefined);
    await ended(server);
    await asked;
    // First the year again, then the purge, which is completed again.
    server = await start('command.before-final-commit', 2);
    await ended(server);
    server = await start();
    const later = await signedIn(server, shop);
    const jobId = await purgeOf(server, shop);
    await expect
      .poll(async () => (await later.call(getJob, { params: { jobId } })).state, { timeout: 60_000, interval: 50 })
      .toBe('done');
    const sent = await load.stop();
    await server.idle();
    const job = await later.call(getJob, { params: { jobId } });
    expect(job.done).toBe(job.total);
    expect(job.total).toBeGreaterThan(3);
    expect(sent).toBeGreaterThan(20);
    expect(await totals(server, shop)).toEqual({ minutes: sent, quarters: sent });

    // Neither the inbox nor an earlier date brings anything back.
    const earlier = { commissionedDate: dateOf(year.from) };
    await later.call(commissionSensor, { params, body: earlier });
    const registry = openRegistry(server.postgres);
    const quarantine = createQuarantine(
      registry,
      () => new Date(),
      () => {},
    );
    await quarantine.replayReceived(shop, { from: new Date(0), to: new Date(Date.now() + 1000) });
    await registry.close();
    await server.idle();
    expect(await totals(server, shop)).toEqual({ minutes: sent, quarters: sent });
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}, 300_000);

type Shop = Awaited<ReturnType<typeof makeShop>>;

/** A door that has counted for more than a year, and another without a sensor. */
async function makeShop({ postgres }: ServerProcess) {
  const registry = openRegistry(postgres);
  const estate = createEstate(registry, createSecrets(randomBytes(32).toString('base64')), () => new Date());
  const { orgId, factOrg } = await estate.organization();
  const location = await estate.location({ orgId, timezone: 'UTC' });
  const site = await estate.site({ locationId: location.locationId });
  const { locationId } = await estate.location({ orgId, timezone: 'UTC' });
  const free = await estate.site({ locationId });
  const sensor = await estate.sensor({ siteId: site.siteId });
  const zone = await estate.zone({ sensorId: sensor.sensorId, settings: { from: new Date(year.from * 1000) } });
  const { email, password } = await estate.user({ orgId, role: 'OrganizationAdministrator' });
  const key = await estate.pushKey({ orgId });
  await registry.close();
  const { sensorId } = sensor;
  const device = { mac: sensor.macAddress ?? '', logic: Number(zone.deviceId) };
  return { orgId, factOrg, site, free, sensorId, series: zone.seriesId, device, key, email, password };
}

/** A generated year of every minute, as in the demo. Returns how many people went in. */
async function writeYear({ postgres }: ServerProcess, { orgId, series }: Shop): Promise<number> {
  const rates = Array.from({ length: 24 }, (_, hour) => 300 * hour);
  const stretches = [{ ...year, offset: 0, curve: 0, factor: 1000 }];
  const history = { series, seed: 7, curves: [{ ins: rates, outs: rates }], stretches, gaps: [] };
  const registry = openRegistry(postgres);
  const command = { type: 'demo-history', histories: [history] } as const;
  await registry.system((tx) => appendCommand(tx, orgId, command, new Date()));
  await registry.close();
  let rows = 0;
  let ins = 0;
  for (const row of generatedMinutes({ ...history, org: 1, ver: 1n })) {
    rows += 1;
    ins += row.ins;
  }
  expect(rows).toBe(525_600);
  return ins;
}

/** The sensor pushes one minute of today after another, one person in each, and repeats what is not acknowledged. */
function startLoad({ device, key }: Shop, url: () => string) {
  let sent = 0;
  let isStopped = false;
  const send = async (minute: number) => {
    const body = JSON.stringify(packageOf(device, [{ at: minute, ins: 1 }]));
    const signal = AbortSignal.timeout(10_000);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url()}/api/push/xovis5/${key}`, { method: 'POST', headers, body, signal });
    await answer.arrayBuffer();
    return answer.status === 200;
  };
  const work = (async () => {
    while (!isStopped) {
      const minute = year.to + sent * 60;
      const isOver = minute + 60 < Date.now() / 1000;
      if (isOver && (await send(minute).catch(() => false))) sent += 1;
      await sleep(25);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await work;
      return sent;
    },
  };
}

/** Everyone who ever went in, by minutes and by the quarters computed from them. */
async function totals({ clickhouse }: ServerProcess, { factOrg: org, series }: Shop) {
  const facts = openFacts(clickhouse);
  const days = Array.from({ length: 366 }, (_, i) => ({ series, day: year.from + i * day }));
  const members = [{ series, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }];
  const edges = Array.from({ length: 369 }, (_, i) => year.from + i * day);
  const sum = async (marks: typeof days) => {
    const question = { org, slices: [{ edges, members }], freshFrom: freshFrom(Date.now() / 1000), marks };
    const { ins } = await facts.aggregate(question);
    return ins.reduce((all, each) => all + each, 0);
  };
  const found = { minutes: await sum(days), quarters: await sum([]) };
  await facts.close();
  return found;
}

/** Kills the server after the assignment was changed and before the series of the year are. */
async function killWhileMoving(server: ServerProcess, shop: Shop, moved: RequestParts<typeof reassignSensor>) {
  const admin = await signedIn(server, shop);
  const registry = openRegistry(server.postgres);
  const holder = await registry.owner.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM series WHERE org_id = $1 FOR NO KEY UPDATE', [shop.orgId]);
  const asked = admin.call(reassignSensor, moved).then(
    () => 'answered',
    () => 'cut off',
  );
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'update \"series\"%'";
  await expect.poll(async () => (await registry.owner.query(waiting)).rowCount, { interval: 20 }).toBe(1);
  server.process.kill('SIGKILL');
  await ended(server);
  holder.release(true);
  await registry.close();
  expect(await asked).toBe('cut off');
}

async function whereabouts(server: ServerProcess, { orgId }: Shop) {
  const sites = async (table: 'series' | 'sensor_assignment') => {
    const rows = await ask<{ site_id: string }>(server, `SELECT site_id FROM ${table} WHERE org_id = $1`, orgId);
    return rows.map((row) => row.site_id);
  };
  return { assignments: await sites('sensor_assignment'), series: await sites('series') };
}

async function purgeOf(server: ServerProcess, { orgId }: Shop): Promise<string> {
  const rows = await ask<{ job_id: string }>(server, 'SELECT job_id FROM job WHERE org_id = $1', orgId);
  return rows[0]?.job_id ?? '';
}

async function ask<Row extends object>({ postgres }: ServerProcess, text: string, orgId: string): Promise<Row[]> {
  const registry = openRegistry(postgres);
  const { rows } = await registry.owner.query<Row & Record<string, unknown>>(text, [orgId]);
  await registry.close();
  return rows;
}

async function signedIn({ url }: ServerProcess, { email, password }: Shop): Promise<Client> {
  const client = new Client(url);
  await client.call(login, { body: { username: email, password } });
  return client;
}

/** It exits on its own, at the given point. */
async function ended({ process: child }: ServerProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; child.exitCode === null && child.signalCode === null;) {
    if (Date.now() > deadline) throw new Error('The server did not come to the point where it was to end.');
    await sleep(20);
  }
}
