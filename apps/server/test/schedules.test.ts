import type { Schedule, ScheduleAssignment } from '@atrium/contract/schedules';
import { randomUUID } from 'node:crypto';
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
let staff: Client;

beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

beforeEach(async () => {
  orgId = (await world.organization()).orgId;
  mall = await world.location({ orgId, name: 'Mall' });
  arcade = await world.location({ orgId, name: 'Arcade' });
  user = await world.signIn(await world.user({ locations: [arcade] }));
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
});

interface Refused {
  message: string;
  details: { path: string; message: string }[];
}

const today = '2026-03-04';
const tomorrow = '2026-03-05';

async function make(body: object = {}): Promise<Schedule> {
  const { status, body: made } = await admin.post<Schedule>('/api/schedule', { name: randomUUID(), ...body });
  expect(status).toBe(200);
  return made;
}

/** The details of a refusal, as `field: message`. */
async function refusal(client: Client, method: string, path: string, body?: object): Promise<string[]> {
  const answer = await client.send<Refused>(method, path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toBe(answer.body.details[0]?.message);
  return answer.body.details.map((detail) => `${detail.path}: ${detail.message}`);
}

const inWords = ({ schedule_period: periods }: { schedule_period: Schedule['schedule_period'] }) =>
  periods.map(({ weekday, openTime, closeTime }) => `${weekday} ${openTime}-${closeTime}`);

describe('schedules', () => {
  it('[R130] are created, listed by name, read, changed and deleted', async () => {
    const made = await make({
      name: ' Shops ',
      schedule_period: [{ weekday: 1, openTime: '09:00', closeTime: '17:00' }],
    });
    expect(made).toMatchObject({ name: 'Shops', assignToNewLocations: false, autoAssign: false, version: 1 });
    await make({ name: 'bars' });
    const listed = await admin.get<Schedule[]>('/api/schedule');
    expect(listed.body.map(({ name }) => name)).toEqual(['bars', 'Shops']);
    expect(listed.headers.get('x-total-count')).toBe('2');
    expect((await admin.get<Schedule[]>('/api/schedule?search=SHO')).body).toEqual([made]);
    const path = `/api/schedule/${made.scheduleId}`;
    expect((await admin.get(path)).body).toEqual(made);
    expect((await admin.send('PUT', path, { name: 'Malls' }, { 'if-match': '1' })).body).toEqual({
      ...made,
      name: 'Malls',
      version: 2,
    });
    expect((await admin.send('PUT', path, { name: 'X' }, { 'if-match': '1' })).status).toBe(412);
    expect((await admin.send('DELETE', path)).body).toEqual({ ok: true });
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await admin.send(method, path, method === 'PUT' ? {} : undefined)).status).toBe(404);
  });

  it('need a unique name', async () => {
    expect(await refusal(admin, 'POST', '/api/schedule', {})).toEqual(['name: Name is required']);
    const { scheduleId } = await make({ name: 'Shops' });
    expect(await refusal(admin, 'PUT', `/api/schedule/${scheduleId}`, { name: null })).toEqual([
      'name: Name is required',
    ]);
    const again = await admin.post<Refused>('/api/schedule', { name: 'SHOPS' });
    expect([again.status, again.body.message]).toEqual([409, 'There is a schedule named SHOPS already.']);
    const other = await make();
    expect((await admin.send('PUT', `/api/schedule/${other.scheduleId}`, { name: 'Shops' })).status).toBe(409);
    expect((await admin.post('/api/schedule', { name: 'X', hours: [] })).status).toBe(400);
  });

  it('[R135] take effect tomorrow by default, and never earlier', async () => {
    await world.location({ orgId, timezone: 'Pacific/Kiritimati', deletedAt: world.now() });
    expect((await make()).effectiveDate).toBe(tomorrow);
    expect((await make({ effectiveDate: '2026-12-01' })).effectiveDate).toBe('2026-12-01');
    const path = '/api/schedule';
    const tooEarly = 'effectiveDate: Effective date must be tomorrow or later';
    expect(await refusal(admin, 'POST', path, { name: 'X', effectiveDate: today })).toEqual([tooEarly]);
    const { scheduleId } = await make();
    expect(await refusal(admin, 'PUT', `${path}/${scheduleId}`, { effectiveDate: '2026-03-03' })).toEqual([tooEarly]);
    expect(await refusal(admin, 'POST', path, { name: 'X', effectiveDate: '2026-02-30' })).toEqual([
      'effectiveDate: Date must be YYYY-MM-DD',
    ]);
    // At noon of March 4 in UTC it is March 5 there.
    const island = await world.location({ orgId, timezone: 'Pacific/Kiritimati' });
    expect((await make({ autoAssign: true })).effectiveDate).toBe('2026-03-06');
    const refused = await refusal(admin, 'POST', path, { name: 'X', autoAssign: true, effectiveDate: tomorrow });
    expect(refused).toEqual([tooEarly]);
    // Elsewhere tomorrow is the day after this one, whatever the island's clock shows.
    const far = await make({ effectiveDate: tomorrow });
    const near = await make({ effectiveDate: tomorrow });
    await world.hours.assignment({
      orgId,
      locationId: island.locationId,
      scheduleId: far.scheduleId,
      startDate: '2030-01-01',
    });
    const change = { effectiveDate: tomorrow, schedule_period: daily('08:00', '09:00') };
    expect((await admin.send('PUT', `${path}/${near.scheduleId}`, change)).status).toBe(200);
    expect(
      (await admin.send<Schedule>('PUT', `${path}/${far.scheduleId}`, { ...change, effectiveDate: undefined })).body,
    ).toMatchObject({ effectiveDate: '2026-03-06' });
  });

  it('[R136] [R138] have hours by weekday and time, added, changed and removed one by one', async () => {
    const made = await make();
    const path = `/api/schedule/${made.scheduleId}/schedulePeriod`;
    await admin.post(path, { weekday: 6, openTime: '20:00', closeTime: '04:00' });
    const added = await admin.post<Schedule>(path, { weekday: 0, openTime: '08:00', closeTime: '12:30' });
    expect(inWords(added.body)).toEqual(['0 08:00-12:30', '6 20:00-04:00']);
    const [sunday] = added.body.schedule_period;
    const one = `${path}/${sunday!.schedulePeriodId}`;
    const changed = await admin.send<Schedule>('PUT', one, { closeTime: '13:00' });
    expect(inWords(changed.body)).toEqual(['0 08:00-13:00', '6 20:00-04:00']);
    expect(changed.body.schedule_period[0]?.schedulePeriodId).toBe(sunday!.schedulePeriodId);
    for (const [body, message] of [
      [{ weekday: 7, openTime: '08:00', closeTime: '12:00' }, 'weekday: Weekday must be 0 (Sunday) to 6 (Saturday)'],
      [{ weekday: 1, openTime: '8:00', closeTime: '12:00' }, 'openTime: Time must be HH:mm'],
      [{ weekday: 1, openTime: '08:00', closeTime: '25:00' }, 'closeTime: Time must be HH:mm'],
      [
        { weekday: 0, openTime: '03:00', closeTime: '05:00' },
        'openTime: These hours overlap other hours of the schedule: Saturday 20:00 – 04:00',
      ],
    ] as const) {
      expect(await refusal(admin, 'POST', path, body)).toEqual([message]);
    }
    expect(await refusal(admin, 'PUT', one, { openTime: '03:59' })).toHaveLength(1);
    expect(inWords((await admin.send<Schedule>('DELETE', one)).body)).toEqual(['6 20:00-04:00']);
    expect((await admin.send('DELETE', one)).status).toBe(404);
    expect((await admin.send('PUT', `${path}/nonsense`, {})).status).toBe(404);
  });

  it('take all hours of a week at once, or none of them', async () => {
    const made = await make({ schedule_period: daily('09:00', '17:00') });
    expect(made.schedule_period).toHaveLength(7);
    const path = `/api/schedule/${made.scheduleId}`;
    const wrong = [...daily('09:00', '17:00'), { weekday: 3, openTime: '16:00', closeTime: '18:00' }];
    expect(await refusal(admin, 'PUT', path, { name: 'Changed', schedule_period: wrong })).toEqual([
      'schedule_period.7.openTime: These hours overlap other hours of the schedule: Wednesday 09:00 – 17:00',
    ]);
    expect((await admin.get(path)).body).toEqual(made);
    const { body } = await admin.send<Schedule>('PUT', path, { schedule_period: daily('09:00', '17:00').slice(1) });
    expect(body.schedule_period).toEqual(made.schedule_period.slice(1));
  });

  it('keep the hours in force: every change applies from tomorrow', async () => {
    const { scheduleId } = await world.hours.schedule({ orgId, name: 'Old' });
    const path = `/api/schedule/${scheduleId}`;
    const { body: before } = await admin.get<Schedule>(path);
    const [sunday] = before.schedule_period;
    const one = `${path}/schedulePeriod/${sunday!.schedulePeriodId}`;
    const { body: changed } = await admin.send<Schedule>('PUT', one, { closeTime: '12:00' });
    expect(changed.schedule_version.map(({ effectiveDate }) => effectiveDate)).toEqual(['2020-01-01', tomorrow]);
    expect(changed.schedule_version[0]).toEqual(before.schedule_version[0]);
    expect(inWords(changed)[0]).toBe('0 09:00-12:00');
    expect(changed.effectiveDate).toBe(tomorrow);
    // Planned hours are changed in place.
    const planned = changed.schedule_period[0]!;
    expect((await admin.send('DELETE', one)).status).toBe(404);
    await admin.send('DELETE', `${path}/schedulePeriod/${planned.schedulePeriodId}`);
    const moved = await admin.send<Schedule>('PUT', path, { effectiveDate: '2026-04-01' });
    expect(moved.body.schedule_version.map(({ effectiveDate }) => effectiveDate)).toEqual(['2020-01-01', '2026-04-01']);
    expect(inWords(moved.body)).toHaveLength(6);
    const discarded = await admin.send<Schedule>('DELETE', `${path}/planned`);
    expect(discarded.body).toMatchObject({ effectiveDate: '2020-01-01', schedule_period: before.schedule_period });
    expect((await admin.send<Refused>('DELETE', `${path}/planned`)).body.message).toBe(
      'There are no planned hours to discard.',
    );
    // The same hours again are no change; another date is.
    const same = await admin.send<Schedule>('PUT', path, {
      effectiveDate: '2020-01-01',
      schedule_period: daily('09:00', '17:00'),
    });
    expect(same.body.schedule_version).toHaveLength(1);
    const copied = await admin.send<Schedule>('PUT', path, { effectiveDate: '2027-01-01' });
    expect(copied.body.schedule_version.map(inWords)).toEqual([inWords(before), inWords(before)]);
  });
});

describe('assignments', () => {
  const path = '/api/schedule-assignment';

  it('[R133] [R137] name a schedule and a location, and last forever by default', async () => {
    const { scheduleId } = await make();
    const body = { locationId: mall.locationId, scheduleId, startDate: today };
    const made = await admin.post<ScheduleAssignment>(path, body);
    expect(made.body).toMatchObject({ ...body, endDate: '9999-12-31', version: 1 });
    const one = `${path}/${made.body.locationScheduleAssignmentId}`;
    expect((await admin.get(one)).body).toEqual(made.body);
    expect(await refusal(admin, 'POST', path, { ...body, scheduleId: undefined })).toEqual([
      'scheduleId: Schedule is required',
    ]);
    expect(await refusal(admin, 'PUT', one, { scheduleId: null })).toEqual(['scheduleId: Schedule is required']);
    expect(await refusal(admin, 'POST', path, { scheduleId, startDate: today })).toEqual([
      'locationId: Location is required',
    ]);
    for (const startDate of ['today', '0000-01-01', '2026-02-29'])
      expect(await refusal(admin, 'POST', path, { ...body, startDate })).toEqual([
        'startDate: Date must be YYYY-MM-DD',
      ]);
    for (const change of [{ scheduleId: randomUUID() }, { locationId: randomUUID() }, { scheduleId: 'x' }])
      expect((await admin.post(path, { ...body, ...change })).status).toBe(404);
  });

  it('[R131] of one location never overlap; the next may begin on the day after', async () => {
    const { scheduleId } = await make();
    const body = { locationId: mall.locationId, scheduleId, startDate: '2026-05-01', endDate: '2026-05-31' };
    const { body: may } = await admin.post<ScheduleAssignment>(path, body);
    const text = 'startDate: Assignment dates overlap another assignment. Please fix before saving';
    for (const dates of [
      { startDate: '2026-05-31', endDate: '2026-06-30' },
      { startDate: '2026-01-01', endDate: '2026-05-01' },
      { startDate: '2026-05-10', endDate: '2026-05-10' },
      { startDate: '2026-01-01', endDate: undefined },
    ]) {
      expect(await refusal(admin, 'POST', path, { ...body, ...dates })).toEqual([text]);
    }
    const { body: june } = await admin.post<ScheduleAssignment>(path, {
      ...body,
      startDate: '2026-06-01',
      endDate: undefined,
    });
    const one = `${path}/${june.locationScheduleAssignmentId}`;
    expect(await refusal(admin, 'PUT', one, { startDate: '2026-05-31' })).toEqual([text]);
    expect((await admin.send('PUT', one, { startDate: '2026-07-01' }, { 'if-match': '1' })).status).toBe(200);
    expect((await admin.send('PUT', one, { startDate: '2026-08-01' }, { 'if-match': '1' })).status).toBe(412);
    expect((await admin.post(path, { ...body, locationId: arcade.locationId })).status).toBe(200);
    expect((await admin.send('PUT', `${path}/${may.locationScheduleAssignmentId}`, {})).status).toBe(200);
    const listed = await admin.get<ScheduleAssignment[]>(`${path}?locationId=${mall.locationId}`);
    expect(listed.body.map(({ startDate }) => startDate)).toEqual(['2026-05-01', '2026-07-01']);
  });

  it('created at the same time do not overlap either', async () => {
    const { scheduleId } = await make();
    const body = { locationId: mall.locationId, scheduleId, startDate: today };
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.post(path, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('[R140] are deleted by id; a location and a start in the request must match', async () => {
    const made = await world.hours.assignment({ orgId, locationId: mall.locationId });
    const one = `${path}/${made.locationScheduleAssignmentId}`;
    for (const query of [`locationId=${arcade.locationId}`, 'startDate=2021-01-01'])
      expect((await admin.send('DELETE', `${one}?${query}`)).status).toBe(404);
    const right = `locationId=${mall.locationId}&startDate=2020-01-01`;
    expect((await admin.send('DELETE', `${one}?${right}`)).body).toEqual({ ok: true });
    expect((await admin.send('DELETE', one)).status).toBe(404);
  });

  it('show only the locations the caller may see', async () => {
    await world.hours.assignment({ orgId, locationId: mall.locationId });
    const { locationScheduleAssignmentId } = await world.hours.assignment({ orgId, locationId: arcade.locationId });
    const { locationId: gone } = await world.location({ orgId, deletedAt: world.now() });
    const ended = await world.hours.assignment({ orgId, locationId: gone });
    expect((await admin.get(path)).headers.get('x-total-count')).toBe('2');
    expect((await admin.get(`${path}/${ended.locationScheduleAssignmentId}`)).status).toBe(404);
    const seen = await user.get<ScheduleAssignment[]>(path);
    expect(seen.body.map((each) => each.locationScheduleAssignmentId)).toEqual([locationScheduleAssignmentId]);
    expect(seen.headers.get('x-total-count')).toBe('1');
  });
});

describe('exceptions', () => {
  const scopes = ['organization', 'location'] as const;
  const pathOf = (scope: (typeof scopes)[number]) =>
    scope === 'organization'
      ? '/api/org/myorg/schedule-exception'
      : `/api/location/${mall.locationId}/schedule-exception`;
  interface Exception {
    orgScheduleExceptionId?: string;
    locationScheduleExceptionId?: string;
    locationId?: string;
    startDate: string;
  }
  const idOf = (made: Exception) => made.orgScheduleExceptionId ?? made.locationScheduleExceptionId ?? '';
  const christmas = { type: 0, description: ' Christmas ', startDate: '2026-12-25', endDate: '2026-12-26' };

  it.each(scopes)('[R130] of the %s are created, listed by start, read, changed and deleted', async (scope) => {
    const path = pathOf(scope);
    const made = await admin.post<Exception>(path, christmas);
    const whole = { ...christmas, description: 'Christmas', closed: true, openTime: null, closeTime: null, version: 1 };
    expect(made.body).toMatchObject(whole);
    expect(made.body.locationId).toBe(scope === 'location' ? mall.locationId : undefined);
    await admin.post(path, {
      type: 3,
      description: 'Fair',
      startDate: '2026-06-01',
      openTime: '10:00',
      closeTime: '22:00',
    });
    const listed = await admin.get<Exception[]>(path);
    expect(listed.body.map(({ startDate }) => startDate)).toEqual(['2026-06-01', '2026-12-25']);
    expect(listed.body[0]).toMatchObject({ endDate: '2026-06-01', closed: false });
    const one = `${path}/${idOf(made.body)}`;
    expect((await admin.get(one)).body).toEqual(made.body);
    const changed = await admin.send('PUT', one, { endDate: '2026-12-27' }, { 'if-match': '1' });
    expect(changed.body).toEqual({ ...made.body, endDate: '2026-12-27', version: 2 });
    expect((await admin.send('PUT', one, {}, { 'if-match': '1' })).status).toBe(412);
    expect((await admin.send('DELETE', one)).body).toEqual({ ok: true });
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await admin.send(method, one, method === 'PUT' ? {} : undefined)).status).toBe(404);
  });

  it.each(scopes)('[R132] [R134] of the %s have a description and never overlap', async (scope) => {
    const path = pathOf(scope);
    const { body: made } = await admin.post<Exception>(path, christmas);
    expect(await refusal(admin, 'POST', path, { type: 0, startDate: '2026-01-01' })).toEqual([
      'description: Description is required',
    ]);
    expect(await refusal(admin, 'PUT', `${path}/${idOf(made)}`, { description: null })).toEqual([
      'description: Description is required',
    ]);
    const text = 'startDate: Exception dates overlap another exception. Please fix before saving';
    const boxing = { ...christmas, startDate: '2026-12-26', endDate: '2026-12-31' };
    expect(await refusal(admin, 'POST', path, boxing)).toEqual([text]);
    const { body: late } = await admin.post<Exception>(path, { ...boxing, startDate: '2026-12-27' });
    expect(await refusal(admin, 'PUT', `${path}/${idOf(late)}`, { startDate: '2026-12-26' })).toEqual([text]);
    // In another scope the same dates are free.
    const other = pathOf(scope === 'location' ? 'organization' : 'location');
    expect((await admin.post(other, christmas)).status).toBe(200);
    expect((await admin.post(`/api/location/${arcade.locationId}/schedule-exception`, christmas)).status).toBe(200);
  });

  it('with invalid times are refused', async () => {
    const path = pathOf('location');
    const day = { description: 'X', startDate: '2026-03-29' };
    expect(await refusal(admin, 'POST', path, { ...day, type: 2 })).toEqual([
      'closed: Extended hours cannot be closed',
    ]);
    expect(await refusal(admin, 'POST', path, { ...day, type: 2, closed: false })).toEqual([
      'openTime: Extended hours need an open and a close time',
    ]);
    expect(await refusal(admin, 'POST', path, { ...day, type: 3, openTime: '02:30', closeTime: '06:00' })).toEqual([
      'openTime: There is no 02:30 on 2026-03-29 in Europe/Berlin',
    ]);
    expect(await refusal(admin, 'POST', path, { ...day, type: 9 })).toEqual(['type: Type is required']);
    // The clocks of that year are unknown.
    const far = { type: 3, description: 'X', startDate: '9000-01-01', openTime: '09:00', closeTime: '12:00' };
    expect((await admin.post(path, far)).status).toBe(200);
  });

  it('belong to the organization that staff have chosen, and those of a location are hidden from callers who cannot see it', async () => {
    await admin.post(pathOf('organization'), christmas);
    for (const path of [`/api/org/myorg/schedule-exception?orgId=${orgId}`, `/api/org/${orgId}/schedule-exception`])
      expect((await staff.get<Exception[]>(path)).body).toHaveLength(1);
    expect((await staff.get('/api/org/myorg/schedule-exception')).status).toBe(400);
    expect((await user.get(pathOf('organization'))).status).toBe(200);
    expect((await user.get(pathOf('location'))).status).toBe(404);
    expect((await user.post(pathOf('organization'), christmas)).status).toBe(403);
  });
});
