import type { RelativeDate } from '@atrium/calendar/relative-dates';
import { updateOrganization } from '@atrium/contract/organizations';
import { getProfile } from '@atrium/contract/profile';
import {
  getDateRange,
  getPreviousPeriods,
  getRegexps,
  getRelativeDates,
  getSocketEvents,
} from '@atrium/contract/reference';
import { getSidebar } from '@atrium/contract/sidebar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('[R071] the profile', () => {
  it('identifies the user, with role and organization only on request', async () => {
    const org = await world.organization({ name: 'Acme', canViewReports: true, accountingId: 'ACC-1' });
    const user = await world.user({ orgId: org.orgId, name: 'Ada', timezone: 'Asia/Kolkata' });
    const client = await world.signIn(user);
    const plain = {
      userId: user.userId,
      userName: user.email,
      name: 'Ada',
      email: user.email,
      pendingEmail: null,
      orgId: org.orgId,
      scope: 1,
      timezone: 'Asia/Kolkata',
      roles: ['OrganizationUser'],
      limitedToLocations: false,
      homepage: null,
      phone: null,
      isSSOUser: false,
      firstLogin: false,
      owesSecondFactor: false,
      actingStaff: null,
    };
    expect(await client.call(getProfile)).toEqual(plain);
    const full = await client.call(getProfile, { query: { include: 'roleassignment,organization' } });
    expect(full).toMatchObject({
      ...plain,
      roleassignment: [{ roleId: 1, name: 'OrganizationUser' }],
      org: { orgId: org.orgId, name: 'Acme', canViewReports: true, canViewPOS: false, sftpPublicKey: null },
    });
    expect(JSON.stringify(full)).not.toMatch(/ACC-1|passwordHash|argon/);
  });

  it('[R128] shows the flags of the organization and nothing internal', async () => {
    const client = await world.signIn(await world.user());
    const { org } = await client.call(getProfile, { query: { include: 'organization' } });
    for (const flag of ['sftpEnabled', 'sftpPublicKey', 'canViewTraffic', 'headroomEnabled', 'faceMaskEnabled']) {
      expect(org).toHaveProperty(flag);
    }
    expect(org).not.toHaveProperty('accountingId');
  });

  it('has no organization for staff', async () => {
    const client = await world.signIn(await world.staff());
    expect(await client.call(getProfile, { query: { include: 'organization' } })).toMatchObject({
      org: null,
      orgId: null,
      scope: 3890,
      roles: ['SenSourceUser'],
    });
  });
});

describe('the menu', () => {
  it('[R005] lists only what exists, under both addresses', async () => {
    const client = await world.signIn(await world.user());
    expect(await client.call(getSidebar)).toEqual([
      { text: 'Welcome', sref: '/app/welcome', icon: 'home' },
      { text: 'Live', sref: '/app/live', icon: 'live' },
      { text: 'Explore', sref: '/app/explore', icon: 'chart' },
      { text: 'Forecast', sref: '/app/forecast', icon: 'forecast' },
      { text: 'New Dashboard', sref: '/app/dashboard/new', icon: 'plus', section: 'Dashboards' },
      { text: 'New from Template', sref: '/app/templategallery', icon: 'template', section: 'Dashboards' },
      { text: 'Wall screens', sref: '/app/wall-screens', icon: 'wall', section: 'Organization' },
      { text: 'Locations', sref: '/app/locations', icon: 'pin', section: 'Organization' },
      { text: 'Sensors', sref: '/app/sensors', icon: 'antenna', section: 'Organization' },
      { text: 'Offline sensors', sref: '/app/offline-sensors', icon: 'offline', section: 'Organization' },
      { text: 'Opening hours', sref: '/app/orgschedule', icon: 'clock', section: 'Organization' },
    ]);
    expect((await client.get('/api/sidebar')).body).toEqual(await client.call(getSidebar));
  });

  it('[R524] leads administrators and staff to the organization they work in', async () => {
    const org = await world.organization();
    const admin = await world.signIn(await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' }));
    const staff = await world.signIn(await world.staff());
    const entry = { text: 'Organization', sref: `/app/org/${org.orgId}`, icon: 'building', section: 'Organization' };
    expect(await admin.call(getSidebar)).toContainEqual(entry);
    expect(await staff.call(getSidebar, { query: { orgId: org.orgId } })).toContainEqual(entry);
    expect((await staff.call(getSidebar)).map(({ text }) => text)).not.toContain('Organization');
  });

  it('[S07] is not available for another organization', async () => {
    const client = await world.signIn(await world.user());
    const neighbor = await world.organization();
    expect((await client.get(`/api/sidebar?orgId=${neighbor.orgId}`)).status).toBe(404);
  });
});

describe('reference', () => {
  it('[R105] gives each relative date its rules and its length', async () => {
    const client = await world.signIn(await world.user());
    const dates = await client.call(getRelativeDates);
    expect(dates.map(({ code }) => code)).toContain('past6weeks');
    expect(dates.find(({ code }) => code === 'past7days')).toEqual({
      code: 'past7days',
      label: 'Past 7 days',
      rangeConfig: { start: { unit: 'day', shift: -7 }, end: { unit: 'day', shift: 0 } },
      rangeLength: 7,
      future: false,
    });
    expect(dates.find(({ code }) => code === 'thishour')).toMatchObject({
      rangeConfig: { start: { unit: 'hour', shift: 0 }, end: { unit: 'hour', shift: 1 } },
      rangeLength: 1,
    });
    expect(dates.filter(({ future }) => future).map(({ code }) => code)).toEqual(['tomorrow', 'next7days']);
    expect(dates.map(({ code }) => code).at(-1)).toBe('custom');
    expect(dates.find(({ code }) => code === 'custom')).toMatchObject({ rangeConfig: null, rangeLength: null });
    expect((await client.call(getPreviousPeriods)).map(({ code }) => code)).toEqual([
      'previousperiod',
      'sameperiodlastweek',
      'sameperiodlastyear',
    ]);
  });

  it('[R108] gives a pattern for email addresses', async () => {
    const { email } = await (await world.signIn(await world.user())).call(getRegexps);
    const pattern = new RegExp(email);
    expect(pattern.test('ada@example.com')).toBe(true);
    for (const wrong of ['ada', 'ada@', '@example.com', 'a b@example.com']) expect(pattern.test(wrong)).toBe(false);
  });

  it('[R319] names the socket events', async () => {
    expect(await (await world.signIn(await world.user())).call(getSocketEvents)).toEqual({
      expectedWaitSubscribe: 'expected-wait:subscribe',
      expectedWaitUnsubscribe: 'expected-wait:unsubscribe',
      expectedWaitData: 'expected-wait:data',
      trafficSubscribe: 'traffic:subscribe',
      trafficUnsubscribe: 'traffic:unsubscribe',
      trafficRealtimedata: 'traffic:realtimedata',
      manualOccupancySubscribe: 'manual-occupancy:subscribe',
      manualOccupancyUnsubscribe: 'manual-occupancy:unsubscribe',
      manualOccupancyIncrement: 'manual-occupancy:increment',
      manualOccupancyDecrement: 'manual-occupancy:decrement',
      manualOccupancyReset: 'manual-occupancy:reset',
      manualOccupancyInterveneStop: 'manual-occupancy:intervene-stop',
      manualOccupancyInterveneRestart: 'manual-occupancy:intervene-restart',
      manualOccupancyData: 'manual-occupancy:data',
      manualOccupancyIntervene: 'manual-occupancy:intervene',
      manualOccupancySpaceupdate: 'manual-occupancy:spaceupdate',
      manualOccupancySpacedelete: 'manual-occupancy:spacedelete',
      liveSubscribe: 'live:subscribe',
      liveUnsubscribe: 'live:unsubscribe',
      liveNumbers: 'live:numbers',
      manualOccupancyOrgEnabledUpdate: 'manual-occupancy:org-enabled-update',
    });
  });

  it('[R364] resolves a relative date in the time zone of a location, clock changes included', async () => {
    const { orgId } = await world.organization();
    const berlin = await world.location({ orgId, name: 'A', timezone: 'Europe/Berlin' });
    const kolkata = await world.location({ orgId, name: 'B', timezone: 'Asia/Kolkata' });
    const client = await world.signIn(await world.user({ orgId }));
    const range = (query: { locationId?: string; dateOverride?: string }) =>
      client.call(getDateRange, { query: { relativeDate: 'today', ...query } });
    expect(await range({ locationId: kolkata.locationId })).toEqual({
      startDate: '2026-03-03T18:30:00.000Z',
      endDate: '2026-03-04T18:30:00.000Z',
      rangeLength: 1,
    });
    expect(await range({ locationId: berlin.locationId, dateOverride: '2026-03-29' })).toEqual({
      startDate: '2026-03-28T23:00:00.000Z',
      endDate: '2026-03-29T22:00:00.000Z',
      rangeLength: 1,
    });
    expect((await range({})).startDate).toBe('2026-03-03T23:00:00.000Z');
    const custom = await client.get<{ details: unknown }>('/api/reference/daterange?relativeDate=custom');
    expect([custom.status, custom.body.details]).toEqual([
      400,
      [{ path: 'startDate', message: 'A custom range needs startDate.' }],
    ]);
    const foreign = await world.location();
    expect(
      (await client.get(`/api/reference/daterange?relativeDate=today&locationId=${foreign.locationId}`)).status,
    ).toBe(404);
  });
});

describe('the start and end of a relative date', () => {
  it('[R750] follow the first day of the week as soon as it is changed', async () => {
    const { orgId } = await world.organization();
    const { locationId } = await world.location({ orgId, timezone: 'America/New_York' });
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const week = async (relativeDate: 'thisweek' | 'lastweek') => {
      const query = { relativeDate, locationId, dateOverride: '2026-03-11' };
      const { startDate, endDate } = await admin.call(getDateRange, { query });
      return `${startDate} ${endDate}`;
    };
    // The clocks of New York change on Sunday, March 8.
    expect(await week('thisweek')).toBe('2026-03-08T05:00:00.000Z 2026-03-15T04:00:00.000Z');
    await admin.call(updateOrganization, { params: { orgId }, body: { weekStart: 1 } });
    expect(await week('thisweek')).toBe('2026-03-09T04:00:00.000Z 2026-03-16T04:00:00.000Z');
    await admin.call(updateOrganization, { params: { orgId }, body: { weekStart: 6 } });
    expect(await week('thisweek')).toBe('2026-03-07T05:00:00.000Z 2026-03-14T04:00:00.000Z');
    expect(await week('lastweek')).toBe('2026-02-28T05:00:00.000Z 2026-03-07T05:00:00.000Z');
  });

  it('[R751] [R752] are found for this hour, for days to come and for another today', async () => {
    const { orgId } = await world.organization();
    const { locationId } = await world.location({ orgId, timezone: 'Asia/Kathmandu' });
    const client = await world.signIn(await world.user({ orgId }));
    const range = (query: {
      relativeDate: RelativeDate;
      dateOverride?: string;
      startDate?: string;
      endDate?: string;
    }) => client.call(getDateRange, { query: { locationId, ...query } });
    const hour = await range({ relativeDate: 'thishour' });
    expect([hour.startDate.slice(14), hour.endDate.slice(14), hour.rangeLength]).toEqual([
      '15:00.000Z',
      '15:00.000Z',
      1,
    ]);
    expect(Date.parse(hour.endDate) - Date.parse(hour.startDate)).toBe(3_600_000);
    expect(world.now().getTime() - Date.parse(hour.startDate)).toBeLessThan(3_600_000);
    expect(await range({ relativeDate: 'tomorrow', dateOverride: '2024-02-28' })).toEqual({
      startDate: '2024-02-28T18:15:00.000Z',
      endDate: '2024-02-29T18:15:00.000Z',
      rangeLength: 1,
    });
    const custom = { relativeDate: 'custom', startDate: '2026-01-01', endDate: '2026-01-03' } as const;
    expect(await range({ ...custom, dateOverride: '2024-02-28' })).toEqual(await range(custom));
    expect((await range(custom)).rangeLength).toBe(3);
    for (const dateOverride of ['2026-02-30', '2026-03-01T10:00', 'soon', '1970-01-01']) {
      const path = `/api/reference/daterange?relativeDate=today&dateOverride=${dateOverride}`;
      const { status, body } = await client.get<{ details: { path: string }[] }>(path);
      expect([dateOverride, status, body.details.map((each) => each.path)]).toEqual([
        dateOverride,
        400,
        ['dateOverride'],
      ]);
    }
  });
});

describe('[R083] an error in a browser', () => {
  const report = {
    url: 'http://localhost/#/reset-password?resetKey=hush',
    message: 'x is not a function',
    type: 'TypeError',
    stackTrace: 'at http://localhost/assets/main.js?token=hush:1:1',
  };

  it('is logged for the operator, without query parameters', async () => {
    const answer = await world.anonymous().post('/api/client-error', report);
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    const line = world.log.find((entry) => entry.includes('An error in a browser'));
    expect(line).toContain('x is not a function');
    expect(line).toContain('#/reset-password?…');
    expect(line).not.toContain('hush');
  });

  it('is refused when it is too long, malformed, or sent too often', async () => {
    const client = world.anonymous();
    const status = async (body: object) => (await client.post('/api/client-error', body)).status;
    expect(await status({ ...report, message: 'x'.repeat(2001) })).toBe(400);
    expect(await status({ ...report, extra: 1 })).toBe(400);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push(await status(report));
    expect(statuses.filter((code) => code === 429).length).toBeGreaterThanOrEqual(5);
    expect((await client.post('/api/client-error', report)).headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
