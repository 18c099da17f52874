import { getTrafficTotal, type TrafficRow } from '@atrium/contract/data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryOf } from './client.ts';
import { at, countingIn, type Detail, detail, iso } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { count, append, shop, adminOf, markAll } = countingIn(() => world);

const noon = new Date('2026-03-04T12:00:00Z');
const figures = (rows: readonly TrafficRow[]) => rows.map((row) => [row.sumins, row.sumouts, row.completeness]);

describe('traffic over time', () => {
  it('[R343] [R346] [T01] returns the hours of today that have begun, in the time zone of the location, with missing distinct from zero', async () => {
    const { org, location, zone } = await shop({ timezone: 'Asia/Kolkata' });
    await count(org, zone, '2026-03-03T18:30:00Z', '2026-03-03T19:30:00Z');
    await count(org, zone, '2026-03-03T20:00:00Z', '2026-03-03T20:30:00Z', () => 0);
    const client = await adminOf(org);
    const { results, previousResults, messages } = await detail(client, {
      entityType: 'location',
      entityIds: location.locationId,
      relativeDate: 'today',
    });
    expect(previousResults).toBeUndefined();
    expect(messages).toEqual([]);
    expect(results).toHaveLength(18);
    expect(results[0]).toEqual({
      recordDate: '2026-03-03T18:30:00Z',
      entityId: location.locationId,
      name: location.name,
      timezone: 'Asia/Kolkata',
      sumins: 60,
      sumouts: 120,
      completeness: 1,
    });
    expect(figures(results.slice(1, 3))).toEqual([
      [0, 0, 0.5],
      [null, null, 0],
    ]);
    expect(results.at(-1)).toMatchObject({ recordDate: '2026-03-04T11:30:00Z', sumins: null, completeness: 0 });
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['America/Havana', '2026-03-08', 23],
    ['Asia/Kathmandu', '2026-03-08', 24],
  ])('[T02] sums minutes, hours and the day alike in %s on %s', async (timezone, date, hours) => {
    world.setNow(new Date('2026-12-01T12:00:00Z'));
    const { org, location, zone } = await shop({ timezone });
    const middle = at(`${date}T12:00:00Z`);
    await append(org, zone, iso(middle - 2 * 86_400), iso(middle + 2 * 86_400), (i) => i % 7);
    // Half of the days are read from quarters, half from minutes.
    await world.facts.rebuild(org.factOrg, [zone.seriesId], middle - 43_200, middle + 43_200);
    await markAll(org, zone, [middle - 2 * 86_400, middle - 86_400, middle + 86_400, middle + 2 * 86_400]);
    const client = await adminOf(org);
    const query = {
      entityType: 'location',
      entityIds: location.locationId,
      relativeDate: 'custom',
      startDate: date,
      endDate: date,
    } as const;
    const sums = [];
    for (const dateGroupings of ['minute(1)', 'minute', 'hour', 'day', 'week', 'isoweek', 'month', 'year']) {
      const { results } = await detail(client, { ...query, dateGroupings });
      if (dateGroupings === 'minute(1)') expect(results).toHaveLength(hours * 60);
      expect(results.every((row) => row.completeness === 1)).toBe(true);
      sums.push(results.reduce((sum, row) => sum + row.sumins!, 0));
    }
    const total = await client.call(getTrafficTotal, { query });
    expect(new Set([...sums, total.results[0]?.sumins]).size).toBe(1);
    expect(sums[0]).toBeGreaterThan(hours * 60 * 2.9);
    world.setNow(noon);
  });

  it('reads a marked day from its minutes, and any other from its quarters', async () => {
    const { org, zone } = await shop({ timezone: 'UTC' });
    await count(org, zone, '2026-02-01T00:00:00Z', '2026-02-01T01:00:00Z');
    await append(org, zone, '2026-02-01T01:00:00Z', '2026-02-01T02:00:00Z');
    const client = await adminOf(org);
    const total = async () => {
      const query = { entityType: 'zone', entityIds: zone.zoneId, relativeDate: 'lastmonth' } as const;
      return (await client.call(getTrafficTotal, { query })).results[0]?.sumins;
    };
    expect(await total()).toBe(60);
    await markAll(org, zone, [at('2026-02-01T00:00:00Z')]);
    expect(await total()).toBe(120);
  });

  it('[T07] returns entities of several time zones together, each with its own days', async () => {
    const east = await shop({ timezone: 'Pacific/Auckland' });
    const west = await shop({ timezone: 'America/Los_Angeles', org: east.org });
    await count(east.org, east.zone, '2026-03-01T00:00:00Z', '2026-03-04T12:00:00Z');
    await count(west.org, west.zone, '2026-03-01T00:00:00Z', '2026-03-04T12:00:00Z');
    const client = await adminOf(east.org);
    const ids = `${west.location.locationId},${east.location.locationId}`;
    const { results } = await detail(client, {
      entityType: 'location',
      entityIds: ids,
      relativeDate: 'yesterday',
      dateGroupings: 'day',
    });
    expect(results.map((row) => [row.timezone, row.recordDate, row.sumins])).toEqual(
      [
        ['Pacific/Auckland', '2026-03-03T11:00:00Z', 1440],
        ['America/Los_Angeles', '2026-03-03T08:00:00Z', 1440],
      ].toSorted(([, a], [, b]) => String(a).localeCompare(String(b))),
    );
    const organizationWide = await client.call(getTrafficTotal, {
      query: { entityType: 'organization', relativeDate: 'yesterday' },
    });
    expect(figures(organizationWide.results)).toEqual([[2880, 5760, 1]]);
  });

  it.each([
    ['America/New_York', 'America/Phoenix', '2026-03-08', 23],
    ['America/Phoenix', 'America/New_York', '2026-03-08', 24],
    ['America/New_York', 'America/Phoenix', '2026-11-01', 25],
    ['America/Phoenix', 'America/New_York', '2026-11-01', 24],
  ])('[T02] [T07] loses no minute of an organization in %s and %s on %s', async (first, other, date, hours) => {
    world.setNow(new Date('2026-12-01T12:00:00Z'));
    const org = await world.organization();
    for (const [name, timezone] of [
      ['A', first],
      ['B', other],
    ] as const) {
      const place = await world.location({ orgId: org.orgId, name, timezone });
      const door = await world.site({ locationId: place.locationId });
      const sensor = await world.sensor({ siteId: door.siteId });
      const zone = await world.zone({ sensorId: sensor.sensorId });
      const middle = at(`${date}T12:00:00Z`);
      await count(org, zone, iso(middle - 2 * 86_400), iso(middle + 2 * 86_400));
    }
    const client = await adminOf(org);
    const query = { entityType: 'organization', relativeDate: 'custom', startDate: date, endDate: date } as const;
    const { results } = await detail(client, { ...query, dateGroupings: 'hour' });
    expect(results).toHaveLength(hours);
    const total = await client.call(getTrafficTotal, { query });
    const expected = (date === '2026-03-08' ? 23 : 25) * 60 + 24 * 60;
    expect(results.reduce((sum, row) => sum + (row.sumins ?? 0), 0)).toBe(expected);
    expect(figures(total.results)).toEqual([[expected, 2 * expected, 1]]);
    world.setNow(noon);
  });

  it('[I38] counts interior doors separately and not for the location, and scales a zone without rounding', async () => {
    const { org, location, site, sensor, zone } = await shop({ timezone: 'UTC' });
    const inner = await world.zone({ sensorId: sensor.sensorId, settings: { perimeter: false } });
    const scaled = await world.zone({ sensorId: sensor.sensorId, settings: { scaleFactor: 1.15 } });
    for (const each of [zone, inner, scaled]) await count(org, each, '2026-03-03T00:00:00Z', '2026-03-03T00:10:00Z');
    const client = await adminOf(org);
    const total = async (entityType: Detail['entityType'], entityIds: string) =>
      (await client.call(getTrafficTotal, { query: { entityType, entityIds, relativeDate: 'yesterday' } })).results[0]
        ?.sumins;
    expect(await total('zone', inner.zoneId)).toBe(10);
    expect(await total('zone', scaled.zoneId)).toBe(11.5);
    expect(await total('sensor', sensor.sensorId)).toBe(31.5);
    expect(await total('site', site.siteId)).toBe(31.5);
    expect(await total('location', location.locationId)).toBe(21.5);
  });

  it('[T08] [R346] [R773] aligns the previous period with the results, row by row', async () => {
    const { org, location, zone } = await shop({ timezone: 'Europe/Berlin' });
    await count(org, zone, '2026-02-24T23:00:00Z', '2026-02-25T23:00:00Z', (i) => Math.floor(i / 60));
    await count(org, zone, '2026-03-03T23:00:00Z', '2026-03-04T12:00:00Z', () => 100);
    const client = await adminOf(org);
    const query = {
      entityType: 'location',
      entityIds: location.locationId,
      previousPeriod: 'sameperiodlastweek',
    } as const;
    const { results, previousResults } = await detail(client, query);
    expect(results).toHaveLength(13);
    expect(previousResults?.map((row) => row.sumins)).toEqual(Array.from({ length: 13 }, (_, hour) => 60 * hour));
    expect(previousResults?.[0]?.recordDate).toBe('2026-02-24T23:00:00Z');
    const total = await client.call(getTrafficTotal, { query });
    // One o'clock in the afternoon: thirteen hours of today against the same thirteen of last week.
    expect(total.results[0]?.sumins).toBe(13 * 6000);
    expect(total.previousResults?.[0]?.sumins).toBe(60 * ((12 * 13) / 2));
    expect(total.results[0]).not.toHaveProperty('recordDate');
  });

  it('[R773] has a row without a date beside each bucket that the previous period lacks', async () => {
    const { org, location } = await shop({ timezone: 'UTC' });
    const { results, previousResults = [] } = await detail(await adminOf(org), {
      entityType: 'location',
      entityIds: location.locationId,
      relativeDate: 'custom',
      startDate: '2025-03-01',
      endDate: '2025-03-31',
      dateGroupings: 'day',
      previousPeriod: 'previousperiod',
    });
    expect([results.length, previousResults.length]).toEqual([31, 31]);
    expect(previousResults[27]?.recordDate).toBe('2025-02-28T00:00:00Z');
    for (const row of previousResults.slice(28)) {
      expect(row).not.toHaveProperty('recordDate');
      expect(row).toMatchObject({ entityId: location.locationId, sumins: null, completeness: null });
    }
  });

  it('[R344] accepts order, limit and metrics, and uses all entities by name when none is named', async () => {
    const { org, location, sensor } = await shop({ timezone: 'UTC' });
    await world.zone({ sensorId: sensor.sensorId, name: 'B door' });
    await world.zone({ sensorId: sensor.sensorId, name: 'A door' });
    const client = await adminOf(org);
    const { results: newest } = await detail(client, {
      entityType: 'location',
      entityIds: location.locationId,
      order: '-recordDate',
      limit: 2,
      metrics: 'outs',
    });
    expect(newest.map((row) => row.recordDate)).toEqual(['2026-03-04T11:00:00Z', '2026-03-04T10:00:00Z']);
    expect(newest[0]).not.toHaveProperty('sumins');
    expect(newest[0]).toHaveProperty('sumouts');
    const { results: zones } = await client.call(getTrafficTotal, { query: { entityType: 'zone', entityIds: '' } });
    expect(zones.map((row) => row.name).slice(0, 2)).toEqual(['A door', 'B door']);
    expect(zones).toHaveLength(3);
  });

  it.each([
    [50_399, 50_399, []],
    [50_400, 50_400, []],
    [50_401, 50_400, ['The query hit the limit of 50400 rows; 1 were left out.']],
  ])('[R078] returns, for %i rows, %i', async (minutes, rows, messages) => {
    const { org, zone } = await shop({ timezone: 'UTC' });
    world.setNow(new Date(Date.UTC(2026, 0, 1) + minutes * 60_000));
    const client = await adminOf(org);
    const query = {
      entityType: 'zone',
      entityIds: zone.zoneId,
      relativeDate: 'thisyear',
      dateGroupings: 'minute(1)',
    } as const;
    const answer = await client.get<{ results: TrafficRow[]; messages: string[] }>(
      `/api/data/traffic${queryOf(query)}`,
    );
    expect([answer.status, answer.body.results.length, answer.body.messages]).toEqual([200, rows, messages]);
    expect(answer.body.results.at(-1)?.recordDate).toBe(
      new Date(Date.UTC(2026, 0, 1) + (rows - 1) * 60_000).toISOString().replace('.000', ''),
    );
    world.setNow(noon);
  });
});
