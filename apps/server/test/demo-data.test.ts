import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { listImports } from '@atrium/contract/imports';
import { getSensor } from '@atrium/contract/sensors';
import { getSpace } from '@atrium/contract/spaces';
import { getZone } from '@atrium/contract/zones';
import { dayOfDate } from '@atrium/calendar/opening-hours';
import { dayStart, zoneOf } from '@atrium/calendar/zones';
import { columnsOf, metricWords } from '@atrium/metrics/catalog';
import { type Source, sourceNames, sources } from '@atrium/metrics/sources';
import { demoWorld, historyStart, sensorsOf } from '@atrium/simulator/demo-world';
import type { DescribedHistory } from '@atrium/simulator/history';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeDemo, createDemoData, startDemoSensors } from '../src/demo/demo.ts';
import { appendCommand } from '../src/ingestion/inbox.ts';
import { findWaiting } from '../src/ingestion/todo-store.ts';
import type { Transaction } from '../src/registry/registry.ts';
import type { Client } from './client.ts';
import type { Row } from './random-questions/asked.ts';
import { openWorld, type World } from './world.ts';

/** In New York it is three in the afternoon. */
const now = new Date('2026-03-04T20:00:30Z');
const second = Math.floor(now.getTime() / 60_000) * 60;
const { organizations, users, password } = demoWorld();
const [northgate, lakeside] = organizations as [(typeof organizations)[0], (typeof organizations)[0]];
/** Of the past only some days are written: making all of it takes a minute. */
const days = 12;

let world: World;
let retail: Client;
let libraries: Client;
const histories: DescribedHistory[] = [];

beforeAll(async () => {
  world = await openWorld({ now });
  expect(await createDemoData(parts())).toBe(true);
  expect(await createDemoData(parts())).toBe(false);
  const ending = new AbortController();
  const interrupted = completeDemo(parts(), ending.signal);
  ending.abort();
  await interrupted.catch(() => {});
  histories.splice(histories.findIndex(({ as }) => as !== undefined));
  await completeDemo(parts());
  const as = (email: string) => world.signIn({ email, password });
  [retail, libraries] = [await as('admin@northgate.demo'), await as('admin@lakeside.demo')];
  await world.ingestion.applied();
}, 240_000);
afterAll(() => world.close());

const parts = () => ({
  registry: world.registry,
  secrets: world.secrets,
  imports: world.imports,
  clock: () => world.now(),
  async appendHistories(tx: Transaction, orgId: string, all: readonly DescribedHistory[]) {
    histories.push(...all);
    const since = second - days * 86_400;
    const lately = all.map((each) => ({ ...each, stretches: each.stretches.filter(({ from }) => from > since) }));
    tx.afterCommit(() => world.ingestion.wake());
    return appendCommand(tx, orgId, { type: 'demo-history', histories: lately }, now);
  },
  async isWaiting(number: string) {
    return (await world.registry.system(({ client }) => findWaiting(client, [Number(number)]))).length > 0;
  },
});

/** A zone by its name, and its series by measure. */
async function zoneNamed(name: string) {
  const found = organizations.flatMap(({ orgId, locations }) =>
    locations.flatMap(({ timezone, sites }) =>
      sites.flatMap(({ sensors }) =>
        sensors.flatMap(({ sensorId, zones }) =>
          zones.filter((zone) => zone.name === name).map((zone) => ({ ...zone, orgId, sensorId, timezone })),
        ),
      ),
    ),
  )[0]!;
  const { factOrg, series } = await world.directory.latest(found.orgId);
  const own = [...series.values()].filter((each) => each.owner === 'zone' && each.zoneId === found.zoneId);
  const seriesOf = (measure: string) => own.find((each) => each.measure === measure)!.seriesId;
  const start = dayStart(zoneOf(found.timezone), dayOfDate('2026-03-03')!);
  const ask = { org: factOrg, freshFrom: 0, marks: [] };
  const member = (measure: string) => ({ series: seriesOf(measure), from: 0, to: 4e9, key: 0, unit: 0, weight: 1 });
  return {
    ...found,
    seriesOf,
    /** Over the hours of yesterday. */
    counted: async (measure: string, edges = hoursFrom(start)) => {
      const members = [{ ...member(measure), wIn: 1, wOut: 1 }];
      const { buckets, ins, outs } = await world.facts.aggregate({ ...ask, slices: [{ edges, members }] });
      return Array.from(buckets, (hour, row) => [hour, ins[row]!, outs[row]!] as const);
    },
    times: async (measure: string) => {
      const slices = [{ edges: [start, start + 86_400], members: [member(measure)] }];
      const { count, avg } = await world.facts.samples.aggregate({ ...ask, slices, columns: ['count', 'avg'] });
      const { got } = await world.facts.heard.aggregate({ ...ask, slices });
      return { count: count[0] ?? 0, avg: avg[0] ?? 0, got: got[0] ?? 0 };
    },
    levels: async (measure: string, edges: readonly number[]) => {
      const slices = [{ edges, members: [member(measure)] }];
      const { buckets, last } = await world.facts.levels.aggregate({ ...ask, slices, columns: ['last'] });
      return new Map(Array.from(buckets, (bucket, row) => [edges[bucket]!, last[row]!]));
    },
    start,
  };
}

const hoursFrom = (start: number) => Array.from({ length: 25 }, (_, hour) => start + hour * 3600);
const minutesFrom = (start: number) => Array.from({ length: 1441 }, (_, minute) => start + minute * 60);
const list = () => retail.call(listImports, { query: { limit: 50, order: 'fileName' } });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the demo', () => {
  it('[R680] has thirteen months of every count and at least ninety days of every other kind', () => {
    const firsts = histories.map(({ as, stretches }) => ({ as: as?.kind ?? 'count', from: stretches[0]!.from }));
    const startsOf = (...kinds: string[]) => firsts.filter(({ as }) => kinds.includes(as)).map(({ from }) => from);
    expect(new Set(startsOf('count', 'part'))).toEqual(new Set([historyStart(second)]));
    expect(startsOf('level').length).toBeGreaterThanOrEqual(4);
    expect(startsOf('times').length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...startsOf('level', 'times'))).toBeLessThan(second - 90 * 86_400);
    expect(histories.map(({ stretches }) => stretches.at(-1)!.to).filter((to) => to !== second)).toHaveLength(1);
  });

  it('[R681] knows gender and masks of the people at a door: the parts are all of them', async () => {
    const door = await zoneNamed('Fifth Avenue doors');
    const all = await door.counted('people');
    expect(sum(all.map(([, ins]) => ins))).toBeGreaterThan(500);
    for (const measures of [
      ['male', 'female', 'unknown'],
      ['mask', 'no_mask'],
    ]) {
      const of = await Promise.all(measures.map((measure) => door.counted(measure)));
      expect(
        all.map(([hour], row) => [hour, sum(of.map((each) => each[row]![1])), sum(of.map((each) => each[row]![2]))]),
      ).toEqual(all);
      for (const part of of) expect(sum(part.map(([, ins]) => ins))).toBeGreaterThan(10);
    }
  });

  it('[R681] lets those who queue be served: who was served leaves by the exit, a few give up', async () => {
    const [queue, counter, exit] = await Promise.all(['Till queue', 'Till counter', 'Till exit'].map(zoneNamed));
    const waits = await queue!.times('wait');
    const services = await counter!.times('service');
    const left = sum((await exit!.counted('people')).map(([, ins]) => ins));
    expect(left).toBe(services.count);
    expect(left).toBeGreaterThan(300);
    expect(left / waits.count).toBeGreaterThan(0.9);
    expect(left / waits.count).toBeLessThan(0.98);
    expect([waits.got, services.got]).toEqual([86_400, 86_400]);
    expect(waits.avg).toBeGreaterThan(20);
    expect(waits.avg).toBeLessThan(300);
    expect(services.avg).toBeGreaterThan(40);
    expect(services.avg).toBeLessThan(110);
    const lengths = [...(await queue!.levels('queue', minutesFrom(queue!.start))).values()];
    expect(lengths).toHaveLength(1440);
    expect(Math.max(...lengths)).toBeGreaterThan(2);
    expect(Math.max(...lengths)).toBeLessThan(30);
  });

  it('[R681] has a window that more people pass than enter, which no traffic counts, and a display where they stay', async () => {
    const street = await zoneNamed('Passers-by on Fifth Avenue');
    const passed = sum((await street.counted('people')).flatMap(([, ins, outs]) => [ins, outs]));
    const { locationId } = northgate.locations[0]!;
    const period = { relativeDate: 'custom', startDate: '2026-03-03', endDate: '2026-03-03' } as const;
    const { results } = await retail.call(getTrafficTotal, {
      query: { entityType: 'location', entityIds: locationId, ...period },
    });
    expect(passed).toBeGreaterThan(2 * results[0]!.sumins!);
    const doors = await Promise.all(
      northgate.locations[0]!.sites.flatMap(({ sensors }) =>
        sensors.flatMap(({ zones }) => zones.filter(({ perimeter }) => perimeter)),
      ).map(async ({ name }) => (await zoneNamed(name)).counted('people')),
    );
    expect(results[0]!.sumins).toBe(sum(doors.flat().map(([, ins]) => ins)));
    const display = await zoneNamed('Seasonal display');
    const stays = await display.times('dwell');
    expect(stays.count).toBe(sum((await display.counted('people')).map(([, , outs]) => outs)));
    expect(stays.avg).toBeGreaterThan(30);
    expect(stays.avg).toBeLessThan(150);
  });

  it.each([
    ['Reading hall', 'Reading hall chairs', 'Lakeside Central Library'],
    ['Quiet room', 'Quiet room chairs', 'University Commons'],
  ])(
    '[R682] knows how many are in the %s: ins less outs of the space since its daily reset',
    async (space, name, place) => {
      const { spaces } = lakeside.locations.find((each) => each.name === place)!;
      const { spaceId } = spaces.find((each) => each.name === space)!;
      const { resetConfig } = await libraries.call(getSpace, { params: { spaceId }, query: {} });
      // In Chicago it is ten in the morning in UTC then.
      expect(resetConfig).toMatchObject({
        resetDaily: true,
        resetDailyAtTime: true,
        resetTimes: [{ time: '10:00', value: 0 }],
      });
      const room = await zoneNamed(name);
      const levels = await room.levels('level', minutesFrom(room.start + 4 * 3600));
      const { results } = await libraries.call(getTraffic, {
        query: {
          entityType: 'space',
          entityIds: spaceId,
          relativeDate: 'custom',
          startDate: '2026-03-03T04:00',
          endDate: '2026-03-04T04:00',
          dateGroupings: 'minute(1)',
        },
      });
      expect(results).toHaveLength(1440);
      let inside = 0;
      const running = results.map(({ recordDate, sumins, sumouts }) => {
        inside = Math.max(0, inside + sumins! - sumouts!);
        return [Date.parse(recordDate!) / 1000, inside];
      });
      expect(running).toEqual([...levels]);
      expect(Math.max(...levels.values())).toBeGreaterThan(5);
    },
  );

  it('[R683] has sales and staff hours of every shop, imported from files; 15 to 35 of 100 visitors buy', async () => {
    await expect
      .poll(async () => (await list()).every(({ status }) => status !== 'pending'), { timeout: 120_000 })
      .toBe(true);
    const files = await list();
    expect(files.map(({ fileName, status, errorCount }) => [fileName, status, errorCount])).toEqual(
      ['labor-2025.csv', 'labor-2026.csv', 'pos-2025.csv', 'pos-2026.csv'].map((name) => [name, 'ok', 0]),
    );
    const dates = { startDate: '2026-02-23', endDate: '2026-03-03' };
    const { factOrg, series } = await world.directory.latest(northgate.orgId);
    const year = Date.UTC(2025, 2, 4) / 1000;
    for (const { locationId, name, timezone } of northgate.locations) {
      const zone = zoneOf(timezone);
      const [from, to] = [dayStart(zone, dayOfDate(dates.startDate)!), dayStart(zone, dayOfDate(dates.endDate)! + 1)];
      const amountOf = async (measure: string, edges: readonly number[]) => {
        const own = [...series.values()].find(
          (each) => each.owner === 'location' && each.locationId === locationId && each.measure === measure,
        )!;
        const members = [{ series: own.seriesId, from: 0, to: 4e9, key: 0, weight: 1 }];
        const { value, n } = await world.facts.amounts.aggregate({
          org: factOrg,
          slices: [{ edges, members }],
          columns: ['value', 'n'],
        });
        return { value: value[0] ?? 0, n: n[0] ?? 0 };
      };
      const { results } = await retail.call(getTrafficTotal, {
        query: { entityType: 'location', entityIds: locationId, relativeDate: 'custom', ...dates },
      });
      const sales = await amountOf('sales', [from, to]);
      const items = await amountOf('items', [from, to]);
      const conversion = sales.n / results[0]!.sumins!;
      expect(conversion, name).toBeGreaterThan(0.15);
      expect(conversion, name).toBeLessThan(0.35);
      expect(sales.value / sales.n / 100, name).toBeGreaterThan(15);
      expect(items.value, name).toBeGreaterThan(sales.n);
      expect((await amountOf('sales', [year, year + 14 * 86_400])).n, name).toBeGreaterThan(0);
      const hours = (await amountOf('labor', [from, to])).value / 3600;
      expect(results[0]!.sumins! / hours, name).toBeGreaterThan(5);
      expect(results[0]!.sumins! / hours, name).toBeLessThan(200);
    }
  }, 180_000);

  it('[R807] answers every source with a value for every metric, for every kind of entity', async () => {
    await expect
      .poll(async () => (await list()).every(({ status }) => status !== 'pending'), { timeout: 240_000 })
      .toBe(true);
    await world.ingestion.idle();
    const { orgId } = northgate;
    await world.forecasts.kinds.forecast.run({ data: { orgId }, report: async () => {} });
    const missing: string[] = [];
    for (const name of sourceNames) {
      const { entityTypes, futureDays }: Source = sources[name];
      // Only the libraries know how many sit where.
      const client = name === 'zone_occupancy' ? libraries : retail;
      for (const entityType of entityTypes) {
        // Bands belong to one day of one place.
        const query = {
          entityType,
          relativeDate: futureDays > 0 ? 'tomorrow' : 'past7days',
          metrics: metricWords(name).join(),
        };
        const { results } = (await client.call(dataCalls[name].total, { query } as never)) as unknown as {
          results: Row[];
        };
        // Those of a location come from tests on the past, which is too short here.
        const hasBands = entityType === 'zone';
        const columns = columnsOf(name).filter((column) => hasBands || !/^(?:low|high)/.test(column));
        const unknown = columns.filter((column) => results.every((row) => row[column] === null));
        missing.push(...unknown.map((column) => `${name} ${entityType} ${column}`));
      }
    }
    expect(missing).toEqual([]);
  }, 600_000);

  it('[R684] lets sensors of five vendors push live: every measure arrives, and nothing is left over', async () => {
    world.pass({ minutes: 3 });
    const { log } = { log: pino({ level: 'silent' }) };
    const simulator = await startDemoSensors(parts(), world.url, log);
    const live = organizations.flatMap(({ orgId, ...each }) =>
      sensorsOf({ orgId, ...each }).filter(({ silent }) => !silent),
    );
    expect(new Set(live.map(({ sensorType }) => sensorType))).toEqual(
      new Set(['xovis5', 'xovis', 'axis', 'milesight', 'ccam']),
    );
    const staff = await world.signIn({ email: users[0]!.email, password });
    const arrivedOf = async ({ sensorId, zones }: (typeof live)[0]) => {
      const orgId = organizations.find((each) => sensorsOf(each).some((sensor) => sensor.sensorId === sensorId))!.orgId;
      const replies = await Promise.all(
        zones.map(({ zoneId }) => staff.call(getZone, { params: { sensorId, zoneId }, query: { orgId } })),
      );
      return replies.flatMap(({ measures }) => measures);
    };
    try {
      for (const sensor of live) {
        const expected = sensor.zones.flatMap(({ measures }) => measures.map(({ measure }) => measure));
        await expect
          .poll(
            async () =>
              (await arrivedOf(sensor))
                .filter(({ measure, lastAt }) => timed.includes(measure) || Date.parse(lastAt) > now.getTime())
                .map(({ measure }) => measure)
                .toSorted(),
            { timeout: 60_000 },
          )
          .toEqual(expected.toSorted());
      }
    } finally {
      await simulator.stop();
    }
    await world.ingestion.applied();
    const zones = await Promise.all(
      organizations.flatMap((each) =>
        sensorsOf(each).map(({ sensorId }) =>
          staff.call(getSensor, { params: { sensorId }, query: { orgId: each.orgId } }),
        ),
      ),
    );
    expect(zones.flatMap((each) => each.zones.filter(({ needsReview }) => needsReview))).toEqual([]);
    const { rows } = await world.registry.system(({ client }) => client.query('SELECT FROM quarantine'));
    expect(rows).toEqual([]);
    const door = await zoneNamed('Fifth Avenue doors');
    const edges = [second, second + 120];
    const [all, male, female, unknown] = await Promise.all(
      ['people', 'male', 'female', 'unknown'].map(async (measure) => (await door.counted(measure, edges))[0]![1]),
    );
    expect(male! + female! + unknown!).toBe(all);
  }, 240_000);
});

/** Nobody may have left in these minutes. */
const timed = ['wait', 'service', 'dwell'];
