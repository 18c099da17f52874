import { createCorrection } from '@atrium/contract/corrections';
import { reassignSensor } from '@atrium/contract/sensor-life';
import { bucketAt, type Drilled, drillInto, isRowOf, partsText } from '@atrium/metrics/drill';
import { type AskedPeriod, dataQueryOf, defaultQuestion, type Question } from '@atrium/metrics/question';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { at, countingIn, detail } from './counting.ts';
import { pushingIn } from './pushing.ts';
import { doorsIn } from './sensor-doors.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const now = new Date('2026-10-28T12:00:30Z');
beforeAll(async () => {
  world = await openWorld({ now });
});
afterAll(() => world.close());
const { count, shop, adminOf } = countingIn(() => world);

const { door } = doorsIn(() => world);
const { push, counted } = pushingIn(() => world);

const timezone = 'Europe/Berlin';
const period: AskedPeriod = { relativeDate: 'custom', startDate: '2026-10-20', endDate: '2026-10-27' };
const asking = { now: now.getTime() / 1000, weekStart: 1 } as const;
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

async function rowsOf(client: Client, { question, only, partsOf }: Drilled) {
  const { results } = await detail(client, {
    ...dataQueryOf(question),
    ...(partsOf && { partsOf: partsText(partsOf) }),
  });
  return only ? results.filter((row) => isRowOf(only, row)) : results;
}

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { sumins }) => sum + (sumins ?? 0), 0);

/** What the level below each row adds up to, beside the row itself. */
async function sumsBelow(client: Client, question: Question, rows: readonly Row[]) {
  const sums: [row: number, below: number][] = [];
  for (const row of rows) {
    const bucket = bucketAt(question, at(row.recordDate!), timezone, asking)!;
    const drilled = drillInto(question, { bucket, entityId: row.entityId! })!;
    sums.push([row.sumins ?? 0, sumOf(await rowsOf(client, drilled))]);
  }
  return sums;
}

describe('[R1036] what is shown below a number adds up to it', () => {
  it('on the day that clocks are set back, down to the quarters of both hours', async () => {
    const { org, location, zone } = await shop({ timezone });
    const client = await adminOf(org);
    // Different from minute to minute, so that a bucket that is off by one is seen.
    await count(org, zone, '2026-10-23T00:00:00Z', '2026-10-27T00:00:00Z', (minute) => 1 + (minute % 7));
    const entity = { entityIds: [location.locationId], rows: { kind: 'each' } } as const;
    const byWeek: Question = { ...defaultQuestion('traffic'), ...entity, period, grouping: 'isoweek' };
    const weeks = await rowsOf(client, { question: byWeek });
    expect(weeks).toHaveLength(2);
    const days = { ...byWeek, grouping: 'day' };
    const byDay = await rowsOf(client, { question: days });
    const hours = { ...byWeek, grouping: 'hour' };
    const around = (await rowsOf(client, { question: hours })).filter(
      ({ recordDate = '' }) =>
        at(recordDate) >= at('2026-10-24T23:00:00Z') && at(recordDate) < at('2026-10-25T04:00:00Z'),
    );
    // One o'clock, twice two o'clock, three and four.
    expect(around).toHaveLength(5);
    const sums = [
      ...(await sumsBelow(client, byWeek, weeks)),
      ...(await sumsBelow(client, days, byDay)),
      ...(await sumsBelow(client, hours, around)),
    ];
    expect(sums.map(([, below]) => below)).toEqual(sums.map(([own]) => own));
    // Two weeks, five days (the last for an hour, by the clock of Berlin) and five hours with visitors.
    expect(sums.filter(([own]) => own > 0)).toHaveLength(2 + 5 + 5);
  });

  it('of a field of a week, and of a location with several zones', async () => {
    const { org, location, sensor, zone } = await shop({ timezone });
    const second = await world.zone({ sensorId: sensor.sensorId });
    const client = await adminOf(org);
    await count(org, zone, '2026-10-23T00:00:00Z', '2026-10-27T00:00:00Z', (minute) => 1 + (minute % 7));
    await count(org, second, '2026-10-23T00:00:00Z', '2026-10-27T00:00:00Z', () => 3);
    const question: Question = {
      ...defaultQuestion('traffic'),
      entityIds: [location.locationId],
      period,
      grouping: 'weekday,hour',
    };
    const fields = await rowsOf(client, { question });
    const sunday = fields.find(({ weekday, hour }) => weekday === 0 && hour === 2)!;
    const below = await rowsOf(client, drillInto(question, { slot: { weekday: 0, hour: 2 } })!);
    expect([below.length, sumOf(below)]).toEqual([2, sunday.sumins]);

    const whole = { ...question, grouping: 'day' };
    const { question: asked, partsOf } = drillInto(whole, { entityId: location.locationId })!;
    expect(partsOf).toEqual({ entityType: 'location', entityId: location.locationId });
    const zones = await rowsOf(client, { question: asked, partsOf: partsOf! });
    expect(sumOf(zones)).toBe(sumOf(await rowsOf(client, { question: whole })));
    expect(new Set(zones.map(({ entityId }) => entityId)).size).toBe(2);
  });
});

/** A sensor with two zones, moved at noon to another location. */
async function movedDoor() {
  const { orgId, mac, admin, sensor, zone, location, params, count: countHere } = await door({ timezone });
  const side = await world.zone({ sensorId: sensor.sensorId });
  const there = await world.location({ orgId, timezone });
  const { siteId } = await world.site({ locationId: there.locationId });
  await countHere({ '2026-10-28T09:00Z': 5 });
  await push(orgId, mac, { '2026-10-28T09:30Z': 7 }, Number(side.deviceId));
  world.setNow(now);
  await admin.call(reassignSensor, { params, body: { siteId, shouldMoveData: false } });
  world.pass({ minutes: 10 });
  await countHere({ '2026-10-28T12:05Z': 11 });
  await push(orgId, mac, { '2026-10-28T12:05Z': 13 }, Number(side.deviceId));
  return { orgId, admin, zone, side, location, here: location.locationId, there: there.locationId };
}

const placeOf = (entityIds: string) => ({ entityType: 'location', entityIds });

/** The whole answer about the day of the move, as text. */
async function explained(client: Client, asked: Record<string, string>): Promise<string> {
  const day = { relativeDate: 'custom', startDate: '2026-10-28', endDate: '2026-10-28' };
  const query = new URLSearchParams({ ...asked, ...day, explain: 'true' });
  const { status, body } = await client.get(`/api/data/traffic?${query.toString()}`);
  expect(status).toBe(200);
  return JSON.stringify(body);
}

describe('[R1081] the parts of a number are those that counted in its period', () => {
  const days: AskedPeriod = { relativeDate: 'custom', startDate: '2026-10-28', endDate: '2026-10-28' };

  const whole = (locationId: string): Question => ({
    ...defaultQuestion('traffic'),
    entityIds: [locationId],
    rows: { kind: 'each' },
    period: days,
    grouping: 'day',
  });

  it('and add up to it on both sides of a move, also for someone who sees one side', async () => {
    const { orgId, admin, zone, side, location, here, there } = await movedDoor();
    expect([await counted(admin, 'location', here), await counted(admin, 'location', there)]).toEqual([12, 24]);
    const partsIn = async (client: Client, locationId: string) => {
      const rows = await rowsOf(client, drillInto(whole(locationId), { entityId: locationId })!);
      return rows.map(({ entityId, sumins }) => [entityId, sumins]).toSorted((a, b) => Number(a[1]) - Number(b[1]));
    };
    expect(await partsIn(admin, here)).toEqual([
      [zone.zoneId, 5],
      [side.zoneId, 7],
    ]);
    expect(await partsIn(admin, there)).toEqual([
      [zone.zoneId, 11],
      [side.zoneId, 13],
    ]);
    // One level further it is still what counted here.
    const partsOf = { entityType: 'location', entityId: here } as const;
    const { question } = drillInto(whole(here), { entityId: here })!;
    const hours = { ...question, entityIds: [side.zoneId], grouping: 'hour' };
    expect(sumOf(await rowsOf(admin, { question: hours, partsOf }))).toBe(7);

    const reader = await world.signIn(await world.user({ orgId, role: 'OrganizationUser', locations: [location] }));
    // The zones are at a location that they do not see: one row without an id.
    expect(await partsIn(reader, here)).toEqual([[null, 12]]);
    const foreign = await reader.get(
      `/api/data/traffic?${new URLSearchParams({ entityType: 'zone', partsOf: `location:${there}` }).toString()}`,
    );
    expect(foreign.status).toBe(404);
  });

  it('[S204] with the corrections of that time, and no word about a zone that is elsewhere now', async () => {
    const { orgId, admin, zone, location, here, there } = await movedDoor();
    const correct = (from: string, to: string, reason: string) =>
      admin.call(createCorrection, { body: { zoneId: zone.zoneId, from, to, kind: 'excluded', reason } });
    await correct('2026-10-28T09:00:00.000Z', '2026-10-28T09:10:00.000Z', 'Cleaning here');
    await correct('2026-10-28T12:04:00.000Z', '2026-10-28T12:08:00.000Z', 'Cleaning there');
    await world.ingestion.idle();
    const reader = await world.signIn(await world.user({ orgId, role: 'OrganizationUser', locations: [location] }));
    const [atHere, atThere] = [await explained(admin, placeOf(here)), await explained(admin, placeOf(there))];
    expect([atHere.includes('Cleaning here'), atHere.includes('Cleaning there')]).toEqual([true, false]);
    expect([atThere.includes('Cleaning here'), atThere.includes('Cleaning there')]).toEqual([false, true]);
    for (const asked of [placeOf(here), { entityType: 'zone', partsOf: `location:${here}` }]) {
      const text = await explained(reader, asked);
      expect(text).not.toMatch(/Cleaning/);
      expect(text).not.toContain(zone.zoneId);
    }
  });

  it('of a space, in reverse where they count so', async () => {
    const { org, location, sensor, zone } = await shop({
      timezone,
      org: await world.organization({ canViewOccupancy: true }),
    });
    const { orgId } = org;
    const client = await adminOf(org);
    world.setNow(new Date('2026-10-20T12:00:00Z'));
    const turned = await world.zone({ sensorId: sensor.sensorId });
    const { spaceId } = await world.space({ locationId: location.locationId });
    await world.spaceZone({ orgId, spaceId, zoneId: zone.zoneId, reverseInsAndOuts: false });
    await world.spaceZone({ orgId, spaceId, zoneId: turned.zoneId, reverseInsAndOuts: true });
    world.setNow(now);
    for (const each of [zone, turned]) await count(org, each, '2026-10-26T10:00:00Z', '2026-10-26T11:00:00Z');
    const question: Question = { ...whole(spaceId), entityType: 'space', period };
    const parts = await rowsOf(client, drillInto(question, { entityId: spaceId })!);
    expect(sumOf(await rowsOf(client, { question }))).toBe(180);
    expect(parts.flatMap(({ sumins }) => sumins ?? []).toSorted((a, b) => a - b)).toEqual([60, 120]);
  });

  it('without those of another time, and nothing that is no part', async () => {
    const { admin, here, there } = await movedDoor();
    const before: AskedPeriod = { relativeDate: 'custom', startDate: '2026-10-27', endDate: '2026-10-27' };
    const { question, partsOf } = drillInto({ ...whole(there), period: before }, { entityId: there })!;
    expect(await rowsOf(admin, { question, partsOf: partsOf! })).toEqual([]);
    const refused = await admin.get(
      `/api/data/traffic?${new URLSearchParams({ entityType: 'location', partsOf: `location:${here}` }).toString()}`,
    );
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'partsOf' }] } });
  });
});
