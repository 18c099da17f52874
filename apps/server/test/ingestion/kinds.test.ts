import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../src/ingestion/vendors/testing.ts';
import { appendCommand } from '../../src/ingestion/inbox.ts';
import { at, openWorld, push, quarantineOf, type Server, type TestDoor, type World } from './world.ts';

let world: World;
let server: Server;
/** Yesterday: tracks are kept by the clock of the engine. */
const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const now = at(`${date}T12:00:30Z`);
const today = at(`${date}T00:00:00Z`);
const minute = at(`${date}T11:40:00Z`);
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date(now * 1000));
  server = await world.server({ node: { id: 'kinds', alone: false } });
});
afterAll(() => world.close());

/** Pushes and waits until everything is applied and rolled up. */
async function sends(door: TestDoor, vendor: string, ...bodies: (object | string)[]): Promise<void> {
  for (const body of bodies) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect((await push(server, door.key, text, { vendor })).status).toBeLessThan(300);
  }
  await server.ingestion.idle();
}

/** A message of our own format. */
const message = (door: TestDoor, ...readings: object[]) => ({ device: door.mac, readings });
const level = (from: number, value: number, more: object = {}) => {
  return { zone: 'lobby', from, to: from + 60, level: value, ...more };
};
const wait = (from: number, seconds: number, more: object = {}) => {
  return { zone: 'till', from, to: from + 60, wait: seconds, ...more };
};
const levelAt = (when: number, value: number) => ({ zone: 'cafe', at: when, level: value });

/** A body of a vendor's document, as this device would send it at another time. */
const asOf = (door: TestDoor, file: string, mac: string, times: Readonly<Record<string, string | number>> = {}) => {
  const text = fixture(file).toString().replaceAll(mac, door.mac);
  return Object.entries(times).reduce((body, [from, to]) => body.replaceAll(from, String(to)), text);
};

/** How many people a camera says there are. */
const axis = (door: TestDoor, when: number, people: number) =>
  asOf(door, 'axis-occupancy.json', 'B8A44F9EED3B', {
    1767225684528: when * 1000,
    '"human": "4"': `"human": "${people}"`,
  });

/** The series of an organization that are no counts of its line, by measure and logic. */
async function seriesOf(door: TestDoor): Promise<Record<string, number>> {
  const rows = await world.rows<{ name: string; series_id: number }>(
    `SELECT s.measure || ' ' || z.device_id AS name, s.series_id FROM series s JOIN zone z USING (zone_id)
     WHERE s.org_id = $1 AND s.series_id <> $2 ORDER BY name, s.series_id`,
    [door.orgId, door.series],
  );
  return Object.fromEntries(rows.map(({ name, series_id: id }) => [name, id]));
}

const range = { from: 0, to: 2 ** 31 };
/** `[avg, max, min, last, got]` of each hour with readings; from quarters where the day is over. */
async function levelsOf(door: TestDoor, series: number | undefined, edges: number[], freshFrom = today) {
  const cells = await world.facts.levels.aggregate({
    org: door.factOrg,
    slices: [{ edges, members: [{ series: series!, key: 1, unit: 1, weight: 1, ...range }] }],
    columns: ['avg', 'max', 'min', 'last', 'got'],
    freshFrom,
    marks: [],
  });
  return Array.from(cells.keys, (_, n) => [cells.avg[n], cells.max[n], cells.min[n], cells.last[n], cells.got[n]]);
}

async function samplesOf(door: TestDoor, series: number | undefined) {
  const cells = await world.facts.samples.aggregate({
    org: door.factOrg,
    slices: [{ edges: [0, 2 ** 31], members: [{ series: series!, key: 1, ...range }] }],
    columns: ['count', 'total', 'median'],
  });
  return Array.from(cells.keys, (_, n) => [cells.count[n], cells.total[n], cells.median[n]]);
}

async function heardOf(door: TestDoor, series: number | undefined, edges: number[]) {
  const slices = [{ edges, members: [{ series: series!, key: 1, ...range }] }];
  const cells = await world.facts.heard.aggregate({ org: door.factOrg, slices });
  return Array.from(cells.keys, (_, n) => [cells.buckets[n], cells.got[n]]);
}

async function eventsOf(door: TestDoor, series: number | undefined) {
  const found = [];
  for await (const page of world.facts.events.read({ org: door.factOrg, series: [series!], ...range })) {
    found.push(...page.map(({ at: when, track, type, logic, ms }) => [when, track, type, logic, ms]));
  }
  return found;
}

const hour = [minute - 2400, minute + 1200];

describe('what sensors say besides counts', () => {
  it('[I106] [I107] reaches series of its zone, once, whatever is repeated', async () => {
    const door = await world.door({ timezone: 'UTC' });
    const other = await world.door({ timezone: 'UTC' });
    const bodies = [
      message(door, level(minute, 12, { min: 9, max: 15 }), level(minute + 60, 6)),
      message(door, wait(minute, 90, { people: 3, outcome: 'served' }), wait(minute, 20, { outcome: 'abandoned' })),
      message(door, { zone: 'till', from: minute, to: minute + 60, dwell: 8.5, id: 'a' }),
      message(door, level(minute + 60, 8)),
    ];
    await sends(door, 'json', ...bodies, ...bodies);
    await sends(other, 'json', message(other, level(minute, 50), wait(minute, 5)));
    const expectAll = async () => {
      const series = await seriesOf(door);
      expect(Object.keys(series)).toEqual(['dwell till', 'level lobby', 'wait till']);
      expect(await levelsOf(door, series['level lobby'], hour)).toEqual([[10, 15, 8, 8, 120]]);
      expect(await samplesOf(door, series['wait till'])).toEqual([[4, 110, 30]]);
      expect(await samplesOf(door, series['dwell till'])).toEqual([[1, 8.5, 8.5]]);
      const theirs = await seriesOf(other);
      expect(await levelsOf(other, theirs['level lobby'], hour)).toEqual([[50, 50, 50, 50, 60]]);
      expect(await samplesOf(other, theirs['wait till'])).toEqual([[1, 5, 5]]);
    };
    await expectAll();
    await server.ingestion.quarantine.replayReceived(door, { from: new Date(0), to: new Date(now * 1000 + 1000) });
    await server.ingestion.idle();
    await expectAll();
    expect(await quarantineOf(world, door)).toEqual([]);
  });

  it('[I106] Milesight regions are levels, and Xovis events are kept for journeys', async () => {
    const milesight = await world.door({ timezone: 'UTC' });
    const times = { '2026/01/01 1': `${date.replaceAll('-', '/')} 1` };
    await sends(milesight, 'milesight', asOf(milesight, 'milesight-vs121.json', '00:16:28:FA:8E:68', times));
    const regions = await seriesOf(milesight);
    expect(Object.keys(regions)).toEqual(['level 0', 'level 1', 'level 2']);
    expect(await levelsOf(milesight, regions['level 0'], [today, today + 86_400])).toEqual([[10, 12, 10, 10, 3600]]);

    const xovis = await world.door({ timezone: 'UTC' });
    const moments = Object.fromEntries([305, 1000, 2000, 3500].map((ms) => [1767225664000 + ms, minute * 1000 + ms]));
    const body = asOf(xovis, 'xovis4-events.json', '80:1F:12:D5:30:DC', moments);
    await sends(xovis, 'xovis', body, `${body} `);
    const series = await seriesOf(xovis);
    expect(Object.keys(series)).toEqual(['dwell 4', 'track 0', 'track 4', 'track 5']);
    expect(await eventsOf(xovis, series['track 0'])).toEqual([[minute + 0.305, 3006n, 'line_forward', 0, 0]]);
    expect(await eventsOf(xovis, series['track 4'])).toEqual([[minute + 1, 3006n, 'zone_left', 4, 4200]]);
    expect(await eventsOf(xovis, series['track 5'])).toEqual([[minute + 3.5, 3006n, 'zone_left', 5, 0]]);
    expect(await samplesOf(xovis, series['dwell 4'])).toEqual([[1, 4.2, 4.2]]);
  });

  it('[I108] is quarantined for the reasons for which counts are', async () => {
    const door = await world.door({ timezone: 'UTC' });
    await world.rows('UPDATE sensor SET commissioned_date = $2 WHERE sensor_id = $1', [
      door.sensorId,
      new Date((minute - 86_400) * 1000),
    ]);
    server.directory.forget(door.orgId);
    const reasons = [
      ['before_commissioning', wait(minute - 2 * 86_400, 5)],
      ['clock_unset', level(at('2000-01-01T00:00:00Z'), 5)],
      ['future', levelAt(now + 3600, 5)],
      ['implausible', level(minute, 200_000)],
      ['implausible', wait(minute, 90_000)],
      ['unsupported_kind', { line: 'x', measure: 'level', from: minute, to: minute + 60, in: 3 }],
    ] as const;
    for (const [, reading] of reasons) await sends(door, 'json', message(door, reading));
    await sends(door, 'json', { ...message(door, level(minute, 5)), test: true });
    const found = await world.rows<{ reason: string; bodies: number }>(
      `SELECT q.reason, count(b.seq)::int AS bodies FROM quarantine q JOIN quarantine_body b USING (quarantine_id)
       WHERE q.org_id = $1 GROUP BY q.reason ORDER BY q.reason`,
      [door.orgId],
    );
    expect(found.map(({ reason, bodies }) => `${reason} ${bodies}`)).toEqual([
      'before_commissioning 1',
      'clock_unset 1',
      'future 1',
      'implausible 2',
      'test_data 1',
      'unsupported_kind 1',
    ]);
    expect(await seriesOf(door)).toEqual({});
  });

  it('[I109] stays erased', async () => {
    const door = await world.door({ timezone: 'UTC' });
    await sends(
      door,
      'json',
      message(door, level(minute, 4), level(minute + 60, 6), wait(minute, 5), wait(minute + 60, 7)),
      message(door, levelAt(minute, 3), levelAt(minute + 90, 5)),
      { device: door.mac, readings: [], status: { temperature: 40 } },
    );
    const series = await seriesOf(door);
    const order = { type: 'erase', series: Object.values(series), from: 0, to: minute + 60 } as const;
    await world.registry.system((tx) => appendCommand(tx, door.orgId, order, world.now));
    server.ingestion.wake();
    await server.ingestion.idle();
    const expectRest = async () => {
      expect(await levelsOf(door, series['level lobby'], hour)).toEqual([[6, 6, 6, 6, 60]]);
      expect(await samplesOf(door, series['wait till'])).toEqual([[1, 7, 7]]);
      expect((await levelsOf(door, series['level cafe'], [minute - 600, minute + 60])).length).toBe(0);
    };
    await expectRest();
    await server.ingestion.quarantine.replayReceived(door, { from: new Date(0), to: new Date(now * 1000 + 1000) });
    await server.ingestion.idle();
    await expectRest();
  });
});

it('[I115] what is only needed for late readings is thinned out and removed after 35 days', async () => {
  const door = await world.door({ timezone: 'UTC' });
  const [old, recent] = [40, 30].map((days) => 24 * (Math.floor(now / 86_400) - days)) as [number, number];
  const hours = [old + 5, old + 9, old + 23, old + 24, recent + 5, recent + 9];
  await world.rows(
    `INSERT INTO counter_hour (org_id, series_id, hour, seconds, ins, outs)
     SELECT $1, $2, hour, '{0}', '{1}', '{1}' FROM unnest($3::int[]) AS hour`,
    [door.orgId, door.series, hours],
  );
  await world.rows(
    `INSERT INTO heard_day (org_id, sensor_id, day, minutes)
     SELECT $1, $2, to_timestamp(3600 * hour)::date, 0::bit(1440) FROM unnest($3::bigint[]) AS hour`,
    [door.orgId, door.sensorId, [old, recent]],
  );
  await world.rows(
    `INSERT INTO held_level (org_id, zone_id, measure, at, last, lo, hi, seq)
     SELECT $1, $2, 'level', 3600000 * hour, 1, 1, 1, 1 FROM unnest($3::bigint[]) AS hour`,
    [door.orgId, door.zone.zoneId, [old, recent]],
  );
  const cleaning = await world.server();
  const left = async () => {
    const [kept] = await world.rows<{ hours: number[]; days: number; levels: number }>(
      `SELECT (SELECT array_agg(hour ORDER BY hour) FROM counter_hour WHERE series_id = $1) AS hours,
              (SELECT count(*)::int FROM heard_day WHERE sensor_id = $2) AS days,
              (SELECT count(*)::int FROM held_level WHERE zone_id = $3) AS levels`,
      [door.series, door.sensorId, door.zone.zoneId],
    );
    return kept;
  };
  await expect.poll(left).toEqual({ hours: [old + 23, old + 24, recent + 5, recent + 9], days: 1, levels: 1 });
  await cleaning.close();
});

describe('levels of past days', () => {
  it('[I112] have quarters as soon as they arrive, also when they come late or again', async () => {
    const door = await world.door({ timezone: 'UTC' });
    const past = today - 10 * 86_400 + 36_000;
    const hours = [past, past + 3600];
    await sends(door, 'json', message(door, level(past, 4), level(past + 60, 8)));
    const series = (await seriesOf(door))['level lobby'];
    expect(await levelsOf(door, series, hours)).toEqual([[6, 8, 4, 8, 120]]);
    await sends(door, 'json', message(door, level(past + 120, 9), wait(past, 60)), message(door, level(past, 4)));
    expect(await levelsOf(door, series, hours)).toEqual([[7, 9, 4, 9, 180]]);
    expect(await levelsOf(door, series, hours, past - (past % 86_400))).toEqual([[7, 9, 4, 9, 180]]);
    expect(await world.rows('SELECT FROM rollup_mark WHERE org_id = $1 AND day < $2', [door.orgId, date])).toEqual([]);
  });
});

describe('devices that speak only of changes', () => {
  it('[I111] their level holds until the next one while they are heard, in any order', async () => {
    const start = minute - 1800;
    const steps = [
      [start + 30, 4],
      [start + 150, 6],
      [start + 165, 1],
      [start + 10 * 60, 3],
      // Nothing is heard for 17 minutes.
      [start + 27 * 60, 8],
      [start + 29 * 60, 0],
    ] as const;
    const orders = [steps, steps.toReversed(), [...steps.slice(3), ...steps]];
    for (const order of orders) {
      const door = await world.door({ timezone: 'UTC' });
      await sends(door, 'axis', ...order.map(([when, people]) => axis(door, when, people)));
      const series = (await seriesOf(door))['level Device1Scenario2'];
      const by = (minutes: number[]) =>
        levelsOf(
          door,
          series,
          minutes.map((each) => start + 60 * each),
        );
      expect(await by([0, 2, 3, 10])).toEqual([
        [4, 4, 4, 4, 120],
        [(30 * 4 + 15 * 6 + 15) / 60, 6, 1, 1, 60],
        [1, 1, 1, 1, 420],
      ]);
      // The level of the tenth minute ends with it: then the device was silent.
      expect(await by([10, 27])).toEqual([[3, 3, 3, 3, 60]]);
      expect(await by([27, 29])).toEqual([[8, 8, 8, 8, 120]]);
    }
  });

  it('[I111] an earlier body that counts only later is carried into what a newer one reported', async () => {
    const door = await world.door({ timezone: 'UTC' });
    const commission = async (when: number) => {
      const values = [door.sensorId, new Date(when * 1000)];
      await world.rows('UPDATE sensor SET commissioned_date = $2 WHERE sensor_id = $1', values);
      server.directory.forget(door.orgId);
    };
    await commission(minute + 120);
    await sends(door, 'json', message(door, levelAt(minute, 4)), message(door, levelAt(minute + 150, 6)));
    await commission(minute - 86_400);
    await world.rows('UPDATE series SET "from" = $2 WHERE org_id = $1', [
      door.orgId,
      new Date((minute - 86_400) * 1000),
    ]);
    const [group] = await world.rows<{ id: string }>('SELECT quarantine_id AS id FROM quarantine WHERE org_id = $1', [
      door.orgId,
    ]);
    await server.ingestion.quarantine.replay(door, group!.id);
    await server.ingestion.idle();
    const series = (await seriesOf(door))['level cafe'];
    expect(await levelsOf(door, series, [minute, minute + 120, minute + 180])).toEqual([
      [4, 4, 4, 4, 120],
      [5, 6, 4, 6, 60],
    ]);
  });

  it('[I110] the seconds in which they were heard tell zero from missing', async () => {
    const door = await world.door({ timezone: 'UTC' });
    const start = minute - (minute % 900);
    await sends(door, 'json', message(door, wait(start, 5)));
    const series = (await seriesOf(door))['wait till'];
    const counts = (when: number) => message(door, { line: 'door', from: when, to: when + 60, in: 1, out: 0 });
    await sends(door, 'json', counts(start + 9 * 60), counts(start + 2 * 60));
    const quarters = [start - 900, start, start + 900, start + 1800];
    // The next sign is the arrival of the push, at noon: too late to be bridged.
    expect(await heardOf(door, series, quarters)).toEqual([[1, 600]]);
    await server.ingestion.quarantine.replayReceived(door, { from: new Date(0), to: new Date(now * 1000 + 1000) });
    await server.ingestion.idle();
    expect(await heardOf(door, series, quarters)).toEqual([[1, 600]]);
    expect(await heardOf(door, series, [start, start + 300, start + 900])).toEqual([
      [0, 200],
      [1, 400],
    ]);
  });
});

describe('a start after a crash', () => {
  it('[I109] writes every kind again', async () => {
    const door = await world.door({ timezone: 'UTC' });
    await sends(
      door,
      'json',
      message(door, level(minute, 4), wait(minute, 5), levelAt(minute, 3), levelAt(minute + 90, 5)),
    );
    const series = await seriesOf(door);
    const whole = [[[4, 4, 4, 4, 60]], [[3.5, 5, 3, 5, 120]], [[1, 5, 5]], [[0, 120]]];
    const found = async () => [
      await levelsOf(door, series['level lobby'], hour),
      await levelsOf(door, series['level cafe'], hour),
      await samplesOf(door, series['wait till']),
      await heardOf(door, series['wait till'], [minute - 600, minute + 300]),
    ];
    expect(await found()).toEqual(whole);
    await server.close();
    // As if it had been killed: its pump has not signed off, and ClickHouse returns without what was not on disk yet.
    await world.rows(
      `INSERT INTO inbox_pump (holder, node, seen_at) VALUES ('kinds/killed', 'kinds', clock_timestamp())`,
    );
    await world.loseFacts();
    expect(await found()).toEqual([[], [], [], []]);
    const next = await world.server({ node: { id: 'kinds', alone: false } });
    await next.ingestion.idle();
    expect(await found()).toEqual(whole);
    await next.close();
  });
});
