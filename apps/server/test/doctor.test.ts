import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngines, type Engines } from '@atrium/engines/engines';
import { openFacts } from '@atrium/facts/facts';
import type { Facts } from '@atrium/facts/facts-interface';
import { packVer } from '@atrium/facts/version';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateRegistry } from '../src/registry/migrate.ts';
import { openRegistry, type Registry } from '../src/registry/registry.ts';
import { createSecrets } from '../src/accounts/secrets.ts';
import { addDamage } from '../src/stores/damage-store.ts';
import { createEstate } from './estate.ts';

describe('[I64] [I65] npm run doctor -- --rebuild-quarters', () => {
  const [september, october] = [Date.UTC(2026, 8, 10) / 1000, Date.UTC(2026, 9, 10) / 1000] as const;
  let folder: string;
  let engines: Engines;
  let registry: Registry;
  let facts: Facts;
  let doors: { org: number; orgId: string; series: number }[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-doctor-'));
    engines = await startEngines({ dataDir: folder, durable: false, onLog: () => {} });
    registry = openRegistry(engines.postgres);
    facts = openFacts({ ...engines.clickhouse, database: 'atrium' });
    await Promise.all([migrateRegistry(registry.owner), facts.migrate()]);
    doors = [await leaveWrongQuarters(), await leaveWrongQuarters()];
  });
  afterAll(async () => {
    await facts?.close();
    await registry?.close();
    await engines?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('makes right what quarters of half a day say, of one organization or of all, but not from damaged minutes', async () => {
    expect(await sums(october)).toEqual([7200, 7200]);

    const one = await doctor('--rebuild-quarters', doors[0]?.orgId ?? '');
    expect(one).toMatchObject({ code: 0, lines: expect.arrayContaining([made(2)]) });
    expect([await sums(september), await sums(october)]).toEqual([
      [14_400, 7200],
      [14_400, 7200],
    ]);

    await registry.system(({ client }) => addDamage(client, [damageOfSeptember], new Date()));
    for (let again = 0; again < 2; again += 1) {
      const all = await doctor('--rebuild-quarters');
      const refused = 'Minutes of 2026-09 are damaged, so its quarters were not rebuilt.';
      expect(all).toMatchObject({ code: 1, lines: expect.arrayContaining([refused, made(2)]) });
      expect([await sums(september), await sums(october)]).toEqual([
        [14_400, 7200],
        [14_400, 14_400],
      ]);
    }

    const nobody = await doctor('--rebuild-quarters', 'Nobody');
    expect(nobody.code).toBe(1);
    expect(nobody.lines.at(-1)).toMatch(/^There is no organization Nobody\./);
  });

  it('leaves the quarters of a month whose damage is found while it works', async () => {
    const door = await leaveWrongQuarters();
    await registry.owner.query('DELETE FROM store_damage');
    let working: ReturnType<typeof doctor> | undefined;
    // It asks for known damage first and for the expected files next, which it gets only after damage was found.
    await registry.system(async ({ client }) => {
      await client.query('LOCK TABLE store_generation IN ACCESS EXCLUSIVE MODE');
      working = doctor('--rebuild-quarters', door.orgId);
      await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true);
      await registry.system((tx) => addDamage(tx.client, [damageOfSeptember], new Date()));
    });
    const refused = 'Minutes of 2026-09 are damaged, so its quarters were not rebuilt.';
    expect(await working).toMatchObject({ code: 1, lines: expect.arrayContaining([refused, made(1)]) });
    expect([await sums(september, [door]), await sums(october, [door])]).toEqual([[7200], [14_400]]);
  });

  async function isWaiting(): Promise<boolean> {
    const { rows } = await registry.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  }

  /** The quarters of two days were made when only the first half of their minutes was there, and nothing marks these days. */
  async function leaveWrongQuarters() {
    const estate = createEstate(registry, createSecrets(Buffer.alloc(32, 1).toString('base64')), () => new Date());
    const { factOrg: org, orgId } = await estate.organization();
    const { siteId } = await estate.site({ locationId: (await estate.location({ orgId })).locationId });
    const { seriesId: series } = await estate.zone({ sensorId: (await estate.sensor({ siteId })).sensorId });
    const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
    const row = { org, series, span: 60, ins: 10, outs: 0, ver, gone: 0 as const, flags: 0 };
    for (const day of [september, october]) {
      const minutes = Array.from({ length: 1440 }, (_, i) => ({ ...row, at: day + i * 60 }));
      await facts.append(minutes.slice(0, 720));
      await facts.rebuild(org, [series], day, day + 86_400);
      await facts.append(minutes.slice(720));
    }
    return { org, orgId, series };
  }

  function sums(day: number, of = doors): Promise<(number | undefined)[]> {
    return Promise.all(
      of.map(async ({ org, series }) => {
        const members = [{ series, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }];
        const slices = [{ edges: [day, day + 86_400], members }];
        const answer = await facts.aggregate({ org, slices, freshFrom: day + 90 * 86_400, marks: [] });
        return answer.ins[0];
      }),
    );
  }

  /** Beside the running engines, as beside a running server. */
  function doctor(...flags: string[]): Promise<{ code: number; lines: string[] }> {
    const entry = fileURLToPath(new URL('../src/doctor.ts', import.meta.url));
    return new Promise((resolve) => {
      const env = { ...process.env, ATRIUM_DATA: folder };
      execFile(process.execPath, ['--import', 'tsx', entry, ...flags], { env }, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
        resolve({ code, lines: `${stdout}${stderr}`.split('\n').filter(Boolean) });
      });
    });
  }
});

const damageOfSeptember = {
  table: 'minute',
  partition: '202609',
  part: '202609_1_1_0',
  reason: 'missing',
  rows: 1,
} as const;

function made(days: number): string {
  return `Done. The quarters of ${days} days were rebuilt from their minutes.`;
}
