import type { Schedule, ScheduleAssignment } from '@atrium/contract/schedules';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
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

  it('[R141] with autoAssign go, on saving, to every location without an overlapping assignment', async () => {
    await world.hours.assignment({
      orgId,
      locationId: mall.locationId,
      startDate: '2030-01-01',
      endDate: '2030-01-31',
    });
    await world.hours.assignment({ orgId, locationId: arcade.locationId, deletedAt: world.now() });
    const made = await make({ autoAssign: true, effectiveDate: '2026-04-01' });
    const assigned = async () =>
      (await admin.get<ScheduleAssignment[]>(`/api/schedule-assignment?scheduleId=${made.scheduleId}`)).body.map(
        ({ locationId, startDate, endDate }) => ({ locationId, startDate, endDate }),
      );
    const toArcade = { locationId: arcade.locationId, startDate: '2026-04-01', endDate: '9999-12-31' };
    expect(await assigned()).toEqual([toArcade]);
    const { locationId } = await world.location({ orgId, name: 'Later' });
    await admin.send('PUT', `/api/schedule/${made.scheduleId}`, { assignToNewLocations: true });
    expect(await assigned()).toHaveLength(2);
    expect(await assigned()).toContainEqual({ ...toArcade, locationId });
    await admin.send('PUT', `/api/schedule/${made.scheduleId}`, { autoAssign: false });
    await world.location({ orgId });
    await admin.send('PUT', `/api/schedule/${made.scheduleId}`, { name: 'Renamed' });
    expect(await assigned()).toHaveLength(2);
  });

  it('[R141] with assignToNewLocations go to every location made later, from the date they took effect', async () => {
    const oldest = await make({ assignToNewLocations: true, effectiveDate: '2026-04-01' });
    world.pass({ seconds: 1 });
    await make({ assignToNewLocations: true });
    await make();
    const made = await admin.post<{ locationId: string }>('/api/location', {
      name: 'Kiosk',
      timezone: 'Europe/Berlin',
    });
    expect(made.status).toBe(200);
    const { locationId } = made.body;
    const { body } = await admin.get<ScheduleAssignment[]>(`/api/schedule-assignment?locationId=${locationId}`);
    const { scheduleId } = oldest;
    expect(body).toMatchObject([{ scheduleId, startDate: '2026-04-01', endDate: '9999-12-31' }]);
    expect((await auditOf(world, orgId)).at(-1)).toMatchObject({ action: 'schedule-assigned', entityId: locationId });
  });
});

it('no opening hours that make no sense are kept by the registry either', async () => {
  const { scheduleId } = await make({ schedule_period: daily('09:00', '17:00') });
  await world.hours.assignment({ orgId, locationId: mall.locationId, scheduleId });
  await admin.post('/api/org/myorg/schedule-exception', { type: 0, description: 'X', startDate: today });
  for (const [table, wrong] of [
    ['schedule_period', 'weekday = 7'],
    ['schedule_assignment', "end_date = '1999-12-31'"],
    ['schedule_exception', "end_date = '1999-12-31'"],
    ['schedule_exception', 'type = 4'],
  ] as const) {
    const change = world.registry.owner.query(`UPDATE ${table} SET ${wrong} WHERE org_id = $1`, [orgId]);
    await expect(change, wrong).rejects.toThrow(`check constraint "${table}_`);
  }
});

it('every change of opening hours is written into the log', async () => {
  await world.location({ orgId, name: 'Gone', deletedAt: world.now() });
  const { scheduleId } = await make({ name: 'Shops', autoAssign: true });
  await admin.send('PUT', `/api/schedule/${scheduleId}`, { name: 'Malls', autoAssign: false });
  const path = '/api/schedule-assignment';
  const [first] = (await admin.get<ScheduleAssignment[]>(`${path}?locationId=${mall.locationId}`)).body;
  const one = `${path}/${first!.locationScheduleAssignmentId}`;
  await admin.send('PUT', one, { endDate: '2027-01-01' });
  await admin.send('DELETE', one);
  await admin.post(path, { locationId: mall.locationId, scheduleId, startDate: today, endDate: today });
  for (const owner of ['org/myorg', `location/${mall.locationId}`]) {
    const made = await admin.post<Record<string, string>>(`/api/${owner}/schedule-exception`, {
      type: 0,
      description: 'Feast',
      startDate: today,
    });
    const id = made.body.orgScheduleExceptionId ?? made.body.locationScheduleExceptionId;
    await admin.send('PUT', `/api/${owner}/schedule-exception/${id}`, { type: 1 });
    await admin.send('DELETE', `/api/${owner}/schedule-exception/${id}`);
  }
  await admin.send('DELETE', `/api/schedule/${scheduleId}`);
  const trail = (await auditOf(world, orgId)).filter(({ action }) => action.startsWith('schedule'));
  const dates = { startDate: tomorrow, endDate: '9999-12-31' };
  const feast = { description: 'Feast', startDate: today, endDate: today };
  const { name: organization } = (await admin.get<{ name: string }>('/api/org/myorg')).body;
  expect(trail.map(({ action, entityType, detail }) => [action, entityType, detail])).toEqual([
    ['schedule-created', 'schedule', { name: 'Shops' }],
    ['schedule-assigned', 'schedule', { name: 'Shops', locations: ['Arcade', 'Mall'], ...dates }],
    ['schedule-changed', 'schedule', { name: 'Malls' }],
    [
      'schedule-assignment-changed',
      'location',
      { name: 'Malls', locations: ['Mall'], ...dates, endDate: '2027-01-01' },
    ],
    [
      'schedule-assignment-deleted',
      'location',
      { name: 'Malls', locations: ['Mall'], ...dates, endDate: '2027-01-01' },
    ],
    ['schedule-assigned', 'location', { name: 'Malls', locations: ['Mall'], startDate: today, endDate: today }],
    ['schedule-exception-created', 'organization', { name: organization, ...feast }],
    ['schedule-exception-changed', 'organization', { name: organization, ...feast }],
    ['schedule-exception-deleted', 'organization', { name: organization, ...feast }],
    ['schedule-exception-created', 'location', { name: 'Mall', ...feast }],
    ['schedule-exception-changed', 'location', { name: 'Mall', ...feast }],
    ['schedule-exception-deleted', 'location', { name: 'Mall', ...feast }],
    ['schedule-deleted', 'schedule', { name: 'Malls', assignments: 2 }],
  ]);
});
