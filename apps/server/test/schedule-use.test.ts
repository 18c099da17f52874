import type { Schedule, ScheduleAssignment } from '@atrium/contract/schedules';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import type { Location } from './estate.ts';
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
const tomorrow = '2026-03-05';

async function make(body: object = {}): Promise<Schedule> {
  const { status, body: made } = await admin.post<Schedule>('/api/schedule', { name: randomUUID(), ...body });
  expect(status).toBe(200);
  return made;
}

async function counts(client: Client, scheduleId: string) {
  const { body } = await client.get<Schedule>(`/api/schedule/${scheduleId}`);
  return [body.locationCount, body.laterLocationCount, body.laterFrom, body.timezones];
}

describe('schedules at their locations', () => {
  it('[R531] count their locations, current and future', async () => {
    // It takes effect tomorrow, so nobody has it today.
    const made = await make({ autoAssign: true });
    expect([made.locationCount, made.laterLocationCount, made.laterFrom]).toEqual([0, 2, tomorrow]);
    expect(await counts(admin, made.scheduleId)).toEqual([0, 2, tomorrow, ['Europe/Berlin']]);
    expect(await counts(user, made.scheduleId)).toEqual([0, 1, tomorrow, ['Europe/Berlin']]);
    const island = await world.location({ orgId, timezone: 'Pacific/Kiritimati' });
    await world.hours.assignment({
      orgId,
      locationId: island.locationId,
      scheduleId: made.scheduleId,
      startDate: tomorrow,
    });
    expect(await counts(admin, made.scheduleId)).toEqual([1, 2, tomorrow, ['Europe/Berlin', 'Pacific/Kiritimati']]);
  });

  it('[S06] of other locations are hidden from a person limited to some', async () => {
    const own = await world.hours.assignment({ orgId, locationId: arcade.locationId });
    const other = await world.hours.assignment({ orgId, locationId: mall.locationId });
    const listed = await user.get<Schedule[]>('/api/schedule');
    expect(listed.body.map(({ scheduleId }) => scheduleId)).toEqual([own.scheduleId]);
    expect(listed.headers.get('x-total-count')).toBe('1');
    expect((await user.get(`/api/schedule/${other.scheduleId}`)).status).toBe(404);
    expect((await admin.get(`/api/schedule/${other.scheduleId}`)).status).toBe(200);
  });

  it('[R530] end today at their locations when they are deleted, each on its local date', async () => {
    const { scheduleId, name } = await make();
    const island = await world.location({ orgId, timezone: 'Pacific/Kiritimati' });
    const shop = await world.location({ orgId });
    const ids = { orgId, scheduleId };
    await world.hours.assignment({ ...ids, locationId: mall.locationId, startDate: '2020-01-01' });
    await world.hours.assignment({ ...ids, locationId: island.locationId, startDate: '2020-01-02' });
    await world.hours.assignment({ ...ids, locationId: arcade.locationId, startDate: tomorrow });
    const past = { startDate: '2020-01-03', endDate: '2020-06-30' };
    await world.hours.assignment({ ...ids, locationId: shop.locationId, ...past });
    expect((await admin.send('DELETE', `/api/schedule/${scheduleId}`)).status).toBe(200);
    const { body } = await admin.get<ScheduleAssignment[]>('/api/schedule-assignment');
    const gone = { scheduleName: name, isScheduleDeleted: true };
    expect(body).toMatchObject([
      { ...gone, locationId: mall.locationId, endDate: today },
      { ...gone, locationId: island.locationId, endDate: tomorrow },
      { ...gone, locationId: shop.locationId, ...past },
    ]);
    expect(body).toHaveLength(3);
    // Its name is free, and so are the days after.
    const next = await make({ name, autoAssign: true });
    expect([next.laterLocationCount, next.laterFrom]).toEqual([4, '2026-03-06']);
  });
});
