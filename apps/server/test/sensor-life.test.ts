import { getJob } from '@atrium/contract/jobs';
import { getLocation } from '@atrium/contract/locations';
import { createSensorAssignment, listSensorAssignments } from '@atrium/contract/sensor-assignments';
import { commissionSensor, decommissionSensor, removeSensor } from '@atrium/contract/sensor-life';
import { updateZone } from '@atrium/contract/zones';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { doorsIn, pathTo } from './sensor-doors.ts';
import { aMac, pushingIn, refusalOf } from './pushing.ts';
import { hears, screensOf } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => closeAll());
afterEach(() => world.setNow(new Date('2026-03-04T12:00:00Z')));
afterAll(() => world.close());
const { shop, adminOf } = countingIn(() => world);
const { push, counted } = pushingIn(() => world);
const { door, spacesWith, entriesOf } = doorsIn(() => world);
const { open, closeAll } = screensOf(() => world);

/** The same, with a zone that has not been there for so long. */
async function youngDoor() {
  const made = await door();
  const { sensorId } = made.sensor;
  const zone = await world.zone({ sensorId, settings: { from: new Date('2025-12-01T00:00:00Z') } });
  const count = (minutes: Readonly<Record<string, number>>) =>
    push(made.orgId, made.mac, minutes, Number(zone.deviceId));
  await world.registry.owner.query('DELETE FROM series WHERE series_id = $1', [made.zone.seriesId]);
  return { ...made, zone, count };
}

/** Waits until the erasure behind a job is done, and returns what the call says about it then. */
async function purged(client: Client, jobId: string) {
  await world.ingestion.idle();
  return client.call(getJob, { params: { jobId } });
}

describe('commissioning a sensor', () => {
  it('[R185] now lets it count from the current minute', async () => {
    const { orgId, org, location, site, admin } = await door();
    const mac = aMac();
    const staff = await world.signIn(await world.staff());
    const other = await world.site({ locationId: location.locationId });
    const { sensorId } = await staff.call(createSensorAssignment, {
      query: { orgId },
      body: { siteId: other.siteId, macAddress: mac },
    });
    world.setNow(new Date('2026-03-04T12:00:40Z'));
    await push(orgId, mac, { '2026-03-04T11:59Z': 8 });
    const life = await admin.call(commissionSensor, { params: { sensorId: sensorId! }, body: {} });
    expect(life).toMatchObject({
      sensorId,
      orgId,
      active: true,
      commissionedDate: '2026-03-04T12:00:00.000Z',
      commissionedBy: expect.any(String) as string,
      siteId: other.siteId,
      locationId: location.locationId,
      version: 2,
      job: null,
    });
    world.pass({ minutes: 2 });
    await push(orgId, mac, { '2026-03-04T11:58Z': 9, '2026-03-04T12:00Z': 3, '2026-03-04T12:01Z': 2 });
    expect(await counted(admin, 'sensor', sensorId!)).toBe(5);
    expect(await counted(admin, 'site', other.siteId)).toBe(5);
    expect(await counted(admin, 'site', site.siteId)).toBe(null);
    expect(await entriesOf(org.orgId)).toMatchObject([
      { action: 'sensor-assigned' },
      {
        action: 'sensor-commissioned',
        entityType: 'sensor',
        entityId: sensorId,
        detail: { commissionedDate: '2026-03-04T12:00:00.000Z', purgeExistingData: false },
      },
    ]);
  });

  it('[R185] in the past counts what waited, from the start of that day at the location', async () => {
    const { orgId, location, admin } = await door({ timezone: 'America/New_York' });
    const mac = aMac();
    const { siteId } = await world.site({ locationId: location.locationId });
    const staff = await world.signIn(await world.staff());
    await push(orgId, mac, { '2026-03-02T04:59Z': 100, '2026-03-02T05:00Z': 4, '2026-03-04T11:00Z': 2 });
    const { sensorId } = await staff.call(createSensorAssignment, {
      query: { orgId },
      // The clock of the device is not that of the location.
      body: { siteId, macAddress: mac, timezone: 'Asia/Tokyo' },
    });
    const life = await admin.call(commissionSensor, {
      params: { sensorId: sensorId! },
      body: { commissionedDate: '2026-03-02', purgeExistingData: true },
    });
    expect(life).toMatchObject({ commissionedDate: '2026-03-02T05:00:00.000Z', job: null });
    expect(await counted(admin, 'site', siteId)).toBe(6);
    const [row] = await staff.call(listSensorAssignments, { query: { orgId, siteId } });
    expect(row).toMatchObject({ from: '2026-03-02T05:00:00.000Z' });
    await admin.call(commissionSensor, { params: { sensorId: sensorId! }, body: { commissionedDate: '2026-03-01' } });
    expect(await counted(admin, 'site', siteId), 'what was purged stays purged').toBe(6);
  });

  it('[R185] earlier than its zones were set up reaches back, under the settings of each', async () => {
    const { admin, params, orgId, mac, sensor } = await door();
    const scaled = await world.zone({
      sensorId: sensor.sensorId,
      settings: { from: new Date('2026-02-01T00:00:00Z'), scaleFactor: 2 },
    });
    await admin.call(commissionSensor, { params, body: { commissionedDate: '2025-06-01' } });
    await push(orgId, mac, { '2025-05-31T23:59Z': 90, '2025-07-01T10:00Z': 5 }, Number(scaled.deviceId));
    expect(await counted(admin, 'zone', scaled.zoneId)).toBe(10);
  });

  it('[R185] in the future quarantines what comes before', async () => {
    const { org, admin, params, count, location } = await door();
    const { commissionedDate } = await admin.call(commissionSensor, {
      params,
      body: { commissionedDate: '2026-03-06' },
    });
    expect(commissionedDate).toBe('2026-03-06T00:00:00.000Z');
    world.setNow(new Date('2026-03-06T00:05:00Z'));
    await count({ '2026-03-05T23:59Z': 7, '2026-03-06T00:00Z': 2 });
    const later = await adminOf(org);
    expect(await counted(later, 'location', location.locationId)).toBe(2);
    await later.call(commissionSensor, { params, body: { commissionedDate: '2026-03-05' } });
    expect(await counted(later, 'location', location.locationId)).toBe(9);
  });

  it('[R185] at a later date hides earlier counts, live numbers included, until it is commissioned earlier', async () => {
    const { admin, params, count, location } = await door();
    await count({ '2026-02-01T10:00Z': 5, '2026-03-03T10:00Z': 4, '2026-03-04T09:00Z': 3, '2026-03-04T11:59Z': 2 });
    const screen = await open(admin);
    await screen.subscribe('location', location.locationId);
    await hears(screen, 5);
    expect(await counted(admin, 'location', location.locationId)).toBe(14);
    await admin.call(commissionSensor, { params, body: {} });
    expect(await counted(admin, 'location', location.locationId)).toBe(null);
    await hears(screen, null);
    await count({ '2026-03-04T12:00Z': 1 });
    await hears(screen, 1);
    await admin.call(commissionSensor, { params, body: { commissionedDate: '2026-03-03' } });
    expect(await counted(admin, 'location', location.locationId)).toBe(10);
    await hears(screen, 6);
    await admin.call(commissionSensor, { params, body: { commissionedDate: '2026-01-01' } });
    expect(await counted(admin, 'location', location.locationId)).toBe(15);
  });

  it('[R185] in the past with a purge erases earlier counts for good, and a job reports its progress', async () => {
    const { org, admin, params, count, location, zone, orgId } = await youngDoor();
    await count({ '2025-12-31T23:59Z': 1, '2026-01-05T10:00Z': 5, '2026-02-10T10:00Z': 4, '2026-03-03T10:00Z': 3 });
    const other = await shop({ org, timezone: 'UTC' });
    await push(orgId, other.sensor.macAddress!, { '2026-01-05T10:00Z': 9 }, Number(other.zone.deviceId));
    await admin.call(updateZone, { params: { ...params, zoneId: zone.zoneId }, body: { countFilter: 4 } });
    const { job } = await admin.call(commissionSensor, {
      params,
      body: { commissionedDate: '2026-02-11', purgeExistingData: true },
    });
    expect(job).toMatchObject({ kind: 'purge-readings', state: 'waiting', done: 0, total: null });
    const done = await purged(admin, job!.jobId);
    expect(done).toMatchObject({ state: 'done', message: null });
    expect([done.done, done.total]).toEqual([3, 3]);
    expect(await counted(admin, 'zone', zone.zoneId)).toBe(3);
    expect(await counted(admin, 'zone', other.zone.zoneId)).toBe(9);

    await admin.call(commissionSensor, { params, body: { commissionedDate: '2025-06-01' } });
    await count({ '2026-02-10T10:00Z': 40, '2026-02-10T10:01Z': 6 });
    await world.ingestion.quarantine.replayReceived({ orgId }, { from: new Date(0), to: new Date('2026-03-05') });
    expect(await counted(admin, 'zone', zone.zoneId)).toBe(3);
    expect(await counted(admin, 'location', location.locationId)).toBe(3);

    const neighbor = await door();
    expect((await neighbor.admin.get(`/api/job/${job!.jobId}`)).status).toBe(404);
    const user = await world.signIn(await world.user({ orgId: org.orgId }));
    expect((await user.get(`/api/job/${job!.jobId}`)).status).toBe(403);
    expect((await admin.get('/api/job/nonsense')).status).toBe(404);
  });

  it('leaves every grain of a purged series equal to a recomputation', async () => {
    const { org, admin, params, count, zone } = await youngDoor();
    await count({ '2026-02-10T23:59Z': 5, '2026-02-11T00:00Z': 4, '2026-02-11T10:07Z': 3, '2026-01-20T08:00Z': 9 });
    const body = { commissionedDate: '2026-02-11', purgeExistingData: true };
    await admin.call(commissionSensor, { params, body });
    await world.ingestion.idle();
    const asked = async (marks: readonly { series: number; day: number }[]) => {
      const edges = Array.from({ length: 60 * 96 + 1 }, (_, i) => Date.UTC(2026, 0, 1) / 1000 + i * 900);
      const members = [{ series: zone.seriesId, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }];
      const freshFrom = Date.UTC(2026, 2, 4) / 1000;
      const { ins, buckets } = await world.facts.aggregate({
        org: org.factOrg,
        slices: [{ edges, members }],
        freshFrom,
        marks,
      });
      return [...ins].map((each, i) => [buckets[i], each]);
    };
    const days = Array.from({ length: 60 }, (_, i) => ({
      series: zone.seriesId,
      day: Date.UTC(2026, 0, 1 + i) / 1000,
    }));
    const quarters = await asked([]);
    expect(quarters).toEqual(await asked(days));
    expect(quarters.map(([, ins]) => ins)).toEqual([4, 3]);
  });

  it.each([
    ['R187', { purgeExistingData: true }, 'commissionedDate: Date is required'],
    [
      'R188',
      { commissionedDate: '2026-03-05' },
      'commissionedDate: The date must be before or after today; without a date a sensor is commissioned now',
    ],
    ['R188', { commissionedDate: '2014-12-31' }, 'commissionedDate: The date must be before today'],
    ['R188', { commissionedDate: '2100-01-01' }, 'commissionedDate: The date must be after today'],
    ['R185', { commissionedDate: '2026-02-30' }, 'commissionedDate: Date must be a day such as 2026-03-31'],
    [
      'R185',
      { commissionedDate: '2026-03-06', purgeExistingData: true },
      'purgeExistingData: Existing data can only be purged with a date in the past',
    ],
  ])('[%s] is refused with %o, by the calendar of the location', async (_rule, body, message) => {
    const { admin, params, orgId } = await door({ timezone: 'Pacific/Auckland' });
    expect(await refusalOf(admin, pathTo(params.sensorId, 'commission'), body)).toEqual([message]);
    expect(await entriesOf(orgId)).toEqual([]);
  });
});

describe('decommissioning a sensor', () => {
  it('[R189] decommissions permanently; counts until then are kept, even if they arrive later', async () => {
    const { orgId, mac, admin, params, count, location, site, sensor } = await door();
    const side = Number((await world.zone({ sensorId: sensor.sensorId })).deviceId);
    await count({ '2026-03-04T11:00Z': 5 });
    const screen = await open(admin);
    await screen.subscribe('location', location.locationId);
    await hears(screen, 5);
    world.setNow(new Date('2026-03-04T12:00:30Z'));
    const life = await admin.call(decommissionSensor, { params });
    expect(life).toMatchObject({ active: false, siteId: null, locationId: null, version: 2 });
    expect(life.commissionedDate).not.toBe(null);
    world.pass({ minutes: 5 });
    await count({ '2026-03-04T11:30Z': 2, '2026-03-04T12:00Z': 1 });
    await count({ '2026-03-04T12:01Z': 50 });
    await push(orgId, mac, { '2026-03-04T12:01Z': 60 }, side);
    expect(await counted(admin, 'location', location.locationId)).toBe(8);
    await hears(screen, 8);

    for (const [action, body] of [
      ['commission', {}],
      ['decommission', undefined],
    ] as const) {
      const answer = await admin.post<{ message: string }>(pathTo(sensor.sensorId, action), body);
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'The sensor is decommissioned. This cannot be undone.',
      ]);
    }
    const free = await world.site({ locationId: location.locationId });
    const moved = { siteId: free.siteId };
    const refused = await refusalOf(admin, pathTo(sensor.sensorId, 'reassign'), moved);
    expect(refused).toEqual(['sensorId: The sensor is decommissioned. This cannot be undone']);
    expect(await entriesOf(orgId)).toMatchObject([
      { action: 'sensor-decommissioned', entityId: sensor.sensorId, detail: { name: sensor.name, site: site.name } },
    ]);

    const staff = await world.signIn(await world.staff());
    const body = { siteId: site.siteId, macAddress: mac };
    const again = await staff.call(createSensorAssignment, { query: { orgId }, body });
    await admin.call(commissionSensor, { params: { sensorId: again.sensorId! }, body: {} });
    await push(orgId, mac, { '2026-03-04T12:05Z': 4 });
    expect(await counted(admin, 'location', location.locationId)).toBe(12);
    expect(await counted(admin, 'sensor', again.sensorId!)).toBe(4);
  });
});

describe('removing a sensor', () => {
  it('[R191] removes it and its zones from everything but the counts of its places', async () => {
    const { orgId, mac, admin, params, count, location, site, zone, sensor } = await door();
    await count({ '2026-03-03T11:00Z': 5, '2026-03-04T11:00Z': 4 });
    const { metaPropertyId } = await world.customField({ orgId, entityType: 'sensor', entityId: sensor.sensorId });
    const own = await world.pushKey({ orgId, sensorId: sensor.sensorId });
    const { spaceId } = await world.space({ locationId: location.locationId });
    await world.spaceZone({ orgId, spaceId, zoneId: zone.zoneId });
    expect(await admin.call(removeSensor, { params })).toEqual({ ok: true });
    const { site: sites } = await admin.call(getLocation, {
      params: { locationId: location.locationId },
      query: { include: 'site(sensor,zone)' },
    });
    expect(sites).toMatchObject([{ siteId: site.siteId, sensor: [], zone: [] }]);
    expect(await admin.call(listSensorAssignments)).toEqual([]);
    expect((await admin.get(`/api/sensor/${sensor.sensorId}/meta`)).status).toBe(404);
    const { rowCount } = await world.registry.owner.query(
      'SELECT FROM meta_property WHERE meta_property_id = $1 AND deleted_at IS NOT NULL',
      [metaPropertyId],
    );
    expect(rowCount).toBe(1);
    expect(await spacesWith(zone.zoneId)).toEqual([]);
    expect((await admin.get(`/api/sensor/${sensor.sensorId}/zone/${zone.zoneId}`)).status).toBe(404);
    for (const action of ['commission', 'decommission', 'remove']) {
      expect((await admin.post(pathTo(sensor.sensorId, action), action === 'commission' ? {} : undefined)).status).toBe(
        404,
      );
    }
    world.pass({ minutes: 10 });
    await push(orgId, mac, { '2026-03-04T12:05Z': 70 });
    expect(await counted(admin, 'location', location.locationId)).toBe(9);
    expect(await counted(admin, 'site', site.siteId)).toBe(9);
    await vi.waitFor(async () => {
      expect((await world.anonymous().post(`/api/push/xovis5/${own}`, {})).status).toBe(401);
    }, 15_000);
    await push(orgId, aMac(), { '2026-03-04T12:06Z': 1 });
    expect((await entriesOf(orgId)).map(({ action }) => action)).toEqual(['sensor-removed']);
  });
});

describe('a change by someone else', () => {
  it.each(['commission', 'decommission', 'remove'])('stops %s of an outdated version', async (action) => {
    const { admin, params, orgId } = await door();
    const body = action === 'commission' ? {} : undefined;
    expect((await admin.post(pathTo(params.sensorId, action), body, { 'if-match': '2' })).status).toBe(412);
    expect(await entriesOf(orgId)).toEqual([]);
    expect((await admin.post(pathTo(params.sensorId, action), body, { 'if-match': '1' })).status).toBe(200);
  });
});
