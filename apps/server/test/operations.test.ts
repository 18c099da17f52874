import { getSystem } from '@atrium/contract/system';
import { startEngines } from '@atrium/engines/engines';
import { encodePush } from '@atrium/simulator/xovis5';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { aMac, at } from './pushing.ts';
import { openSlowClickHouse } from './slow-clickhouse.ts';
import { openWorld, type World } from './world.ts';

const metricsToken = 'a-token-of-32-characters-0123456';
const bearer = { authorization: `Bearer ${metricsToken}` };
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function open(options: Parameters<typeof openWorld>[0] = {}): Promise<World> {
  const world = await openWorld({ metricsToken, ...options });
  closing.push(() => world.close());
  return world;
}

/** Samples by name and labels, as a monitor reads them; fails on an invalid line. */
async function scrape(world: World): Promise<ReadonlyMap<string, number>> {
  const { status, body } = await world.anonymous().get<string>('/metrics', bearer);
  expect(status).toBe(200);
  const samples = new Map<string, number>();
  for (const line of body.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, sample = '', value = ''] =
      /^([a-z_0-9]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})?) (\S+)$/.exec(line) ?? [];
    expect(Number.isFinite(Number(value === '' ? 'none' : value)), line).toBe(true);
    samples.set(sample, Number(value));
  }
  return samples;
}

async function asked(client: Client, headers = {}): Promise<number> {
  return (await client.get('/metrics', headers)).status;
}

/** The response to a probe without any rights. */
async function health(world: World, path = '/healthz') {
  const { status, body } = await world.anonymous().get(path);
  return [status, body];
}

const well = [200, { status: 'ok', problems: [] }];

async function pushTo(world: World, key: string): Promise<number> {
  const from = at('2026-03-04T11:58:00Z');
  const records = [{ from, to: from + 60, forward: 1, backward: 0, samples: 60, samplesExpected: 60 }];
  const device = { macAddress: aMac(), timezone: 'UTC' };
  const body = encodePush({ kind: 'logics', device, packageId: 1, logics: [{ id: 1, name: 'Door', records }] });
  return (await world.anonymous().post(`/api/push/xovis5/${key}`, body)).status;
}

describe('operator metrics', () => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });

  it('[I57] [I59] [R540] [R541] include what is quarantined, refused, waiting and failed', async () => {
    const { orgId } = await world.organization({ name: 'Secret customer' });
    const key = await world.pushKey({ orgId });
    expect(await pushTo(world, key)).toBe(202);
    for (let n = 0; n < 3; n += 1) expect(await pushTo(world, 'x'.repeat(32))).toBe(401);
    await world.ingestion.idle();
    const ago = (hours: number) => new Date(world.now().getTime() - hours * 3_600_000);
    await world.registry.owner.query(
      `INSERT INTO outbox_message (kind, recipient, text, created_at, failed_at, attempts)
       VALUES ('mail', 'a@example.test', '', $1, null, 0), ('mail', 'b@example.test', '', $2, $1, 9),
              ('mail', 'c@example.test', '', $3, $2, 9), ('mail', 'd@example.test', '', $2, $1, 0)`,
      [ago(1), ago(30), ago(60)],
    );
    await world.registry.owner.query(`INSERT INTO job (kind, data, state) VALUES ('later', '{}', 'waiting')`);
    await world.registry.owner.query(
      `INSERT INTO store_damage ("table", partition, part, reason, rows, found_at) VALUES ('minute', '202602', 'p', 'missing', 7, $1)`,
      [ago(1)],
    );

    await expect.poll(async () => (await scrape(world)).get('atrium_damaged_parts')).toBe(1);
    const samples = await scrape(world);
    expect(
      Object.fromEntries([...samples].filter(([name]) => /quarantine|refused|queue|lag_seconds|engine_up/.test(name))),
    ).toMatchObject({
      'atrium_quarantine_bodies{reason="unassigned"}': 1,
      'atrium_quarantine_groups{reason="unassigned"}': 1,
      'atrium_refused_pushes_total{status="401"}': 3,
      'atrium_queue_waiting{queue="inbox-live"}': 0,
      'atrium_queue_waiting{queue="mails"}': 1,
      'atrium_queue_failed{queue="mails"}': 1,
      'atrium_queue_waiting{queue="jobs"}': 1,
      'atrium_queue_running{queue="questions"}': 0,
      'atrium_queue_waiting{queue="estate-files"}': 0,
      'atrium_ingestion_lag_seconds{track="live"}': 0,
      'atrium_engine_up{engine="postgres"}': 1,
      'atrium_engine_up{engine="clickhouse"}': 1,
    });
    expect(samples.get('atrium_up')).toBe(1);
    expect(samples.get('atrium_warning{kind="damage"}')).toBe(1);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect([...samples.keys()].join('\n')).not.toMatch(new RegExp(`Secret|${orgId}`));

    const state = await (await world.signIn(await world.staff())).call(getSystem);
    expect(state.warnings.map(({ kind }) => kind)).toEqual(['damage', 'mails-failed']);
    expect(state.damage).toMatchObject([
      { table: 'minute', month: '2026-02', parts: 1, rows: 7, rebuild: 'from-received' },
    ]);
    expect(state.engines).toMatchObject([
      { engine: 'postgres', isUp: true, version: expect.stringMatching(/^\d+/) as string, restarts: null },
      { engine: 'clickhouse', isUp: true, version: expect.stringMatching(/^\d+\.\d+/) as string, restarts: null },
    ]);
    expect(await health(world), 'damage is served around').toEqual(well);
  });

  it('[R541] are shown to staff and for the token, and to nobody else', async () => {
    const nobody = world.anonymous();
    expect(await asked(nobody)).toBe(401);
    for (const authorization of ['Bearer', 'Bearer x', `Basic ${metricsToken}`, `Bearer ${metricsToken}x`]) {
      expect(await asked(nobody, { authorization })).toBe(401);
    }
    expect(await asked(await world.signIn(await world.user({ role: 'OrganizationAdministrator' })))).toBe(403);
    expect(await asked(await world.signIn(await world.staff()))).toBe(200);
    const { headers } = await nobody.get('/metrics', bearer);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('[I57] [I58] a degraded server', () => {
  it('reports stalled facts or a full disk, and still accepts pushes where it can', async () => {
    let stalledSeconds = 0;
    const disk = { freeBytes: 50, totalBytes: 100 };
    const world = await open({
      app: {
        dataFolder: tmpdir(),
        readDisk: async () => ({ ...disk }),
        // Nothing applies the readings.
        applying: async () => ({
          wake: () => {},
          applied: async () => {},
          idle: async () => {},
          health: () => ({ lagSeconds: 0, factsAway: false, stalledSeconds }),
          stop: async () => {},
        }),
      },
    });
    const key = await world.pushKey({ orgId: (await world.organization()).orgId });
    expect(await health(world)).toEqual(well);

    expect(await pushTo(world, key)).toBe(202);
    world.pass({ seconds: 90 });
    stalledSeconds = 45;
    await expect.poll(() => health(world)).toEqual([503, { status: 'degraded', problems: ['facts-stalled'] }]);
    const samples = await scrape(world);
    expect(samples.get('atrium_up')).toBe(0);
    expect(samples.get('atrium_facts_stalled_seconds')).toBe(45);
    expect(samples.get('atrium_ingestion_lag_seconds{track="live"}')).toBe(90);
    expect(samples.get('atrium_queue_waiting{queue="inbox-live"}')).toBe(1);
    expect(samples.get('atrium_warning{kind="lag"}')).toBe(1);
    expect(await health(world, '/readyz'), 'a balancer keeps it').toEqual([200, { ready: true }]);
    expect(await pushTo(world, key)).toBe(202);

    stalledSeconds = 0;
    disk.freeBytes = 9;
    await expect.poll(async () => (await scrape(world)).get('atrium_warning{kind="disk-low"}')).toBe(1);
    expect(await health(world)).toEqual(well);
    disk.freeBytes = 4;
    await expect.poll(() => health(world)).toEqual([503, { status: 'degraded', problems: ['disk-full'] }]);
    expect((await scrape(world)).get('atrium_disk_free_bytes')).toBe(4);
    expect(await pushTo(world, key)).toBe(503);
    await expect.poll(async () => (await scrape(world)).get('atrium_refused_pushes_total{status="503"}')).toBe(1);
    expect((await health(world, '/readyz'))[0], 'pages are still answered').toBe(200);
  });

  it('[I60] reports an engine that is down, and counts its restarts', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-engines-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const engines = await startEngines({ dataDir, with: ['postgres'], durable: false, onLog: () => {} });
    closing.push(() => engines.stop());
    const clickhouse = await openSlowClickHouse();
    const world = await open({
      now: new Date(),
      clickhouse: { url: clickhouse.url },
      app: { postgres: engines.postgres, engines: () => engines.status().engines, restarts: 2 },
    });
    expect((await scrape(world)).get('atrium_engine_restarts_total{engine="postgres"}')).toBe(0);

    const postmaster = engines.status().engines.postgres?.pid ?? 0;
    expect(postmaster).toBeGreaterThan(0);
    process.kill(postmaster, 'SIGKILL');
    await expect.poll(() => engines.status().engines.postgres?.restarts).toBe(1);
    world.setNow(new Date());
    await expect.poll(async () => (await scrape(world)).get('atrium_engine_restarts_total{engine="postgres"}')).toBe(1);
    await expect.poll(() => health(world)).toEqual(well);
    const samples = await scrape(world);
    expect(samples.get('atrium_server_restarts_total')).toBe(2);
    const state = await (await world.signIn(await world.staff())).call(getSystem);
    expect(state.warnings.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['engine-restarted', 'postgres'],
      ['server-restarted', null],
    ]);
    expect(Date.parse(state.engines[0]?.upSince ?? '')).toBeGreaterThan(Date.now() - 120_000);

    const key = await world.pushKey({ orgId: (await world.organization()).orgId });
    await clickhouse.close();
    await expect.poll(() => health(world)).toEqual([503, { status: 'degraded', problems: ['engine-down clickhouse'] }]);
    expect(await health(world, '/readyz')).toEqual([200, { ready: true }]);
    expect(await pushTo(world, key)).toBe(202);

    const elsewhere = new PostgresClient({ ...engines.postgres, database: 'template1' });
    await elsewhere.connect();
    await elsewhere.query(`ALTER DATABASE ${engines.postgres.database} ALLOW_CONNECTIONS false`);
    await elsewhere.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      engines.postgres.database,
    ]);
    await expect.poll(() => health(world, '/readyz')).toEqual([503, { ready: false }]);
    await expect.poll(async () => (await scrape(world)).get('atrium_engine_up{engine="postgres"}')).toBe(0);
    await elsewhere.query(`ALTER DATABASE ${engines.postgres.database} ALLOW_CONNECTIONS true`);
    await elsewhere.end();
    await expect.poll(() => health(world, '/readyz')).toEqual([200, { ready: true }]);
  });
});
