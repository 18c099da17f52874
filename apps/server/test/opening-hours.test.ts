import type { OpeningDay } from '@atrium/contract/opening-hours';
import type { Schedule, ScheduleAssignment } from '@atrium/contract/schedules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import type { Location } from './estate.ts';
import { daily } from './hours.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let mall: Location;
let arcade: Location;
let user: Client;
let admin: Client;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  orgId = (await world.organization()).orgId;
  mall = await world.location({ orgId, name: 'Mall' });
  arcade = await world.location({ orgId, name: 'Arcade' });
  user = await world.signIn(await world.user({ locations: [arcade] }));
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
});

const today = '2026-03-04';

const week = async (client: Client, startDate: string, endDate: string, locationId = mall.locationId) =>
  (
    await client.get<{ timezone: string; days: OpeningDay[] }>(
      `/api/location/${locationId}/opening-hours?startDate=${startDate}&endDate=${endDate}`,
    )
  ).body;

const shown = (days: readonly OpeningDay[]) =>
  days.map(({ date, hours, schedule, exception }) =>
    [
      date.slice(5),
      ...hours.map(({ openTime, closeTime }) => `${openTime}-${closeTime}`),
      schedule?.name,
      exception?.description,
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  );

describe('hours in force', () => {
  it('are returned day by day, including exceptions, with their source', async () => {
    const { scheduleId } = await world.hours.schedule({ orgId, name: 'Shops' });
    const dates = { startDate: '2026-03-24', endDate: '2026-03-30' };
    const toMall = { orgId, locationId: mall.locationId };
    await world.hours.assignment({ ...toMall, scheduleId, ...dates });
    await world.hours.exception({ orgId, description: 'Feast', startDate: '2026-03-25', endDate: '2026-03-26' });
    await world.hours.exception({
      ...toMall,
      description: 'Open all the same',
      closed: false,
      startDate: '2026-03-26',
    });
    const late = { type: 2, closed: false, openTime: '17:00', closeTime: '01:30' };
    await world.hours.exception({ ...toMall, ...late, description: 'Late night', startDate: '2026-03-28' });
    const { timezone, days } = await week(admin, '2026-03-23', '2026-03-29');
    expect(timezone).toBe('Europe/Berlin');
    expect(shown(days)).toEqual([
      '03-23 00:00-24:00',
      '03-24 09:00-17:00 Shops',
      '03-25 Shops Feast',
      '03-26 09:00-17:00 Shops Open all the same',
      '03-27 09:00-17:00 Shops',
      '03-28 09:00-01:30 Shops Late night',
      '03-29 09:00-17:00 Shops',
    ]);
    expect(days[5]?.hours[0]).toMatchObject({ from: '2026-03-28T08:00:00.000Z', to: '2026-03-29T00:30:00.000Z' });
    expect(days[6]?.hours[0]).toMatchObject({ from: '2026-03-29T07:00:00.000Z', to: '2026-03-29T15:00:00.000Z' });
    expect(days[2]?.exception).toMatchObject({ scope: 'organization', type: 0 });
    const { days: elsewhere } = await week(admin, '2026-03-25', '2026-03-28', arcade.locationId);
    expect(shown(elsewhere)).toEqual(['03-25 Feast', '03-26 Feast', '03-27 00:00-24:00', '03-28 00:00-24:00']);
  });

  it('reflect every change at once', async () => {
    const day = async () => shown((await week(admin, '2026-05-04', '2026-05-04')).days)[0];
    expect(await day()).toBe('05-04 00:00-24:00');
    const { body: made } = await admin.post<Schedule>('/api/schedule', {
      name: 'Shops',
      schedule_period: daily('09:00', '17:00'),
    });
    const { scheduleId } = made;
    const { body: assignment } = await admin.post<ScheduleAssignment>('/api/schedule-assignment', {
      locationId: mall.locationId,
      scheduleId,
      startDate: today,
    });
    expect(await day()).toBe('05-04 09:00-17:00 Shops');
    await admin.send('PUT', `/api/schedule/${scheduleId}`, { schedule_period: daily('08:00', '20:00') });
    expect(await day()).toBe('05-04 08:00-20:00 Shops');
    const path = '/api/org/myorg/schedule-exception';
    const { body } = await admin.post<{ orgScheduleExceptionId: string }>(path, {
      type: 0,
      description: 'Feast',
      startDate: '2026-05-04',
    });
    expect(await day()).toBe('05-04 Shops Feast');
    await admin.send('DELETE', `${path}/${body.orgScheduleExceptionId}`);
    await admin.send('DELETE', `/api/schedule-assignment/${assignment.locationScheduleAssignmentId}`);
    expect(await day()).toBe('05-04 00:00-24:00');
  });

  it('are returned for at most two months, and only for visible locations', async () => {
    const path = `/api/location/${mall.locationId}/opening-hours`;
    expect((await admin.get(`${path}?startDate=2026-01-01&endDate=2026-03-03`)).status).toBe(200);
    for (const query of [
      'startDate=2026-01-01&endDate=2026-03-04',
      'startDate=2026-01-02&endDate=2026-01-01',
      'startDate=2600-01-01&endDate=2600-01-01',
      'startDate=1700-01-01&endDate=1700-01-01',
      '',
    ]) {
      expect((await admin.get(`${path}?${query}`)).status).toBe(400);
    }
    expect((await user.get(`${path}?startDate=2026-01-01&endDate=2026-01-02`)).status).toBe(404);
    expect((await week(user, '2026-01-01', '2026-01-02', arcade.locationId)).days).toHaveLength(2);
  });
});
