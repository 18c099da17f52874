import { createAlarmConfig, listAlarmStates, updateAlarmConfig } from '@atrium/contract/alarms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAlarms } from './alarm-world.ts';
import { hallsIn } from './halls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const hallOf = hallsIn(() => world);
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const onSpace = (id: string, config: object = {}) => ({
  alarmTypeId: 1,
  alarmableId: id,
  config: { triggerTypeId: 1, config },
});
const look = async (seconds: number) => {
  world.pass({ seconds });
  while (await world.alarms.timers.look());
};

/** A hall for 100 people, in which 120 are, by real pushes. */
async function fullHall() {
  const hall = await hallOf({ maxCapacity: 100 }, withAlarms);
  await hall.push(hall.front, { '17:58': [130, 0], '17:59': [0, 10] });
  const { admin } = hall;
  const values = async () => {
    const states = await admin.call(listAlarmStates, { query: { order: 'createdAt' } });
    return states.map(({ data, cause, resolvedReason }) => [cause, data.triggerValue, resolvedReason]);
  };
  const create = (body: object) => admin.call(createAlarmConfig, { body });
  const change = (alarmConfigId: string, body: object) =>
    admin.call(updateAlarmConfig, { params: { alarmConfigId }, body });
  return { ...hall, values, create, change };
}

describe('an alarm that begins to watch', () => {
  it('[R917] fires at once in a space and a location that are too full already', async () => {
    const { create, values, spaceId, locationId } = await fullHall();
    await create(onSpace(spaceId));
    expect(await values()).toEqual([['level', 120, null]]);
    const whole = { triggerTypeId: 1, config: { triggerThreshold: 120 } };
    await create({ alarmTypeId: 2, alarmableId: locationId, config: whole });
    expect(await values()).toHaveLength(2);
    await create({ alarmTypeId: 2, alarmableId: locationId, config: { ...whole, config: { triggerThreshold: 121 } } });
    expect(await values()).toHaveLength(2);
  });

  it('[R917] fires when an edit or a move makes it watch a space that is too full', async () => {
    const { create, change, values, spaceId, locationId, org } = await fullHall();
    const { alarmConfigId } = await create(onSpace(spaceId, { triggerBuffer: 21 }));
    expect(await values()).toEqual([]);
    await change(alarmConfigId, { config: { config: { triggerBuffer: 20 } } });
    expect(await values()).toEqual([['level', 120, null]]);
    const empty = await world.space({ orgId: org.orgId, locationId, maxCapacity: 100 });
    await change(alarmConfigId, { alarmableId: empty.spaceId });
    expect(await values()).toEqual([['level', 120, 2]]);
    world.pass({ seconds: 1 });
    await change(alarmConfigId, { alarmableId: spaceId });
    expect(await values()).toEqual([
      ['level', 120, 2],
      ['level', 120, null],
    ]);
  });

  it('[R901] [R917] waits for its delay from now on', async () => {
    const { create, values, spaceId } = await fullHall();
    await create(onSpace(spaceId, { triggerDelay: 300 }));
    await look(299);
    expect(await values()).toEqual([]);
    await look(1);
    await expect.poll(values).toEqual([['level', 120, null]]);
  });

  it('[R907] [R917] does not take the number for data that arrives', async () => {
    const { create, change, values, spaceId } = await fullHall();
    const { alarmConfigId } = await create(onSpace(spaceId, { triggerBuffer: 50, noDataAfter: 600 }));
    await look(400);
    await change(alarmConfigId, { config: { config: { triggerBuffer: 60 } } });
    await look(200);
    await expect.poll(values).toEqual([['no-data', null, null]]);
  });

  it('[R917] misses no change while it is being created', async () => {
    const { create, values, push, front, spaceId } = await fullHall();
    const beginning = Array.from({ length: 8 }, () => create(onSpace(spaceId, { triggerBuffer: 100 })));
    await Promise.all([...beginning, push(front, { '17:59': [80, 10] })]);
    await expect.poll(async () => (await values()).length).toBe(8);
  });
});
