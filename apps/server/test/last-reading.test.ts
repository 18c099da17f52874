import { dataCalls } from '@atrium/contract/data';
import { csvFormat } from '@atrium/contract/formats';
import { createExpectedWaitMapping } from '@atrium/contract/expected-wait-mappings';
import { packVer } from '@atrium/facts/version';
import { type SourceName, sourceNames, sources } from '@atrium/metrics/sources';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Client } from './client.ts';
import { at, countingIn, iso } from './counting.ts';
import type { Organization, Zone } from './estate.ts';
import { day, hallsIn } from './halls.ts';
import type { Row } from './random-questions/asked.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const now = new Date('2026-03-30T12:00:30Z');
beforeAll(async () => {
  world = await openWorld({ now });
});
afterAll(() => world.close());
beforeEach(() => world.setNow(now));

const { count, shop, adminOf, countToday } = countingIn(() => world);
const hall = hallsIn(() => world);

async function last(client: Client, source: SourceName, query: object, call: 'detail' | 'total' = 'detail') {
  const endpoint = dataCalls[source][call];
  const reply = await client.call(endpoint, { query: { lastReading: true, ...query } as never });
  const { results, ...others } = z.parse(endpoint.reply, reply);
  return { results: results as unknown as Row[], ...others };
}

/** Shops that are counting, that stopped an hour ago and days ago, and that never counted. */
async function fourShops() {
  const org = await world.organization();
  const [berlin, honolulu] = [await shop({ org }), await shop({ org, timezone: 'Pacific/Honolulu' })];
  const [broken, newest] = [await shop({ org }), await shop({ org })];
  // An hour before local midnight, and an hour after it.
  await count(org, berlin.zone, '2026-03-29T21:00:00Z', '2026-03-29T23:00:00Z');
  await count(org, honolulu.zone, '2026-03-30T09:00:00Z', '2026-03-30T10:30:00Z', () => 2);
  await countToday([berlin.zone], 5, at('2026-03-30T11:58:00Z'));
  await countToday([honolulu.zone], 7, at('2026-03-30T10:59:00Z'));
  await countToday([broken.zone], 9, at('2026-03-27T09:30:00Z'));
  await world.ingestion.idle();
  const entityIds = [berlin, honolulu, broken, newest].map(({ location }) => location.locationId);
  return { org, entityIds, client: await adminOf(org) };
}

describe('[R768] a last reading of counts', () => {
  it('has the sums of today in the zone of each entity, and when the newest reading ended', async () => {
    const { client, entityIds } = await fourShops();
    const query = { entityType: 'location', entityIds: entityIds.join(), metrics: 'ins' };
    const { results } = await last(client, 'traffic', query);
    expect(results.map((row) => [row.entityId, row.recordDate, row.ageSeconds, row.sumins])).toEqual([
      [entityIds[0], '2026-03-30T11:59:00Z', 90, 65],
      [entityIds[1], '2026-03-30T11:00:00Z', 3630, 67],
      [entityIds[2], '2026-03-27T09:31:00Z', 268_170, null],
      [entityIds[3], undefined, null, null],
    ]);
    expect(results.map(({ completeness }) => completeness)).toEqual([expect.any(Number), expect.any(Number), 0, 0]);
    expect((await last(client, 'traffic', query, 'total')).results).toEqual(results);
  });

  it('ignores dates, groupings and comparisons', async () => {
    const { client, entityIds } = await fourShops();
    const plain = { entityType: 'location', entityIds: entityIds.join() };
    const ignored = {
      relativeDate: 'custom',
      dateOverride: '2026-01-01',
      dateGroupings: 'weekday',
      previousPeriod: 'previousperiod',
      trendComparison: 2,
      isComparison: true,
    };
    const reply = await last(client, 'traffic', { ...plain, ...ignored });
    expect(reply).toEqual(await last(client, 'traffic', plain));
    expect(Object.keys(reply)).toEqual(['results', 'messages']);
  });

  it('is sorted, limited, joined and written as CSV like other rows', async () => {
    const { client, entityIds } = await fourShops();
    const query = { entityType: 'location', metrics: 'ins' };
    const some = await last(client, 'traffic', { ...query, order: '-sumins', limit: 2, include: 'location' });
    expect(some.results).toMatchObject([
      { sumins: 67, location: { id: entityIds[1] } },
      { sumins: 65, location: { id: entityIds[0] } },
    ]);
    const oldest = await last(client, 'traffic', { ...query, order: '-ageSeconds', limit: 1 });
    expect(oldest.results).toMatchObject([{ entityId: entityIds[2] }]);
    expect((await last(client, 'traffic', { ...query, order: '-recordDate' })).results).toMatchObject([
      { entityId: entityIds[0] },
      { entityId: entityIds[1] },
      { entityId: entityIds[2] },
      { entityId: entityIds[3] },
    ]);
    const joined = await last(client, 'traffic', { ...query, aggregate: true });
    expect(joined.results).toMatchObject([
      { entityId: null, timezone: null, recordDate: '2026-03-30T11:59:00Z', sumins: 132 },
    ]);
    const path = `/api/data/traffic/total?entityType=location&entityIds=${entityIds[0]}&metrics=ins&lastReading=true`;
    const headers = { cookie: client.cookieHeader(), accept: csvFormat };
    const [header, row] = (await (await fetch(`${world.url}${path}`, { headers })).text()).split('\r\n');
    expect(header).toBe('recordDate,entityId,name,timezone,sumins,ageSeconds,completeness');
    expect(row).toMatch(new RegExp(`^2026-03-30T11:59:00Z,${entityIds[0]},.*,65,90,`));
  });

  it('is refused where there is none, and is not explained', async () => {
    const org = await world.organization({ canViewPOS: true, canViewLabor: true, canViewOccupancy: true });
    await shop({ org });
    const client = await adminOf(org);
    const refused = sourceNames.filter((name) => 'withoutLastReading' in sources[name]);
    expect(refused).toEqual(['forecasted_traffic', 'pos', 'trafficpos', 'labor', 'visit_duration']);
    for (const name of refused) {
      const { status, body } = await client.get(`${sources[name].path}?entityType=location&lastReading=true`);
      expect([name, status, body]).toMatchObject([name, 400, { details: [{ path: 'lastReading' }] }]);
    }
    const path = '/api/data/traffic?entityType=location&lastReading=true';
    expect((await client.get(`${path}&explain=true`)).body).toMatchObject({ details: [{ path: 'explain' }] });
    expect((await client.get(`${path}&order=sumouts,-x`)).status).toBe(400);
  });
});

async function keepLevel(org: Organization, zone: Zone, time: string, level: number) {
  const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
  const values = { span: 60, last: level, lo: 0, hi: 50, ver, gone: 0 as const };
  await world.facts.levels.append([{ org: org.factOrg, series: zone.seriesId, at: at(time), ...values }]);
}

async function keepWait(org: Organization, zone: Zone, time: string, id: bigint, seconds: number) {
  const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
  const visit = { id, ms: seconds * 1000, n: 1, outcome: 'unknown' as const, ver, gone: 0 as const };
  await world.facts.samples.append([{ org: org.factOrg, series: zone.seriesId, at: at(time), ...visit }]);
}

describe('[R769] a last reading of levels and samples', () => {
  it('has the newest level, whatever its aggregation, and adds only what was read shortly before it', async () => {
    const org = await world.organization({ canViewZoneOccupancy: true });
    const { location, sensor } = await shop({ org });
    const room = () =>
      world.zone({ sensorId: sensor.sensorId, measure: 'level', settings: { countApplication: 8, perimeter: true } });
    const [one, other, silent] = [await room(), await room(), await room()];
    await keepLevel(org, one, '2026-03-30T11:40:00Z', 40);
    await keepLevel(org, one, '2026-03-30T11:58:00Z', 4);
    await keepLevel(org, other, '2026-03-30T11:55:00Z', 3);
    await keepLevel(org, silent, '2026-03-30T11:53:00Z', 100);
    const client = await adminOf(org);
    const metrics = 'zoneoccupancy,zoneoccupancy(max),zoneoccupancy(last)';
    const zones = { entityType: 'zone', entityIds: [one, silent].map(({ zoneId }) => zoneId).join(), metrics };
    expect((await last(client, 'zone_occupancy', zones)).results).toMatchObject([
      { recordDate: '2026-03-30T11:59:00Z', avgzoneoccupancy: 4, maxzoneoccupancy: 4, lastzoneoccupancy: 4 },
      { recordDate: '2026-03-30T11:54:00Z', ageSeconds: 390, avgzoneoccupancy: 100 },
    ]);
    const whole = { entityType: 'location', entityIds: location.locationId };
    expect((await last(client, 'zone_occupancy', whole)).results).toMatchObject([
      { recordDate: '2026-03-30T11:59:00Z', avgzoneoccupancy: 7 },
    ]);
  });

  it('has a minute of its own for each of many', async () => {
    const org = await world.organization({ canViewZoneOccupancy: true });
    const { sensor } = await shop({ org });
    const settings = { countApplication: 8, perimeter: true };
    const minutes = Array.from({ length: 55 }, (_, index) => at('2026-03-30T11:58:00Z') - index * 60);
    const zones: Zone[] = [];
    for (const _ of minutes) zones.push(await world.zone({ sensorId: sensor.sensorId, measure: 'level', settings }));
    for (const [index, minute] of minutes.entries()) await keepLevel(org, zones[index]!, iso(minute), index);
    const query = { entityType: 'zone', entityIds: zones.map(({ zoneId }) => zoneId), metrics: 'zoneoccupancy(last)' };
    const { body } = await (await adminOf(org)).post('/api/data/zone-occupancy', { lastReading: true, ...query });
    const { results } = body as { results: Row[] };
    expect(results.map(({ recordDate, lastzoneoccupancy }) => [at(String(recordDate)), lastzoneoccupancy])).toEqual(
      minutes.map((minute, index) => [minute + 60, index]),
    );
  });

  it('has the newest sample, and how many there were today', async () => {
    const org = await world.organization({ canViewQueueService: true });
    const { location, sensor } = await shop({ org, timezone: 'UTC' });
    const settings = { countApplication: 5, perimeter: true };
    const queue = await world.zone({ sensorId: sensor.sensorId, measure: 'wait', settings });
    await keepWait(org, queue, '2026-03-29T23:30:00Z', 1n, 600);
    await keepWait(org, queue, '2026-03-30T11:20:10Z', 2n, 300);
    await keepWait(org, queue, '2026-03-30T11:50:10Z', 3n, 60);
    await keepWait(org, queue, '2026-03-30T11:50:50Z', 4n, 120);
    const client = await adminOf(org);
    const { results } = await last(client, 'queue', { entityType: 'location', entityIds: location.locationId });
    expect(results).toMatchObject([{ recordDate: '2026-03-30T11:51:00Z', avgwaittime: 90, sumqueuethroughput: 3 }]);
  });

  it('[R770] of a waiting line has who waits and how long', async () => {
    const { push, front, spaceId, admin } = await hall({ maxCapacity: 20 });
    const exit = await world.zone({ sensorId: front.sensorId, settings: { countApplication: 7 } });
    await admin.call(createExpectedWaitMapping, {
      body: { spaceId, headZoneId: exit.zoneId, throughputSampleInterval: 5 },
    });
    await push(exit, { '14:00': [2, 0], '14:01': [2, 0] });
    await push(front, { '14:00': [10, 0], '14:01': [5, 0] });
    const ofSpace = { entityType: 'space', entityIds: spaceId };
    const flags = { waitLineLength: true, expectedWaitTime: true };
    const newest = { recordDate: `${day}T14:02:00Z`, ageSeconds: 4 * 3600 - 80 };
    // Four left within five minutes.
    const waits = await last(admin, 'expected_wait_time', { ...ofSpace, ...flags });
    expect(waits.results).toMatchObject([
      { ...newest, waitlinelength: 15, expectedwaittime: 450, avgexpectedwaittime: 450 },
    ]);
    const bare = await last(admin, 'expected_wait_time', { ...ofSpace, metrics: 'expectedwaittimeminutes' });
    expect(bare.results).toMatchObject([{ ...newest, avgexpectedwaittimeminutes: 8 }]);
    expect(bare.results[0]).not.toHaveProperty('waitlinelength');
    expect((await last(admin, 'occupancy', ofSpace)).results).toMatchObject([
      { ...newest, avgoccupancy: 15, avgpctcapacity: 0.75, pcttimeoccupied: 1 },
    ]);
    // Later nobody moves on: the newest minute has no wait, although one before it had.
    await push(front, { '14:05': [0, 0], '14:06': [1, 0] });
    expect((await last(admin, 'expected_wait_time', { ...ofSpace, ...flags })).results).toMatchObject([
      { recordDate: `${day}T14:07:00Z`, waitlinelength: 16, expectedwaittime: null },
    ]);
    const path = `/api/data/expected-wait-time?entityType=space&entityIds=${spaceId}`;
    const refused = await admin.get(`${path}&waitLineLength=true`);
    expect([refused.status, refused.body]).toMatchObject([400, { details: [{ path: 'waitLineLength' }] }]);
    expect((await admin.get(`/api/data/traffic?entityType=space&waitLineLength=true`)).status).toBe(400);
  });
});
