import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingIn, detail } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-12-01T12:00:00Z') });
});
afterAll(() => world.close());
const { count, shop, adminOf } = countingIn(() => world);

const range = (startDate: string, endDate: string) => ({ relativeDate: 'custom', startDate, endDate }) as const;

describe('[R352] [R354] traffic by weekday', () => {
  it('adds up the same weekday and hour, also where the clock changes', async () => {
    const { org, location, zone } = await shop();
    const entity = { entityType: 'location', entityIds: location.locationId } as const;
    await count(org, zone, '2026-10-11T22:00:00Z', '2026-11-01T23:00:00Z');
    const client = await adminOf(org);
    const query = { ...entity, ...range('2026-10-19', '2026-11-01') };
    const { results } = await detail(client, { ...query, dateGroupings: 'weekday' });
    const day = 1440;
    expect(results.map(({ weekday, sumins, completeness }) => [weekday, sumins, completeness])).toEqual([
      // One of the two Sundays has 25 hours.
      [0, 2 * day + 60, 1],
      ...[1, 2, 3, 4, 5, 6].map((weekday) => [weekday, 2 * day, 1]),
    ]);
    expect(results[0]).not.toHaveProperty('recordDate');
    expect(results[0]?.timezone).toBe('Europe/Berlin');
    const byHour = await detail(client, { ...query, dateGroupings: 'weekday,hour' });
    expect(byHour.results).toHaveLength(7 * 24);
    const at = (weekday: number, hour: number) =>
      byHour.results.find((row) => row.weekday === weekday && row.hour === hour)?.sumins;
    expect([at(0, 1), at(0, 2), at(0, 3), at(6, 2)]).toEqual([120, 180, 120, 120]);
    const compared = await detail(client, {
      ...entity,
      ...range('2026-10-20', '2026-10-22'),
      dateGroupings: 'weekday',
      previousPeriod: 'sameperiodlastweek',
      order: '-recordDate',
    });
    expect(compared.results.map(({ weekday, sumins }) => [weekday, sumins])).toEqual([
      [4, day],
      [3, day],
      [2, day],
    ]);
    expect(compared.previousResults?.map(({ weekday, sumins }) => [weekday, sumins])).toEqual([
      [4, day],
      [3, day],
      [2, day],
    ]);
  });

  it('leaves out the hour that the clock skips, closed hours, and what has not begun', async () => {
    const { org, location, zone } = await shop({ timezone: 'America/New_York' });
    const entity = { entityType: 'location', entityIds: location.locationId } as const;
    await count(org, zone, '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z');
    await count(org, zone, '2026-11-30T05:00:00Z', '2026-12-01T12:00:00Z');
    const client = await adminOf(org);
    const spring = { ...entity, ...range('2026-03-08', '2026-03-08') };
    const hours = await detail(client, { ...spring, dateGroupings: 'weekday,hour' });
    expect(hours.results.map(({ hour }) => hour)).toEqual([0, 1, ...Array.from({ length: 21 }, (_, i) => i + 3)]);
    const whole = await detail(client, { ...spring, dateGroupings: 'weekday' });
    expect(whole.results.map(({ sumins }) => sumins)).toEqual([23 * 60]);
    // It is seven in the morning of a Tuesday there.
    const now = await detail(client, { ...entity, relativeDate: 'thisweek', dateGroupings: 'weekday' });
    expect(now.results.map(({ weekday, sumins }) => [weekday, sumins])).toEqual([
      [0, null],
      [1, 1440],
      [2, 7 * 60],
    ]);
    await world.hours.assignment({ orgId: org.orgId, locationId: location.locationId });
    const open = { ...entity, ...range('2026-11-30', '2026-11-30'), excludeClosedHours: 'true' } as const;
    const closed = await detail(client, { ...open, dateGroupings: 'weekday' });
    expect(closed.results.map(({ sumins, completeness }) => [sumins, completeness])).toEqual([[8 * 60, 1]]);
  });

  it('uses the time zone of each location, and refuses more than 370 days', async () => {
    const berlin = await shop();
    const { org } = berlin;
    const tokyo = await shop({ org, timezone: 'Asia/Tokyo' });
    // 22:30 in Berlin on Monday is 05:30 of Tuesday in Tokyo.
    for (const { zone } of [berlin, tokyo]) await count(org, zone, '2026-10-19T20:30:00Z', '2026-10-19T20:40:00Z');
    const client = await adminOf(org);
    const query = { entityType: 'location', ...range('2026-10-18', '2026-10-24'), dateGroupings: 'weekday' } as const;
    const { results } = await detail(client, query);
    const found = results.flatMap(({ entityId, weekday, sumins }) => (sumins ? [[entityId, weekday, sumins]] : []));
    expect(found).toEqual([
      [berlin.location.locationId, 1, 10],
      [tokyo.location.locationId, 2, 10],
    ]);
    expect(results).toHaveLength(14);
    const params = `entityType=organization&relativeDate=custom&startDate=2025-01-01&endDate=2026-06-01`;
    const far = await client.get<{ details: object[] }>(`/api/data/traffic?${params}&dateGroupings=weekday`);
    const message = 'A range by weekday can span at most 370 days.';
    expect([far.status, far.body.details]).toEqual([400, [{ path: 'endDate', message }]]);
  });
});

describe('[R535] an organization with locations in several time zones', () => {
  it('has no zone and local dates; one with a single time zone has it', async () => {
    const berlin = await shop();
    const { org } = berlin;
    await count(org, berlin.zone, '2026-10-19T08:00:00Z', '2026-10-19T08:10:00Z');
    const client = await adminOf(org);
    const query = { entityType: 'organization', ...range('2026-10-19', '2026-10-19') } as const;
    const alone = await detail(client, { ...query, dateGroupings: 'day' });
    expect(alone.results).toMatchObject([{ timezone: 'Europe/Berlin', recordDate: '2026-10-18T22:00:00Z' }]);

    const tokyo = await shop({ org, timezone: 'Asia/Tokyo' });
    // Ten o'clock in Berlin, and ten o'clock in Tokyo.
    await count(org, tokyo.zone, '2026-10-19T01:00:00Z', '2026-10-19T01:10:00Z');
    const days = await detail(client, { ...query, dateGroupings: 'day' });
    expect(days.results).toMatchObject([{ timezone: null, recordDate: '2026-10-19', sumins: 20 }]);
    const hours = await detail(client, { ...query, dateGroupings: 'hour', previousPeriod: 'previousperiod' });
    expect(hours.results.filter(({ sumins }) => sumins)).toMatchObject([
      { timezone: null, recordDate: '2026-10-19T10:00:00', sumins: 20 },
    ]);
    expect(hours.previousResults?.[10]).toMatchObject({ timezone: null, recordDate: '2026-10-18T10:00:00' });
    const own = await detail(client, { ...query, entityType: 'location', dateGroupings: 'hour' });
    const at = own.results.filter(({ sumins }) => sumins).map(({ timezone, recordDate }) => [timezone, recordDate]);
    expect(at).toEqual([
      ['Asia/Tokyo', '2026-10-19T01:00:00Z'],
      ['Europe/Berlin', '2026-10-19T08:00:00Z'],
    ]);
  });
});
