import { listAudit } from '@atrium/contract/audit';
import {
  countOfflineSensors,
  getOfflineSensor,
  getOfflineTimeline,
  listOfflineRecordsOfSensor,
  listOfflineSensors,
  listResolvedOfflineSensors,
  newestOfflineSensors,
  type OfflineSensor,
  updateOfflineSensor,
} from '@atrium/contract/offline-sensors';
import { updateOrganization } from '@atrium/contract/organizations';
import { getSidebar } from '@atrium/contract/sidebar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sensorAssignment } from '../src/registry/schema/sensors.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { longAgo } from './estate.ts';
import { offlineIn } from './offline-records.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld({ publicUrl: 'https://counts.example.com' });
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

const { shop, adminOf } = countingIn(() => world);
const { offline } = offlineIn(() => world);
const ago = ({ days = 0, hours = 0, minutes = 0 }) =>
  new Date(world.now().getTime() - ((days * 24 + hours) * 60 + minutes) * 60_000);
const namesOf = (rows: readonly OfflineSensor[]) => rows.map(({ sensor }) => sensor.name);

async function alert(client: Client, query: { orgId?: string } = {}): Promise<number | undefined> {
  return (await client.call(getSidebar, { query })).find(({ sref }) => sref === '/app/locations')?.alert;
}

async function seenBy(client: Client): Promise<OfflineSensor[]> {
  return [
    ...(await client.call(listOfflineSensors)),
    ...(await client.call(listResolvedOfflineSensors, { params: { relativeDate: 'monthtodate' } })),
  ];
}

describe('open records', () => {
  it('[R214] [R219] are those without an end, with the place of the sensor; staff see its organization', async () => {
    const { org, location, site, sensor } = await shop();
    const open = await world.offlineRecord({ orgId: org.orgId, sensorId: sensor.sensorId });
    await world.offlineRecord({ orgId: org.orgId, sensorId: sensor.sensorId, resolvedDate: world.now() });
    const shown = {
      offlineSensorId: open.offlineSensorId,
      orgId: org.orgId,
      cause: null,
      acknowledgedBy: null,
      acknowledger: null,
      createdAt: ago({ hours: 1 }).toISOString(),
      lastHeard: null,
      updatedAt: world.now().toISOString(),
      resolvedDate: null,
      version: 1,
      sensor: {
        sensorId: sensor.sensorId,
        name: sensor.name,
        sensorType: 'xovis5',
        macAddress: sensor.macAddress,
        identifier: sensor.macAddress,
        site: { siteId: site.siteId, name: site.name },
        location: { locationId: location.locationId, name: location.name, timezone: 'Europe/Berlin' },
      },
    };
    const client = await adminOf(org);
    expect(await client.call(listOfflineSensors)).toEqual([shown]);
    const { offlineSensorId } = open;
    expect(await client.call(getOfflineSensor, { params: { offlineSensorId } })).toEqual(shown);
    const organization = { orgId: org.orgId, name: org.name };
    expect(await staff.call(listOfflineSensors, { query: { orgId: org.orgId } })).toEqual([
      { ...shown, sensor: { ...shown.sensor, organization } },
    ]);
  });

  it('of all organizations are shown to staff who name none, and found by organization name', async () => {
    const orgs = await Promise.all([world.organization({ name: 'Zebra Shoes' }), world.organization()]);
    for (const org of orgs) await offline(org);
    const orgIds = new Set(
      (await staff.call(listOfflineSensors, { query: { limit: 1000 } })).map(({ orgId }) => orgId),
    );
    for (const { orgId } of orgs) expect(orgIds).toContain(orgId);
    expect(await staff.call(listOfflineSensors, { query: { search: 'zebra' } })).toHaveLength(1);
    const client = await adminOf(orgs[0]);
    expect(await client.call(listOfflineSensors, { query: { search: 'zebra' } })).toEqual([]);
  });

  it('of a deleted organization are shown to nobody', async () => {
    const org = await world.organization();
    const { record } = await offline(org);
    const seen = async () =>
      (await staff.call(listOfflineSensors, { query: { limit: 1000 } })).map(({ orgId }) => orgId);
    expect(await seen()).toContain(org.orgId);
    expect((await staff.send('DELETE', `/api/org/${org.orgId}`)).status).toBe(200);
    expect(await seen()).not.toContain(org.orgId);
    expect((await staff.get(`/api/offline-sensor/${record.offlineSensorId}`)).status).toBe(404);
  });

  it('are sorted newest first, paged, ordered and searched', async () => {
    const org = await world.organization();
    const place = await world.location({ orgId: org.orgId, name: 'Harbour' });
    const { siteId } = await world.site({ locationId: place.locationId, name: 'Pier' });
    await offline(org, { name: 'b', createdAt: ago({ hours: 3 }) });
    await offline(org, { name: 'A', createdAt: ago({ hours: 2 }), siteId });
    const { sensor: c } = await offline(org, { name: 'c', createdAt: ago({ hours: 4 }), cause: 'Cable cut' });
    const client = await adminOf(org);
    const names = async (query: Record<string, string>) => namesOf(await client.call(listOfflineSensors, { query }));
    expect(await names({})).toEqual(['A', 'b', 'c']);
    expect(await names({ order: 'sensor' })).toEqual(['A', 'b', 'c']);
    expect(await names({ order: '-sensor' })).toEqual(['c', 'b', 'A']);
    expect(await names({ order: 'createdAt' })).toEqual(['c', 'b', 'A']);
    expect(await names({ search: 'harb' })).toEqual(['A']);
    expect(await names({ search: 'PIER' })).toEqual(['A']);
    expect(await names({ search: 'cut' })).toEqual(['c']);
    expect(await names({ search: c.macAddress ?? '' })).toEqual(['c']);
    expect(await names({ locationId: place.locationId })).toEqual(['A']);
    expect(await names({ siteId })).toEqual(['A']);
    expect(await names({ siteId: 'nonsense' })).toEqual([]);
    expect(await names({ acknowledged: 'true' })).toEqual(['c']);
    expect(await names({ acknowledged: 'false' })).toEqual(['A', 'b']);
    const page = await client.get<OfflineSensor[]>('/api/offline-sensor?limit=1&offset=1');
    expect([namesOf(page.body), page.headers.get('x-total-count')]).toEqual([['b'], '3']);
    for (const wrong of ['order=macAddress', 'age=ancient', 'age=today&timeZone=Mars', 'include=sensor(']) {
      expect((await client.get(`/api/offline-sensor?${wrong}`)).status).toBe(400);
    }
  });
});

describe('[R217] [R220] the count', () => {
  it('counts all, acknowledged, and by age in the time zone of the caller', async () => {
    world.setNow(new Date('2026-03-04T12:00:00Z'));
    const org = await world.organization();
    const since = async (createdAt: string, more: object = {}) =>
      offline(org, { createdAt: new Date(createdAt), ...more });
    await since('2026-03-04T01:00:00Z');
    await since('2026-03-03T23:30:00Z');
    await since('2026-03-03T12:00:00Z', { cause: 'Power' });
    await since('2026-02-26T12:00:00Z');
    await since('2026-02-10T12:00:00Z');
    await since('2025-12-10T12:00:00Z');
    await since('2025-04-10T12:00:00Z');
    await since('2024-04-10T12:00:00Z');
    await since('2026-03-04T02:00:00Z', { resolvedDate: world.now() });
    const client = await adminOf(org);
    const ages = { today: 1, yesterday: 2, week: 1, month: 1, quarter: 1, year: 1, old: 1 };
    expect(await client.call(countOfflineSensors)).toEqual({ count: 8, acknowledged: 1, ages });
    const timeZone = 'Europe/Berlin';
    const inBerlin = await client.call(countOfflineSensors, { query: { timeZone } });
    expect(inBerlin.ages).toEqual({ ...ages, today: 2, yesterday: 1 });
    for (const [age, count] of Object.entries(inBerlin.ages)) {
      const query = { age: age as 'today', timeZone };
      expect(await client.call(listOfflineSensors, { query }), age).toHaveLength(count);
    }
  });

  it('[R009] is in the menu, next to the locations, for what the caller may see', async () => {
    const { org, location, sensor } = await shop();
    const client = await adminOf(org);
    expect(await alert(client)).toBeUndefined();
    await world.offlineRecord({ orgId: org.orgId, sensorId: sensor.sensorId });
    await offline(org);
    expect(await alert(client)).toBe(2);
    const limited = await world.signIn(await world.user({ locations: [location] }));
    expect(await alert(limited)).toBe(1);
    expect(await limited.call(countOfflineSensors)).toMatchObject({ count: 1, ages: { today: 1 } });
    expect(await alert(staff, { orgId: org.orgId })).toBe(2);
    expect(await alert(staff)).toBeUndefined();
  });

  it('[R523] is in the menu next to the offline sensors too, and falls with an acknowledgment', async () => {
    const { org, sensor } = await shop();
    const client = await adminOf(org);
    const { offlineSensorId } = await world.offlineRecord({ orgId: org.orgId, sensorId: sensor.sensorId });
    await offline(org);
    const alerts = async () => {
      const menu = await client.call(getSidebar);
      return ['/app/locations', '/app/offline-sensors'].map((path) => menu.find(({ sref }) => sref === path)?.alert);
    };
    expect(await alerts()).toEqual([2, 2]);
    await client.call(updateOfflineSensor, { params: { offlineSensorId }, body: { cause: 'No power' } });
    expect(await alerts()).toEqual([2, 1]);
  });
});

describe('[R068] [R220] the newest', () => {
  it('are ten, the last to go offline first', async () => {
    const org = await world.organization();
    for (let i = 0; i < 12; i += 1) await offline(org, { name: `S${i}`, createdAt: ago({ hours: 20 - i }) });
    const newest = await staff.call(newestOfflineSensors, { query: { orgId: org.orgId } });
    expect(namesOf(newest)).toEqual(['S11', 'S10', 'S9', 'S8', 'S7', 'S6', 'S5', 'S4', 'S3', 'S2']);
    expect(newest[0]?.sensor.organization?.name).toBe(org.name);
    expect(await staff.call(newestOfflineSensors)).toHaveLength(10);
  });
});

describe('resolved records', () => {
  it('[R218] [R750] ended in the period, latest first, by the caller’s days', async () => {
    world.setNow(new Date('2026-03-04T12:00:00Z'));
    const org = await world.organization();
    const until = (name: string, resolvedDate: string) =>
      offline(org, { name, createdAt: new Date('2026-02-01T00:00:00Z'), resolvedDate: new Date(resolvedDate) });
    await until('now', '2026-03-04T11:00:00Z');
    await until('first', '2026-03-01T00:00:00Z');
    await until('night', '2026-02-28T23:30:00Z');
    await offline(org, { name: 'open' });
    const client = await adminOf(org);
    const resolved = async (relativeDate: 'monthtodate' | 'today' | 'thisweek' | 'lastmonth' | 'custom', query = {}) =>
      namesOf(await client.call(listResolvedOfflineSensors, { params: { relativeDate }, query }));
    expect(await resolved('monthtodate')).toEqual(['now', 'first']);
    expect(await resolved('monthtodate', { timeZone: 'Europe/Berlin' })).toEqual(['now', 'first', 'night']);
    expect(await resolved('today')).toEqual(['now']);
    expect(await resolved('lastmonth')).toEqual(['night']);
    expect(await resolved('thisweek')).toEqual(['now', 'first']);
    await client.call(updateOrganization, { params: { orgId: org.orgId }, body: { weekStart: 1 } });
    expect(await resolved('thisweek')).toEqual(['now']);
    expect(await resolved('custom', { startDate: '2026-02-28', endDate: '2026-03-01' })).toEqual(['first', 'night']);
    expect(await resolved('monthtodate', { order: 'resolvedDate', search: 'FIRST' })).toEqual(['first']);
    expect((await client.get('/api/offline-sensor/resolved/custom')).status).toBe(400);
    expect((await client.get('/api/offline-sensor/resolved/whenever')).status).toBe(404);
  });

  it('belong to the place of the sensor when they ended: moving it takes nothing along', async () => {
    const { org, location, sensor, site } = await shop();
    const elsewhere = await world.site({ orgId: org.orgId });
    const moved = ago({ days: 1 });
    await world.registry.system(async ({ sql }) => {
      await sql.delete(sensorAssignment);
      const orgId = org.orgId;
      await sql.insert(sensorAssignment).values([
        { orgId, siteId: site.siteId, sensorId: sensor.sensorId, from: longAgo, to: moved },
        { orgId, siteId: elsewhere.siteId, sensorId: sensor.sensorId, from: moved },
      ]);
    });
    const record = { orgId: org.orgId, sensorId: sensor.sensorId };
    await world.offlineRecord({
      ...record,
      createdAt: ago({ days: 3 }),
      resolvedDate: ago({ days: 2 }),
      cause: 'Here',
    });
    const there = await world.offlineRecord({ ...record, createdAt: ago({ hours: 3 }), cause: 'There' });
    const before = await world.signIn(await world.user({ locations: [location] }));
    const after = await world.signIn(
      await world.user({ orgId: org.orgId, locations: [{ ...location, locationId: elsewhere.locationId }] }),
    );
    expect((await seenBy(before)).map(({ cause }) => cause)).toEqual(['Here']);
    expect((await before.get(`/api/offline-sensor/${there.offlineSensorId}`)).status).toBe(404);
    expect((await seenBy(after)).map(({ cause }) => cause)).toEqual(['There']);
    const { sensorId } = sensor;
    const history = await after.call(listOfflineRecordsOfSensor, { params: { sensorId, relativeDate: 'past30days' } });
    expect(history).toEqual([]);
    const today = await after.call(listOfflineRecordsOfSensor, { params: { sensorId, relativeDate: 'today' } });
    expect(today.map(({ cause }) => cause)).toEqual(['There']);
  });
});

describe('[R155] the records of a sensor', () => {
  it('are those that overlap the period, in the time zone of its location, open ones included', async () => {
    world.setNow(new Date('2026-03-04T12:00:00Z'));
    const { org, sensor } = await shop();
    const record = async (cause: string, from: string, to: string | null) =>
      world.offlineRecord({
        orgId: org.orgId,
        sensorId: sensor.sensorId,
        cause,
        createdAt: new Date(from),
        resolvedDate: to === null ? null : new Date(to),
      });
    // Seven days before today begin at 23:00 UTC of the 24th, midnight in Berlin.
    await record('before', '2026-02-20T00:00:00Z', '2026-02-24T23:00:00Z');
    await record('into', '2026-02-24T00:00:00Z', '2026-02-24T23:00:01Z');
    await record('inside', '2026-02-26T00:00:00Z', '2026-02-27T00:00:00Z');
    await record('today', '2026-03-03T23:00:00Z', '2026-03-04T01:00:00Z');
    await record('open', '2026-03-03T22:59:59Z', null);
    await offline(org, { name: 'Another sensor' });
    const client = await adminOf(org);
    const causes = async (relativeDate: 'past7days' | 'today') => {
      const params = { sensorId: sensor.sensorId, relativeDate };
      return (await client.call(listOfflineRecordsOfSensor, { params })).map(({ cause }) => cause);
    };
    expect(await causes('past7days')).toEqual(['open', 'inside', 'into']);
    expect(await causes('today')).toEqual(['today', 'open']);
  });
});

describe('[R216] the timeline', () => {
  it('counts what the caller may see at every quarter of an hour of seven days', async () => {
    world.setNow(new Date('2026-03-04T12:07:00Z'));
    const { org, location, sensor } = await shop();
    await world.offlineRecord({ orgId: org.orgId, sensorId: sensor.sensorId, createdAt: ago({ minutes: 20 }) });
    await offline(org, { createdAt: ago({ days: 9 }), resolvedDate: new Date('2026-02-25T13:00:00Z') });
    const client = await adminOf(org);
    const timeline = await client.call(getOfflineTimeline);
    expect(timeline).toMatchObject({ from: '2026-02-25T12:15:00.000Z', step: 900 });
    expect(timeline.counts).toHaveLength(672);
    expect(timeline.counts.slice(0, 4)).toEqual([1, 1, 1, 0]);
    expect(timeline.counts.slice(-2)).toEqual([0, 1]);
    const limited = await world.signIn(await world.user({ locations: [location] }));
    expect((await limited.call(getOfflineTimeline)).counts.slice(0, 4)).toEqual([0, 0, 0, 0]);
  });
});

describe('[R215] a cause', () => {
  it('records the caller as the acknowledger, with an audit entry', async () => {
    const { org, sensor } = await shop();
    const { offlineSensorId } = await world.offlineRecord({ orgId: org.orgId, sensorId: sensor.sensorId });
    const person = await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' });
    const client = await world.signIn(person);
    const changed = await client.call(updateOfflineSensor, {
      params: { offlineSensorId },
      body: { cause: '  Switch replaced ' },
    });
    expect(changed).toMatchObject({
      cause: 'Switch replaced',
      acknowledgedBy: person.userId,
      acknowledger: { userId: person.userId, name: person.name },
      resolvedDate: null,
      version: 2,
    });
    expect(await client.call(listOfflineSensors)).toEqual([changed]);
    const [entry] = await client.call(listAudit, { query: { action: 'offline-sensor-acknowledged' } });
    expect(entry).toMatchObject({
      user: { userId: person.userId },
      entityType: 'sensor',
      entityId: sensor.sensorId,
      detail: { cause: 'Switch replaced', name: sensor.name },
    });
    const colleague = await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' });
    const corrected = await (
      await world.signIn(colleague)
    ).call(updateOfflineSensor, { params: { offlineSensorId }, body: { cause: 'Cable' } });
    expect(corrected).toMatchObject({ cause: 'Cable', acknowledgedBy: colleague.userId });
  });

  it('can be recorded when the sensor is back, and by staff who named no organization', async () => {
    const org = await world.organization();
    const { record } = await offline(org, { resolvedDate: world.now() });
    const params = { offlineSensorId: record.offlineSensorId.toUpperCase() };
    const changed = await staff.call(updateOfflineSensor, { params, body: { cause: 'Power' } });
    expect(changed).toMatchObject({ cause: 'Power', resolvedDate: world.now().toISOString() });
  });

  it('is refused when it is missing, too long, or the record has changed in the meantime', async () => {
    const org = await world.organization();
    const { record } = await offline(org);
    const client = await adminOf(org);
    const path = `/api/offline-sensor/${record.offlineSensorId}`;
    const send = (body: object, headers = {}) =>
      client.send<{ message: string; details?: { path: string }[] }>('PUT', path, body, headers);
    expect((await send({ cause: ' ' })).body).toMatchObject({
      message: 'Cause is required',
      details: [{ path: 'cause', message: 'Cause is required' }],
    });
    expect((await send({ cause: null })).status).toBe(400);
    expect((await send({})).status).toBe(400);
    expect((await send({ cause: 'x'.repeat(501) })).body.message).toBe('Cause must be at most 500 characters');
    expect((await send({ cause: 'x', resolvedDate: null })).status).toBe(400);
    expect((await send({ cause: 'First' }, { 'if-match': '"1"' })).status).toBe(200);
    expect((await send({ cause: 'Second' }, { 'if-match': '"1"' })).status).toBe(412);
    const causes = ['a', 'b', 'c', 'd', 'e', 'f'];
    const together = await Promise.all(causes.map((cause) => send({ cause }, { 'if-match': '"2"' })));
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412, 412, 412]);
    const answers = await Promise.all(causes.map((cause) => send({ cause })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
