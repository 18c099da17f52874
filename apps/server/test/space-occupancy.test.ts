import { createCorrection, removeCorrection } from '@atrium/contract/corrections';
import { dataCalls } from '@atrium/contract/data';
import { updateOrganization } from '@atrium/contract/organizations';
import {
  addOccupancyReset,
  deleteOccupancyReset,
  deleteSpace,
  updateSpace,
  updateSpaceZone,
} from '@atrium/contract/spaces';
import { packVer } from '@atrium/facts/version';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markDays } from '../src/ingestion/mark-store.ts';
import type { Point } from '../src/ingestion/points.ts';
import { at } from './pushing.ts';
import { day, hallsIn } from './halls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const failing = new Set<Point>();
const reach = (point: Point) => {
  if (failing.delete(point)) throw new Error(`The test ends the work at ${point}.`);
};
beforeAll(async () => {
  world = await openWorld({ app: { reach } });
});
afterAll(() => world.close());

const hall = hallsIn(() => world);

describe('the occupancy of a space', () => {
  it('[R759] is answered by the data calls, for the space, its location and the organization', async () => {
    const { org, push, levels, front, spaceId, admin, params } = await hall();
    await push(front, { '14:00': [5, 0], '14:01': [3, 2], '14:02': [0, 4] });
    expect(await levels()).toEqual({ '14:00': 5, '14:01': 6, '14:02': 2 });
    const { locationId, ...space } = (await world.directory.estate(org.orgId)).spaces.get(spaceId)!;
    expect(space.countsTowardLocation).toBe(true);
    const date = { relativeDate: 'custom', startDate: day, endDate: day } as const;
    const metrics = 'occupancy(avg),occupancy(max),occupancy(min),occupancy(last)';
    const ask = async (entityType: 'space' | 'location' | 'organization', entityIds: string) =>
      (await admin.call(dataCalls.occupancy.total, { query: { entityType, entityIds, metrics, ...date } })).results;
    const inside = { avgoccupancy: 4.3333, maxoccupancy: 6, minoccupancy: 2, lastoccupancy: 2 };
    expect(await ask('space', spaceId)).toMatchObject([inside]);
    expect(await ask('location', locationId)).toMatchObject([inside]);
    expect(await ask('organization', org.orgId)).toMatchObject([inside]);
    const byMinute = { entityType: 'space', entityIds: spaceId, dateGroupings: 'minute(1)', ...date } as const;
    const { results } = await admin.call(dataCalls.occupancy.detail, { query: byMinute });
    const heard = results.filter(({ avgoccupancy }) => avgoccupancy !== null);
    expect(heard.map(({ recordDate, avgoccupancy }) => [recordDate?.slice(11, 16), avgoccupancy])).toEqual([
      ['14:00', 5],
      ['14:01', 6],
      ['14:02', 2],
    ]);
    await admin.call(updateSpace, { params, body: { countsTowardLocation: false } });
    expect(await ask('space', spaceId)).toMatchObject([inside]);
    expect(await ask('location', locationId)).toMatchObject([{ avgoccupancy: null, completeness: null }]);
  });

  it('[R716] [R172] [I238] follows its doors, whatever arrives late or twice', async () => {
    const { push, levels, days, front, back, admin, params, assigned } = await hall();
    await push(front, { '14:00': [5, 0], '14:01': [0, 2], '14:05': [0, 9] });
    expect(await levels()).toEqual({ '14:00': 5, '14:01': 3, '14:05': 0 });
    // Late, from the other door, whose counts are weighted.
    await push(back, { '14:01': [3, 0], '14:03': [1, 0] });
    const late = { '14:00': 5, '14:01': 7.5, '14:03': 9, '14:05': 0 };
    expect(await levels()).toEqual(late);
    await push(back, { '14:01': [3, 0] });
    expect(await levels()).toEqual(late);
    await push(front, { '14:05': [0, 4] });
    expect(await levels()).toEqual({ ...late, '14:05': 5 });
    expect(await days()).toMatchObject([
      { day, ins: 11, outs: 6, residual: 5, factor: 1, occupancy: 5, foldedTo: new Date(`${day}T18:00:00Z`) },
    ]);

    world.setNow(new Date(`${day}T19:30:00Z`));
    const spaceZoneAssignmentId = assigned.get(back.zoneId)!;
    await admin.call(updateSpaceZone, {
      params: { ...params, spaceZoneAssignmentId },
      body: { reverseInsAndOuts: true },
    });
    world.setNow(new Date(`${day}T20:30:40Z`));
    await push(back, { '20:00': [2, 0], '20:01': [0, 4] });
    expect(await levels()).toMatchObject({ '14:05': 5, '20:00': 2, '20:01': 8 });
  });

  it('[R716] has no level for the open minute', async () => {
    const { push, levels, front } = await hall();
    world.setNow(new Date(`${day}T18:00:50Z`));
    await push(front, { '17:59': [1, 0], '18:00': [1, 0] });
    expect(await levels()).toEqual({ '17:59': 1 });
    world.setNow(new Date(`${day}T18:01:40Z`));
    expect(await levels()).toEqual({ '17:59': 1, '18:00': 2 });
  });

  it('[R717] [R721] is set by resets, which are added and taken back', async () => {
    const { push, levels, front, admin, params } = await hall();
    await push(front, { '14:00': [5, 0], '15:00': [1, 0], '16:00': [1, 0] });
    const body = { resetDate: `${day}T14:59:20Z`, occupants: 20 };
    const { occupancyResetId } = await admin.call(addOccupancyReset, { params, body });
    expect(await levels()).toEqual({ '14:00': 5, '15:00': 21, '16:00': 22 });
    await admin.call(deleteOccupancyReset, { params: { ...params, occupancyResetId } });
    expect(await levels()).toEqual({ '14:00': 5, '15:00': 6, '16:00': 7 });
  });

  it('[R717] [R721] is reset every day, by the settings of that day', async () => {
    const nightly = { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false };
    const { push, levels, days, front, admin, params } = await hall({
      resetConfig: { ...nightly, resetTimes: [{ time: '04:00', value: 2 }] },
    });
    await push(front, { '2026-03-02T20:00': [5, 0], '2026-03-03T08:59': [1, 0], '2026-03-03T09:00': [1, 0] });
    // The reset of the morning before the first reading counts.
    expect(await levels('2026-03-02T00:00', '2026-03-03T23:00')).toEqual({ '20:00': 7, '08:59': 8, '09:00': 3 });
    // Days without readings are folded as well: the sum of a reset carries over.
    await push(front, { '10:00': [4, 0] });
    expect(await levels()).toEqual({ '10:00': 6 });
    // From now on; what was folded stays.
    const resetTimes = [{ time: '16:30', value: 50 }];
    world.setNow(new Date(`${day}T21:00:00Z`));
    await admin.call(updateSpace, { params, body: { resetConfig: { resetTimes } } });
    world.setNow(new Date('2026-03-05T18:00:40Z'));
    await push(front, { '2026-03-05T16:00': [1, 0], '2026-03-05T17:00': [1, 0] });
    expect(await levels()).toEqual({ '10:00': 6 });
    expect(await levels('2026-03-05T00:00', '2026-03-05T23:00')).toEqual({ '16:00': 7, '17:00': 51 });
    expect((await days()).map(({ day: date, occupancy }) => [date, occupancy])).toEqual([
      ['2026-03-02', 7],
      ['2026-03-03', 3],
      ['2026-03-04', 6],
      ['2026-03-05', 51],
    ]);
  });

  it('[R721] falls below zero from when the organization allows it', async () => {
    const { org, push, levels, front } = await hall();
    await push(front, { '14:00': [0, 5] });
    world.setNow(new Date(`${day}T19:00:00Z`));
    const staff = await world.signIn(await world.staff());
    const body = { resetOnNegativeOccupancy: false };
    await staff.call(updateOrganization, { params: { orgId: org.orgId }, body });
    expect(await levels()).toEqual({ '14:00': 0 });
    world.setNow(new Date(`${day}T20:30:40Z`));
    await push(front, { '18:30': [0, 5], '20:00': [0, 5] });
    expect(await levels()).toEqual({ '14:00': 0, '18:30': 0, '20:00': -5 });
  });

  it('[I238] follows corrections, also when they are taken back', async () => {
    const { push, levels, front, back, admin } = await hall();
    await push(front, { '14:00': [5, 0], '15:00': [1, 0], '16:00': [1, 0] });
    await push(back, { '15:00': [2, 0] });
    const body = {
      from: `${day}T14:30:00.000Z`,
      to: `${day}T15:30:00.000Z`,
      kind: 'excluded',
      reason: 'Fire drill',
    } as const;
    const { correctionId } = await admin.call(createCorrection, { body: { zoneId: front.zoneId, ...body } });
    expect(await levels()).toEqual({ '14:00': 5, '15:00': 8, '16:00': 9 });
    const other = await admin.call(createCorrection, { body: { zoneId: back.zoneId, ...body } });
    expect(await levels()).toEqual({ '14:00': 5, '16:00': 6 });
    for (const id of [correctionId, other.correctionId])
      await admin.call(removeCorrection, { params: { correctionId: id } });
    expect(await levels()).toEqual({ '14:00': 5, '15:00': 9, '16:00': 10 });
  });

  it('[I239] is the same when it is folded again from the readings', async () => {
    const { org, push, levels, days, front, back, seriesOfLevels } = await hall();
    await push(front, { '2026-03-01T20:00': [5, 1], '2026-03-02T20:30': [5, 1], '14:00': [5, 0] });
    await push(back, { '2026-03-02T21:00': [2, 1], '15:00': [0, 3] });
    const [before, daysBefore] = [await levels('2026-03-01T00:00'), await days()];
    const [own] = await seriesOfLevels();
    const erased = { org: org.factOrg, series: own!, from: 0, to: at('2026-03-05T00:00:00Z') };
    await world.facts.erase({ ...erased, ver: packVer({ rank: 'final', seq: await lastNumber(), generation: 255 }) });
    expect(await levels('2026-03-01T00:00')).toEqual({});
    const touched = ['2026-03-01', '2026-03-02', '2026-03-03', day].map((date) => at(`${date}T00:00:00Z`));
    await world.registry.system(({ client }) =>
      markDays(
        client,
        touched.map((each) => ({ org: org.factOrg, series: own!, day: each })),
      ),
    );
    expect(await levels('2026-03-01T00:00')).toEqual(before);
    expect(Object.keys(before)).toHaveLength(5);
    const plain = (rows: typeof daysBefore) =>
      rows.filter(({ ins }) => ins > 0).map(({ foldedAt: _at, ...rest }) => rest);
    expect(plain(await days())).toEqual(plain(daysBefore));
    expect(await seriesOfLevels()).toEqual([own]);
  });

  it('[I240] is complete after a failure at any point of its writing', async () => {
    const { push, levels, front } = await hall();
    for (const [index, point] of (['occupancy.before-write', 'occupancy.after-write'] as const).entries()) {
      failing.add(point);
      await push(front, { [`14:0${index}`]: [5, 0] });
      expect(failing.size).toBe(0);
    }
    expect(await levels()).toEqual({ '14:00': 5, '14:01': 10 });
  });

  it('[R721] begins with the first reading of its zones, and ends with the space', async () => {
    const { org, push, levels, front, admin, params, days } = await hall();
    const staff = await world.signIn(await world.staff());
    const allow = (canViewOccupancy: boolean) =>
      staff.call(updateOrganization, { params: { orgId: org.orgId }, body: { canViewOccupancy } });
    await push(front, { '2026-02-20T10:00': [3, 0], '14:00': [2, 0] });
    expect(await days()).toHaveLength(13);
    expect(await levels('2026-02-20T00:00', '2026-02-21T00:00')).toEqual({ '10:00': 3 });
    await allow(false);
    await push(front, { '14:01': [1, 0] });
    expect(await days()).toEqual([]);
    await allow(true);
    expect(await levels()).toEqual({ '14:00': 5, '14:01': 6 });
    expect(await days()).toHaveLength(13);
    await admin.call(deleteSpace, { params });
    expect(await days()).toEqual([]);
  });
});

async function lastNumber(): Promise<bigint> {
  const { rows } = await world.registry.owner.query<{ seq: string }>(`SELECT last_value AS seq FROM inbox_seq`);
  return BigInt(rows[0]!.seq);
}
