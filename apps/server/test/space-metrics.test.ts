import { createCorrection } from '@atrium/contract/corrections';
import { dataCalls } from '@atrium/contract/data';
import { createExpectedWaitMapping, deleteExpectedWaitMapping } from '@atrium/contract/expected-wait-mappings';
import { addOccupancyReset, updateSpace } from '@atrium/contract/spaces';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { day, hallsIn } from './halls.ts';
import { at, iso } from './counting.ts';
import type { Row } from './random-questions/asked.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const hall = hallsIn(() => world);
const custom = (startDate: string, endDate = startDate) => ({ relativeDate: 'custom', startDate, endDate }) as const;
type SpaceSource = 'occupancy' | 'visit_duration' | 'expected_wait_time';

/** One row for one entity and period. */
async function totalOf(
  client: Client,
  source: SpaceSource,
  entity: { entityType: 'space' | 'location'; entityIds: string },
  query: object = custom(day),
) {
  const { total } = dataCalls[source];
  const reply = await client.call(total, { query: { ...entity, ...query } });
  return (reply as unknown as { results: Row[] }).results[0]!;
}

describe('occupancy as a share', () => {
  it('[R803] is exact across a change of the capacity, for a space and for all spaces of a location', async () => {
    const { org, locationId, push, front, spaceId, admin, params } = await hall({
      maxCapacity: 20,
      targetOccupancy: 4,
    });
    const second = await world.space({
      orgId: org.orgId,
      locationId,
      maxCapacity: 30,
      updatedAt: new Date('2026-02-01T00:00:00Z'),
    });
    await world.spaceZone({ orgId: org.orgId, spaceId: second.spaceId, zoneId: front.zoneId });
    const third = await world.space({ orgId: org.orgId, locationId, updatedAt: new Date('2026-02-01T00:00:00Z') });
    await push(front, { '14:00': [5, 0] });
    world.setNow(new Date(`${day}T19:00:00Z`));
    await admin.call(updateSpace, { params, body: { maxCapacity: 10 } });
    world.setNow(new Date(`${day}T20:00:40Z`));
    await push(front, { '19:30': [1, 0], '19:31': [0, 6] });
    const words = ['pctcapacity', 'targetoccupancypct'].flatMap((name) =>
      ['avg', 'min', 'max', 'last'].map((how) => `${name}(${how})`),
    );
    const query = { ...custom(day), metrics: [...words, 'pcttimeoccupied', 'occupancy(max)'].join(',') };
    const ofSpace = { entityType: 'space', entityIds: spaceId } as const;
    // Five of 20, then six of 10, then nobody.
    expect(await totalOf(admin, 'occupancy', ofSpace, query)).toMatchObject({
      avgpctcapacity: 0.2833,
      minpctcapacity: 0,
      maxpctcapacity: 0.6,
      lastpctcapacity: 0,
      avgtargetoccupancypct: 0.9167,
      maxtargetoccupancypct: 1.5,
      pcttimeoccupied: 0.6667,
      maxoccupancy: 6,
    });
    // Ten of 50, then twelve of 40. Without a target of its own, the second space has its capacity.
    const ofLocation = { entityType: 'location', entityIds: locationId } as const;
    expect(await totalOf(admin, 'occupancy', ofLocation, query)).toMatchObject({
      avgpctcapacity: 0.1667,
      maxpctcapacity: 0.3,
      maxtargetoccupancypct: 0.3529,
      pcttimeoccupied: 0.6667,
      maxoccupancy: 12,
    });
    const unlimited = { entityType: 'space', entityIds: third.spaceId } as const;
    expect(await totalOf(admin, 'occupancy', unlimited, query)).toMatchObject({ avgpctcapacity: null });
  });
});

const nobody: readonly [number, number] = [0, 0];

/** A door that is received in every minute of an afternoon: ten come at two, and leave at three and four. */
function afternoon(date: string, people: Readonly<Record<string, readonly [number, number]>>) {
  const begin = at(`${date}T18:30:00Z`);
  const minutes = Array.from({ length: 180 }, (_, index) => iso(begin + index * 60).slice(0, 16));
  return Object.fromEntries(minutes.map((time) => [time, people[time.slice(11)] ?? nobody] as const));
}

describe('visit duration', () => {
  const visits = { '19:00': [10, 0], '20:00': [0, 4], '21:00': [0, 6] } as const;
  const yesterday = '2026-03-03';

  it('[R804] [R357] is the area of each finished day over those who came, of a space and of a location', async () => {
    const { locationId, push, front, back, spaceId, admin } = await hall();
    await push(front, afternoon(yesterday, visits));
    const ofSpace = { entityType: 'space', entityIds: spaceId } as const;
    const { results } = await admin.call(dataCalls.visit_duration.detail, {
      query: { ...ofSpace, ...custom('2026-03-02', day) },
    });
    expect(results.map(({ avgvisitduration }) => avgvisitduration)).toEqual([null, 5760, null]);
    expect(results[1]).toMatchObject({ avgvisitdurationminutes: 96, completeness: 0.0625 });
    const ofLocation = { entityType: 'location', entityIds: locationId } as const;
    for (const entity of [ofSpace, ofLocation])
      expect(await totalOf(admin, 'visit_duration', entity, custom('2026-03-02', day))).toMatchObject({
        avgvisitduration: 5760,
      });
    const byWeekday = { ...ofSpace, ...custom('2026-02-20', day), dateGroupings: 'weekday' };
    const weekdays = await admin.call(dataCalls.visit_duration.detail, { query: byWeekday });
    expect(weekdays.results.find(({ weekday }) => weekday === 2)?.avgvisitduration).toBe(5760);
    // Late, through the other door, whose counts are weighted: three people for an hour.
    await push(back, { [`${yesterday}T19:30`]: [2, 0], [`${yesterday}T20:30`]: [0, 2] });
    for (const entity of [ofSpace, ofLocation])
      expect(await totalOf(admin, 'visit_duration', entity, custom(yesterday))).toMatchObject({
        avgvisitduration: 5261.5385,
      });
  });

  it('[R804] is unknown for a space that was never empty, and ignores closed hours with a message', async () => {
    const { push, front, spaceId, admin, params } = await hall();
    await push(front, { '2026-03-02T20:00': [2, 0] });
    await push(front, afternoon(yesterday, visits));
    const ofSpace = { entityType: 'space', entityIds: spaceId } as const;
    expect(await totalOf(admin, 'visit_duration', ofSpace, custom(yesterday))).toMatchObject({
      avgvisitduration: null,
    });
    const body = { resetDate: `${yesterday}T12:00:00Z`, occupants: 0 };
    await admin.call(addOccupancyReset, { params, body });
    await world.ingestion.idle();
    const query = { ...ofSpace, ...custom(yesterday), excludeClosedHours: 'true' } as const;
    const { results, messages } = await admin.call(dataCalls.visit_duration.total, { query });
    expect(results[0]).toMatchObject({ avgvisitduration: 5760 });
    expect(messages).toEqual(['Visit duration covers whole days: closed hours are not excluded.']);
    const path = `/api/data/visit-duration?entityType=space&entityIds=${spaceId}&dateGroupings=hour`;
    expect((await admin.get(path)).status).toBe(400);
    const years =
      '/api/data/visit_duration/total?entityType=space&relativeDate=custom&startDate=2000-01-01&endDate=2026-03-01';
    expect((await admin.get(years)).status).toBe(400);
  });
});

describe('expected wait', () => {
  it('[R805] [R806] follows its space and its head zone, whatever arrives late or is corrected', async () => {
    const { locationId, push, front, spaceId, admin } = await hall();
    const exit = await world.zone({ sensorId: front.sensorId, settings: { countApplication: 7 } });
    const mapping = await admin.call(createExpectedWaitMapping, {
      body: { spaceId, headZoneId: exit.zoneId, throughputSampleInterval: 5 },
    });
    await push(exit, { '14:00': [2, 0], '14:01': [2, 0] });
    await push(front, { '14:00': [10, 0], '14:01': [0, 0], '14:20': [0, 0], '14:21': [0, 10] });
    const ofSpace = { entityType: 'space', entityIds: spaceId } as const;
    const minutes = async () => {
      const query = { ...ofSpace, ...custom(day), dateGroupings: 'minute(1)', metrics: 'expectedwaittime' };
      const { results } = await admin.call(dataCalls.expected_wait_time.detail, { query });
      return Object.fromEntries(
        results.flatMap(({ recordDate, avgexpectedwaittime: wait, completeness }) =>
          completeness === 1 ? [[recordDate!.slice(11, 16), wait]] : [],
        ),
      );
    };
    // Twenty minutes later nobody moved on, and then nobody is left.
    expect(await minutes()).toEqual({ '14:00': 300, '14:01': 300, '14:20': null, '14:21': 0 });
    await push(exit, { '14:01': [6, 0] });
    expect(await minutes()).toEqual({ '14:00': 300, '14:01': 150, '14:20': null, '14:21': 0 });
    const words = ['avg', 'min', 'max', 'last'].flatMap((how) => [`expectedwaittime(${how})`]);
    const metrics = [...words, 'expectedwaittimeminutes', 'expectedwaittimeminutes(max)'].join(',');
    expect(await totalOf(admin, 'expected_wait_time', ofSpace, { ...custom(day), metrics })).toMatchObject({
      avgexpectedwaittime: 150,
      minexpectedwaittime: 0,
      maxexpectedwaittime: 300,
      lastexpectedwaittime: 0,
      avgexpectedwaittimeminutes: 3,
      maxexpectedwaittimeminutes: 5,
    });
    const body = {
      zoneId: exit.zoneId,
      from: `${day}T14:01:00.000Z`,
      to: `${day}T14:02:00.000Z`,
      kind: 'excluded',
      reason: 'A cleaner stood in the way',
    } as const;
    await admin.call(createCorrection, { body });
    await world.ingestion.idle();
    expect(await minutes()).toMatchObject({ '14:00': 300, '14:01': 300 });
    await admin.call(deleteExpectedWaitMapping, { params: mapping });
    expect(await minutes()).toMatchObject({ '14:00': null, '14:01': null });
    const path = `/api/data/expected-wait-time?entityType=location&entityIds=${locationId}`;
    expect((await admin.get(path)).status).toBe(400);
  });
});
