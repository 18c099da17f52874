import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { getLocation } from '@atrium/contract/locations';
import { getSensorStatus } from '@atrium/contract/sensors';
import { getZone, updateZone } from '@atrium/contract/zones';
import { eq } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zoneSetting } from '../src/registry/schema/sensors.ts';
import { nextMinute } from '../src/estate/series-store.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { longAgo, type Zone } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { shop, adminOf, countToday } = countingIn(() => world);

const of = ({ sensorId, zoneId }: Zone) => ({ params: { sensorId, zoneId } });
const pathTo = ({ sensorId, zoneId }: Pick<Zone, 'sensorId' | 'zoneId'>) => `/api/sensor/${sensorId}/zone/${zoneId}`;

/** The details of a refused change, as `field: message`. */
async function refusal(client: Client, zone: Zone, body: object): Promise<string[]> {
  const answer = await client.send<{ details?: { path: string; message: string }[] }>('PUT', pathTo(zone), body);
  expect(answer.status).toBe(400);
  return (answer.body.details ?? []).map(({ path, message }) => `${path}: ${message}`);
}

describe('a zone', () => {
  it('shows its settings', async () => {
    const { org, zone } = await shop();
    const client = await adminOf(org);
    expect(await client.call(getZone, of(zone))).toEqual({
      zoneId: zone.zoneId,
      orgId: org.orgId,
      sensorId: zone.sensorId,
      name: zone.name,
      deviceId: zone.deviceId,
      countType: 1,
      needsReview: false,
      settings: {},
      scaleFactor: 1,
      countFilter: 0,
      countApplication: 1,
      perimeter: true,
      disabled: false,
      minDwell: null,
      maxDwell: null,
      waitTimes: 'sums',
      counterReset: null,
      counterMode: 'cumulative',
      counterDirection: 'ins',
      version: 1,
      measures: [],
    });
  });

  it('keeps omitted fields, and shows changes at once', async () => {
    const { org, zone, location } = await shop();
    const client = await adminOf(org);
    const body = { name: ' Main door ', scaleFactor: 1.05, minDwell: 5, maxDwell: 60 };
    const after = await client.call(updateZone, { ...of(zone), body });
    expect(after).toMatchObject({ ...body, name: 'Main door', countFilter: 0, perimeter: true, version: 2 });
    expect(await client.call(getZone, of(zone))).toEqual(after);
    const held = await world.registry.system(({ sql }) =>
      sql.select({ from: zoneSetting.from }).from(zoneSetting).where(eq(zoneSetting.zoneId, zone.zoneId)),
    );
    expect(held).toEqual(expect.arrayContaining([{ from: longAgo }, { from: nextMinute(world.now()) }]));
    const again = await client.call(updateZone, { ...of(zone), body: { minDwell: null, maxDwell: null } });
    expect(again).toMatchObject({ scaleFactor: 1.05, minDwell: null, maxDwell: null, version: 3 });
    expect(await client.call(updateZone, { ...of(zone), body: { name: 'Main door', minDwell: null } })).toEqual(again);
    const seen = await client.call(getLocation, {
      params: { locationId: location.locationId },
      query: { include: 'site(zone)' },
    });
    expect(seen.site?.[0]?.zone).toMatchObject([{ name: 'Main door', scaleFactor: 1.05, minDwell: null }]);
    const audited = (await auditOf(world, org.orgId)).filter(({ action }) => action === 'zone-changed');
    expect(audited.map(({ entityId, detail }) => ({ entityId, changed: detail?.changed }))).toEqual([
      {
        entityId: zone.zoneId,
        changed: { name: [zone.name, 'Main door'], scaleFactor: [1, 1.05], minDwell: [null, 5], maxDwell: [null, 60] },
      },
      { entityId: zone.zoneId, changed: { minDwell: [5, null], maxDwell: [60, null] } },
    ]);
  });

  it('keeps what other programs store in it, all at once, and only named values', async () => {
    const { org, zone } = await shop();
    const client = await adminOf(org);
    const put = (settings: unknown) => client.call(updateZone, { ...of(zone), body: { settings } });
    const settings = { lane: 3, color: 'red', corners: [{ x: 1, y: 2 }] };
    expect(await put(settings)).toMatchObject({ settings, scaleFactor: 1 });
    expect(await client.call(updateZone, { ...of(zone), body: { name: 'Lane' } })).toMatchObject({ settings });
    const swapped = { corners: settings.corners, color: 'red', lane: 3 };
    expect((await put(swapped)).settings).toEqual(settings);
    const text = 'settings: Settings must be named values with at most 10,000 characters in total';
    for (const wrong of ['x', 5, [1], { note: 'x'.repeat(9_990) }])
      expect(await refusal(client, zone, { settings: wrong })).toEqual([text]);
    expect(await put({ note: 'x'.repeat(9_989) })).toMatchObject({ version: 4 });
    expect((await put(null)).settings).toEqual({});
    const audited = (await auditOf(world, org.orgId)).filter(({ action }) => action === 'zone-changed');
    expect(audited.map(({ detail }) => Object.keys(detail?.changed as object))).toEqual([
      ['settings'],
      ['name'],
      ['settings'],
      ['settings'],
    ]);
  });

  it('counts as reviewed when someone says so', async () => {
    const { org, sensor } = await shop();
    const zone = await world.zone({ sensorId: sensor.sensorId, needsReview: true });
    const client = await adminOf(org);
    expect(await client.call(updateZone, { ...of(zone), body: { scaleFactor: 2 } })).toMatchObject({
      needsReview: true,
    });
    expect(await client.call(updateZone, { ...of(zone), body: { needsReview: false } })).toMatchObject({
      needsReview: false,
      scaleFactor: 2,
    });
    const audited = (await auditOf(world, org.orgId)).filter(({ action }) => action === 'zone-changed');
    expect(audited.at(-1)).toMatchObject({
      entityId: zone.zoneId,
      detail: { changed: { needsReview: [true, false] } },
    });
  });

  it.each([
    ['R173', { scaleFactor: 'x' }, 'Scale factor must be a decimal number'],
    ['R173', { scaleFactor: null }, 'Scale factor must be a decimal number'],
    ['R174', { countFilter: null }, 'Count Filter is required'],
    ['R174', { countFilter: 1.5 }, 'Count Filter must be an integer'],
    ['R175', { countApplication: null }, 'Count Application is required'],
    ['R175', { countApplication: 'x' }, 'Count Application must be an integer'],
    ['R176', { perimeter: null }, 'Perimeter is required'],
    ['R177', { disabled: null }, 'Disabled status is required'],
    ['R178', { minDwell: 10, maxDwell: 10 }, 'Max dwell must be greater than min dwell'],
  ])('[%s] is not changed by %o', async (_rule, body, message) => {
    const { org, zone } = await shop();
    const client = await adminOf(org);
    expect(await refusal(client, zone, body)).toEqual([expect.stringContaining(`: ${message}`)]);
    expect(await client.call(getZone, of(zone))).toMatchObject({ version: 1, scaleFactor: 1 });
  });

  it('[R179] requires dwell bounds to time people', async () => {
    const { org, sensor } = await shop();
    const queue = await world.zone({ sensorId: sensor.sensorId, countType: 5 });
    const client = await adminOf(org);
    const text = 'Min and max dwell are required for queue and service zones';
    expect(await refusal(client, queue, { name: 'Queue' })).toEqual([`minDwell: ${text}`, `maxDwell: ${text}`]);
    const body = { minDwell: 3, maxDwell: 900 };
    expect(await client.call(updateZone, { ...of(queue), body })).toMatchObject(body);
  });

  it('is not changed over someone else’s change, nor through another sensor', async () => {
    const { org, zone } = await shop();
    const other = await shop({ org });
    const client = await adminOf(org);
    await client.call(updateZone, { ...of(zone), body: { name: 'First' } });
    expect((await client.send('PUT', pathTo(zone), { name: 'Second' }, { 'if-match': '1' })).status).toBe(412);
    const wrong = pathTo({ sensorId: other.sensor.sensorId, zoneId: zone.zoneId });
    expect((await client.get(wrong)).status).toBe(404);
    expect((await client.send('PUT', wrong, { name: 'x' })).status).toBe(404);
  });

  it.each([
    [{ countFilter: 4 }, 5],
    [{ countApplication: 2 }, 5],
    [{ perimeter: false }, 5],
    [{ disabled: true }, 5],
    [{ scaleFactor: 2 }, 15],
  ])('with %o makes the location %d of two zones that count 5 each', async (body, wanted) => {
    const { org, zone, location } = await shop({ timezone: 'UTC' });
    const other = await world.zone({ sensorId: zone.sensorId });
    const client = await adminOf(org);
    await client.call(updateZone, { ...of(zone), body });
    world.pass({ minutes: 3 });
    await countToday([zone, other], 5);
    await world.ingestion.idle();
    const query = { entityType: 'location', entityIds: location.locationId, relativeDate: 'today' } as const;
    expect((await client.call(getTrafficTotal, { query })).results).toMatchObject([{ sumins: wanted }]);
  });

  it('counts as before until the next minute, and earlier counts keep their meaning', async () => {
    const { org, zone, location } = await shop({ timezone: 'UTC' });
    const client = await adminOf(org);
    const total = async (entityType: 'zone' | 'location', entityIds: string) => {
      const query = { entityType, entityIds, relativeDate: 'today' } as const;
      return (await client.call(getTrafficTotal, { query })).results[0]?.sumins;
    };
    const counted = async (wanted: number) => {
      for (let tries = 0; tries < 100 && (await total('zone', zone.zoneId)) !== wanted; tries += 1) await sleep(50);
    };
    await countToday([zone], 7);
    await counted(7);
    await client.call(updateZone, { ...of(zone), body: { countFilter: 4 } });
    await countToday([zone], 5, world.now().getTime() / 1000);
    await counted(12);
    world.pass({ minutes: 3 });
    await countToday([zone], 3, world.now().getTime() / 1000 - 60);
    await counted(15);
    expect([await total('zone', zone.zoneId), await total('location', location.locationId)]).toEqual([15, 12]);

    await client.call(updateZone, { ...of(zone), body: { countFilter: 0, scaleFactor: 2 } });
    world.pass({ minutes: 3 });
    await countToday([zone], 10, world.now().getTime() / 1000 - 60);
    await counted(35);
    expect([await total('zone', zone.zoneId), await total('location', location.locationId)]).toEqual([35, 32]);
    const query = { entityType: 'location', entityIds: location.locationId, relativeDate: 'today' } as const;
    const rows = await client.call(getTraffic, { query: { ...query, dateGroupings: 'minute(1)' } });
    expect(rows.results.map((row) => row.sumins).filter((ins) => ins !== null)).toEqual([7, 5, 20]);
  });

  it('[I45] has the same live count as the data call when its scale changes during the day', async () => {
    const { org, zone, sensor } = await shop({ timezone: 'UTC' });
    const client = await adminOf(org);
    const seconds = () => world.now().getTime() / 1000;
    await countToday([zone], 7, seconds() - 120);
    for (const scaleFactor of [1 / 3, 1.5]) {
      await client.call(updateZone, { ...of(zone), body: { scaleFactor } });
      world.pass({ minutes: 3 });
      await countToday([zone], 10, seconds() - 60);
    }
    await world.ingestion.idle();
    const query = { entityType: 'zone', entityIds: zone.zoneId, relativeDate: 'today' } as const;
    const [{ sumins, sumouts } = {}] = (await client.call(getTrafficTotal, { query })).results;
    expect([sumins, sumouts]).toEqual([25.3333, 50.6667]);
    const { readings } = await client.call(getSensorStatus, { params: { sensorId: sensor.sensorId } });
    expect(readings).toMatchObject([{ ins: sumins, outs: sumouts }]);
  });
});
