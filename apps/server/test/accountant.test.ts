import { getTrafficTotal, type EntityType, type TrafficRow } from '@atrium/contract/data';
import { getLocationAcf } from '@atrium/contract/diagnostics';
import { chance } from '@atrium/simulator/noise';
import { encodePush, type LineRecord } from '@atrium/simulator/xovis5';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { at, countingIn, detail } from './counting.ts';
import type { Zone } from './estate.ts';
import { openWorld, type World } from './world.ts';

/**
 * The accountant: sensors push what they counted, in every way that sensors do; the test adds up the same records as
 * plainly as possible, and compares every answer. Repeat a failure of `npm run soak` with ATRIUM_SEED=<the number in
 * its title>.
 */
const seed = Number(process.env.ATRIUM_SEED);

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-30T12:00:30Z') });
});
afterAll(() => world.close());

const { adminOf } = countingIn(() => world);

/** The local March 29: in Berlin the clock skips an hour. */
const days = [
  { timezone: 'Europe/Berlin', from: at('2026-03-28T23:00:00Z'), to: at('2026-03-29T22:00:00Z') },
  { timezone: 'America/New_York', from: at('2026-03-29T04:00:00Z'), to: at('2026-03-30T04:00:00Z') },
  { timezone: 'Asia/Kathmandu', from: at('2026-03-28T18:15:00Z'), to: at('2026-03-29T18:15:00Z') },
];
const date = { relativeDate: 'custom', startDate: '2026-03-29', endDate: '2026-03-29' } as const;
const scales = [1 / 3, 1.07, 1, 0.7351, Math.SQRT2, 2];

interface Counted {
  ins: number;
  outs: number;
  seconds: number;
}

/** A zone and its true counts, by the start of each minute in seconds. */
interface Book {
  readonly zone: Zone;
  readonly scale: number;
  readonly minutes: ReadonlyMap<number, Counted>;
}

it(`[I38] [I39] [I40] [T02] every answer is what the readings add up to, and the parts add up to the whole (seed ${seed})`, async () => {
  let drawn = 0;
  const random = () => chance(seed, (drawn += 1));
  const org = await world.organization();
  const key = await world.pushKey({ orgId: org.orgId });
  const client = await adminOf(org);
  const shops = [];
  for (const [index, { timezone, from, to }] of days.entries()) {
    const location = await world.location({ orgId: org.orgId, timezone });
    const site = await world.site({ locationId: location.locationId });
    const sensor = await world.sensor({ siteId: site.siteId });
    const books: Book[] = [];
    for (const scale of scales.slice(2 * index, 2 * index + 2)) {
      const zone = await world.zone({ sensorId: sensor.sensorId, settings: { scaleFactor: scale } });
      const records = recordsOf(from, to, random);
      books.push({ zone, scale, minutes: minutesOf(records) });
      await send(key, sensor.macAddress ?? '', zone, records, random);
    }
    shops.push({ location, site, sensor, zone: books[0]!.zone, from, to, books });
  }
  await world.ingestion.idle();

  for (const { location, site, sensor, zone, books, from, to } of shops) {
    for (const dateGroupings of ['minute(1)', 'minute(15)', 'hour', 'day', 'month']) {
      const ask = (entityType: EntityType, entityIds: string) =>
        detail(client, { entityType, entityIds, dateGroupings, ...date });
      const { results: ofZone } = await ask('zone', zone.zoneId);
      check(ofZone, books.slice(0, 1), from, to);
      const { results: ofLocation } = await ask('location', location.locationId);
      check(ofLocation, books, from, to);
      for (const [metric, rows] of [ofZone, ofLocation].entries()) {
        const whole = await totalOf(client, metric === 0 ? ['zone', zone.zoneId] : ['location', location.locationId]);
        near(sumOf(rows), whole, rows.length + 1);
      }
    }
    const wholes = await Promise.all([
      totalOf(client, ['location', location.locationId]),
      totalOf(client, ['site', site.siteId]),
      totalOf(client, ['sensor', sensor.sensorId]),
    ]);
    expect(new Set(wholes).size).toBe(1);
    const ofZones = await Promise.all(books.map((book) => totalOf(client, ['zone', book.zone.zoneId])));
    near(ofZones[0]! + ofZones[1]!, wholes[0], 3);
    // Four decimals of scale lose nothing: minute by minute, the day is exact.
    expect(ofZones[1]).toBeCloseTo(trueSum(books.slice(1)), 6);
    const acf = await client.call(getLocationAcf, {
      query: { locationId: location.locationId, startDate: date.startDate, endDate: date.endDate },
    });
    expect(acf[0]?.ins).toBe(wholes[0]);
  }
  const ofLocations = await Promise.all(
    shops.map(({ location }) => totalOf(client, ['location', location.locationId])),
  );
  const whole = await totalOf(client, ['organization', org.orgId]);
  near(
    ofLocations.reduce((sum, each) => sum + each, 0),
    whole,
    4,
  );
  near(trueSum(shops.flatMap(({ books }) => books)), whole, 1);
}, 300_000);

/** The counts of a line in a day: each hour in records of a different length, some hours and minutes missing. */
function recordsOf(from: number, to: number, random: () => number): LineRecord[] {
  const records: LineRecord[] = [];
  const record = (start: number, span: number, most: number) => {
    const [forward, backward] = [Math.floor(random() * most), Math.floor(random() * most)];
    records.push({ from: start, to: start + span, forward, backward, samples: 1, samplesExpected: 1 });
  };
  const every = (span: number, start: number, end: number, most: number) => {
    for (let second = start; second < end; second += span) record(second, span, most);
  };
  for (let hour = from; hour < to; hour += 3600) {
    const end = Math.min(hour + 3600, to);
    const kind = Math.floor(random() * 6);
    if (kind === 0) every(900, hour, end, 90);
    else if (kind === 1) every(15, hour, hour + 600, 3);
    else if (kind === 2) every(0.5, hour, hour + 120, 2);
    else if (kind < 5) for (let minute = hour; minute < end; minute += 60) if (random() < 0.9) record(minute, 60, 9);
  }
  return records;
}

/** The rule restated: long records are spread in whole people, short ones belong to the minute they start in. */
function minutesOf(records: readonly LineRecord[]): Map<number, Counted> {
  const minutes = new Map<number, Counted>();
  for (const { from, to, forward, backward } of records) {
    const count = Math.max(1, (to - from) / 60);
    for (let k = 0; k < count; k += 1) {
      const minute = Math.floor(from / 60) * 60 + 60 * k;
      const share = (people: number) => Math.floor((people * (k + 1)) / count) - Math.floor((people * k) / count);
      const known = minutes.get(minute) ?? { ins: 0, outs: 0, seconds: 0 };
      known.ins += share(forward);
      known.outs += share(backward);
      known.seconds += Math.min(60, to - from);
      minutes.set(minute, known);
    }
  }
  return minutes;
}

/** In bodies of a few hundred, the last first, some twice; one with a wrong count before the right one. */
async function send(key: string, mac: string, { deviceId, name }: Zone, records: LineRecord[], random: () => number) {
  const bodies: LineRecord[][] = [];
  for (let i = 0; i < records.length; i += 400) bodies.push(records.slice(i, i + 400));
  const first = records[0];
  const unreadable = {
    from: days[0]!.from - 60,
    to: days[0]!.from,
    forward: -1,
    backward: 1,
    samples: 1,
    samplesExpected: 1,
  };
  const wrong = first ? [[{ ...first, forward: first.forward + 5 }, unreadable]] : [];
  const order = [...wrong, ...bodies.toReversed(), ...bodies.filter(() => random() < 0.4)];
  for (const [packageId, part] of order.entries()) {
    const push = encodePush({
      kind: 'logics',
      device: { macAddress: mac, timezone: 'UTC' },
      packageId,
      logics: [{ id: Number(deviceId), name, records: part }],
    });
    const { status } = await world.anonymous().post(`/api/push/xovis5/${key}`, push);
    expect(status).toBe(200);
  }
}

/** Compares the rows of one entity with its books: buckets are contiguous from midnight to midnight. */
function check(rows: readonly TrafficRow[], books: readonly Book[], from: number, to: number): void {
  const starts = rows.map((row) => at(row.recordDate ?? ''));
  const edges = rows.length === 1 ? [from, to] : [...starts, to];
  expect(edges[0]).toBe(from);
  for (const [i, { sumins, sumouts, completeness }] of rows.entries()) {
    const sum = { ins: 0, outs: 0, seconds: 0 };
    for (const { minutes, scale } of books) {
      for (let minute = edges[i]!; minute < edges[i + 1]!; minute += 60) {
        const counted = minutes.get(minute);
        sum.ins += (counted?.ins ?? 0) * scale;
        sum.outs += (counted?.outs ?? 0) * scale;
        sum.seconds += counted?.seconds ?? 0;
      }
    }
    const due = books.length * (edges[i + 1]! - edges[i]!);
    const where = `${new Date(edges[i]! * 1000).toISOString()}, ${rows.length} rows`;
    expect(completeness, where).toBe(Math.floor((sum.seconds / due) * 10_000) / 10_000);
    if (sum.seconds === 0) expect([sumins, sumouts], where).toEqual([null, null]);
    else {
      near(sumins ?? Number.NaN, sum.ins, 1, where);
      near(sumouts ?? Number.NaN, sum.outs, 1, where);
      expect(String(sumins), where).toMatch(/^\d+(\.\d{1,4})?$/);
    }
  }
}

/** Equal except for the rounding of so many values to four decimals. */
function near(found: number, expected: number, figures: number, where = ''): void {
  expect(Math.abs(found - expected), `${found} against ${expected} ${where}`).toBeLessThanOrEqual(
    0.000_05 * figures + 1e-7,
  );
}

function sumOf(rows: readonly TrafficRow[]): number {
  return rows.reduce((sum, { sumins }) => sum + (sumins ?? 0), 0);
}

function trueSum(books: readonly Book[]): number {
  return books.reduce(
    (sum, { minutes, scale }) => sum + [...minutes.values()].reduce((all, { ins }) => all + ins, 0) * scale,
    0,
  );
}

async function totalOf(client: Client, [entityType, entityIds]: readonly [EntityType, string]): Promise<number> {
  const { results } = await client.call(getTrafficTotal, { query: { entityType, entityIds, ...date } });
  return results[0]?.sumins ?? 0;
}
