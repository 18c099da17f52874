import { openMinutes, watchClock } from '@atrium/calendar/opening-hours-oracle';
import type { OpeningHours, WeeklyPeriod } from '@atrium/calendar/opening-hours';
import { getTrafficTotal } from '@atrium/contract/data';
import type { Schedule } from '@atrium/contract/schedules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { at, countingIn, detail, iso } from './counting.ts';
import { daily } from './hours.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-12-01T12:00:00Z') });
});
afterAll(() => world.close());
const { append, shop, adminOf, markAll } = countingIn(() => world);

const custom = (locationId: string, startDate: string, endDate: string) =>
  ({ entityType: 'location', entityIds: locationId, relativeDate: 'custom', startDate, endDate }) as const;
const excludeClosedHours = 'true' as const;

const weekly = (...periods: readonly [number, string, string][]): WeeklyPeriod[] =>
  periods.map(([weekday, openTime, closeTime]) => ({ weekday, openTime, closeTime }));

async function totalOf(client: Client, query: ReturnType<typeof custom>) {
  const { results } = await client.call(getTrafficTotal, { query: { ...query, excludeClosedHours } });
  return results[0];
}

describe('traffic without closed hours', () => {
  /** The exceptions of a place around its middle day, besides the schedule. */
  const places = [
    // Quarters serve whole days.
    ['Europe/Berlin', '2026-03-29', daily('09:00', '18:00')],
    // Open at 02:30 on the night without that time; closes at a time off the quarter hour.
    ['Europe/Berlin', '2026-03-29', weekly([0, '02:30', '11:20'], [6, '20:00', '01:10'])],
    ['Europe/Berlin', '2026-10-25', daily('22:00', '02:30')],
    ['America/New_York', '2026-11-01', daily('18:05', '01:35')],
    ['Asia/Kathmandu', '2026-03-08', daily('08:00', '20:00')],
    ['Australia/Lord_Howe', '2026-04-05', daily('23:30', '02:00')],
  ] as const;

  it.each(places)('[R349] counts in %s around %s by the wall clock', async (timezone, date, periods) => {
    const { org, location, zone } = await shop({ timezone });
    const { orgId } = org;
    const { locationId } = location;
    const first = at(`${date}T00:00:00Z`) - 2 * 86_400;
    const days = 5;
    const on = (offset: number) => iso(first + offset * 86_400).slice(0, 10);
    await append(org, zone, iso(first - 86_400), iso(first + (days + 1) * 86_400), (i) => i % 11);
    await world.facts.rebuild(org.factOrg, [zone.seriesId], first, first + 2 * 86_400);
    await markAll(
      org,
      zone,
      [-1, 2, 3, 4, 5].map((day) => first + day * 86_400),
    );

    const versions = [{ effectiveDate: '2020-01-01', periods }];
    const { scheduleId } = await world.hours.schedule({ orgId, versions: [...versions] });
    await world.hours.assignment({ orgId, locationId, scheduleId });
    const closed = await world.hours.exception({ orgId, startDate: on(0), endDate: on(1) });
    const late = { type: 2, closed: false, openTime: '21:00', closeTime: '23:40', startDate: on(1) };
    const extended = await world.hours.exception({ orgId, locationId, ...late });
    const hours: OpeningHours = {
      assignments: [{ startDate: '2020-01-01', endDate: '9999-12-31', versions }],
      organizationExceptions: [{ ...closed, extends: false }],
      locationExceptions: [{ ...extended, extends: true }],
    };

    const clock = watchClock(timezone, (first - 86_400) * 1000, (days + 2) * 1440);
    const open = openMinutes(hours, clock);
    const client = await adminOf(org);
    const query = custom(locationId, on(0), on(4));
    const { results } = await detail(client, { ...query, dateGroupings: 'hour', excludeClosedHours });
    const begin = at(results[0]?.recordDate ?? '');
    const end = at(results.at(-1)?.recordDate ?? '') + 3600;
    const sumBetween = (from: number, to: number) => {
      let [ins, minutes] = [0, 0];
      for (let minute = from; minute < to; minute += 60) {
        const index = (minute - (first - 86_400)) / 60;
        if (open[index] === 1) [ins, minutes] = [ins + (index % 11), minutes + 1];
      }
      return { ins: minutes === 0 ? null : ins, completeness: minutes === 0 ? null : 1 };
    };
    for (const [index, row] of results.entries()) {
      const from = at(row.recordDate!);
      const next = results[index + 1]?.recordDate;
      const summed = sumBetween(from, next === undefined ? end : at(next));
      expect([row.recordDate, row.sumins, row.completeness]).toEqual([row.recordDate, summed.ins, summed.completeness]);
    }
    const whole = sumBetween(begin, end).ins;
    for (const dateGroupings of ['minute(1)', 'minute', 'day', 'week', 'month']) {
      const answer = await detail(client, { ...query, dateGroupings, excludeClosedHours });
      expect([dateGroupings, answer.results.reduce((sum, row) => sum + (row.sumins ?? 0), 0)]).toEqual([
        dateGroupings,
        whole,
      ]);
    }
    expect(await totalOf(client, query)).toMatchObject({ sumins: whole, completeness: 1 });
  });

  it('counts everything where no schedule applies', async () => {
    const { org, location, zone } = await shop();
    await append(org, zone, '2026-05-03T22:00:00Z', '2026-05-04T22:00:00Z');
    await markAll(org, zone, [at('2026-05-03T00:00:00Z'), at('2026-05-04T00:00:00Z')]);
    const client = await adminOf(org);
    expect(await totalOf(client, custom(location.locationId, '2026-05-04', '2026-05-04'))).toMatchObject({
      sumins: 1440,
      completeness: 1,
    });
  });

  it('reflects every change at once', async () => {
    const { org, location, zone } = await shop();
    const { locationId } = location;
    await append(org, zone, '2026-11-30T23:00:00Z', '2026-12-01T12:00:00Z');
    await markAll(org, zone, [at('2026-11-30T00:00:00Z')]);
    const client = await adminOf(org);
    const query = custom(locationId, '2026-12-01', '2026-12-01');
    const sum = async () => (await totalOf(client, query))?.sumins;
    expect(await sum()).toBe(13 * 60);
    const { scheduleId } = await world.hours.schedule({ orgId: org.orgId });
    const assignment = { locationId, scheduleId, startDate: '2026-11-01' };
    const made = await client.post<{ locationScheduleAssignmentId: string }>('/api/schedule-assignment', assignment);
    // From nine to five in Berlin, and it is one o'clock.
    expect(await sum()).toBe(4 * 60);
    const path = `/api/location/${locationId}/schedule-exception`;
    const late = { type: 2, description: 'Early', startDate: '2026-12-01', openTime: '07:30', closeTime: '09:00' };
    const exception = await client.post<{ locationScheduleExceptionId: string }>(path, late);
    expect(await sum()).toBe(5.5 * 60);
    const one = `${path}/${exception.body.locationScheduleExceptionId}`;
    await client.send('PUT', one, { type: 0, closed: true, openTime: null, closeTime: null });
    expect(await sum()).toBe(null);
    await client.send('DELETE', one);
    expect(await sum()).toBe(4 * 60);
    await client.send('DELETE', `/api/schedule-assignment/${made.body.locationScheduleAssignmentId}`);
    expect(await sum()).toBe(13 * 60);
    const { body } = await client.get<Schedule>(`/api/schedule/${scheduleId}`);
    expect(body.effectiveDate).toBe('2020-01-01');
  });

  it('[R530] keeps past counts when the schedule behind them is deleted', async () => {
    const { org, location, zone } = await shop();
    const { locationId } = location;
    await append(org, zone, '2026-11-29T23:00:00Z', '2026-12-01T12:00:00Z');
    await markAll(org, zone, [at('2026-11-29T00:00:00Z'), at('2026-11-30T00:00:00Z')]);
    const client = await adminOf(org);
    const { scheduleId } = await world.hours.schedule({ orgId: org.orgId });
    await world.hours.assignment({ orgId: org.orgId, locationId, scheduleId });
    const sums = async () => {
      const days = ['2026-11-30', '2026-12-01'].map((day) => totalOf(client, custom(locationId, day, day)));
      return (await Promise.all(days)).map((total) => total?.sumins);
    };
    expect(await sums()).toEqual([8 * 60, 4 * 60]);
    expect((await client.send('DELETE', `/api/schedule/${scheduleId}`)).status).toBe(200);
    expect(await sums()).toEqual([8 * 60, 4 * 60]);
    const { body } = await client.get<{ days: { date: string; schedule: object | null }[] }>(
      `/api/location/${locationId}/opening-hours?startDate=2026-12-01&endDate=2026-12-02`,
    );
    expect(body.days.map(({ schedule }) => schedule !== null)).toEqual([true, false]);
  });

  it('adds up locations with different hours, and compares with the hours in force then', async () => {
    const berlin = await shop();
    const { org } = berlin;
    const boston = await shop({ org, timezone: 'America/New_York' });
    const free = await shop({ org });
    // The hours of Berlin, on other clocks and on other days.
    const early = await shop({ org, timezone: 'America/New_York' });
    const shut = await shop({ org });
    for (const { zone } of [berlin, boston, free, early, shut]) {
      // In New York nobody comes as late as its opening time.
      const people = zone === early.zone ? (minute: number) => (minute % 1440 < 720 ? 1 : 0) : () => 1;
      await append(org, zone, '2026-11-22T00:00:00Z', '2026-12-01T12:00:00Z', people);
      await world.facts.rebuild(org.factOrg, [zone.seriesId], at('2026-11-22T00:00:00Z'), at('2026-11-30T00:00:00Z'));
    }
    const { orgId } = org;
    const short = [{ effectiveDate: '2020-01-01', periods: daily('10:00', '14:00') }];
    const changed = [...short, { effectiveDate: '2026-11-25', periods: daily('10:00', '12:00') }];
    const toBerlin = await world.hours.schedule({ orgId, versions: changed });
    const toBoston = await world.hours.schedule({ orgId, versions: short });
    await world.hours.assignment({ orgId, locationId: berlin.location.locationId, scheduleId: toBerlin.scheduleId });
    await world.hours.assignment({ orgId, locationId: boston.location.locationId, scheduleId: toBoston.scheduleId });
    for (const { location } of [early, shut])
      await world.hours.assignment({ orgId, locationId: location.locationId, scheduleId: toBerlin.scheduleId });
    const closed = { startDate: '2026-11-26', endDate: '2026-11-27' };
    await world.hours.exception({ orgId, locationId: shut.location.locationId, ...closed });
    const client = await adminOf(org);
    const answer = await detail(client, {
      entityType: 'organization',
      relativeDate: 'custom',
      startDate: '2026-11-26',
      endDate: '2026-11-27',
      dateGroupings: 'day',
      previousPeriod: 'previousperiod',
      excludeClosedHours,
    });
    const hour = 60;
    expect(answer.results.map(({ sumins, completeness }) => [sumins, completeness])).toEqual([
      [(2 + 4 + 24) * hour, 1],
      [(2 + 4 + 24) * hour, 1],
    ]);
    expect(answer.previousResults?.map(({ sumins }) => sumins)).toEqual([
      (4 + 4 + 24 + 4) * hour,
      (2 + 4 + 24 + 2) * hour,
    ]);
  });

  it('is requested with true or false', async () => {
    const { org, location } = await shop();
    const client = await adminOf(org);
    const path = `/api/data/traffic/total?entityType=location&entityIds=${location.locationId}`;
    expect((await client.get(`${path}&excludeClosedHours=false`)).status).toBe(200);
    expect((await client.get(`${path}&excludeClosedHours=perhaps`)).status).toBe(400);
  });
});
