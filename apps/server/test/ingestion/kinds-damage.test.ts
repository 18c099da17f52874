import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines } from '@atrium/engines/testing';
import { openMaintenance, type FactsMaintenance } from '@atrium/facts/maintenance';
import { createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDamageWatch, type DamageWatch } from '../../src/stores/damage.ts';
import { rebuildReadings } from '../../src/stores/rebuild.ts';
import { at, openWorld, push, type Server, type TestDoor, type World } from './world.ts';

let world: World;
let server: Server;
let care: FactsMaintenance;
let watch: DamageWatch;
/** Recent by the clock of the engine, which keeps received bodies for 30 days. */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const today = day(1);
const now = at(`${today}T12:00:30Z`);
const past = at(`${day(11)}T10:00:00Z`);
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date(now * 1000));
  server = await world.server();
  care = openMaintenance(world.factsAddress);
  const log = pino({ level: 'silent' });
  watch = createDamageWatch({ registry: world.registry, care, clock: () => world.now, log });
});
afterAll(async () => {
  await watch.stop();
  await care.close();
  await world.close();
});

const range = { from: 0, to: 2 ** 31 };
const edges = [past, past + 3600];

async function lose(...tables: string[]): Promise<void> {
  const client = createClient({ http_agent: socketAgent(world.factsAddress.socketPath) });
  for (const table of tables)
    await client.command({ query: `DROP TABLE ${world.factsAddress.database}.${table} SYNC` });
  await client.close();
  await watch.look({});
}

async function send(door: TestDoor, ...readings: object[]): Promise<void> {
  expect((await push(server, door.key, { device: door.mac, readings }, { vendor: 'json' })).status).toBe(200);
  await server.ingestion.idle();
}

/** The average level and its seconds, waits, heard seconds, and what a counter counted, all of one past hour. */
async function measured({ factOrg: org, orgId }: TestDoor) {
  const rows = await world.rows<{ measure: string; series_id: number }>(
    'SELECT measure, max(series_id) AS series_id FROM series WHERE org_id = $1 GROUP BY measure',
    [orgId],
  );
  const series = Object.fromEntries(rows.map((row) => [row.measure, row.series_id]));
  const slicesOf = (measure: string) => {
    const member = { series: series[measure]!, key: 1, unit: 1, weight: 1, wIn: 1, wOut: 1, ...range };
    return [{ edges, members: [member] }];
  };
  const asked = { org, freshFrom: at(`${today}T00:00:00Z`), marks: [] };
  const { levels, samples, heard } = world.facts;
  const level = await levels.aggregate({ ...asked, slices: slicesOf('level'), columns: ['avg', 'got'] });
  const waits = await samples.aggregate({ org, slices: slicesOf('wait'), columns: ['total'] });
  const seconds = await heard.aggregate({ org, slices: slicesOf('wait') });
  const counts = await world.facts.aggregate({ ...asked, slices: slicesOf('people') });
  return [level.avg[0], level.got[0], waits.total[0], seconds.got[0], counts.ins[0]];
}

it('[I113] [I114] lost files of every kind are named and rebuilt, quarters never from what is left', async () => {
  const door = await world.door({ timezone: 'UTC' });
  const level = (minute: number, value: number) => {
    return { zone: 'a', from: past + 60 * minute, to: past + 60 * minute + 60, level: value };
  };
  await send(
    door,
    { line: 'x', at: past, inTotal: 100 },
    { line: 'x', at: past + 600, inTotal: 140 },
    { zone: 'a', from: past, to: past + 60, wait: 30, people: 2 },
    ...[4, 8, 6].map((value, minute) => level(minute, value)),
  );
  const whole = [6, 180, 30, 660, 40];
  expect(await measured(door)).toEqual(whole);

  await lose('level_quarter');
  await server.ingestion.idle();
  expect(await measured(door)).toEqual(whole);

  await lose('level');
  // Quarters of the lost levels stay, also when a late one arrives.
  await send(door, level(1, 8));
  await send(door, { zone: 'a', from: past + 60, to: past + 120, level: 9 });
  expect((await measured(door)).slice(0, 2)).toEqual(whole.slice(0, 2));

  await lose('visit', 'heard', 'minute', 'quarter');
  const damage = (await watch.damage()).map(({ table, rebuild }) => `${table} ${rebuild}`);
  expect(damage.toSorted()).toEqual([
    'heard from-received',
    'level from-received',
    'level_quarter automatic',
    'minute from-received',
    'quarter automatic',
    'visit from-received',
  ]);
  const { registry, facts } = world;
  const clock = () => world.now;
  await rebuildReadings({ registry, directory: server.directory, facts, care, clock, onProgress: () => {} });
  await server.ingestion.idle();
  expect(await measured(door)).toEqual([(4 + 9 + 6) / 3, 180, 30, 660, 40].map((value) => expect.closeTo(value, 6)));
  expect((await watch.damage()).filter(({ rebuild }) => rebuild !== 'automatic').every((each) => each.rebuiltAt)).toBe(
    true,
  );
});
