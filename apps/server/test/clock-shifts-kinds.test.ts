import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines } from '@atrium/engines/testing';
import { openMaintenance } from '@atrium/facts/maintenance';
import { createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createDamageWatch } from '../src/stores/damage.ts';
import { rebuildReadings } from '../src/stores/rebuild.ts';
import type { Client } from './client.ts';
import { at, countingIn, iso } from './counting.ts';
import { movingIn } from './moving.ts';
import { openWorld, registryTemplate, type World } from './world.ts';

// Jobs are taken up every two seconds.
vi.setConfig({ testTimeout: 240_000 });

let world: World;
let shop: Awaited<ReturnType<ReturnType<typeof countingIn>['shop']>>;
let admin: Client;
let copies: { readonly database: string; readonly socketPath: string };
beforeAll(async () => {
  const engines = await sharedTestEngines();
  const stores = [await engines.createDatabase(registryTemplate), await engines.createClickHouseDatabase()] as const;
  copies = stores[1].address;
  world = await openWorld({ now: new Date('2026-03-29T08:00:00Z'), stores });
});
afterAll(() => world.close());
beforeEach(async () => {
  shop = await countingIn(() => world).shop();
  admin = await countingIn(() => world).adminOf(shop.org);
});

const { calculated, move, takeBack } = movingIn(() => ({ admin, sensor: shop.sensor }));
const mac = () => shop.sensor.macAddress ?? '';
const swapped = ([a, b]: (number | null)[]) => [b, a];
const byBucket = (cells: { readonly buckets: ArrayLike<number> }, values: ArrayLike<number>) =>
  [0, 1].map((bucket) => values[Array.from(cells.buckets).indexOf(bucket)] ?? null);

const hour = at('2026-03-29T06:00:00Z');
const edges = [hour - 3600, hour, hour + 3600];

/** Of the hour before and of the hour: average level and its seconds, waits, and heard seconds. */
async function measured() {
  await world.ingestion.idle();
  const { rows } = await world.registry.owner.query<{ measure: string; series_id: number }>(
    'SELECT measure, max(series_id) AS series_id FROM series WHERE org_id = $1 GROUP BY measure',
    [shop.org.orgId],
  );
  const series = Object.fromEntries(rows.map((row) => [row.measure, row.series_id]));
  const org = shop.org.factOrg;
  const slicesOf = (measure: string) => {
    const weights = { unit: 1, weight: 1, wIn: 1, wOut: 1 };
    return [{ edges, members: [{ series: series[measure]!, key: 1, ...weights, from: 0, to: 2 ** 31 }] }];
  };
  const asked = { org, freshFrom: 0, marks: [] };
  const { levels, samples, heard } = world.facts;
  const level = await levels.aggregate({ ...asked, slices: slicesOf('level'), columns: ['avg', 'got'] });
  const waits = await samples.aggregate({ org, slices: slicesOf('wait'), columns: ['total'] });
  const seconds = await heard.aggregate({ org, slices: slicesOf('wait') });
  return {
    level: byBucket(level, level.avg),
    got: byBucket(level, level.got),
    waits: byBucket(waits, waits.total),
    heard: byBucket(seconds, seconds.got),
  };
}

it('[R672] moves with the counts and goes back, with when the sensor was heard', async () => {
  const key = await world.pushKey({ orgId: shop.org.orgId });
  const say = async (readings: object[]) => {
    const answer = await world.anonymous().post(`/api/push/json/${key}`, { device: mac(), readings });
    expect(answer.status).toBe(200);
    await world.ingestion.idle();
  };
  const minuteAt = (index: number) => ({ from: hour + 60 * index, to: hour + 60 * index + 60 });
  await say([
    ...[4, 8, 6].map((level, index) => ({ zone: 'a', ...minuteAt(index), level })),
    { zone: 'a', ...minuteAt(20), wait: 30, people: 2 },
  ]);
  await say([{ zone: 'a', ...minuteAt(40), wait: 90, people: 1 }]);
  const before = await measured();
  expect(before).toMatchObject({ level: [null, 6], got: [null, 180], waits: [null, 120] });
  expect(before.heard).toEqual([null, 300]);
  const wish = { from: iso(hour), to: iso(hour + 3600), seconds: -3600 };
  const shift = await move(wish);
  expect(shift.preview?.readings).toBe(5);
  const moved = await measured();
  expect(moved).toEqual({
    level: swapped(before.level),
    got: swapped(before.got),
    waits: swapped(before.waits),
    heard: swapped(before.heard),
  });
  // Late, by the wrong clock.
  await say([{ zone: 'a', ...minuteAt(3), level: 10 }]);
  expect((await measured()).level).toEqual([7, null]);
  await takeBack(shift);
  expect(await measured()).toMatchObject({ level: [null, 7], got: [null, 240], waits: [null, 120] });
  expect((await measured()).heard).toEqual([null, before.heard[1]! + 60]);
  const old = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T01:00:00.000Z', seconds: 60 };
  expect((await calculated(old)).preview?.refusal).toContain('for the last 23 days');
});

it('[R669] [R672] is refused where a level holds until the next one', async () => {
  const key = await world.pushKey({ orgId: shop.org.orgId });
  const readings = [{ zone: 'a', at: hour, level: 4 }];
  const answer = await world.anonymous().post(`/api/push/json/${key}`, { device: mac(), readings });
  expect(answer.status).toBe(200);
  await world.ingestion.idle();
  const wish = { from: iso(hour), to: iso(hour + 3600), seconds: -3600 };
  expect((await calculated(wish)).preview?.refusal).toBe('Levels that hold until the next one cannot be moved');
});

it('[R666] [R672] is the same after a rebuild from everything that was received', async () => {
  // By the clock of the engine, which keeps received bodies for 30 days.
  const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  world.setNow(new Date(`${today}T12:00:00Z`));
  admin = await countingIn(() => world).adminOf(shop.org);
  const begin = at(`${today}T05:00:00Z`);
  const key = await world.pushKey({ orgId: shop.org.orgId });
  for (let half = 0; half < 6; half += 1) {
    const readings = Array.from({ length: 30 }, (_, i) => {
      const from = begin + 1800 * half + 60 * i;
      return { line: shop.zone.deviceId, from, to: from + 60, in: 1 + ((7 * half + i) % 5), out: 0 };
    });
    const answer = await world.anonymous().post(`/api/push/json/${key}`, { device: mac(), readings });
    expect(answer.status).toBe(200);
  }
  const counted = async () => {
    await world.ingestion.idle();
    const sums = [];
    for (let nth = -1; nth < 4; nth += 1) {
      const [from, to] = [begin + 3600 * nth, begin + 3600 * (nth + 1)];
      const [sum] = await world.facts.sums({ org: shop.org.factOrg, series: [shop.zone.seriesId], from, to });
      sums.push(sum?.ins ?? null);
    }
    return sums;
  };
  const before = await counted();
  await move({ from: iso(begin + 3600), to: iso(begin + 7200), seconds: -3600 });
  const moved = await counted();
  expect(moved).toEqual([null, before[2], null, before[3], null]);

  const care = openMaintenance(copies);
  const clock = () => world.now();
  const { registry, directory, facts } = world;
  const watch = createDamageWatch({ registry, care, clock, log: pino({ level: 'silent' }) });
  const client = createClient({ http_agent: socketAgent(copies.socketPath) });
  await client.command({ query: `DROP TABLE ${copies.database}.minute SYNC` });
  await client.close();
  await watch.look({});
  expect(await counted()).not.toEqual(moved);
  await rebuildReadings({ registry, directory, facts, care, clock, onProgress: () => {} });
  expect(await counted()).toEqual(moved);
  await watch.stop();
  await care.close();
});
